//! Checks of a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod animation;
mod baked;
mod duplicates;
mod findings;
mod head;
mod keys;
mod references;
mod resets;
mod targets;
mod transforms;

use anim_core::{Sink, counted};

use crate::json::Scanner;
use crate::path::Path;
use crate::read::spans::AnimationSpans;
use crate::scene::Scene;
use crate::{Form, Stf, codes};
pub(crate) use baked::Budget;
use findings::Findings;
use targets::Targets;

/// See [`Format::check_with`](anim_core::Format::check_with) of [`Stf`]. Findings are mostly in the file's order.
pub(crate) fn document(stf: &Stf, sink: &mut dyn Sink) {
    let mut findings = Findings::to(sink, stf.header_len());
    if let Form::Container { version, .. } = stf.form()
        && version != 0
    {
        findings.at_bytes(&codes::VERSION, 4..8, format!("the version is {version}, expected 0"));
    }
    duplicates::check(stf, &mut findings);
    references::root(stf, &mut findings);
    head::check(stf, &mut findings);
    let mut budget = Budget::of(stf);
    // The targets of a lone animation are in another file.
    let alone = stf.form() == Form::Animation || stf.animations().next().is_none();
    let scene = if alone { Scene::default() } else { Scene::of(stf) };
    let targets = Targets::of(stf, &scene);
    let mut placed = references::roots(stf);
    for resource in stf.resources() {
        let path = Path::of_resource(stf, resource.id());
        if let Some(animation) = resource.animation() {
            let mut spans = AnimationSpans::default();
            let mut scanner = Scanner::starting_at(stf.json(), resource.at.start);
            // The text has been read before, so this cannot fail.
            let _ = crate::read::animation::animation(&mut scanner, Some(&mut spans));
            let parts = animation::Parts { stf, animation, spans: &spans, path: &path, targets: &targets };
            parts.check(&mut budget, &mut findings);
            continue;
        }
        let mut scanner = Scanner::starting_at(stf.json(), resource.at.start);
        let fault = if resource.is_animation() {
            crate::read::animation::animation(&mut scanner, None).err()
        } else {
            references::check(stf, resource, &path, &mut placed, &mut findings);
            transforms::check(stf, resource, &path, &mut findings);
            scanner.sound().err()
        };
        if let Some(fault) = fault {
            findings.at(&codes::SHAPE, &fault.at(), &path, fault.what().to_string());
        }
    }
    references::resets(stf, &mut findings);
    if !stf.trailing().is_empty() {
        let len = stf.trailing().len();
        let contents = stf.blobs.iter().map(Vec::len).fold(stf.json().len(), usize::saturating_add);
        let start = stf.header_len().saturating_add(contents);
        let message = format!("the last buffer is followed by {}", counted(len, "byte"));
        findings.at_bytes(&codes::TRAILING_BYTES, start..start.saturating_add(len), message);
    }
}
