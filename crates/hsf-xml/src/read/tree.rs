//! Elements out of tags: what is not closed is closed, what has no root gets one.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Sink, Span};

use super::Limits;
use super::decode::Space;
use super::repairs::Repairs;
use super::scanner::{Scanner, is_space};
use crate::document::Aside;
use crate::{Comment, Content, Element, Error, ErrorKind, Hsf, MAX_DEPTH, Tag, codes};

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

/// A document as it is read.
pub(super) struct Tree<'a> {
    pub(super) scanner: Scanner<'a>,
    /// The elements that are open, each with the place of its start tag.
    pub(super) stack: Vec<(Element, Span)>,
    /// What is outside all elements.
    top: Vec<Content>,
    elements: usize,
    limit: usize,
    /// Whether there may be another end of a comment: one as XML has it, and one with any dash.
    pub(super) comments_end: [bool; 2],
    /// Whether there may be another end of a processing instruction.
    pub(super) instructions_end: bool,
}

impl Tree<'_> {
    /// Reads what comes next: text, or one piece of markup.
    fn step(&mut self) -> Result<(), Error> {
        let in_list =
            self.stack.last().is_some_and(|(element, _)| element.tag().is_some_and(Tag::holds_list));
        let from = self.scanner.at;
        if in_list {
            let list = self.scanner.list()?;
            self.push(Content::List(list))?;
        } else {
            self.text()?;
        }
        self.end_of_data(from)?;
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

    /// XML has `]]>` at the end of character data alone, not in the text since here.
    fn end_of_data(&mut self, from: usize) -> Result<(), Error> {
        let text = self.scanner.bytes.get(from..self.scanner.at).unwrap_or_default();
        // Most texts have no `>`, which is looked for faster.
        if text.contains(&b'>') && text.windows(3).any(|three| three == b"]]>") {
            return self.scanner.say(&codes::STRAY, from, "a `]]>` that ends nothing stands for itself");
        }
        Ok(())
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

    /// Adds content to the innermost element.
    pub(super) fn push(&mut self, content: Content) -> Result<(), Error> {
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
