//! What is wrong or doubtful in a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod animation;
mod baked;
mod duplicates;
mod path;
mod references;

use std::ops::Range;

use anim_core::{Code, Location, Sink};

use crate::json::Scanner;
use crate::read::places::Places;
use crate::{Form, Stf, codes};
pub(crate) use baked::Budget;
use path::Path;
pub(crate) use path::short;

/// Reports everything, in the file's order as far as one pass can.
pub(crate) fn check(stf: &Stf, sink: &mut dyn Sink) {
    let mut report = Report::to(sink, stf.header_len());
    if let Form::Container { version, .. } = stf.form()
        && version != 0
    {
        report.at_bytes(&codes::VERSION, 4..8, format!("the version is {version}, expected 0"));
    }
    duplicates::check(stf, &mut report);
    references::root(stf, &mut report);
    let mut budget = Budget::of(stf);
    for resource in stf.resources() {
        let (whole, resources);
        let path = if stf.form() == Form::Animation {
            Path::Whole
        } else {
            whole = Path::Whole;
            resources = whole.member("resources");
            resources.member(resource.id())
        };
        if let Some(animation) = resource.animation() {
            // Where its parts are is only looked for if there is something to say.
            let (mut silent, mut spent) = (Report::count(), budget.clone());
            let nowhere = Places::default();
            let parts = animation::Parts { stf, animation, places: &nowhere, path: &path };
            parts.check(&mut spent, &mut silent);
            if silent.found > 0 {
                let mut places = Places::default();
                let mut scanner = Scanner::starting_at(stf.json(), resource.at.start);
                // It was read before.
                let _ = crate::read::animation::animation(&mut scanner, Some(&mut places));
                animation::Parts { places: &places, ..parts }.check(&mut budget, &mut report);
            }
            budget = spent;
            continue;
        }
        let mut scanner = Scanner::starting_at(stf.json(), resource.at.start);
        let fault = if resource.is_animation() {
            crate::read::animation::animation(&mut scanner, None).err()
        } else {
            references::check(stf, resource, &path, &mut report);
            scanner.sound().err()
        };
        if let Some(fault) = fault {
            report.at(&codes::SHAPE, &fault.at(), &path, fault.what().to_string());
        }
    }
    references::resets(stf, &mut report);
    if !stf.trailing().is_empty() {
        let len = stf.trailing().len();
        let contents = stf.blobs.iter().map(Vec::len).fold(stf.json().len(), usize::saturating_add);
        let start = stf.header_len().saturating_add(contents);
        let message = format!("{len} bytes follow the last buffer");
        report.at_bytes(&codes::TRAILING_BYTES, start..start.saturating_add(len), message);
    }
}

/// Where findings go, with places in the file.
struct Report<'a> {
    /// The bytes before the document.
    base: usize,
    /// Without one, findings are only counted.
    sink: Option<&'a mut dyn Sink>,
    found: usize,
}

impl<'a> Report<'a> {
    fn to(sink: &'a mut dyn Sink, base: usize) -> Self {
        Self { base, sink: Some(sink), found: 0 }
    }

    fn count() -> Self {
        Self { base: 0, sink: None, found: 0 }
    }

    /// A finding at bytes of the document.
    fn at(&mut self, code: &'static Code, span: &Range<usize>, path: &Path<'_>, message: impl Into<String>) {
        self.found = self.found.saturating_add(1);
        if let Some(sink) = &mut self.sink {
            let span = span.start.saturating_add(self.base)..span.end.saturating_add(self.base);
            sink.report(code.at(Location::span(span).in_path(path.to_string()), message));
        }
    }

    /// A finding at bytes of the file.
    fn at_bytes(&mut self, code: &'static Code, span: Range<usize>, message: String) {
        self.found = self.found.saturating_add(1);
        if let Some(sink) = &mut self.sink {
            sink.report(code.at(Location::span(span), message));
        }
    }
}
