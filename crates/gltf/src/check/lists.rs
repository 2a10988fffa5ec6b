//! Checks of lists that must have entries, and each of them once.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;

use anim_core::Sink;

use super::report;
use crate::{Root, codes};

/// Reports animations without channels or samplers, skins without joints, and nodes that a scene or a skin lists twice.
pub(super) fn check(root: &Root, sink: &mut dyn Sink) {
    let mut expect = |is_empty: bool, what: &str, path: &dyn Fn() -> String| {
        if is_empty {
            report(sink, &codes::EMPTY, path(), format!("there are no {what}, expected at least one"));
        }
    };
    for (a, animation) in root.animations.iter().enumerate() {
        expect(animation.channels.is_empty(), "channels", &|| format!("animations[{a}]/channels"));
        expect(animation.samplers.is_empty(), "samplers", &|| format!("animations[{a}]/samplers"));
    }
    for (s, skin) in root.skins.iter().enumerate() {
        expect(skin.joints.is_empty(), "joints", &|| format!("skins[{s}]/joints"));
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
