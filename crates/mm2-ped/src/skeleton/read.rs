//! Text to skeleton.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{LineColumn, Location, Sink, Span, nearest, wide_encoding};
use winnow::Parser;
use winnow::error::EmptyError;
use winnow::token::{one_of, take_till, take_while};

use super::words::{NUM_BONES, ends_word, is_name};
use super::{Bone, Skeleton};
use crate::error::{Error, ErrorKind};
use crate::limits::MAX_BONES;
use crate::origin::Origins;
use crate::text::{LineEnd, after_mark, before_end_mark, decode, is_blank, report_end_mark, report_mark};
use crate::{codes, number};

impl Skeleton {
    /// Reads a text: [`parse_with`](Self::parse_with) without reporting anything.
    ///
    /// Errors: as for [`parse_with`](Self::parse_with).
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        Self::parse_with(text, &mut ())
    }

    /// Reads a text. Blanks and line ends only separate words.
    ///
    /// Numbers are read as C reads them: the longest prefix of a word that is a number. The sink receives a byte order mark,
    /// and an end mark, Ctrl-Z or NUL, which are skipped; characters after a number, which are ignored; and unknown properties,
    /// whose lines are kept.
    ///
    /// Errors: [`ErrorKind::Syntax`], [`ErrorKind::Count`], [`ErrorKind::Name`], and [`ErrorKind::Limit`] for more than
    /// [`MAX_BONES`].
    pub fn parse_with(text: &[u8], sink: &mut dyn Sink) -> Result<Self, Error> {
        report_mark(text, is_blank, sink);
        report_end_mark(text, sink);
        let text = before_end_mark(text);
        let mut reader = Reader { text, rest: after_mark(text, is_blank), names: Vec::new(), sink };
        let (stated, at) = reader.count()?;
        let (bones, unknown) = reader.bones()?;
        if stated != bones.len() as u64 {
            return Err(Error::new(ErrorKind::Count { stated, found: bones.len() }, at));
        }
        let origins = Origins(reader.names);
        Ok(Self { origins, ..Self::from_parts(bones, unknown, LineEnd::of(text))? })
    }
}

/// The lines of unknown properties, each with the index of its bone.
type Unknown = Vec<(usize, String)>;

type Read<T> = Result<T, EmptyError>;

/// A text and its part that is not read yet.
struct Reader<'t, 's> {
    text: &'t [u8],
    rest: &'t [u8],
    /// The bytes of the bones' names.
    names: Vec<Span>,
    sink: &'s mut dyn Sink,
}

/// The properties that the format knows.
const PROPERTIES: [&str; 3] = ["offset", "rotmin", "rotmax"];

/// A bone that is not closed yet.
struct Open {
    bone: usize,
    has_offset: bool,
}

