//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod float;
mod token;

use anim_core::{Beside, Confidence, Extent, Format, FormatInfo, LineColumn, Location, Options, Sink, Span};

use crate::document::{Trailing, is_blank, trim};
use crate::error::Expected;
use crate::extent::{self, ID};
use crate::label::is_word;
use crate::origin::Origin;
use crate::{
    Behavior, Channel, ChannelType, Error, ErrorKind, Flag, Key, KeyframeType, Keyframes, Label, Motions,
    Node, Seconds, State, Stt, Vector, Word, codes, options,
};
use token::{Fault, Input, Missed, Result};

impl Format for Stt {
    const INFO: FormatInfo = FormatInfo {
        id: "stt",
        name: "MindRender STT",
        extensions: &["stt"],
        options: options::SOURCE,
        target_options: options::TARGET,
        exact: false,
        max_clips: None,
        codes: codes::READING,
        conversion_codes: codes::CONVERSION,
    };

    type Error = Error;

    const SIGNATURE: &'static [u8] = ID;

    /// The first word is a signature: [`Confidence::Certain`] or [`Confidence::No`].
    fn sniff(bytes: &[u8]) -> Confidence {
        let mut input = without_mark(bytes);
        let first = token::space(&mut input).and_then(|()| token::word(&mut input, Expected::Id));
        let is_ours = first.is_ok_and(|word| word.eq_ignore_ascii_case(ID));
        if is_ours { Confidence::Certain } else { Confidence::No }
    }

    fn extent(bytes: &[u8]) -> Extent {
        extent::of(bytes)
    }

    /// Reads a file leniently: what follows the last state is kept. Keywords in another case are reported, since they
    /// are not kept.
    fn parse(bytes: &[u8], sink: &mut dyn Sink) -> std::result::Result<Self, Error> {
        Reader { bytes: before_end_mark(bytes), strict: false, sink }.read()
    }

    /// The same; with the option `strict`, what follows the last state is an error.
    fn open(
        bytes: &[u8],
        options: &Options,
        _: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> std::result::Result<Self, Error> {
        Reader { bytes: before_end_mark(bytes), strict: options.switch("strict"), sink }.read()
    }
}

/// The fewest bytes of a state, a node and a key: `{}SINGLE 0`, `{}STATIC 0 0 0 0 0 0 0 0 0`, `1 0 0 0 0{}`.
const LEAST: [usize; 3] = [10, 26, 11];

/// How many bytes of a token an error shows.
const SHOWN: usize = 40;

/// The bytes without a byte order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// The bytes up to the white space and marks that end a file.
fn before_end_mark(bytes: &[u8]) -> &[u8] {
    let blank = bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
    bytes.get(..bytes.len().saturating_sub(blank)).unwrap_or_default()
}

struct Reader<'a> {
    bytes: &'a [u8],
    strict: bool,
    sink: &'a mut dyn Sink,
}

