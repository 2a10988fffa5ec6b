//! Checks of lists that must have entries, and each of them once.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;

use anim_core::Sink;

use super::report;
use crate::{Root, codes};

/// Reports skins without joints, and nodes that a scene or a skin lists twice.
pub(super) fn check(root: &Root, sink: &mut dyn Sink) {
    for (s, _) in root.skins.iter().enumerate().filter(|(_, skin)| skin.joints.is_empty()) {
        report(
            sink,
            &codes::EMPTY,
            format!("skins[{s}]/joints"),
            "there are no joints, expected at least one",
        );
    }
    let scenes =
        root.scenes.iter().enumerate().map(|(s, scene)| (format!("scenes[{s}]/nodes"), &scene.nodes));
    let skins = root.skins.iter().enumerate().map(|(s, skin)| (format!("skins[{s}]/joints"), &skin.joints));
    for (path, nodes) in scenes.chain(skins) {
        let mut seen = HashSet::new();
        for (place, node) in nodes.iter().enumerate() {
            if !seen.insert(node) {
                report(
                    sink,
                    &codes::TWICE,
                    format!("{path}[{place}]"),
                    format!("node {node} is listed already"),
                );
            }
        }
    }
}
