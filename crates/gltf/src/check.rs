//! Checks of a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod animations;
mod asset;
mod lists;
mod meshes;
mod pointers;
mod samplers;
mod unlisted;

use std::collections::HashSet;

use anim_core::{Code, Diagnostic, Location, Sink, counted, quaternion};

use crate::curves::Curves;
use crate::hierarchy::break_cycles;
use crate::numbers::dangling;
use crate::rest::rest;
use crate::{Finite, Gltf, NUMBERS_PER_BYTE, Root, avatar, codes, expressions, humanoid};

/// The largest error in the length of a rotation, and of a decomposed matrix relative to its largest number. Single precision
/// and a few digits of text cause smaller errors.
const ROUNDING: f64 = 1e-3;

/// Checks everything that animation depends on.
pub(crate) fn document(document: &Gltf, sink: &mut dyn Sink) {
    let root = &document.root;
    asset::check(root, sink);
    buffers(document, sink);
    indices(root, sink);
    hierarchy(root, sink);
    lists::check(root, sink);
    meshes::check(root, sink);
    humanoid::check(root, sink);
    expressions::check(root, sink);
    avatar::check(root, sink);
    transforms(root, sink);
    let mut curves = Curves::new(document, NUMBERS_PER_BYTE);
    // Each fault of an accessor is reported once, however many channels use the accessor.
    let mut reported = HashSet::new();
    for index in 0..root.accessors.len() {
        if let Err(finding) = curves.numbers().check(index) {
            report_once(finding, &mut reported, sink);
        }
        alignment(root, index, sink);
        sparse(root, index, sink);
    }
    animations::check(root, &mut curves, &mut reported, sink);
    unlisted::check(root, sink);
}

fn report_once(finding: Diagnostic, reported: &mut HashSet<(&'static str, Location)>, sink: &mut dyn Sink) {
    if reported.insert((finding.code.id, finding.at.clone())) {
        sink.report(finding);
    }
}

fn report(sink: &mut dyn Sink, code: &'static Code, path: String, message: impl Into<String>) {
    sink.report(code.at(Location::path(path), message));
}

fn buffers(document: &Gltf, sink: &mut dyn Sink) {
    for (index, buffer) in document.root.buffers.iter().enumerate() {
        let is_short = |bytes: &&[u8]| bytes.len() < buffer.byte_length;
        let Some(bytes) = document.buffer(index).filter(is_short) else { continue };
        let message =
            format!("the buffer has {}, expected {}", counted(bytes.len(), "byte"), buffer.byte_length);
        report(sink, &codes::BOUNDS, format!("buffers[{index}]"), message);
    }
    let views = document.root.buffer_views.iter().enumerate();
    for (index, _) in views.filter(|(_, view)| view.byte_length == 0) {
        let message = "the buffer view has 0 bytes, expected at least 1";
        report(sink, &codes::BOUNDS, format!("bufferViews[{index}]"), message);
    }
}

/// Reports numbers that are not at multiples of their size (3.6.2.4), which programs that view them in place cannot read.
fn alignment(root: &Root, index: usize, sink: &mut dyn Sink) {
    let Some(accessor) = root.accessors.get(index) else { return };
    let view = accessor.buffer_view.and_then(|view| root.buffer_views.get(view));
    let (Some(view), Some(size)) = (view, accessor.component_type.size()) else { return };
    let start = view.byte_offset.saturating_add(accessor.byte_offset);
    let distances = [(start, "begin at byte"), (view.byte_stride.unwrap_or(0), "have a stride of")];
    if let Some((bytes, what)) = distances.into_iter().find(|(bytes, _)| !bytes.is_multiple_of(size)) {
        let message = format!("the numbers {what} {bytes}, expected a multiple of {size}");
        report(sink, &codes::ALIGNMENT, format!("accessors[{index}]"), message);
    }
}

/// Reports a list of sparse elements without any (5.2.1).
fn sparse(root: &Root, index: usize, sink: &mut dyn Sink) {
    let sparse = root.accessors.get(index).and_then(|accessor| accessor.sparse.as_ref());
    if sparse.is_some_and(|sparse| sparse.count == 0) {
        let message = "there are no sparse elements, expected at least one";
        report(sink, &codes::SPARSE, format!("accessors[{index}]/sparse"), message);
    }
}

/// Reports invalid indices that the other checks do not use.
fn indices(root: &Root, sink: &mut dyn Sink) {
    let mut check = |index: usize, count: usize, what: &str, path: &dyn Fn() -> String| {
        if index >= count {
            sink.report(dangling(&path(), what, index, count));
        }
    };
    let (nodes, meshes, skins) = (root.nodes.len(), root.meshes.len(), root.skins.len());
    if let Some(scene) = root.scene {
        check(scene, root.scenes.len(), "scene", &|| "scene".into());
    }
    for (s, scene) in root.scenes.iter().enumerate() {
        for (n, &node) in scene.nodes.iter().enumerate() {
            check(node, nodes, "node", &|| format!("scenes[{s}]/nodes[{n}]"));
        }
    }
    for (n, node) in root.nodes.iter().enumerate() {
        for (c, &child) in node.children.iter().enumerate() {
            check(child, nodes, "node", &|| format!("nodes[{n}]/children[{c}]"));
        }
        if let Some(mesh) = node.mesh {
            check(mesh, meshes, "mesh", &|| format!("nodes[{n}]/mesh"));
        }
        if let Some(skin) = node.skin {
            check(skin, skins, "skin", &|| format!("nodes[{n}]/skin"));
        }
    }
    for (s, skin) in root.skins.iter().enumerate() {
        for (j, &joint) in skin.joints.iter().enumerate() {
            check(joint, nodes, "node", &|| format!("skins[{s}]/joints[{j}]"));
        }
        if let Some(matrices) = skin.inverse_bind_matrices {
            check(matrices, root.accessors.len(), "accessor", &|| format!("skins[{s}]/inverseBindMatrices"));
        }
        if let Some(skeleton) = skin.skeleton {
            check(skeleton, nodes, "node", &|| format!("skins[{s}]/skeleton"));
        }
    }
    for (m, mesh) in root.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let used = primitive.attributes.values().chain(&primitive.indices);
            for &accessor in used.chain(primitive.targets.iter().flat_map(|target| target.values())) {
                check(accessor, root.accessors.len(), "accessor", &|| format!("meshes[{m}]/primitives[{p}]"));
            }
        }
    }
}

