//! What is wrong or doubtful in a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;
use std::mem::discriminant;

use anim_core::{Code, Diagnostic, Location, Sink, quaternion};

use crate::curves::{Curves, Driven, POINTER, VISIBILITY};
use crate::data::dangling;
use crate::{Finite, Gltf, Path, Root, clips, codes};

/// How far the length of a rest rotation may be from 1, and a rest matrix from its parts, against its largest number: what
/// single precision and a few digits of text leave.
const UNIT: f64 = 1e-3;

/// Reports everything that is wrong or doubtful as far as animation goes.
pub(crate) fn document(document: &Gltf, sink: &mut dyn Sink) {
    let root = &document.root;
    asset(root, sink);
    buffers(document, sink);
    indices(root, sink);
    hierarchy(root, sink);
    transforms(root, sink);
    let mut curves = Curves::new(document);
    // Whatever is wrong with an accessor is said once, here.
    let mut said = HashSet::new();
    for index in 0..root.accessors.len() {
        if let Err(finding) = curves.numbers().check(index) {
            say(finding, &mut said, sink);
        }
    }
    animations(root, &mut curves, &mut said, sink);
}

fn say(finding: Diagnostic, said: &mut HashSet<(&'static str, Location)>, sink: &mut dyn Sink) {
    if said.insert((finding.code.id, finding.at.clone())) {
        sink.report(finding);
    }
}

fn report(sink: &mut dyn Sink, code: &'static Code, path: String, message: impl Into<String>) {
    sink.report(code.at(Location::path(path), message));
}

fn asset(root: &Root, sink: &mut dyn Sink) {
    let of_two = |version: &str| version.split_once('.').is_some_and(|(major, _)| major == "2");
    let version = root.asset.min_version.as_ref().unwrap_or(&root.asset.version);
    if !of_two(version) {
        report(sink, &codes::ASSET_VERSION, "asset".into(), format!("version `{version}`, expected 2.0"));
    }
    for (index, extension) in root.extensions_required.iter().enumerate() {
        if ![POINTER, VISIBILITY, QUANTIZATION].contains(&extension.as_str()) {
            let message = format!("the required extension `{extension}` is not supported");
            report(sink, &codes::EXTENSION, format!("extensionsRequired[{index}]"), message);
        }
    }
}

/// Allows more component types in meshes, which animation has nothing to do with.
const QUANTIZATION: &str = "KHR_mesh_quantization";

fn buffers(document: &Gltf, sink: &mut dyn Sink) {
    for (index, (buffer, source)) in document.root.buffers.iter().zip(&document.sources).enumerate() {
        let Some(bytes) = source.bytes().filter(|bytes| bytes.len() < buffer.byte_length) else { continue };
        let message = format!("{} bytes where {} are stated", bytes.len(), buffer.byte_length);
        report(sink, &codes::BOUNDS, format!("buffers[{index}]"), message);
    }
}

/// Indices that the other checks do not follow.
fn indices(root: &Root, sink: &mut dyn Sink) {
    let mut within = |index: usize, count: usize, what: &str, path: &dyn Fn() -> String| {
        if index >= count {
            sink.report(dangling(&path(), what, index, count));
        }
    };
    let (nodes, meshes, skins) = (root.nodes.len(), root.meshes.len(), root.skins.len());
    if let Some(scene) = root.scene {
        within(scene, root.scenes.len(), "scene", &|| "scene".into());
    }
    for (s, scene) in root.scenes.iter().enumerate() {
        for (n, &node) in scene.nodes.iter().enumerate() {
            within(node, nodes, "node", &|| format!("scenes[{s}]/nodes[{n}]"));
        }
    }
    for (n, node) in root.nodes.iter().enumerate() {
        for (c, &child) in node.children.iter().enumerate() {
            within(child, nodes, "node", &|| format!("nodes[{n}]/children[{c}]"));
        }
        if let Some(mesh) = node.mesh {
            within(mesh, meshes, "mesh", &|| format!("nodes[{n}]/mesh"));
        }
        if let Some(skin) = node.skin {
            within(skin, skins, "skin", &|| format!("nodes[{n}]/skin"));
        }
    }
    for (s, skin) in root.skins.iter().enumerate() {
        for (j, &joint) in skin.joints.iter().enumerate() {
            within(joint, nodes, "node", &|| format!("skins[{s}]/joints[{j}]"));
        }
        if let Some(matrices) = skin.inverse_bind_matrices {
            within(matrices, root.accessors.len(), "accessor", &|| format!("skins[{s}]/inverseBindMatrices"));
        }
        if let Some(skeleton) = skin.skeleton {
            within(skeleton, nodes, "node", &|| format!("skins[{s}]/skeleton"));
        }
    }
    for (m, mesh) in root.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let used = primitive.attributes.values().chain(&primitive.indices);
            for &accessor in used.chain(primitive.targets.iter().flat_map(|target| target.values())) {
                within(accessor, root.accessors.len(), "accessor", &|| {
                    format!("meshes[{m}]/primitives[{p}]")
                });
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
    for node in clips::anchor(&mut parents) {
        report(sink, &codes::HIERARCHY, format!("nodes[{node}]"), "the node is its own ancestor");
    }
}

fn transforms(root: &Root, sink: &mut dyn Sink) {
    for (index, node) in root.nodes.iter().enumerate() {
        let mut wrong = |message: &str| report(sink, &codes::TRANSFORM, format!("nodes[{index}]"), message);
        let parts = node.translation.is_some() || node.rotation.is_some() || node.scale.is_some();
        if parts && node.matrix.is_some() {
            wrong("the node has a matrix and also parts of a transform");
        }
        if let Some(rotation) = node.rotation.map(|rotation| rotation.map(Finite::get)) {
            let length = quaternion::dot(rotation, rotation).sqrt();
            if (length - 1.0).abs() > UNIT {
                wrong(&format!("the rotation has length {length}, expected 1"));
            }
        }
        if let Some([_, _, _, a, _, _, _, b, _, _, _, c, _, _, _, d]) =
            node.matrix.map(|matrix| matrix.map(Finite::get))
            && [a, b, c, d] != [0.0, 0.0, 0.0, 1.0]
        {
            wrong("the last row of the matrix is not 0, 0, 0, 1");
        }
        let (_, shear) = clips::rest(node);
        if shear > UNIT {
            wrong("the matrix is sheared, expected one of translation, rotation and scale");
        }
    }
}

fn animations(
    root: &Root,
    curves: &mut Curves<'_>,
    said: &mut HashSet<(&'static str, Location)>,
    sink: &mut dyn Sink,
) {
    for (a, animation) in root.animations.iter().enumerate() {
        let mut targets = HashSet::new();
        for (c, channel) in animation.channels.iter().enumerate() {
            let path = format!("animations[{a}]/channels[{c}]");
            let target = &channel.target;
            if target.path != Path::Pointer
                && let Some(node) = target.node
                && root.nodes.get(node).is_some_and(|node| node.matrix.is_some())
            {
                let message = format!("node {node} moves and has a matrix");
                report(sink, &codes::TRANSFORM, path.clone(), message);
            }
            match curves.driven(animation, channel, None, &path) {
                Err(finding) => say(finding, said, sink),
                Ok(Some(Driven { node, property, curve })) => {
                    if !targets.insert((node, discriminant(&property))) {
                        let message = format!("the {} of node {node} is already moved", property.name());
                        report(sink, &codes::DOUBLE_TARGET, path.clone(), message);
                    }
                    if curve.values().iter().any(|value| !value.is_finite()) {
                        report(sink, &codes::NOT_FINITE, path, "a value is not finite");
                    }
                }
                Ok(None) => {}
            }
        }
    }
}