impl<'t> Reader<'t, '_> {
    /// `NumBones 19`
    fn count(&mut self) -> Result<(u64, Location), Error> {
        let start = self.skip_blanks();
        if self.word() != NUM_BONES {
            let expected = match wide_encoding(self.text) {
                Some("UTF-32") => "`NumBones` in UTF-8, not in UTF-32",
                Some(_) => "`NumBones` in UTF-8, not in UTF-16",
                None => "`NumBones`",
            };
            return Err(self.expected(expected, start));
        }
        let start = self.skip_blanks();
        let word = self.word();
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = word.split_at_checked(digits).unwrap_or_default();
        if number.is_empty() {
            return Err(self.expected("the number of bones", start));
        }
        self.after_number(rest);
        // A number that does not fit is certainly too large.
        let count = str::from_utf8(number).ok().and_then(|number| number.parse().ok()).unwrap_or(u64::MAX);
        Ok((count, Location::span(start..self.offset())))
    }

    /// The bones in depth-first order, and the lines of unknown properties. Open bones are in a list, not on the call stack,
    /// because a text can nest them deeply.
    fn bones(&mut self) -> Result<(Vec<Bone>, Unknown), Error> {
        let (mut bones, mut unknown): (Vec<Bone>, _) = (Vec::new(), Unknown::new());
        let mut open: Vec<Open> = Vec::new();
        loop {
            let start = self.skip_blanks();
            if self.rest.is_empty() && open.is_empty() && !bones.is_empty() {
                return Ok((bones, unknown));
            }
            if self.rest.starts_with(b"}") && !open.is_empty() {
                self.closed(&open, start)?;
                open.pop();
                self.brace(b'}', "`}`")?;
                continue;
            }
            let word = self.word();
            match (word, open.last_mut()) {
                (b"bone", above) => {
                    let parent = above.map(|above| above.bone);
                    self.closed(&open, start)?;
                    if bones.len() >= MAX_BONES {
                        let limit = ErrorKind::Limit {
                            what: "bones",
                            found: MAX_BONES.saturating_add(1),
                            most: MAX_BONES,
                        };
                        return Err(Error::new(limit, Location::span(start..self.offset())));
                    }
                    open.push(Open { bone: bones.len(), has_offset: false });
                    bones.push(Bone { name: self.name()?, parent, ..Bone::default() });
                    self.skip_blanks();
                    self.brace(b'{', "`{`")?;
                }
                (b"", Some(_)) => return Err(self.expected("a property, `bone` or `}`", start)),
                (property, Some(inner)) => {
                    let Some(bone) = bones.get_mut(inner.bone) else { continue };
                    match property {
                        b"offset" if !inner.has_offset => {
                            inner.has_offset = true;
                            bone.offset = self.three()?;
                        }
                        b"rotmin" if bone.rotmin.is_none() => bone.rotmin = Some(self.three()?),
                        b"rotmax" if bone.rotmax.is_none() => bone.rotmax = Some(self.three()?),
                        b"offset" | b"rotmin" | b"rotmax" => {
                            return Err(self.expected("each property once", start));
                        }
                        _ => unknown.push((inner.bone, self.unknown(start))),
                    }
                }
                _ => return Err(self.expected("`bone`", start)),
            }
        }
    }

    /// An error unless the innermost bone has its offset.
    fn closed(&self, open: &[Open], start: usize) -> Result<(), Error> {
        match open.last() {
            Some(Open { has_offset: false, .. }) => Err(self.expected("`offset` first", start)),
            _ => Ok(()),
        }
    }

    /// The name of a bone.
    fn name(&mut self) -> Result<String, Error> {
        let start = self.skip_blanks();
        let name = decode(self.word());
        if name.is_empty() {
            return Err(self.expected("the bone's name", start));
        }
        if !is_name(&name) {
            return Err(Error::new(ErrorKind::Name { name }, Location::span(start..self.offset())));
        }
        self.names.push(Span::from(start..self.offset()));
        Ok(name)
    }

    /// Three numbers.
    fn three(&mut self) -> Result<[f32; 3], Error> {
        let mut numbers = [0.0; 3];
        for number in &mut numbers {
            let start = self.skip_blanks();
            let word = self.word();
            let Some((read, rest)) = number::float(word) else {
                return Err(self.expected("a number", start));
            };
            *number = read;
            self.after_number(rest);
        }
        Ok(numbers)
    }

    /// Reports the characters that follow a number in its word, which are ignored.
    fn after_number(&mut self, rest: &[u8]) {
        if !rest.is_empty() {
            let end = self.offset();
            let at = Location::span(end.saturating_sub(rest.len())..end);
            let message = format!("`{}` follows a number and is ignored, expected a blank", shown(rest));
            self.sink.report(codes::NUMBER.at(at, message));
        }
    }

    /// The line of an unknown property, whose first word has been read.
    fn unknown(&mut self, start: usize) -> String {
        let line: Read<&[u8]> =
            take_till(0.., |byte| matches!(byte, b'\n' | b'{' | b'}')).parse_next(&mut self.rest);
        let line = line.map_or(0, <[u8]>::len);
        let end = self.offset();
        let whole = self.text.get(start..end).unwrap_or_default().trim_ascii();
        let word = whole.split(|&byte| ends_word(byte)).next().unwrap_or_default();
        let at = Location::span(start..end.saturating_sub(line));
        let word = shown(word);
        let near =
            nearest(&word, PROPERTIES).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        let message =
            format!("`{word}` is not a known property, expected `offset`, `rotmin` or `rotmax`{near}");
        self.sink.report(codes::UNKNOWN_PROPERTY.at(at, message));
        decode(whole)
    }

    /// Skips blanks. Returns the offset after them.
    fn skip_blanks(&mut self) -> usize {
        let _: Read<&[u8]> =
            take_while(0.., |byte: u8| byte.is_ascii_whitespace()).parse_next(&mut self.rest);
        self.offset()
    }

    /// The next word, empty at a brace or the end.
    fn word(&mut self) -> &'t [u8] {
        self.skip_blanks();
        let word: Read<&[u8]> = take_till(0.., ends_word).parse_next(&mut self.rest);
        word.unwrap_or_default()
    }

    fn brace(&mut self, brace: u8, expected: &'static str) -> Result<(), Error> {
        let found: Read<u8> = one_of(brace).parse_next(&mut self.rest);
        found.map(|_| ()).map_err(|_| self.expected(expected, self.offset()))
    }

    /// The number of bytes read.
    fn offset(&self) -> usize {
        self.text.len().saturating_sub(self.rest.len())
    }

    /// An error about the word at an offset.
    fn expected(&self, expected: &'static str, start: usize) -> Error {
        let LineColumn { line, column } = LineColumn::of(self.text, start);
        let rest = self.text.get(start..).unwrap_or_default();
        let word = rest.iter().position(|&byte| ends_word(byte)).unwrap_or(rest.len());
        let len = word.max(usize::from(!rest.is_empty()));
        let at = Location::span(start..start.saturating_add(len));
        Error::new(ErrorKind::Syntax { line, column, expected }, at)
    }
}

/// The beginning of a text, for a message.
fn shown(text: &[u8]) -> String {
    const MOST: usize = 40;
    let text: String = String::from_utf8_lossy(text.get(..MOST).unwrap_or(text)).into_owned();
    text.escape_debug().to_string()
}