fn hierarchy(root: &Root, sink: &mut dyn Sink) {
    let mut parents = vec![None; root.nodes.len()];
    for (index, node) in root.nodes.iter().enumerate() {
        for &child in &node.children {
            match parents.get_mut(child) {
                Some(parent @ None) => *parent = Some(index),
                Some(Some(first)) => {
                    let message = format!("the node is a child of node {first} and of node {index}");
                    report(sink, &codes::HIERARCHY, format!("nodes[{child}]"), message);
                }
                None => {}
            }
        }
    }
    for node in break_cycles(&mut parents) {
        report(sink, &codes::HIERARCHY, format!("nodes[{node}]"), "the node is its own ancestor");
    }
    for (s, scene) in root.scenes.iter().enumerate() {
        for (n, node) in scene.nodes.iter().enumerate() {
            if let Some(parent) = parents.get(*node).copied().flatten() {
                let message = format!("node {node} is a child of node {parent}, expected a root");
                report(sink, &codes::HIERARCHY, format!("scenes[{s}]/nodes[{n}]"), message);
            }
        }
    }
}

fn transforms(root: &Root, sink: &mut dyn Sink) {
    for (index, node) in root.nodes.iter().enumerate() {
        let mut wrong = |message: &str| report(sink, &codes::TRANSFORM, format!("nodes[{index}]"), message);
        let parts = node.translation.is_some() || node.rotation.is_some() || node.scale.is_some();
        if parts && node.matrix.is_some() {
            wrong(
                "the node has a matrix and also a translation, rotation or scale, expected one or the other",
            );
        }
        if let Some(rotation) = node.rotation.map(|rotation| rotation.map(Finite::get)) {
            let length = quaternion::dot(rotation, rotation).sqrt();
            if (length - 1.0).abs() > ROUNDING {
                wrong(&format!("the quaternion of the rotation has length {length}, expected 1"));
            }
        }
        if let Some([_, _, _, a, _, _, _, b, _, _, _, c, _, _, _, d]) =
            node.matrix.as_ref().map(|matrix| matrix.map(Finite::get))
            && [a, b, c, d] != [0.0, 0.0, 0.0, 1.0]
        {
            wrong("the last row of the matrix is not 0, 0, 0, 1");
        }
        let (_, shear) = rest(node);
        if shear > ROUNDING {
            wrong("the matrix is sheared, expected a product of translation, rotation and scale");
        }
    }
}
