//! What is wrong or doubtful in a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod attributes;
mod lists;
mod references;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use anim_core::{Code, Location, Sink, Span};

use crate::program::Program;
use crate::{Content, Element, Hsf, Key, Kind, Tag, codes};

/// The most bytes of a path in a finding.
const MAX_SHOWN: usize = 240;

/// Checks a document.
pub(crate) fn check(hsf: &Hsf, sink: &mut dyn Sink) {
    let mut checker = Checker { sink, path: Vec::new(), order: HashMap::new(), names: HashSet::new() };
    let program = Program::outline(hsf);
    let mut count = 0;
    checker.number(&hsf.root, &mut count);
    if hsf.root.tag().is_none() {
        let message = format!("the root is {}, expected Animdef", hsf.root.kind().name());
        checker.path.push((hsf.root.kind().name(), 0));
        checker.say(&codes::ROOT, hsf.root.span(), message);
        checker.path.clear();
    }
    checker.element(&hsf.root, None, 0);
    checker.references(hsf, &program);
}

/// A check under way.
struct Checker<'a, 's> {
    sink: &'s mut dyn Sink,
    /// The elements around the one at hand, each with its number among its siblings.
    path: Vec<(&'a str, usize)>,
    /// The place of each element that can be named, in the order of the document.
    order: HashMap<usize, usize>,
    /// The names that were met, by scope and tag.
    names: HashSet<(usize, Tag, &'a str)>,
}

impl<'a> Checker<'a, '_> {
    fn number(&mut self, element: &'a Element, count: &mut usize) {
        *count = count.saturating_add(1);
        self.order.insert(identity(element), *count);
        element.elements().for_each(|inner| self.number(inner, count));
    }

    /// Checks an element and what is in it. `around` is the nearest known element around it.
    fn element(&mut self, element: &'a Element, around: Option<&'a Element>, index: usize) {
        self.path.push((element.kind().name(), index));
        match element.kind() {
            Kind::Other(name) => {
                let alike = Tag::ALL.iter().find(|tag| tag.name().eq_ignore_ascii_case(name));
                let hint = alike.map_or(String::new(), |tag| format!(": perhaps {} is meant", tag.name()));
                self.say(
                    &codes::UNKNOWN_ELEMENT,
                    element.span(),
                    format!("{} is not of the specification{hint}", &**name),
                );
            }
            Kind::Known(tag) => {
                let misplaced = around.and_then(Element::tag).filter(|outer| !outer.may_hold(*tag));
                if let Some(outer) = misplaced {
                    let message = format!("{} does not belong in {}", tag.name(), outer.name());
                    self.say(&codes::MISPLACED, element.span(), message);
                }
                self.attributes(element, *tag);
                self.name_twice(element, *tag, around);
                if tag.holds_list() {
                    self.list(element, *tag);
                }
                if *tag == Tag::Animation {
                    self.fits(element);
                }
            }
        }
        let prose = element.content().iter().any(|content| matches!(content, Content::Text(_)));
        if prose && element.tag().is_some() {
            let message = format!("text in {} means nothing", element.kind().name());
            self.say(&codes::PROSE, element.span(), message);
        }
        let outer = if element.tag().is_some() { Some(element) } else { around };
        for (index, inner) in element.elements().enumerate() {
            self.element(inner, outer, index);
        }
        self.path.pop();
    }

    /// Names that only the first of two has.
    fn name_twice(&mut self, element: &'a Element, tag: Tag, around: Option<&'a Element>) {
        let named = matches!(tag, Tag::Animation | Tag::Sensor | Tag::TargetObject);
        let Some(name) = element.name().filter(|_| named) else { return };
        // Animations are named within those around them, all else in the whole document.
        let outer = around.filter(|outer| tag == Tag::Animation && outer.tag() == Some(Tag::Animation));
        if !self.names.insert((outer.map_or(0, identity), tag, name)) {
            let span = element.attribute(Key::Name).and_then(crate::Attribute::span);
            self.say(&codes::NAME_TWICE, span, format!("there is another {} called {name}", tag.name()));
        }
    }

    fn say(&mut self, code: &'static Code, span: Option<Span>, message: impl Into<String>) {
        self.say_at(code, span, "", message);
    }

    /// Says something of a part of the element at hand.
    fn say_at(&mut self, code: &'static Code, span: Option<Span>, part: &str, message: impl Into<String>) {
        let mut path = String::new();
        for (depth, (name, index)) in self.path.iter().enumerate() {
            if depth == 0 {
                path.push_str(name);
            } else {
                // Writing to a string cannot fail.
                let _ = write!(path, "/{name}[{index}]");
            }
        }
        if !part.is_empty() {
            path.push('/');
            path.push_str(part);
        }
        self.sink.report(code.at(Location { span, path: shown(path) }, message));
    }
}

/// A path, or the end of one that is too long to be read: a finding takes only so much.
fn shown(path: String) -> String {
    let Some(from) = path.len().checked_sub(MAX_SHOWN).filter(|from| *from > 0) else { return path };
    let end = (from..=path.len()).find_map(|from| path.get(from..)).unwrap_or_default();
    format!("…{end}")
}

/// An element as a key: where it is in memory, which does not change while it is borrowed.
fn identity(element: &Element) -> usize {
    std::ptr::from_ref(element) as usize
}
