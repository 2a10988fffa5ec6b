//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod header;
mod hint;
mod reader;
mod token;

use anim_core::{Confidence, Sink};

use crate::document::{Trailing, is_blank, trim};
use crate::error::Expected;
use crate::extent::ID;
use crate::origin::Origin;
use crate::{
    Behavior, Channel, ChannelType, Error, Key, KeyframeType, Keyframes, Motions, Node, State, Stt, Vector,
    Word,
};
use header::Header;
use hint::{Context, Count};
use reader::Reader;
use token::{Fault, Input, Result};

/// Whether the first word is the signature.
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    let mut input = without_mark(bytes);
    token::space(&mut input);
    let first = token::word(&mut input, Expected::Id);
    let is_ours = first.is_ok_and(|word| word.eq_ignore_ascii_case(ID));
    if is_ours { Confidence::Certain } else { Confidence::No }
}

/// Reads a file; if `strict`, bytes after the last state are an error.
pub(crate) fn document(bytes: &[u8], strict: bool, sink: &mut dyn Sink) -> std::result::Result<Stt, Error> {
    let bytes = before_end_mark(bytes);
    Reader { bytes, strict, sink, context: Context::default(), first: None, errors: 0 }.read()
}

/// The minimum number of bytes of a state, a node and a key: `{}SINGLE 0`, `{}STATIC 0 0 0 0 0 0 0 0 0`, `1 0 0 0 0{}`.
const LEAST: [usize; 3] = [10, 26, 11];

/// The bytes without a byte order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// The bytes before the trailing white space and end marks.
fn before_end_mark(bytes: &[u8]) -> &[u8] {
    let blank = bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
    bytes.get(..bytes.len().saturating_sub(blank)).unwrap_or_default()
}

/// Frees the room for elements that were announced and are not there, which could add up to much more than the file.
fn fit<T>(elements: &mut Vec<T>, announced: usize) {
    if elements.len() < announced {
        elements.shrink_to_fit();
    }
}

impl<'a> Reader<'a> {
    /// The document, or the first error; all other errors go to the sink.
    fn read(mut self) -> std::result::Result<Stt, Error> {
        let mut input = without_mark(self.bytes);
        match (self.file(&mut input), self.first.take()) {
            (Ok(stt), None) => Ok(stt),
            (Ok(_), Some(first)) => Err(first),
            (Err(fault), None) => Err(self.error(fault.missed())),
            (Err(fault), Some(first)) => {
                let missed = fault.missed();
                // If the file ends after an error, something is usually missing, which is not worth another error.
                if missed.rest > 0 {
                    let error = self.error(missed);
                    self.sink.report(error.into());
                }
                Err(first)
            }
        }
    }

    fn file(&mut self, input: &mut Input<'a>) -> Result<Stt> {
        self.keyword(input, Expected::Id, &[ID])?;
        let version = self.placed(input, |input| token::word(input, Expected::Token("the version")))?;
        let version = Word::read(version.0, version.1);
        let [state, ..] = LEAST;
        let all = self.count(input, ["state", "states"], "the number of states", state)?;
        let mut states = Vec::with_capacity(all.total);
        for number in 1..=all.total {
            self.begin(input, number, all);
            match self.state(input) {
                Ok(state) => states.push(state),
                Err(fault) => self.recover(input, fault, |input| {
                    while header::next(input)? != Header::State {
                        input.split_off_first();
                    }
                    Some(())
                })?,
            }
        }
        self.context.part = None;
        let rest = trim(input);
        let skipped = input.iter().position(|byte| rest.first() == Some(byte)).unwrap_or(0);
        let from = self.offset(input).saturating_add(skipped);
        if self.strict && !rest.is_empty() {
            return Err(Fault::new(self.bytes.len().saturating_sub(from), Expected::End));
        }
        Ok(Stt { version, states, trailing: Trailing::new(rest, Origin::new(from, rest.len())) })
    }

