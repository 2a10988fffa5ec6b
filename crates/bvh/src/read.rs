//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod extent;
mod hierarchy;
mod motion;
mod token;

use anim_core::{Beside, Confidence, Extent, Format, FormatInfo, LineColumn, Location, Options, Sink, Span};

use crate::text::{is_space, quoted};
use crate::{Bvh, Error, ErrorKind, Motion, Text, codes, options};
use token::Tokens;

impl Format for Bvh {
    const INFO: FormatInfo = FormatInfo {
        id: "bvh",
        name: "Biovision Hierarchy",
        extensions: &["bvh"],
        options: options::SOURCE,
        target_options: options::TARGET,
        exact: false,
        max_clips: Some(1),
        codes: codes::READING,
        conversion_codes: codes::CONVERSION,
    };

    type Error = Error;

    const SIGNATURE: &'static [u8] = b"HIERARCHY";

    /// [`Confidence::Certain`] where `HIERARCHY` and `ROOT` begin the text, [`Confidence::Likely`] where it ends after
    /// the former.
    fn sniff(bytes: &[u8]) -> Confidence {
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

    fn extent(bytes: &[u8]) -> Extent {
        extent::of(bytes)
    }

    /// Reads a file whole. What the file states wrongly about itself is reported, and so is text after the frames.
    fn parse(bytes: &[u8], sink: &mut dyn Sink) -> Result<Self, Error> {
        let reader = Reader { text: bytes };
        let mut tokens = Tokens::new(bytes);
        let joints = hierarchy::read(&reader, &mut tokens, sink)?;
        let width = joints.iter().map(|joint| joint.channels().len()).sum();
        let head = motion::head(&reader, &mut tokens)?;
        let rows = motion::rows(&reader, tokens.offset(), width, head.frames, sink)?;
        if head.frames != rows.frames {
            let message = format!("there are {} frames, {} are stated", rows.frames, head.frames);
            sink.report(codes::FRAME_COUNT.at(reader.location(head.frames_at).in_path("motion"), message));
        }
        let motion = Motion { frame_time: head.frame_time, frames: rows.frames, values: rows.values };
        let trailing = reader.trailing(rows.end);
        if !trailing.is_empty() {
            let message = format!("{} comes after the last frame", quoted(trailing));
            sink.report(
                codes::TRAILING_TEXT.at(reader.location(Span::at(rows.end, trailing.len())), message),
            );
        }
        Ok(Self::read(joints, motion, Text::from(trailing)))
    }

    /// The clip gets the name of the file.
    fn open(bytes: &[u8], _: &Options, beside: &dyn Beside, sink: &mut dyn Sink) -> Result<Self, Error> {
        let name = beside.name().map(|name| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned());
        Ok(Self::parse(bytes, sink)?.with_name(name.filter(|name| !name.is_empty())))
    }
}

/// The text, for the places of findings.
struct Reader<'a> {
    text: &'a [u8],
}

impl Reader<'_> {
    fn location(&self, span: Span) -> Location {
        Location::span(Span { start: span.start.min(self.text.len()), end: span.end.min(self.text.len()) })
    }

    /// An error at the word that is next from a place on.
    fn error(&self, from: usize, kind: impl FnOnce(LineColumn, String) -> ErrorKind) -> Error {
        let (span, word) = self.word(from);
        let found = if word.is_empty() { "the end of the file".to_owned() } else { quoted(word) };
        Error::new(kind(LineColumn::of(self.text, span.start), found), self.location(span))
    }

    fn syntax(&self, from: usize, expected: &'static str) -> Error {
        self.error(from, |at, found| ErrorKind::Syntax { at, found, expected })
    }

    fn number(&self, from: usize) -> Error {
        self.error(from, |at, found| ErrorKind::Number { at, found })
    }

    /// The next word from a place on: all up to a space.
    fn word(&self, from: usize) -> (Span, &[u8]) {
        let rest = self.text.get(from..).unwrap_or_default();
        let start = rest.iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len());
        let rest = rest.get(start..).unwrap_or_default();
        let len = rest.iter().position(|&byte| is_space(byte)).unwrap_or(rest.len());
        (Span::at(from.saturating_add(start), len), rest.get(..len).unwrap_or_default())
    }

    /// What is left from a place on, without the space after it.
    fn trailing(&self, from: usize) -> &[u8] {
        let rest = self.text.get(from..).unwrap_or_default();
        let len = rest.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last.saturating_add(1));
        rest.get(..len).unwrap_or_default()
    }
}
