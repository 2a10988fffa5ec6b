//! Elements out of tags: what is not closed is closed, what has no root gets one.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Sink, Span};

use super::Limits;
use super::decode::Space;
use super::repairs::Repairs;
use super::scanner::{Scanner, is_space};
use crate::document::Aside;
use crate::{Comment, Content, Element, Error, ErrorKind, Hsf, Instruction, MAX_DEPTH, Tag, Text, codes};

/// Reads a text leniently.
pub(super) fn read(bytes: &[u8], limits: &Limits, placed: bool, sink: &mut dyn Sink) -> Result<Hsf, Error> {
    let repairs = Repairs::new(sink, limits.repairs, placed);
    let mut tree = Tree {
        scanner: Scanner { bytes, at: 0, repairs },
        stack: Vec::new(),
        top: Vec::new(),
        elements: 0,
        limit: limits.elements,
        comments_end: [true; 2],
        instructions_end: true,
    };
    if tree.scanner.starts_with(b"\xEF\xBB\xBF") {
        tree.scanner.advance(3);
    }
    while tree.scanner.at < bytes.len() {
        tree.step()?;
    }
    while !tree.stack.is_empty() {
        tree.close_unclosed()?;
    }
    tree.finish()
}

struct Tree<'a> {
    scanner: Scanner<'a>,
    /// The elements that are open, each with the place of its start tag.
    stack: Vec<(Element, Span)>,
    /// What is outside all elements.
    top: Vec<Content>,
    elements: usize,
    limit: usize,
    /// Whether there may be another end of a comment: one as XML has it, and one with any dash.
    comments_end: [bool; 2],
    /// Whether there may be another end of a processing instruction.
    instructions_end: bool,
}

