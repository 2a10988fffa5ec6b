//! The shape of each node: bones to its children, or a box.

use std::collections::HashSet;

use anim_core::vector::length;
use anim_core::{Affine, Clip};

use super::inverse::inverse;
use super::solid::{Triangle, bone, cube};
use super::stage::Stage;
use super::stance::{Stance, magnification};

/// The maximum number of bones of one node; a node with more children gets a box.
const MAX_BONES: usize = 16;

/// The side of a box, relative to the usual distance between nodes.
const BOX: f64 = 0.15;

/// The length of a final bone, relative to the bone before it.
const END: f64 = 0.5;

/// The shape of each node in its own space. Nodes without children get a box, or, if they are joints, a bone that continues in
/// the direction of the previous one.
pub(super) fn shapes(
    stage: &Stage<'_>,
    stance: &Stance,
    joints: &HashSet<usize>,
    clips: &[Clip],
) -> Vec<Vec<Triangle>> {
    let mut bones: Vec<Vec<[f64; 3]>> = vec![Vec::new(); stage.nodes.len()];
    let mut ends = vec![true; stage.nodes.len()];
    for (index, node) in stage.nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        ends[parent] = false;
        bones[parent].extend(Some(stance.local[index].translation()).filter(fits));
    }
    for (index, node) in stage.nodes.iter().enumerate() {
        if joints.contains(&index) && ends[index] && node.parent.is_some() {
            bones[index].extend(end(&stance.local[index]).filter(fits));
        }
    }
    let unit = stance.unit(stage, clips);
    let shape = |(index, bones): (usize, &Vec<[f64; 3]>)| match bones.len() {
        1..=MAX_BONES => bones.iter().flat_map(|tip| bone(*tip)).collect(),
        _ => cube(BOX * unit / magnification(&stance.world[index])),
    };
    bones.iter().enumerate().map(shape).collect()
}

/// The tip of a bone that continues the previous bone beyond a node, in the node's space.
fn end(local: &Affine) -> Option<[f64; 3]> {
    let into = inverse(local)?.linear();
    let along = local.translation().map(|value| END * value);
    Some(into.map(|row| row[0] * along[0] + row[1] * along[1] + row[2] * along[2]))
}

/// Whether single precision can represent a bone to a point.
fn fits(tip: &[f64; 3]) -> bool {
    tip.iter().all(|value| (*value as f32).is_finite()) && (length(*tip) as f32) > 1e-30
}
