//! What is wrong or doubtful in a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod animation;
mod baked;
mod duplicates;
mod references;

use std::ops::Range;

use anim_core::{Code, Location, Sink};

use crate::json::Scanner;
use crate::read::places::Places;
use crate::{Form, Stf, codes};
pub(crate) use baked::Budget;

/// Reports everything, in the file's order as far as one pass can.
pub(crate) fn check(stf: &Stf, sink: &mut dyn Sink) {
    let mut report = Report { base: stf.header_len(), sink };
    if let Form::Container { version, .. } = stf.form()
        && version != 0
    {
        let at = Location::span(4..8);
        report.sink.report(codes::VERSION.at(at, format!("the version is {version}, expected 0")));
    }
    duplicates::check(stf.json(), &mut report);
    references::root(stf, &mut report);
    let mut budget = Budget::of(stf);
    for resource in stf.resources() {
        let path = format!("resources/{}", resource.id());
        if let Some(animation) = resource.animation() {
            // Where its parts are is only looked for if there is something to say.
            let (mut findings, mut spent) = (0usize, budget.clone());
            let mut count = |_| findings = findings.saturating_add(1);
            let mut silent = Report { base: report.base, sink: &mut count };
            let nowhere = Places::default();
            let parts = animation::Parts { stf, animation, places: &nowhere, path: &path };
            parts.check(&mut spent, &mut silent);
            if findings > 0 {
                let mut places = Places::default();
                let mut scanner = Scanner::starting_at(stf.json(), resource.at.start);
                // It was read before.
                let _ = crate::read::animation::animation(&mut scanner, Some(&mut places));
                animation::Parts { places: &places, ..parts }.check(&mut budget, &mut report);
            }
            budget = spent;
        } else if resource.is_animation() {
            let mut scanner = Scanner::starting_at(stf.json(), resource.at.start);
            if let Err(fault) = crate::read::animation::animation(&mut scanner, None) {
                let error = crate::read::error(&fault, stf.json(), report.base);
                report.sink.report(codes::SHAPE.at(error.at.clone().in_path(path), error.kind.to_string()));
            }
        } else {
            references::check(stf, resource, &path, &mut report);
        }
    }
    references::resets(stf, &mut report);
    if !stf.trailing().is_empty() {
        let len = stf.trailing().len();
        let contents = stf.blobs.iter().map(Vec::len).fold(stf.json().len(), usize::saturating_add);
        let start = report.base.saturating_add(contents);
        let at = Location::span(start..start.saturating_add(len));
        report.sink.report(codes::TRAILING_BYTES.at(at, format!("{len} bytes follow the last buffer")));
    }
}

/// Where findings go, with places in the file.
struct Report<'a> {
    /// The bytes before the document.
    base: usize,
    sink: &'a mut dyn Sink,
}

impl Report<'_> {
    /// A finding at bytes of the document.
    fn at(&mut self, code: &'static Code, span: &Range<usize>, path: &str, message: impl Into<String>) {
        let span = span.start.saturating_add(self.base)..span.end.saturating_add(self.base);
        self.sink.report(code.at(Location::span(span).in_path(path), message));
    }
}