impl Tree<'_> {
    /// Reads what comes next: text, or one piece of markup.
    fn step(&mut self) -> Result<(), Error> {
        let in_list =
            self.stack.last().is_some_and(|(element, _)| element.tag().is_some_and(Tag::holds_list));
        if in_list {
            let list = self.scanner.list()?;
            self.push(Content::List(list))?;
        } else {
            self.text()?;
        }
        let rest = self.scanner.rest();
        match rest.get(1) {
            None if rest.is_empty() => Ok(()),
            Some(b'/') => self.end_tag(),
            Some(b'?') => self.instruction(),
            Some(b'!') => self.declaration(),
            _ => self.start_tag(),
        }
    }

    /// Text up to the next `<`.
    fn text(&mut self) -> Result<(), Error> {
        self.scanner.skip_space();
        let (from, to) = (self.scanner.at, self.scanner.find(b'<', b'<'));
        self.scanner.at = to;
        self.trimmed(from, to)
    }

    fn trimmed(&mut self, from: usize, to: usize) -> Result<(), Error> {
        let bytes = self.scanner.bytes.get(from..to).unwrap_or_default();
        let space = bytes.iter().rev().take_while(|byte| is_space(**byte)).count();
        if space == bytes.len() {
            return Ok(());
        }
        let text = self.scanner.text(from, to.saturating_sub(space), Space::Keep)?;
        self.push(Content::Text(text))
    }

    fn start_tag(&mut self) -> Result<(), Error> {
        let from = self.scanner.at;
        let Some(start) = self.scanner.start_tag()? else {
            // A `<` that begins nothing.
            self.scanner.at = from.saturating_add(1);
            return self.scanner.say(&codes::STRAY, from, "a `<` that begins nothing is dropped");
        };
        self.elements = self.elements.saturating_add(1);
        let span = self.scanner.span_since(from);
        if self.elements > self.limit {
            return Err(self
                .scanner
                .repairs
                .error(ErrorKind::Limit { what: "elements", limit: self.limit }, span));
        }
        if self.stack.len() >= MAX_DEPTH {
            return Err(self.too_deep(span));
        }
        if start.closed {
            return self.push(Content::Element(start.element));
        }
        self.stack.push((start.element, span));
        Ok(())
    }

    fn end_tag(&mut self) -> Result<(), Error> {
        let from = self.scanner.at;
        self.scanner.advance(2);
        self.scanner.skip_space();
        let name = self.scanner.name()?;
        let to = self.scanner.find(b'>', b'<');
        let extra = self.scanner.bytes.get(self.scanner.at..to).unwrap_or_default();
        let clean = extra.iter().all(|byte| is_space(*byte)) && self.scanner.bytes.get(to) == Some(&b'>');
        self.scanner.at = to;
        if self.scanner.peek() == Some(b'>') {
            self.scanner.advance(1);
        }
        let name = name.as_deref().unwrap_or_default();
        let named = |(element, _): &(Element, Span)| element.kind().name() == name;
        let alike = |(element, _): &(Element, Span)| element.kind().name().eq_ignore_ascii_case(name);
        let exact = self.stack.iter().rposition(named);
        let Some(at) = exact.or_else(|| self.stack.iter().rposition(alike)) else {
            let message = format!("the end tag of {name:?} closes nothing and is dropped");
            return self.scanner.say(&codes::END_TAG, from, message);
        };
        if exact.is_none() || !clean {
            self.scanner.say(&codes::END_TAG, from, "an end tag is not spelled as it should be")?;
        }
        while self.stack.len() > at.saturating_add(1) {
            self.close_unclosed()?;
        }
        match self.stack.pop() {
            Some((element, _)) => self.push(Content::Element(element)),
            None => Ok(()),
        }
    }

    /// Closes the innermost element, which has no end tag: before the first thing in it that does not belong there.
    fn close_unclosed(&mut self) -> Result<(), Error> {
        let Some((mut element, span)) = self.stack.pop() else { return Ok(()) };
        let holds = |content: &Content| match (element.tag(), content) {
            (Some(outer), Content::Element(inner)) => inner.tag().is_none_or(|inner| outer.may_hold(inner)),
            _ => true,
        };
        let count = element.content().iter().take_while(|content| holds(content)).count();
        let rest = element.split_off(count);
        let after = match (count, rest.is_empty()) {
            (_, true) => "it is closed at the end of the element around it",
            (0, false) => "it is closed at once",
            (_, false) => "it is closed before the first element that does not belong in it",
        };
        let message = format!("{} has no end tag: {after}", element.kind().name());
        self.scanner.repairs.say(&codes::UNCLOSED_ELEMENT, span, message)?;
        self.push(Content::Element(element))?;
        rest.into_iter().try_for_each(|content| self.push(content))
    }

    fn instruction(&mut self) -> Result<(), Error> {
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
        let mut odd = super::decode::Odd::default();
        let text = super::decode::characters(rest.get(2..to).unwrap_or_default(), &mut odd);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.scanner.advance(after);
        let span = self.scanner.span_since(from);
        self.scanner.repairs.say_odd(odd, span)?;
        let text = text.trim_end();
        if text == "xml" || text.starts_with("xml ") || text.starts_with("xml\n") || text.starts_with("xml\t")
        {
            return Ok(());
        }
        match Instruction::new(text).filter(|_| end.is_some()) {
            Some(instruction) => self.push(Content::Instruction(instruction)),
            None => self.scanner.say(&codes::STRAY, from, "a processing instruction that is none is dropped"),
        }
    }

    /// A comment, character data, or something that looks like one.
    fn declaration(&mut self) -> Result<(), Error> {
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
        let mut odd = super::decode::Odd::default();
        let bytes = self.scanner.bytes.get(body..to).unwrap_or_default();
        let text = super::decode::characters(bytes, &mut odd);
        let span = self.scanner.span_since(from);
        self.scanner.repairs.say_odd(odd, span)?;
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let comment = Comment::from(&*text);
        let sound = proper && self.comments_end[0] && (odd.character || *comment == text);
        if !sound {
            self.scanner.say(&codes::COMMENT, from, "a comment is written otherwise than XML has it")?;
        }
        self.push(Content::Comment(comment))
    }

    /// Where the comment ends that begins here, and where the text goes on. None is looked for twice.
    fn comment_end(&mut self) -> Option<(usize, usize)> {
        let [end, _] = &mut self.comments_end;
        let rest = if *end { self.scanner.rest() } else { &[] };
        let found = rest.windows(3).position(|three| three == b"-->");
        *end = found.is_some();
        let to = self.scanner.at.saturating_add(found?);
        Some((to, to.saturating_add(3)))
    }

    /// The same with any dashes before the `>`, or what is left of one.
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
            self.scanner.say(&codes::STRAY, from, "character data has no end")?;
        }
        let mut odd = super::decode::Odd::default();
        let text = super::decode::characters(self.scanner.bytes.get(body..to).unwrap_or_default(), &mut odd);
        let span = self.scanner.span_since(from);
        self.scanner.repairs.say_odd(odd, span)?;
        let in_list =
            self.stack.last().is_some_and(|(element, _)| element.tag().is_some_and(Tag::holds_list));
        if in_list {
            let list = self.scanner.list_of(&text, (body, to))?;
            return self.push(Content::List(list));
        }
        self.push(Content::Text(Text::from(text.trim_matches([' ', '\t', '\r', '\n']))))
    }

    /// Adds content to the innermost element.
    fn push(&mut self, content: Content) -> Result<(), Error> {
        let Some((element, span)) = self.stack.last_mut() else {
            match (content, self.top.last_mut()) {
                (Content::Text(text), Some(Content::Text(last))) => last.push_line(&text),
                (content, _) => self.top.push(content),
            }
            return Ok(());
        };
        let span = *span;
        if element.push(content) { Ok(()) } else { Err(self.too_deep(span)) }
    }

    fn too_deep(&self, span: Span) -> Error {
        self.scanner.repairs.error(ErrorKind::Limit { what: "levels of elements", limit: MAX_DEPTH }, span)
    }

    /// What is outside all elements becomes a document of one root.
    fn finish(mut self) -> Result<Hsf, Error> {
        let is_element = |content: &Content| matches!(content, Content::Element(_));
        let whole = Span::from(0..self.scanner.bytes.len());
        let roots = self.top.iter().filter(|content| is_element(content)).count();
        let (Some(first), Some(last)) =
            (self.top.iter().position(is_element), self.top.iter().rposition(is_element))
        else {
            return Err(self.scanner.repairs.error(ErrorKind::NoElement, whole));
        };
        let after = self.top.split_off(last.saturating_add(1));
        let mut within = self.top.split_off(first);
        let before = std::mem::take(&mut self.top);
        let root = match (roots, within.pop()) {
            (1, Some(Content::Element(root))) => root,
            (_, last) => {
                self.scanner.repairs.say(
                    &codes::ROOTS,
                    whole,
                    format!("{roots} roots are put into one Animdef"),
                )?;
                let mut root = Element::new(Tag::Animdef);
                for content in within.into_iter().chain(last) {
                    if !root.push(content) {
                        return Err(self.too_deep(whole));
                    }
                }
                root
            }
        };
        let before = self.asides(before)?;
        let after = self.asides(after)?;
        Ok(Hsf { before, root, after })
    }

    /// What is outside the root: text becomes a comment there.
    fn asides(&mut self, contents: Vec<Content>) -> Result<Vec<Aside>, Error> {
        let mut asides = Vec::with_capacity(contents.len());
        for content in contents {
            match content {
                Content::Comment(comment) => asides.push(Aside::Comment(comment)),
                Content::Instruction(instruction) => asides.push(Aside::Instruction(instruction)),
                Content::Text(text) => {
                    let span = Span::from(0..self.scanner.bytes.len());
                    self.scanner.repairs.say(
                        &codes::ROOTS,
                        span,
                        "text outside the root becomes a comment",
                    )?;
                    asides.push(Aside::Comment(Comment::from(&*text)));
                }
                Content::Element(_) | Content::List(_) => {}
            }
        }
        Ok(asides)
    }
}

/// Whether a declaration is one of a document type.
fn begins_dtd(bytes: &[u8]) -> bool {
    ["DOCTYPE", "ENTITY", "ELEMENT", "ATTLIST", "NOTATION"].iter().any(|word| {
        let found = bytes.get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()));
        found && bytes.get(word.len()).is_none_or(|&byte| is_space(byte) || byte == b'[' || byte == b'>')
    })
}

/// How many bytes a dash at the beginning takes: `-`, an en or em dash, or what is left of one.
fn dash(bytes: &[u8]) -> usize {
    match super::decode::first_char(bytes) {
        Some((c, len)) if is_dash(c) => len,
        _ => 0,
    }
}

/// How many bytes a dash at the end takes.
fn last_dash(bytes: &[u8]) -> usize {
    // In UTF-8 a dash is three bytes, in Windows-1252 one.
    let ends = |len: &usize| {
        let last = bytes.len().checked_sub(*len).and_then(|from| bytes.get(from..)).unwrap_or_default();
        super::decode::first_char(last).is_some_and(|(c, taken)| taken == *len && is_dash(c))
    };
    [3, 1].into_iter().find(ends).unwrap_or(0)
}

const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2013}' | '\u{2014}' | '\u{FFFD}')
}
