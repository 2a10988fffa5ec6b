//! Skins: the joints of each figure, and a mesh that makes them visible.

use std::collections::{BTreeMap, HashMap};

use anim_core::vector::length;
use anim_core::{Affine, Transform};

use super::buffer::{Bytes, Skinned};
use super::inverse::{inverse, mirrors};
use super::meshes::material;
use super::nodes::show;
use super::solid::{Triangle, vertices};
use super::stage::Stage;
use super::stance::Stance;
use crate::{Mesh, Node, Primitive, Root, Skin, extras};

/// The maximum number of joints of a skin: vertices refer to them by 16 bits.
const MAX_JOINTS: usize = 1 << 16;

/// The largest distance of a bind position from the origin. Blender derives the direction of a bone from a point one unit away,
/// which single precision cannot distinguish from the bone if that is farther away.
const FARTHEST: f64 = (1u32 << 14) as f64;

/// The trees that are figures: two nodes or more, at least one of which moves.
pub(super) fn figures<'t>(stage: &Stage<'_>, trees: &'t [Vec<usize>]) -> Vec<&'t [usize]> {
    let is_figure = |tree: &&[usize]| {
        (2..=MAX_JOINTS).contains(&tree.len()) && tree.iter().any(|node| stage.nodes[*node].moved)
    };
    trees.iter().map(Vec::as_slice).filter(is_figure).collect()
}

/// Makes the nodes of a figure the joints of a skin, used by a mesh of their shapes if there are any. `shapes` are those of all
/// nodes, each in its node's space.
pub(super) fn write(
    stage: &Stage<'_>,
    stance: &Stance,
    figure: &[usize],
    shapes: &[Vec<Triangle>],
    root: &mut Root,
    bytes: &mut Bytes,
) {
    let name = figure.first().map(|top| stage.nodes[*top].name).filter(|name| !name.is_empty());
    // Vertices in the spaces of their joints need no other bind pose.
    let binds = binds(stage, stance, figure).unwrap_or_else(|| vec![[Affine::IDENTITY; 2]; figure.len()]);
    root.skins.push(Skin {
        name: name.map(str::to_owned),
        inverse_bind_matrices: Some(bytes.matrices(binds.iter().map(|[_, inverse]| inverse))),
        skeleton: figure.first().copied(),
        joints: figure.to_vec(),
        extras: extras::marker(),
        ..Skin::default()
    });
    let mut skinned = Vec::new();
    for (joint, (node, [bind, _])) in figure.iter().zip(&binds).enumerate() {
        let shape: Vec<Triangle> = shapes[*node].iter().map(|triangle| bound(*triangle, bind)).collect();
        let vertices = vertices(&shape);
        skinned.extend(vertices.into_iter().map(|vertex| Skinned { vertex, joint: joint as u16 }));
    }
    if skinned.is_empty() {
        return;
    }
    let attributes = bytes.skinned(&skinned);
    let attributes = attributes.map(|(name, accessor)| (name.to_owned(), accessor));
    let primitive = Primitive {
        attributes: BTreeMap::from(attributes),
        material: Some(material(root)),
        ..Primitive::default()
    };
    root.meshes.push(Mesh { primitives: vec![primitive], extras: extras::marker(), ..Mesh::default() });
    root.nodes.push(Node {
        name: Some(name.map_or_else(|| "bones".to_owned(), |name| format!("{name} bones"))),
        mesh: Some(root.meshes.len() - 1),
        skin: Some(root.skins.len() - 1),
        extras: extras::marker(),
        ..Node::default()
    });
    // Only the joints move the mesh.
    show(root.nodes.len() - 1, root);
}

/// The map of each joint to the mesh's space in the bind pose, and its inverse. In this pose, scales without an inverse become 1.
/// `None` if there is no such pose in which all joints have an inverse and none is too far away.
fn binds(stage: &Stage<'_>, stance: &Stance, figure: &[usize]) -> Option<Vec<[Affine; 2]>> {
    let mut placed: HashMap<usize, [Affine; 2]> = HashMap::new();
    let mut binds = Vec::with_capacity(figure.len());
    for joint in figure {
        let local = stance.local[*joint];
        let rigid = Affine::from(Transform { scale: [1.0; 3], ..local.decompose() });
        let local = if inverse(&local).is_some() { local } else { rigid };
        let above = stage.nodes[*joint].parent.and_then(|parent| placed.get(&parent));
        let [world, unscaled] =
            above.map_or([local, rigid], |[world, unscaled]| [world.after(&local), unscaled.after(&rigid)]);
        // Bones in Blender have no scale, so their positions differ.
        if length(unscaled.translation()) > FARTHEST {
            return None;
        }
        binds.push([world, inverse(&world)?]);
        placed.insert(*joint, [world, unscaled]);
    }
    Some(binds)
}

/// A triangle in the space of the mesh.
fn bound(corners: Triangle, bind: &Affine) -> Triangle {
    let [a, b, c] = corners.map(|corner| bind.apply(corner));
    if mirrors(bind) { [a, c, b] } else { [a, b, c] }
}
