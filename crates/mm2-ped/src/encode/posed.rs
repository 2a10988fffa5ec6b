//! Whether the nodes of a clip are the bones of a skeleton: in its rest pose, or in another pose.

use anim_core::{Clip, quaternion};

use super::figure::Figure;
use super::solver::distance;
use super::tolerances::{ROUNDING, SAME_OFFSET};
use crate::Skeleton;

/// Whether the nodes have the hierarchy of their bones, and each node the offset of its bone along the axes of its parent.
/// False if no bone has an offset: then there is nothing to compare.
pub(super) fn has_offsets_of(skeleton: &Skeleton, clip: &Clip, nodes: &[Option<usize>]) -> bool {
    let mut apart = false;
    for (bone, node) in skeleton.bones().iter().zip(nodes) {
        let (Some(node), Some(parent)) = (node, bone.parent.and_then(|parent| nodes[parent])) else {
            continue;
        };
        let node = &clip.nodes[*node];
        let (own, offset) = (node.rest.translation, bone.offset.map(f64::from));
        if node.parent != Some(parent) || distance(own, offset) > SAME_OFFSET {
            return false;
        }
        apart |= distance(offset, [0.0; 3]) > SAME_OFFSET;
    }
    apart
}

/// Whether the nodes are unrotated in the world at rest, as bones are, and each has the offset of its bone from the nearest bone
/// above that has a node. Where no bone has an offset, the first one has to rest at its position.
pub(super) fn rests_as(skeleton: &Skeleton, figure: &Figure<'_>, nodes: &[Option<usize>]) -> bool {
    let first = nodes.first().copied().flatten().zip(skeleton.bones().first());
    let mut is_same = first.is_some_and(|(node, bone)| {
        distance(figure.rest(node).position, bone.offset.map(f64::from)) <= SAME_OFFSET
    });
    for (bone, node) in skeleton.bones().iter().zip(nodes) {
        let Some(node) = *node else { continue };
        if quaternion::angle_between(figure.rest(node).rotation, quaternion::IDENTITY) > ROUNDING {
            return false;
        }
        let mut offset = bone.offset.map(f64::from);
        let mut above = bone.parent;
        while let Some(parent) = above.filter(|parent| nodes[*parent].is_none()) {
            let bone = &skeleton.bones()[parent];
            offset = std::array::from_fn(|axis| offset[axis] + f64::from(bone.offset[axis]));
            above = bone.parent;
        }
        let Some(anchor) = above.and_then(|above| nodes[above]) else { continue };
        let (here, there) = (figure.rest(node).position, figure.rest(anchor).position);
        if distance(std::array::from_fn(|axis| here[axis] - there[axis]), offset) > SAME_OFFSET {
            return false;
        }
        is_same |= distance(offset, [0.0; 3]) > SAME_OFFSET;
    }
    is_same
}
