//! A check in progress: the path to the current element, and findings.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use anim_core::{Code, Location, Sink, Span};

use crate::program::Reason;
use crate::{Element, Tag};

/// The maximum length of a path in a finding, in bytes.
const MAX_SHOWN: usize = 240;

/// A check in progress.
pub(super) struct Checker<'a, 's> {
    sink: &'s mut dyn Sink,
    /// The elements around the current one, each with its index among its siblings.
    pub(super) path: Vec<(&'a str, usize)>,
    /// The names found so far, by scope and tag.
    pub(super) names: HashSet<(usize, Tag, &'a str)>,
    /// The elements without effect.
    pub(super) left_out: HashMap<usize, Reason>,
    /// The interpolators that later ones of their animation replace.
    pub(super) replaced: HashSet<usize>,
}

impl<'s> Checker<'_, 's> {
    pub(super) fn new(sink: &'s mut dyn Sink, left_out: HashMap<usize, Reason>) -> Self {
        Self { sink, path: Vec::new(), names: HashSet::new(), left_out, replaced: HashSet::new() }
    }

    /// Reports a finding about the current element.
    pub(super) fn report(&mut self, code: &'static Code, span: Option<Span>, message: impl Into<String>) {
        self.report_part(code, span, "", message);
    }

    /// Reports a finding about a part of the current element.
    pub(super) fn report_part(
        &mut self,
        code: &'static Code,
        span: Option<Span>,
        part: &str,
        message: impl Into<String>,
    ) {
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

/// A path; a long one is shortened to its end, so that findings stay short.
fn shown(path: String) -> String {
    let Some(from) = path.len().checked_sub(MAX_SHOWN).filter(|from| *from > 0) else { return path };
    let end = (from..=path.len()).find_map(|from| path.get(from..)).unwrap_or_default();
    format!("…{end}")
}

/// The address of an element as a key: it does not change while the element is borrowed.
pub(super) fn identity(element: &Element) -> usize {
    std::ptr::from_ref(element) as usize
}
