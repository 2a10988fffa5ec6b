//! The figure of a clip in the space of the file: metres, looking along −Z.

use std::collections::HashSet;

use anim_core::quaternion::{self, IDENTITY, Quaternion};
use anim_core::{Affine, Clip, Node, Pose, Poser};

use super::tolerances::ROUNDING;
use crate::pose::HALF_TURN;
use crate::{EncodeOptions, Facing};

/// A clip being posed.
pub(super) struct Figure<'a> {
    poser: Poser<'a>,
    pose: Pose,
    /// The rest pose of every node.
    rest: Vec<WorldPose>,
    parents: Vec<Option<usize>>,
    turned: bool,
    unit: f64,
}

/// The position and rotation of a node in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WorldPose {
    pub(super) rotation: Quaternion,
    /// In metres.
    pub(super) position: [f64; 3],
}

impl<'a> Figure<'a> {
    pub(super) fn new(clip: &'a Clip, options: &EncodeOptions) -> Self {
        let stated = || clip.metadata("mm2.facing").and_then(Facing::from_name);
        let facing = options.facing.or_else(stated).unwrap_or_default();
        let turned = facing == Facing::PositiveZ;
        let mut figure = Self {
            poser: Poser::new(clip),
            pose: Pose::default(),
            rest: Vec::new(),
            parents: Vec::new(),
            turned,
            unit: options.unit.get(),
        };
        figure.rest_at(clip.nodes.clone());
        figure
    }

    /// Replaces the rest rotations of some nodes by zero.
    ///
    /// A figure looks along +Z either because its vertices do, or because its first node is rotated by half a turn at rest:
    /// the first node gets the rest rotation, zero or half a turn, that is nearer to the clip's.
    pub(super) fn ignore_rests(&mut self, clip: &Clip, ignored: impl IntoIterator<Item = usize>) {
        let ignored: HashSet<usize> = ignored.into_iter().collect();
        let mut nodes = clip.nodes.clone();
        for &node in &ignored {
            let [_, y, _, w] = nodes[node].rest.rotation;
            let is_first = nodes[node].parent.is_none_or(|parent| !ignored.contains(&parent));
            let is_half_turned = self.turned && is_first && y.abs() > w.abs();
            nodes[node].rest.rotation = if is_half_turned { HALF_TURN } else { IDENTITY };
        }
        self.rest_at(nodes);
    }

    fn rest_at(&mut self, nodes: Vec<Node>) {
        let resting = Clip::default().with_nodes(nodes).pose(0.0);
        self.rest = resting.world.iter().map(|world| world_pose(world, self.turned, self.unit)).collect();
        self.parents = resting.parent;
    }

    /// Moves the figure to a time in seconds.
    pub(super) fn seek(&mut self, time: f64) {
        self.poser.pose(time, &mut self.pose);
    }

    /// The current pose of a node.
    pub(super) fn current(&self, node: usize) -> WorldPose {
        world_pose(&self.pose.world[node], self.turned, self.unit)
    }

    /// The rest pose of a node.
    pub(super) fn rest(&self, node: usize) -> WorldPose {
        self.rest[node]
    }

    /// The number of nodes that are rotated in the world at rest, of those that move bones.
    pub(super) fn rotated_at_rest(&self, nodes: &[Option<usize>]) -> usize {
        let angle = |node: usize| quaternion::angle_between(self.rest[node].rotation, IDENTITY);
        nodes.iter().flatten().filter(|node| angle(**node) > ROUNDING).count()
    }

    /// Metres for one unit of the clip's length.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// The parent of each node at rest; none where it would close a cycle.
    pub(super) fn parents(&self) -> &[Option<usize>] {
        &self.parents
    }

    /// The largest difference of a node's own current scale from 1.
    pub(super) fn scale_error(&self, node: usize) -> f64 {
        let linear = self.pose.local[node].linear();
        let length = |c: usize| linear.iter().map(|row| row[c] * row[c]).sum::<f64>().sqrt();
        (0..3).map(|c| (length(c) - 1.0).abs()).fold(0.0, f64::max)
    }
}

fn world_pose(world: &Affine, turned: bool, unit: f64) -> WorldPose {
    let linear = world.linear();
    let rotation =
        if is_rotation(linear) { quaternion::from_matrix(linear) } else { world.decompose().rotation };
    let [x, y, z] = world.translation().map(|part| part * unit);
    if turned {
        WorldPose { rotation: quaternion::multiply(HALF_TURN, rotation), position: [-x, y, -z] }
    } else {
        WorldPose { rotation, position: [x, y, z] }
    }
}

fn is_rotation(m: [[f64; 3]; 3]) -> bool {
    let [a, b, c] = m;
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let lengths = [dot(a, a), dot(b, b), dot(c, c), dot(cross, c)];
    lengths.iter().all(|length| (length - 1.0).abs() < 1e-9) && dot(a, b).abs() < 1e-9
}
