//! Elements from tags: unclosed elements are closed, and a text without a single root gets one.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Span;

use super::scanner::Scanner;
use crate::document::Aside;
use crate::{Comment, Content, Element, Error, ErrorKind, Hsf, MAX_DEPTH, Tag, Text, codes};

/// A document under construction.
pub(super) struct Tree<'a> {
    pub(super) scanner: Scanner<'a>,
    /// The open elements, each with the location of its start tag.
    pub(super) stack: Vec<(Element, Span)>,
    /// The content outside all elements.
    top: Vec<Content>,
    /// The locations of the texts in it.
    texts: Vec<Span>,
    elements: usize,
    limit: usize,
    /// Whether there may be another end of a comment: one in correct XML, and one with any dash.
    pub(super) comments_end: [bool; 2],
    /// Whether there may be another end of a processing instruction.
    pub(super) instructions_end: bool,
}

impl<'a> Tree<'a> {
    /// A tree without elements, of at most `limit` elements.
    pub(super) fn new(scanner: Scanner<'a>, limit: usize) -> Self {
        let (comments_end, instructions_end) = ([true; 2], true);
        Self {
            scanner,
            stack: Vec::new(),
            top: Vec::new(),
            texts: Vec::new(),
            elements: 0,
            limit,
            comments_end,
            instructions_end,
        }
    }

    /// Opens an element, or adds it if it has no content.
    pub(super) fn open(&mut self, element: Element, is_empty: bool, span: Span) -> Result<(), Error> {
        self.elements = self.elements.saturating_add(1);
        if self.elements > self.limit {
            let kind = ErrorKind::Limit { what: "elements", limit: self.limit };
            return Err(self.scanner.repairs.error(kind, span));
        }
        if self.stack.len() >= MAX_DEPTH {
            return Err(self.too_deep(span));
        }
        if is_empty {
            return self.push(Content::Element(element));
        }
        self.stack.push((element, span));
        Ok(())
    }

    /// Whether the innermost element contains a list.
    pub(super) fn is_in_list(&self) -> bool {
        self.stack.last().is_some_and(|(element, _)| element.tag().is_some_and(Tag::holds_list))
    }

    /// Closes the innermost element, which has no end tag, before the first content that does not belong in it.
    pub(super) fn close_unclosed(&mut self) -> Result<(), Error> {
        let Some((mut element, span)) = self.stack.pop() else { return Ok(()) };
        let holds = |content: &Content| match (element.tag(), content) {
            (Some(outer), Content::Element(inner)) => inner.tag().is_none_or(|inner| outer.may_hold(inner)),
            _ => true,
        };
        let count = element.content().iter().take_while(|content| holds(content)).count();
        let rest = element.split_off(count);
        let after = match (count, rest.is_empty()) {
            (_, true) if self.stack.is_empty() => "it ends with the file",
            (_, true) => "it ends with the element around it",
            (0, false) => "it ends at once",
            (_, false) => "it ends before the first element that does not belong in it",
        };
        let message = format!("{} has no end tag: {after}", element.kind().name());
        self.scanner.repairs.report(&codes::UNCLOSED_ELEMENT, span, message)?;
        self.push(Content::Element(element))?;
        rest.into_iter().try_for_each(|content| self.push(content))
    }

    /// Adds a text to the innermost element.
    pub(super) fn push_text(&mut self, text: Text, span: Span) -> Result<(), Error> {
        if self.stack.is_empty() {
            match (self.top.last(), self.texts.last_mut()) {
                (Some(Content::Text(_)), Some(last)) => last.end = span.end,
                _ => self.texts.push(span),
            }
        }
        self.push(Content::Text(text))
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

    /// The document. Several roots are wrapped into one.
    pub(super) fn finish(mut self) -> Result<Hsf, Error> {
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
        let texts = |contents: &[Content]| contents.iter().filter(|c| matches!(c, Content::Text(_))).count();
        let behind = self.texts.len().saturating_sub(texts(&after));
        let texts_after = self.texts.split_off(behind);
        let second = within.iter().filter(|content| is_element(content)).nth(1);
        let second = second.and_then(|content| match content {
            Content::Element(root) => root.span(),
            _ => None,
        });
        let root = match (roots, within.pop()) {
            (1, Some(Content::Element(root))) => root,
            (_, last) => {
                self.scanner.repairs.report(
                    &codes::ROOTS,
                    second.unwrap_or(whole),
                    format!("the text has {roots} roots, expected 1; an Animdef is added around them"),
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
        let texts_before = std::mem::take(&mut self.texts);
        let before = self.asides(before, texts_before)?;
        let after = self.asides(after, texts_after)?;
        Ok(Hsf { before, root, after, stream: None })
    }

    /// Content outside the root: text becomes a comment. `texts` begins with the locations of the texts.
    fn asides(&mut self, contents: Vec<Content>, texts: Vec<Span>) -> Result<Vec<Aside>, Error> {
        let mut texts = texts.into_iter();
        let mut asides = Vec::with_capacity(contents.len());
        for content in contents {
            match content {
                Content::Comment(comment) => asides.push(Aside::Comment(comment)),
                Content::Instruction(instruction) => asides.push(Aside::Instruction(instruction)),
                Content::Text(text) => {
                    let span = texts.next().unwrap_or_else(|| (0..self.scanner.bytes.len()).into());
                    self.scanner.repairs.report(
                        &codes::ROOTS,
                        span,
                        "the text outside the root becomes a comment",
                    )?;
                    asides.push(Aside::Comment(Comment::from(&*text)));
                }
                Content::Element(_) | Content::List(_) => {}
            }
        }
        Ok(asides)
    }
}
