//! What a document says and no clip holds: one loss for each kind of it, with the place of the first. Names and comments,
//! which do not play, are not counted.

use anim_core::{Location, Report};

use crate::{Element, Hsf, Kind, codes};

/// Reports what is in no clip.
pub(super) fn report(hsf: &Hsf, report: &mut Report) {
    let mut found = Found::default();
    found.element(&hsf.root);
    for Kept { what, at, count } in found.kinds {
        let message = if count == 1 {
            format!("{what}: clips have no place for it")
        } else {
            format!("{what}, {count} times: clips have no place for them")
        };
        report.lose(codes::NO_CHANNEL.dropped(message).at(at));
    }
}

/// Something that is kept in the document alone.
struct Kept {
    what: String,
    at: Location,
    count: usize,
}

/// The kinds that were found, in the order of the document.
#[derive(Default)]
struct Found {
    kinds: Vec<Kept>,
}

impl Found {
    fn note(&mut self, what: impl Into<String>, at: Location) {
        let what = what.into();
        match self.kinds.iter_mut().find(|kept| kept.what == what) {
            Some(kept) => kept.count += 1,
            None => self.kinds.push(Kept { what, at, count: 1 }),
        }
    }

    fn element(&mut self, element: &Element) {
        let at = |span| Location { span, ..Location::default() };
        match element.kind() {
            Kind::Other(_) => self.note("an element that is not in the specification", at(element.span())),
            Kind::Known(_) => {}
        }
        for attribute in element.attributes() {
            let is_said = !(attribute.value().trim().is_empty() || attribute.name().starts_with("xml"));
            if is_said && element.tag().is_some() && attribute.key().is_none() {
                self.note("an attribute that is not in the specification", at(attribute.span()));
            }
        }
        element.elements().for_each(|inner| self.element(inner));
    }
}
