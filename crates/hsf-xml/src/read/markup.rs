//! Markup other than elements: comments, character data, processing instructions, and malformed ones.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::decode::{self, Odd};
use super::scanner::is_space;
use super::tree::Tree;
use super::{declaration, parse::MARK};
use crate::text::continues_name;
use crate::{Comment, Content, Error, ErrorKind, Instruction, Text, codes};

impl Tree<'_> {
    pub(super) fn instruction(&mut self) -> Result<(), Error> {
        let from = self.scanner.at;
        let rest = self.scanner.rest();
        let end = if self.instructions_end { rest.windows(2).position(|pair| pair == b"?>") } else { None };
        self.instructions_end = end.is_some();
        let line = || rest.iter().position(|byte| *byte == b'>');
        let (to, after) = match (end, line()) {
            (Some(end), _) => (end, end.saturating_add(2)),
            (None, Some(end)) => (end, end.saturating_add(1)),
            (None, None) => (rest.len(), rest.len()),
        };
        let mut odd = Odd::default();
        let text = decode::characters(rest.get(2..to).unwrap_or_default(), &mut odd);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.scanner.advance(after);
        let span = self.scanner.span_since(from);
        self.scanner.repairs.report_odd(odd, span)?;
        let text = text.trim_end_matches([' ', '\t', '\n']);
        let declared = text.strip_prefix("xml").filter(|rest| !rest.starts_with(continues_name));
        if let Some(declared) = declared {
            return self.xml_declaration(declared, from, end.is_some());
        }
        match Instruction::new(text).filter(|_| end.is_some()) {
            Some(instruction) => self.push(Content::Instruction(instruction)),
            None => self.scanner.report(&codes::STRAY, from, "a malformed processing instruction is dropped"),
        }
    }

    /// An XML declaration, given the text after `<?xml`. It is not kept, because the output is UTF-8 and needs none.
    fn xml_declaration(&mut self, text: &str, from: usize, is_closed: bool) -> Result<(), Error> {
        let mark = if self.scanner.bytes.starts_with(MARK) { MARK.len() } else { 0 };
        if from != mark {
            let message = "an XML declaration that is not at the beginning is dropped";
            return self.scanner.report(&codes::STRAY, from, message);
        }
        let Some(declaration) = declaration::parse(text).filter(|_| is_closed) else {
            return self.scanner.report(&codes::STRAY, from, "a malformed XML declaration is dropped");
        };
        match declaration.encoding {
            Some(encoding) if !declaration::is_read(encoding, self.scanner.bytes) => {
                let message = format!(
                    "the text declares the encoding {encoding}, and is read as UTF-8 or Windows-1252"
                );
                self.scanner.report(&codes::ENCODING, from, message)
            }
            _ => Ok(()),
        }
    }

    /// A comment, character data, or similar markup.
    pub(super) fn declaration(&mut self) -> Result<(), Error> {
        let from = self.scanner.at;
        if self.scanner.starts_with(b"<![CDATA[") {
            return self.character_data();
        }
        let after = self.scanner.rest().get(2..).unwrap_or_default();
        if begins_dtd(after) {
            let to = self.scanner.find(b'>', b'[');
            return Err(self.scanner.repairs.error(ErrorKind::Dtd, (from..to).into()));
        }
        let proper = after.starts_with(b"--");
        let dash = if proper { 2 } else { dash(after) };
        let body = from.saturating_add(2).saturating_add(dash);
        self.scanner.at = body;
        let end = if proper { self.comment_end() } else { None }.or_else(|| self.loose_comment_end());
        let (to, next) = end.unwrap_or_else(|| {
            let to = self.scanner.find(b'>', b'>');
            (to, to.saturating_add(1))
        });
        self.scanner.at = next.min(self.scanner.bytes.len());
        let mut odd = Odd::default();
        let bytes = self.scanner.bytes.get(body..to).unwrap_or_default();
        let text = decode::characters(bytes, &mut odd);
        let span = self.scanner.span_since(from);
        self.scanner.repairs.report_odd(odd, span)?;
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let comment = Comment::from(&*text);
        let sound = proper && self.comments_end[0] && (odd.character || *comment == text);
        if !sound {
            self.scanner.report(
                &codes::COMMENT,
                from,
                "the comment is malformed, expected `<!--` and `-->` with no `--` between them",
            )?;
        }
        self.push(Content::Comment(comment))
    }

    /// The end of the comment that begins here, and the position after it. A failed search is not repeated.
    fn comment_end(&mut self) -> Option<(usize, usize)> {
        let [end, _] = &mut self.comments_end;
        let rest = if *end { self.scanner.rest() } else { &[] };
        let found = rest.windows(3).position(|three| three == b"-->");
        *end = found.is_some();
        let to = self.scanner.at.saturating_add(found?);
        Some((to, to.saturating_add(3)))
    }

    /// The same, with any dashes before the `>`, including replacement characters of lost dashes.
    fn loose_comment_end(&mut self) -> Option<(usize, usize)> {
        let [_, end] = &mut self.comments_end;
        let rest = if *end { self.scanner.rest() } else { &[] };
        let closes = |at: &usize| last_dash(rest.get(..*at).unwrap_or_default()) > 0;
        let found = rest.iter().enumerate().filter(|(_, byte)| **byte == b'>').map(|(at, _)| at).find(closes);
        *end = found.is_some();
        let found = found?;
        let mut to = found;
        while let dash @ 1.. = last_dash(rest.get(..to).unwrap_or_default()) {
            to = to.saturating_sub(dash);
        }
        let at = self.scanner.at;
        Some((at.saturating_add(to), at.saturating_add(found).saturating_add(1)))
    }

    fn character_data(&mut self) -> Result<(), Error> {
        let from = self.scanner.at;
        self.scanner.advance(b"<![CDATA[".len());
        let body = self.scanner.at;
        let end = self.scanner.rest().windows(3).position(|three| three == b"]]>");
        let to = end.map_or(self.scanner.bytes.len(), |end| body.saturating_add(end));
        self.scanner.at = to.saturating_add(3).min(self.scanner.bytes.len());
        if end.is_none() {
            self.scanner.report(
                &codes::STRAY,
                from,
                "the character data has no `]]>`, it ends with the file",
            )?;
        }
        let mut odd = Odd::default();
        let text = decode::characters(self.scanner.bytes.get(body..to).unwrap_or_default(), &mut odd);
        let span = self.scanner.span_since(from);
        self.scanner.repairs.report_odd(odd, span)?;
        if self.is_in_list() {
            let list = self.scanner.list_of(&text, (body, to))?;
            return self.push(Content::List(list));
        }
        self.push_text(Text::from(text.trim_matches([' ', '\t', '\r', '\n'])), (body..to).into())
    }
}

/// Whether a declaration belongs to a document type.
fn begins_dtd(bytes: &[u8]) -> bool {
    ["DOCTYPE", "ENTITY", "ELEMENT", "ATTLIST", "NOTATION"].iter().any(|word| {
        let found = bytes.get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()));
        found && bytes.get(word.len()).is_none_or(|&byte| is_space(byte) || byte == b'[' || byte == b'>')
    })
}

/// The length in bytes of a dash at the beginning: `-`, an en or em dash, or the replacement character of a lost dash.
fn dash(bytes: &[u8]) -> usize {
    match decode::first_char(bytes) {
        Some((c, len)) if is_dash(c) => len,
        _ => 0,
    }
}

/// The length in bytes of a dash at the end.
fn last_dash(bytes: &[u8]) -> usize {
    // In UTF-8 a dash is three bytes, in Windows-1252 one.
    let ends = |len: &usize| {
        let last = bytes.len().checked_sub(*len).and_then(|from| bytes.get(from..)).unwrap_or_default();
        decode::first_char(last).is_some_and(|(c, taken)| taken == *len && is_dash(c))
    };
    [3, 1].into_iter().find(ends).unwrap_or(0)
}

const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2013}' | '\u{2014}' | '\u{FFFD}')
}