impl Reader<'_> {
    fn read(mut self) -> std::result::Result<Stt, Error> {
        let mut input = without_mark(self.bytes);
        self.file(&mut input).map_err(|fault| self.error(fault.missed()))
    }

    fn file(&mut self, input: &mut Input<'_>) -> Result<Stt> {
        self.keyword(input, Expected::Id, &[ID])?;
        let version = self.placed(input, |input| token::word(input, Expected::Token("the version")))?;
        let version = Word::read(version.0, version.1);
        let [state, ..] = LEAST;
        let count = count(input, "states", "the number of states", state)?;
        let mut states = Vec::with_capacity(count);
        for _ in 0..count {
            states.push(self.state(input)?);
        }
        let rest = trim(input);
        let skipped = input.iter().position(|byte| rest.first() == Some(byte)).unwrap_or(0);
        let from = self.offset(input).saturating_add(skipped);
        if self.strict && !rest.is_empty() {
            return Err(Fault::new(self.bytes.len().saturating_sub(from), Expected::End));
        }
        Ok(Stt { version, states, trailing: Trailing::new(rest, Origin::new(from, rest.len())) })
    }

    fn state(&mut self, input: &mut Input<'_>) -> Result<State> {
        let name = self.label(input, "the name of a state")?;
        let expected = Expected::Token("SINGLE or KEYFRAME");
        let [_, node, key] = LEAST;
        if self.keyword(input, expected, &[b"SINGLE", b"KEYFRAME"])? == 0 {
            let count = count(input, "nodes", "the number of nodes", node)?;
            let mut nodes = Vec::with_capacity(count);
            for _ in 0..count {
                nodes.push(self.node(input)?);
            }
            return Ok(State::single(name, nodes));
        }
        let count = count(input, "keyframes", "the number of keyframes", key)?;
        let kind = kind(input, "a keyframe animation type, 0 to 5", &KeyframeType::ALL)?;
        let start = self.label(input, "the name of the starting keyframe")?;
        let mut keys = Vec::with_capacity(count);
        for _ in 0..count {
            keys.push(self.key(input)?);
        }
        Ok(State::keyframe(name, Keyframes { kind, start, keys }))
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

    fn label(&mut self, input: &mut Input<'_>, what: &'static str) -> Result<Label> {
        let (name, origin) = self.placed(input, |input| token::label(input, what))?;
        Ok(Label::read(name, origin))
    }

    #[inline]
    fn seconds(&mut self, input: &mut Input<'_>, what: &'static str) -> Result<Seconds> {
        let (value, origin) = self.placed(input, |input| token::number(input, what))?;
        Ok(Seconds::read(value, origin))
    }

    fn flag(&mut self, input: &mut Input<'_>, what: &'static str) -> Result<Flag> {
        let (value, origin) = self.placed(input, |input| token::integer(input, Expected::Integer(what)))?;
        Ok(Flag::read(value, origin))
    }

    /// The index of the keyword that is next, in any case.
    #[inline]
    fn keyword(&mut self, input: &mut Input<'_>, expected: Expected, words: &[&[u8]]) -> Result<usize> {
        token::space(input)?;
        match words.iter().position(|word| token::exactly(input, word)) {
            Some(index) => Ok(index),
            None => self.keyword_in_other_case(input, expected, words),
        }
    }

    #[cold]
    fn keyword_in_other_case(
        &mut self,
        input: &mut Input<'_>,
        expected: Expected,
        words: &[&[u8]],
    ) -> Result<usize> {
        let (rest, start) = (input.len(), self.offset(input));
        let found = token::word(input, expected)?;
        let known = words.iter().enumerate().find(|(_, word)| found.eq_ignore_ascii_case(word));
        let (index, written) = known.ok_or_else(|| Fault::new(rest, expected))?;
        let at = Location::span(Span::at(start, found.len()));
        let [found, written] = [found, *written].map(String::from_utf8_lossy);
        let message = format!("the keyword is `{found}`, expected `{written}`");
        self.sink.report(codes::KEYWORD_CASE.at(at, message));
        Ok(index)
    }

    /// What a parser finds after white space, with its place.
    #[inline]
    fn placed<'i, T>(
        &self,
        input: &mut Input<'i>,
        parse: impl FnOnce(&mut Input<'i>) -> Result<T>,
    ) -> Result<(T, Origin)> {
        token::space(input)?;
        let start = self.offset(input);
        let found = parse(input)?;
        Ok((found, Origin::new(start, self.offset(input).saturating_sub(start))))
    }

    #[inline]
    fn offset(&self, input: &Input<'_>) -> usize {
        self.bytes.len().saturating_sub(input.len())
    }

    /// The error of a token, with all that a reader of it wants to know.
    fn error(&self, fault: Missed) -> Error {
        let start = self.bytes.len().saturating_sub(fault.rest);
        let rest = self.bytes.get(start..).unwrap_or_default();
        let len = match rest.first() {
            Some(b'{') => rest.iter().position(|&byte| byte == b'}').map_or(1, |end| end.saturating_add(1)),
            _ => rest.iter().take_while(|byte| is_word(**byte)).count(),
        };
        // Of a name without an end, the brace is what is wrong.
        let len = if fault.expected == Expected::Brace { 1 } else { len };
        let shown = rest.get(..len.min(SHOWN)).unwrap_or_default();
        let more = if len > SHOWN { "…" } else { "" };
        let found = (len > 0).then(|| format!("{}{more}", String::from_utf8_lossy(shown)));
        let place = LineColumn::of(self.bytes, start);
        let kind = ErrorKind::Token { place, expected: fault.expected, found };
        Error::new(kind, Location::span(Span::at(start, len)))
    }
}

/// One of these types, each at its number.
fn kind<T: Copy>(input: &mut Input<'_>, what: &'static str, all: &[T]) -> Result<T> {
    token::space(input)?;
    let rest = input.len();
    let expected = Expected::Type(what);
    let number: usize = token::integer(input, expected)?;
    all.get(number).copied().ok_or_else(|| Fault::new(rest, expected))
}

/// A count of things of which each takes so many bytes at least.
fn count(input: &mut Input<'_>, things: &'static str, what: &'static str, least: usize) -> Result<usize> {
    token::space(input)?;
    let rest = input.len();
    let stated: u64 = token::integer(input, Expected::Integer(what))?;
    let most = input.len().checked_div(least).unwrap_or(0);
    let count = usize::try_from(stated).ok().filter(|&count| count <= most);
    count.ok_or_else(|| Fault::new(rest, Expected::AtMost { most, things }))
}
