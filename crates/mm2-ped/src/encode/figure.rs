//! The figure of a clip that is already in the space of the file.

use std::collections::HashSet;

use anim_core::quaternion::{self, IDENTITY, Quaternion};
use anim_core::vector::{cross, dot};
use anim_core::{Affine, Clip, Node, Pose, Poser};

use super::tolerances::ROUNDING;

/// A clip being posed.
pub(super) struct Figure<'a> {
    poser: Poser<'a>,
    pose: Pose,
    /// The rest pose of every node.
    rest: Vec<WorldPose>,
    parents: Vec<Option<usize>>,
}

/// The position and rotation of a node in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WorldPose {
    pub(super) rotation: Quaternion,
    pub(super) position: [f64; 3],
}

impl<'a> Figure<'a> {
    pub(super) fn new(clip: &'a Clip) -> Self {
        let mut figure =
            Self { poser: Poser::new(clip), pose: Pose::default(), rest: Vec::new(), parents: Vec::new() };
        figure.rest_at(clip.nodes.clone());
        figure
    }

    /// Replaces the rest rotations of some nodes by zero.
    pub(super) fn ignore_rests(&mut self, clip: &Clip, ignored: impl IntoIterator<Item = usize>) {
        let ignored: HashSet<usize> = ignored.into_iter().collect();
        let mut nodes = clip.nodes.clone();
        for &node in &ignored {
            nodes[node].rest.rotation = IDENTITY;
        }
        self.rest_at(nodes);
    }

    fn rest_at(&mut self, nodes: Vec<Node>) {
        let resting = Clip::default().with_nodes(nodes).pose(0.0);
        self.rest = resting.world.iter().map(world_pose).collect();
        self.parents = resting.parent;
    }

    /// Moves the figure to a time in seconds.
    pub(super) fn seek(&mut self, time: f64) {
        self.poser.pose(time, &mut self.pose);
    }

    /// The current pose of a node.
    pub(super) fn current(&self, node: usize) -> WorldPose {
        world_pose(&self.pose.world[node])
    }

    /// The rest pose of a node.
    pub(super) fn rest(&self, node: usize) -> WorldPose {
        self.rest[node]
    }

    /// The number of nodes that move bones and are rotated in the world at rest.
    pub(super) fn rotated_at_rest(&self, nodes: &[Option<usize>]) -> usize {
        let angle = |node: usize| quaternion::angle_between(self.rest[node].rotation, IDENTITY);
        nodes.iter().flatten().filter(|node| angle(**node) > ROUNDING).count()
    }

    /// The parent of each node at rest; none where it would close a cycle.
    pub(super) fn parents(&self) -> &[Option<usize>] {
        &self.parents
    }

    /// The largest difference of a node's own current scale from 1. An axis of a mirrored node has a negative scale.
    pub(super) fn scale_error(&self, node: usize) -> f64 {
        let [x, y, z] = self.pose.local[node].linear();
        let sign = if dot(x, cross(y, z)) < 0.0 { -1.0 } else { 1.0 };
        let length = |c: usize| [x[c], y[c], z[c]].iter().map(|part| part * part).sum::<f64>().sqrt();
        (0..3).map(|c| (sign * length(c) - 1.0).abs()).fold(0.0, f64::max)
    }
}

fn world_pose(world: &Affine) -> WorldPose {
    let linear = world.linear();
    let rotation =
        if is_rotation(linear) { quaternion::from_matrix(linear) } else { world.decompose().rotation };
    WorldPose { rotation, position: world.translation() }
}

fn is_rotation(m: [[f64; 3]; 3]) -> bool {
    let [a, b, c] = m;
    let lengths = [dot(a, a), dot(b, b), dot(c, c), dot(cross(a, b), c)];
    lengths.iter().all(|length| (length - 1.0).abs() < 1e-9) && dot(a, b).abs() < 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_told_from_other_maps() {
        let turned = quaternion::to_matrix(quaternion::from_axis_angle([0.36, 0.48, 0.8], 2.0));
        let rows = |change: fn([[f64; 3]; 3]) -> [[f64; 3]; 3]| change(turned);
        for (matrix, expected) in [
            (rows(|m| m), true),
            (rows(|[a, b, c]| [b, c, a]), true),
            // Mirrored, scaled, sheared.
            (rows(|[a, b, c]| [b, a, c]), false),
            (rows(|[a, b, c]| [a, b, c.map(|part| -part)]), false),
            (rows(|[a, b, c]| [a, b.map(|part| part * 1.001), c]), false),
            ([[1.0, 0.0, 0.0], [1e-6, 1.0, 0.0], [0.0, 0.0, 1.0]], false),
            ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.0, 0.8]], false),
        ] {
            assert_eq!(is_rotation(matrix), expected, "{matrix:?}");
        }
    }
}