    fn state(&mut self, input: &mut Input<'a>) -> Result<State> {
        let name = self.label(input, "the name of a state")?;
        let expected = Expected::Token("SINGLE or KEYFRAME");
        let [_, node, key] = LEAST;
        if self.keyword(input, expected, &[b"SINGLE", b"KEYFRAME"])? == 0 {
            let all = self.count(input, ["node", "nodes"], "the number of nodes", node)?;
            let mut nodes = Vec::with_capacity(all.total);
            for number in 1..=all.total {
                self.begin(input, number, all);
                match self.node(input) {
                    Ok(node) => nodes.push(node),
                    Err(fault) => {
                        if self.recover(input, fault, header::next)? == Header::State {
                            self.missing(input, number, all, |reader, ahead| reader.node(ahead).err())?;
                            break;
                        }
                    }
                }
            }
            self.context.last = Some(all);
            fit(&mut nodes, all.total);
            return Ok(State::single(name, nodes));
        }
        let all = self.count(input, ["key", "keyframes"], "the number of keyframes", key)?;
        let kind = kind(input, "a keyframe animation type, 0 to 5", &KeyframeType::ALL)?;
        let start = self.label(input, "the name of the starting keyframe")?;
        let mut keys = Vec::with_capacity(all.total);
        for number in 1..=all.total {
            self.begin(input, number, all);
            match self.key(input) {
                Ok(key) => keys.push(key),
                Err(fault) => {
                    if !self.recover(input, fault, header::next_key)? {
                        self.missing(input, number, all, |reader, ahead| reader.key(ahead).err())?;
                        break;
                    }
                }
            }
        }
        fit(&mut keys, all.total);
        self.context.last = Some(all);
        Ok(State::keyframe(name, Keyframes { kind, start, keys }))
    }

    /// Reports that a state begins before all announced parts were read; the position does not change.
    fn missing(
        &mut self,
        input: &mut Input<'a>,
        number: usize,
        all: Count,
        read: impl FnOnce(&mut Self, &mut Input<'a>) -> Option<Fault>,
    ) -> Result<()> {
        let here = *input;
        if number < all.total {
            let mut ahead = here;
            self.begin(&mut ahead, number.saturating_add(1), all);
            if let Some(fault) = read(self, &mut ahead) {
                self.recover(input, fault, |_| Some(()))?;
            }
        }
        *input = here;
        Ok(())
    }

    fn node(&mut self, input: &mut Input<'_>) -> Result<Node> {
        let name = self.label(input, "the name of a node")?;
        let behavior =
            if self.keyword(input, Expected::Token("STATIC or DYNAMIC"), &[b"STATIC", b"DYNAMIC"])? == 0 {
                Behavior::Static {
                    displacement: Vector::read(token::numbers(input, "a number of the displacement")?),
                    translation: Vector::read(token::numbers(input, "a number of the translation")?),
                    orientation: Vector::read(token::numbers(input, "a number of the orientation")?),
                }
            } else {
                Behavior::Dynamic(Box::new(Motions {
                    displacement: self.channel(input)?,
                    translation: self.channel(input)?,
                    orientation: self.channel(input)?,
                }))
            };
        Ok(Node { name, behavior })
    }

    fn channel(&mut self, input: &mut Input<'_>) -> Result<Channel> {
        Ok(Channel {
            start: Vector::read(token::numbers(input, "a number of the start value")?),
            end: Vector::read(token::numbers(input, "a number of the end value")?),
            period: self.seconds(input, "a period in seconds")?,
            offset: self.seconds(input, "an offset in seconds")?,
            kind: kind(input, "an animation type, 0 to 9", &ChannelType::ALL)?,
        })
    }

    fn key(&mut self, input: &mut Input<'_>) -> Result<Key> {
        Ok(Key {
            exit: self.flag(input, "an exit flag")?,
            forward_time: self.seconds(input, "a forward transition time in seconds")?,
            backward_time: self.seconds(input, "a backward transition time in seconds")?,
            forward_morph: self.flag(input, "a forward transition flag")?,
            backward_morph: self.flag(input, "a backward transition flag")?,
            name: self.label(input, "the name of a keyframe")?,
        })
    }
}

/// One of these types, by its number.
fn kind<T: Copy>(input: &mut Input<'_>, what: &'static str, all: &[T]) -> Result<T> {
    token::space(input);
    let rest = input.len();
    let expected = Expected::Type(what);
    let number: usize = token::integer(input, expected)?;
    all.get(number).copied().ok_or_else(|| Fault::new(rest, expected))
}
