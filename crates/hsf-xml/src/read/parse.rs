//! The lenient reader: text and markup, with repairs.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Sink, Span};

use super::decode::Space;
use super::repairs::Repairs;
use super::scanner::{Scanner, is_space};
use super::tree::Tree;
use crate::{Content, Element, Error, Hsf, ReadOptions, codes};

/// The byte order mark of UTF-8.
pub(super) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads a text and repairs it. `placed` is whether positions in it are positions in the file.
pub(super) fn lenient(
    bytes: &[u8],
    options: &ReadOptions,
    placed: bool,
    sink: &mut dyn Sink,
) -> Result<Hsf, Error> {
    let repairs = Repairs::new(sink, options.repairs.get(), placed);
    let mut tree = Tree::new(Scanner::new(bytes, repairs), options.elements.get());
    if tree.scanner.starts_with(MARK) {
        tree.scanner.advance(MARK.len());
    }
    while tree.scanner.at < bytes.len() {
        tree.step()?;
    }
    while !tree.stack.is_empty() {
        tree.close_unclosed()?;
    }
    tree.finish()
}

impl Tree<'_> {
    /// Reads text and the markup after it.
    fn step(&mut self) -> Result<(), Error> {
        let from = self.scanner.at;
        if self.is_in_list() {
            let list = self.scanner.list()?;
            self.push(Content::List(list))?;
            self.set_aside()?;
        } else {
            self.text()?;
        }
        self.scanner.end_of_data(from.max(self.scanner.joined))?;
        let rest = self.scanner.rest();
        match rest.get(1) {
            None if rest.is_empty() => Ok(()),
            Some(b'/') => self.end_tag(),
            Some(b'?') => self.instruction(),
            Some(b'!') => self.declaration(),
            _ => self.start_tag(),
        }
    }

    /// Reads the comments and instructions within the values before this position.
    fn set_aside(&mut self) -> Result<(), Error> {
        let after = self.scanner.at;
        for from in std::mem::take(&mut self.scanner.set_aside) {
            self.scanner.at = from;
            if self.scanner.starts_with(b"<?") { self.instruction() } else { self.declaration() }?;
        }
        self.scanner.at = after;
        Ok(())
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
        let end = to.saturating_sub(space);
        let text = self.scanner.text(from, end, Space::Keep)?;
        self.push_text(text, (from..end).into())
    }

    fn start_tag(&mut self) -> Result<(), Error> {
        let from = self.scanner.at;
        let Some(start) = self.scanner.start_tag()? else {
            self.scanner.at = from.saturating_add(1);
            return self.scanner.report(&codes::STRAY, from, "a `<` that begins no markup is dropped");
        };
        let span = self.scanner.span_since(from);
        self.open(start.element, start.closed, span)
    }

    fn end_tag(&mut self) -> Result<(), Error> {
        let from = self.scanner.at;
        self.scanner.advance(2);
        let starts_at_once = !self.scanner.peek().is_some_and(is_space);
        self.scanner.skip_space();
        let name = self.scanner.name()?;
        let to = self.scanner.find(b'>', b'<');
        let extra = self.scanner.bytes.get(self.scanner.at..to).unwrap_or_default();
        let ends_well = extra.iter().all(|byte| is_space(*byte)) && self.scanner.bytes.get(to) == Some(&b'>');
        let clean = starts_at_once && ends_well;
        self.scanner.at = to;
        if self.scanner.peek() == Some(b'>') {
            self.scanner.advance(1);
        }
        let name = name.as_deref().unwrap_or_default();
        let named = |(element, _): &(Element, Span)| element.kind().name() == name;
        let alike = |(element, _): &(Element, Span)| element.kind().name().eq_ignore_ascii_case(name);
        let exact = self.stack.iter().rposition(named);
        let Some(at) = exact.or_else(|| self.stack.iter().rposition(alike)) else {
            let message = format!("the end tag of {name:?} closes no element and is dropped");
            return self.scanner.report(&codes::END_TAG, from, message);
        };
        if exact.is_none() || !clean {
            self.scanner.report(
                &codes::END_TAG,
                from,
                "the end tag is malformed or differs from the start tag in letter case",
            )?;
        }
        while self.stack.len() > at.saturating_add(1) {
            self.close_unclosed()?;
        }
        match self.stack.pop() {
            Some((element, _)) => self.push(Content::Element(element)),
            None => Ok(()),
        }
    }
}
