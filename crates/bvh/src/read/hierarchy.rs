//! The joints, from `HIERARCHY` to `MOTION`.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Sink, Span, counted, wide_encoding};

use super::reader::Reader;
use super::token::{Tokens, stated_number};
use crate::{ChannelKind, Error, Joint, Role, Text, codes};

/// Reads from `HIERARCHY` to `MOTION`, including both.
///
/// It uses a list of the open joints instead of recursion, so joints may nest to any depth.
pub(super) fn read(
    reader: &Reader<'_>,
    tokens: &mut Tokens<'_>,
    sink: &mut dyn Sink,
) -> Result<Vec<Joint>, Error> {
    if !tokens.take_keyword("HIERARCHY") {
        let expected = match wide_encoding(reader.text) {
            Some("UTF-32") => "`HIERARCHY` in ASCII or UTF-8, not in UTF-32",
            Some(_) => "`HIERARCHY` in ASCII or UTF-8, not in UTF-16",
            None => "`HIERARCHY`",
        };
        return Err(reader.syntax(tokens.offset(), expected));
    }
    let mut joints = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    loop {
        let (parent, place) = (open.last().copied(), tokens.offset());
        match (next(tokens), parent) {
            (Some(Entry::Root), None) | (Some(Entry::Joint), Some(_)) => {
                open.push(joints.len());
                let joint = joint(reader, tokens, parent, joints.len(), sink)?;
                joints.push(joint);
            }
            (Some(Entry::End), Some(_)) => joints.push(end_site(reader, tokens, parent)?),
            (Some(Entry::Close), Some(_)) => {
                open.pop();
            }
            (Some(Entry::Motion), None) if !joints.is_empty() => return Ok(joints),
            _ => {
                let expected = match parent {
                    Some(parent) if may_have_channels(&joints, parent) => {
                        "`CHANNELS`, `JOINT`, `End Site` or `}`"
                    }
                    Some(_) => "`JOINT`, `End Site` or `}`",
                    None if joints.is_empty() => "`ROOT`",
                    None => "`ROOT` or `MOTION`",
                };
                return Err(reader.syntax(place, expected));
            }
        }
    }
}

/// Whether the last joint has nothing but its offset yet.
fn may_have_channels(joints: &[Joint], open: usize) -> bool {
    open.checked_add(1) == Some(joints.len())
        && joints
            .last()
            .is_some_and(|joint| matches!(&joint.role, Role::Joint(channels) if channels.is_empty()))
}

/// A keyword or brace after which an entry begins or ends.
enum Entry {
    Root,
    Joint,
    End,
    Close,
    Motion,
}

fn next(tokens: &mut Tokens<'_>) -> Option<Entry> {
    if tokens.take_brace(b'}') {
        Some(Entry::Close)
    } else if tokens.take_keyword("JOINT") {
        Some(Entry::Joint)
    } else if tokens.take_keywords("End", "Site") {
        Some(Entry::End)
    } else if tokens.take_keyword("ROOT") {
        Some(Entry::Root)
    } else if tokens.take_keyword("MOTION") {
        Some(Entry::Motion)
    } else {
        None
    }
}

/// Reads a joint after its keyword, up to its children.
fn joint(
    reader: &Reader<'_>,
    tokens: &mut Tokens<'_>,
    parent: Option<usize>,
    index: usize,
    sink: &mut dyn Sink,
) -> Result<Joint, Error> {
    let name = Text::from(tokens.name());
    let offset = offset(reader, tokens)?;
    let channels = if tokens.take_keyword("CHANNELS") {
        channels(reader, tokens, &name, index, sink)?
    } else {
        Vec::new()
    };
    Ok(Joint { name, parent, offset, role: Role::Joint(channels) })
}

/// Reads an end site after its keyword, up to its closing brace.
fn end_site(reader: &Reader<'_>, tokens: &mut Tokens<'_>, parent: Option<usize>) -> Result<Joint, Error> {
    let name = Text::from(tokens.name());
    let offset = offset(reader, tokens)?;
    if !tokens.take_brace(b'}') {
        return Err(reader.syntax(tokens.offset(), "`}`"));
    }
    Ok(Joint { name, parent, offset, role: Role::End })
}

fn offset(reader: &Reader<'_>, tokens: &mut Tokens<'_>) -> Result<[f64; 3], Error> {
    if !tokens.take_brace(b'{') {
        return Err(reader.syntax(tokens.offset(), "`{`"));
    }
    if !tokens.take_keyword("OFFSET") {
        return Err(reader.syntax(tokens.offset(), "`OFFSET`"));
    }
    let mut offset = [0.0; 3];
    for part in &mut offset {
        *part = tokens.number().ok_or_else(|| reader.number(tokens.offset()))?;
    }
    Ok(offset)
}

/// Reads the channels after `CHANNELS`: all of them, whatever number is stated.
fn channels(
    reader: &Reader<'_>,
    tokens: &mut Tokens<'_>,
    name: &Text,
    index: usize,
    sink: &mut dyn Sink,
) -> Result<Vec<ChannelKind>, Error> {
    let start = tokens.offset();
    let stated = tokens.count().ok_or_else(|| reader.syntax(start, "the number of channels"))?;
    let mut channels = Vec::new();
    while let Some(channel) = tokens.channel() {
        channels.push(channel);
    }
    if channels.len() < stated && !tokens.is_at_end() && next(&mut tokens.clone()).is_none() {
        return Err(reader.channel(tokens.offset()));
    }
    if channels.len() != stated {
        let (name, found) = (name.quoted(), counted(channels.len(), "channel"));
        let message = format!("the joint {name} has {found}, expected the stated {}", stated_number(stated));
        let (count, _) = reader.word(start);
        let at = reader.location(Span { start: count.start, end: tokens.offset() });
        sink.report(codes::CHANNEL_COUNT.at(at.in_path(format!("joint[{index}]")), message));
    }
    Ok(channels)
}
