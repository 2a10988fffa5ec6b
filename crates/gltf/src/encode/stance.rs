//! The pose in which nodes are drawn and bound to skins.

use anim_core::vector::length;
use anim_core::{Affine, Clip};

use super::stage::Stage;

/// The pose in which nodes are drawn: the rest pose. If all nodes of a tree are at one point at rest, each is posed as at time
/// 0 of the first clip that has it.
pub(super) struct Stance {
    /// For each node of the file the map to its parent's space.
    pub(super) local: Vec<Affine>,
    /// For each node of the file the map to the world's space.
    pub(super) world: Vec<Affine>,
}

impl Stance {
    pub(super) fn new(stage: &Stage<'_>, trees: &[Vec<usize>], clips: &[Clip]) -> Self {
        let mut local: Vec<Affine> = stage.nodes.iter().map(|node| Affine::from(node.rest.pose())).collect();
        let away = |node: &usize| length(local[*node].translation()) > 0.0;
        let flat: Vec<&Vec<usize>> = trees.iter().filter(|tree| !tree[1..].iter().any(away)).collect();
        if !flat.is_empty() {
            let begin = places(stage, clips, |_| 0.0);
            for &node in flat.into_iter().flatten() {
                if begin[node].to_rows().iter().all(|value| (*value as f32).is_finite()) {
                    local[node] = begin[node];
                }
            }
        }
        let mut world = local.clone();
        for &node in trees.iter().flatten() {
            if let Some(parent) = stage.nodes[node].parent {
                world[node] = world[parent].after(&local[node]);
            }
        }
        Self { local, world }
    }

    /// The typical distance between nodes in world space: the mean length of bones, or without bones a quarter of the space
    /// that the nodes cover.
    pub(super) fn unit(&self, stage: &Stage<'_>, clips: &[Clip]) -> f64 {
        let lengths: Vec<f64> = stage
            .nodes
            .iter()
            .zip(&self.local)
            .filter_map(|(node, local)| Some((local, self.world[node.parent?])))
            .map(|(local, above)| length(local.translation()) * magnification(&above))
            .filter(|length| length.is_finite() && *length > 0.0)
            .collect();
        let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
        if mean.is_finite() && mean > 0.0 {
            return mean;
        }
        // The nodes may start at one point, so the space covers their positions during the complete clips.
        let times: [fn(&Clip) -> f64; 3] = [|_| 0.0, |clip| clip.duration / 2.0, |clip| clip.duration];
        let poses = times.map(|time| places(stage, clips, time));
        let spread = |axis: usize| {
            let values = poses.iter().flatten().map(|local| local.translation()[axis]);
            let [low, high] =
                values.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)]);
            high - low
        };
        let spread = (0..3).map(spread).fold(0.0, f64::max);
        if spread.is_finite() && spread > 0.0 { spread / 4.0 } else { 1.0 }
    }
}

/// Each node's map to its parent's space, at a time of the first clip that has the node.
fn places(stage: &Stage<'_>, clips: &[Clip], time: impl Fn(&Clip) -> f64) -> Vec<Affine> {
    let mut last = None;
    let place = |node: &super::stage::Member<'_>| {
        let (clip, own) = node.first;
        if last.as_ref().is_none_or(|(known, _)| *known != clip) {
            last = Some((clip, clips[clip].pose(time(&clips[clip]))));
        }
        last.as_ref().map_or(Affine::IDENTITY, |(_, pose)| pose.local[own])
    };
    stage.nodes.iter().map(place).collect()
}

/// The mean scale of a map; 1 if it is not finite or almost 0.
pub(super) fn magnification(map: &Affine) -> f64 {
    let columns = (0..3).map(|c| length(map.0.map(|row| row[c])));
    let mean = columns.sum::<f64>() / 3.0;
    if mean.is_finite() && mean > 1e-9 { mean } else { 1.0 }
}
