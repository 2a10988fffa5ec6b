//! The scene: the nodes of all clips, figures as skins, and meshes that make them visible.

use std::collections::HashSet;

use anim_core::Clip;

use super::buffer::Bytes;
use super::shapes::shapes;
use super::stage::Stage;
use super::stance::Stance;
use super::{meshes, nodes, skins};
use crate::{EncodeOptions, Markers, Root};

/// Writes everything that clips share.
pub(super) fn write(
    stage: &Stage<'_>,
    clips: &[Clip],
    options: &EncodeOptions,
    root: &mut Root,
    bytes: &mut Bytes,
) {
    let trees = stage.trees();
    let figures = match options.mesh {
        Markers::Boxes => Vec::new(),
        Markers::None | Markers::Bones => skins::figures(stage, &trees),
    };
    nodes::write(stage, &figures.iter().map(|figure| figure[0]).collect(), root);
    if options.pointers {
        nodes::reveal(stage, root);
    }
    if figures.is_empty() && options.mesh == Markers::None {
        return meshes::write(stage, &[], root, bytes);
    }
    let stance = Stance::new(stage, &trees, clips);
    let joints: HashSet<usize> = figures.iter().copied().flatten().copied().collect();
    let mut own = match options.mesh {
        Markers::None => vec![Vec::new(); stage.nodes.len()],
        Markers::Boxes | Markers::Bones => shapes(stage, &stance, &joints, clips),
    };
    // The mesh of a figure is visible whenever the figure is, so nodes that pointers hide have separate meshes.
    let hidden = if options.pointers { hidden(stage, &trees) } else { HashSet::new() };
    let mut skinned = vec![Vec::new(); stage.nodes.len()];
    for joint in joints.iter().copied().filter(|joint| !hidden.contains(joint)) {
        skinned[joint] = std::mem::take(&mut own[joint]);
    }
    for figure in figures {
        skins::write(stage, &stance, figure, &skinned, root, bytes);
    }
    meshes::write(stage, &own, root, bytes);
}

/// The nodes that channels hide, and those below them.
fn hidden(stage: &Stage<'_>, trees: &[Vec<usize>]) -> HashSet<usize> {
    let mut hidden = HashSet::new();
    for &node in trees.iter().flatten() {
        let member = &stage.nodes[node];
        if member.hidden || member.parent.is_some_and(|parent| hidden.contains(&parent)) {
            hidden.insert(node);
        }
    }
    hidden
}
