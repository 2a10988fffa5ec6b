//! Checks of a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod attributes;
mod checker;
mod instances;
mod lists;
mod references;
mod unplayed;
mod words;

use anim_core::Sink;

use crate::{Content, Element, Hsf, Key, Kind, Tag, codes};
use checker::{Checker, identity};
use references::Known;
use unplayed::Around;

/// Checks a document.
pub(crate) fn document(hsf: &Hsf, sink: &mut dyn Sink) {
    let known = Known::of(hsf);
    let mut checker = Checker::new(sink, known.left_out());
    if hsf.root.tag().is_none() {
        let name = hsf.root.kind().name();
        checker.path.push((name, 0));
        checker.report(&codes::ROOT, hsf.root.span(), format!("the root is {name}, expected Animdef"));
        checker.path.clear();
    }
    checker.element(&hsf.root, None, 0);
    checker.references(hsf, &known);
}

impl<'a> Checker<'a, '_> {
    /// Checks an element and its content. `around` is the nearest enclosing element of the specification.
    fn element(&mut self, element: &'a Element, around: Option<&Around<'a>>, index: usize) {
        self.path.push((element.kind().name(), index));
        match element.kind() {
            Kind::Other(name) => {
                let tags = Tag::ALL.iter().map(|tag| tag.name());
                let alike = tags.clone().find(|tag| tag.eq_ignore_ascii_case(name));
                let message = format!("{} is not an element of the specification", &**name);
                if let Some(near) = alike.or_else(|| words::misspelt(name, tags)) {
                    let message = format!("{message}; did you mean {near}?");
                    self.report(&codes::MISSPELT, element.span(), message);
                } else {
                    self.report(&codes::UNKNOWN_ELEMENT, element.span(), message);
                }
            }
            Kind::Known(tag) => {
                let misplaced =
                    around.and_then(|around| around.element.tag()).filter(|outer| !outer.may_hold(*tag));
                if let Some(outer) = misplaced {
                    let message = format!(
                        "{} is inside {}, where the specification does not allow it",
                        tag.name(),
                        outer.name()
                    );
                    self.report(&codes::MISPLACED, element.span(), message);
                }
                self.attributes(element, *tag);
                self.name_twice(element, *tag, around);
                if tag.holds_list() {
                    self.list(element, *tag);
                }
                self.plays(element, *tag, around);
            }
        }
        let prose = element.content().iter().any(|content| matches!(content, Content::Text(_)));
        if prose && element.tag().is_some() {
            let message = format!("the text in {} has no meaning", element.kind().name());
            self.report(&codes::PROSE, element.span(), message);
        }
        let own = element.tag().map(|_| Around::of(element));
        for (index, inner) in element.elements().enumerate() {
            self.element(inner, own.as_ref().or(around), index);
        }
        self.path.pop();
    }

    /// Reports a name that an earlier element of the scope has.
    fn name_twice(&mut self, element: &'a Element, tag: Tag, around: Option<&Around<'a>>) {
        let named = matches!(tag, Tag::Animation | Tag::Sensor | Tag::TargetObject);
        let Some(name) = element.name().filter(|_| named) else { return };
        // The scope of an animation's name is the animation around it; the scope of all other names is the document.
        let outer = around.map(|around| around.element);
        let outer = outer.filter(|outer| tag == Tag::Animation && outer.tag() == Some(Tag::Animation));
        if !self.names.insert((outer.map_or(0, identity), tag, name)) {
            let span = element.attribute(Key::Name).and_then(crate::Attribute::span);
            let message =
                format!("another {} has the name {name}; references find the first one", tag.name());
            self.report(&codes::NAME_TWICE, span, message);
        }
    }
}
