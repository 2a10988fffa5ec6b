//! The visible contents of a file: meshes, cameras and lights.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod devices;
mod geometry;
mod surfaces;

use anim_core::scene::{Body, Mesh, Part, Scene, Skin};
use anim_core::{Diagnostic, Sink};

use crate::hierarchy::{parents, shown};
use crate::numbers::{Numbers, dangling};
use crate::rest::rest;
use crate::{Finite, Gltf, NUMBERS_PER_BYTE, codes};

/// What a document shows: the bodies, cameras and lights of its default scene. Parts that cannot be read are reported and left out;
/// `None` if there is nothing to show.
pub(crate) fn of(document: &Gltf, sink: &mut dyn Sink) -> Option<Scene> {
    let root = document.root();
    let mut reader = Reader { document, numbers: Numbers::new(document, NUMBERS_PER_BYTE), sink };
    let mut scene = Scene::default();
    let (parents, shown) = (parents(root), shown(root));
    for (index, node) in root.nodes.iter().enumerate() {
        let name = node.name.clone().unwrap_or_else(|| format!("node {index}"));
        let mut placed = anim_core::Node::new(name).with_rest(rest(node).0);
        placed.parent = parents.get(index).copied().flatten();
        scene.nodes.push(placed);
        if shown.binary_search_by_key(&index, |(shown, _)| *shown).is_err() {
            scene.outside.push(index);
        }
    }
    // A mesh that no node shows takes no memory, and one that many nodes show is read once.
    let mut meshes = vec![None; root.meshes.len()];
    let mut skins = vec![None; root.skins.len()];
    for &(index, node) in &shown {
        let Some(mesh) = node.mesh else { continue };
        let Some(slot) = meshes.get_mut(mesh) else {
            let path = format!("nodes[{index}]/mesh");
            reader.sink.report(dangling(&path, "mesh", mesh, root.meshes.len()));
            continue;
        };
        let place = *slot.get_or_insert_with(|| {
            scene.meshes.push(reader.mesh(mesh));
            scene.meshes.len().saturating_sub(1)
        });
        let skin = node.skin.and_then(|skin| {
            let slot = skins.get_mut(skin)?;
            let found = slot.get_or_insert_with(|| {
                let read = reader.skin(skin)?;
                scene.skins.push(read);
                Some(scene.skins.len().saturating_sub(1))
            });
            *found
        });
        let own = root.meshes.get(mesh).map(|mesh| &mesh.weights);
        let weights = if node.weights.is_empty() { own } else { Some(&node.weights) };
        let weights = weights.into_iter().flatten().map(|weight| weight.get() as f32);
        let is_empty = scene.meshes.get(place).is_none_or(|mesh| mesh.parts.is_empty());
        if !is_empty {
            scene.bodies.push(Body { node: index, mesh: place, skin, weights: weights.collect() });
        }
    }
    surfaces::read(&mut reader, &mut scene);
    devices::read(root, &shown, &mut scene);
    (!scene.is_empty()).then_some(scene)
}

/// Reads the visible contents of a document, within the limit of numbers.
struct Reader<'a> {
    document: &'a Gltf,
    numbers: Numbers<'a>,
    sink: &'a mut dyn Sink,
}

impl Reader<'_> {
    /// The parts of a mesh that can be drawn.
    fn mesh(&mut self, index: usize) -> Mesh {
        let primitives = self.document.root().meshes.get(index).map(|mesh| &mesh.primitives);
        let primitives = primitives.into_iter().flatten().enumerate();
        let parts = primitives.filter_map(|(at, primitive)| {
            let path = format!("meshes[{index}]/primitives[{at}]");
            self.found(|numbers| geometry::part(numbers, primitive, &path)).flatten()
        });
        Mesh { parts: parts.collect::<Vec<Part>>() }
    }

    /// A skin, with a map for each joint.
    fn skin(&mut self, index: usize) -> Option<Skin> {
        let root = self.document.root();
        let skin = root.skins.get(index)?;
        if let Some(joint) = skin.joints.iter().find(|joint| **joint >= root.nodes.len()) {
            let path = format!("skins[{index}]/joints");
            self.sink.report(dangling(&path, "node", *joint, root.nodes.len()));
            return None;
        }
        let matrices = match skin.inverse_bind_matrices {
            Some(accessor) => self.found(|numbers| numbers.read(accessor))?,
            None => Vec::new(),
        };
        let (matrices, _) = matrices.as_chunks::<16>();
        let identity = || vec![1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        let inverse_binds = skin.joints.iter().enumerate().flat_map(|(joint, _)| {
            let rows = |&[a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _]: &[f64; 16]| {
                [a, d, g, x, b, e, h, y, c, f, i, z].map(|number| number as f32).to_vec()
            };
            matrices.get(joint).map_or_else(identity, rows)
        });
        Some(Skin { inverse_binds: inverse_binds.collect(), joints: skin.joints.clone() })
    }

    /// The result of a function; its error is reported.
    fn found<T>(&mut self, read: impl FnOnce(&mut Numbers<'_>) -> Result<T, Diagnostic>) -> Option<T> {
        read(&mut self.numbers).map_err(|error| self.sink.report(error)).ok()
    }
}

/// The finding that something is not drawn.
fn not_drawn(path: &str, what: &str) -> Diagnostic {
    codes::NOT_DRAWN.at(anim_core::Location::path(path), format!("{what} is not drawn"))
}

fn single(number: Finite) -> f32 {
    number.get() as f32
}
