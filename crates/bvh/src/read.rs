//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod extent;
mod hierarchy;
mod lines;
mod motion;
mod reader;
mod token;

use anim_core::{Confidence, Sink, Span, counted};

use crate::text::quoted;
use crate::{Bvh, Error, Motion, Text, codes};
pub(crate) use extent::of as extent;
use reader::Reader;
use token::{Tokens, stated_number};

/// The confidence that bytes are a BVH: [`Confidence::Certain`] if the text begins with `HIERARCHY` and `ROOT`,
/// [`Confidence::Likely`] if it ends after `HIERARCHY`.
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    let mut tokens = Tokens::new(bytes);
    if !tokens.take_keyword("HIERARCHY") {
        Confidence::No
    } else if tokens.take_keyword("ROOT") {
        Confidence::Certain
    } else if tokens.is_at_end() {
        Confidence::Likely
    } else {
        Confidence::No
    }
}

/// Reads a file. Reports wrong counts, frames that are not one line each, and text after the frames.
pub(crate) fn document(bytes: &[u8], sink: &mut dyn Sink) -> Result<Bvh, Error> {
    let reader = Reader { text: bytes };
    let mut tokens = Tokens::new(bytes);
    let joints = hierarchy::read(&reader, &mut tokens, sink)?;
    let width = joints.iter().map(|joint| joint.channels().len()).sum();
    let head = motion::head(&reader, &mut tokens)?;
    let rows = motion::rows(&reader, tokens.offset(), width, head.frames, sink)?;
    if head.frames != rows.frames {
        let (found, stated) = (counted(rows.frames, "frame"), stated_number(head.frames));
        let message = format!("found {found}, expected the stated {stated}");
        sink.report(codes::FRAME_COUNT.at(reader.location(head.frames_at).in_path("motion"), message));
    }
    let motion = Motion { frame_time: head.frame_time, frames: rows.frames, values: rows.values };
    let trailing = reader.trailing(rows.end);
    if !trailing.is_empty() {
        let message =
            format!("found {} after the last frame, expected the end of the file", quoted(trailing));
        let place = reader.location(Span::at(rows.end, trailing.len()));
        sink.report(codes::TRAILING_TEXT.at(place, message));
    }
    Ok(Bvh::of_reader(joints, motion, Text::from(trailing)))
}
