//! Skins: the joints of each figure, and a mesh that shows them.

use std::collections::BTreeMap;

use anim_core::Affine;

use super::buffer::{Bytes, Skinned};
use super::inverse::{inverse, mirrors};
use super::meshes::material;
use super::nodes::show;
use super::solid::{Triangle, vertices};
use super::stage::Stage;
use super::stance::Stance;
use crate::{Mesh, Node, Primitive, Root, Skin, extras};

/// The most joints of a skin: vertices refer to them by 16 bits.
const MAX_JOINTS: usize = 1 << 16;

/// The trees that are figures: two nodes or more, at least one of which moves.
pub(super) fn figures<'t>(stage: &Stage<'_>, trees: &'t [Vec<usize>]) -> Vec<&'t [usize]> {
    let is_figure = |tree: &&[usize]| {
        (2..=MAX_JOINTS).contains(&tree.len()) && tree.iter().any(|node| stage.nodes[*node].moved)
    };
    trees.iter().map(Vec::as_slice).filter(is_figure).collect()
}

/// Makes the nodes of a figure the joints of a skin, which a mesh of their shapes uses if there are any. `shapes` are those of all
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
    // A joint without an inverse is bound where it would be at the origin: its vertices are in its own space.
    let binds = figure.iter().map(|joint| {
        let world = stance.world[*joint];
        inverse(&world).map_or([Affine::IDENTITY; 2], |inverse| [world, inverse])
    });
    let binds: Vec<[Affine; 2]> = binds.collect();
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

/// A triangle in the space of the mesh.
fn bound(corners: Triangle, bind: &Affine) -> Triangle {
    let [a, b, c] = corners.map(|corner| bind.apply(corner));
    if mirrors(bind) { [a, c, b] } else { [a, b, c] }
}
