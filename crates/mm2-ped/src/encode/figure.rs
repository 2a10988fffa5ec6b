//! The clip's figure in the file's space: metres, looking along −Z.

use std::collections::HashSet;

use anim_core::quaternion::{self, IDENTITY, Quaternion};
use anim_core::{Affine, Clip, Node, Pose, Poser};

use crate::{EncodeOptions, Facing};

/// A clip being posed.
pub(super) struct Figure<'a> {
    poser: Poser<'a>,
    pose: Pose,
    /// Where every node is at rest.
    rest: Vec<Place>,
    parents: Vec<Option<usize>>,
    turned: bool,
    unit: f64,
}

/// Where a node is in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) rotation: Quaternion,
    /// In metres.
    pub(super) position: [f64; 3],
}

/// Half a turn about Y.
pub(crate) const HALF_TURN: Quaternion = [0.0, 1.0, 0.0, 0.0];

impl<'a> Figure<'a> {
    pub(super) fn new(clip: &'a Clip, options: &EncodeOptions) -> Self {
        let said = || clip.metadata("mm2.facing").and_then(Facing::from_name);
        let facing = options.facing.or_else(said).unwrap_or_default();
        let turned = facing == Facing::PositiveZ;
        let mut figure = Self {
            poser: Poser::new(clip),
            pose: Pose::default(),
            rest: Vec::new(),
            parents: Vec::new(),
            turned,
            unit: options.unit,
        };
        figure.rest_at(clip.nodes.clone());
        figure
    }

    /// Lets some nodes rest unrotated on their parents.
    ///
    /// A figure that looks along +Z either has such vertices or was turned at its first node, which then rests half turned:
    /// whichever is nearer to how the node rests in the clip.
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
        let resting = Clip { nodes, ..Clip::default() }.pose(0.0);
        self.rest = resting.world.iter().map(|world| place(world, self.turned, self.unit)).collect();
        self.parents = resting.parent;
    }

    /// Goes to a time in seconds.
    pub(super) fn seek(&mut self, time: f64) {
        self.poser.pose(time, &mut self.pose);
    }

    /// Where a node is at the time.
    pub(super) fn place(&self, node: usize) -> Place {
        place(&self.pose.world[node], self.turned, self.unit)
    }

    /// Where a node is at rest.
    pub(super) fn rest(&self, node: usize) -> Place {
        self.rest[node]
    }

    /// The parent of each node at rest; none where it would close a cycle.
    pub(super) fn parents(&self) -> &[Option<usize>] {
        &self.parents
    }

    /// How far a node's own scale is from 1 at the time.
    pub(super) fn scaling(&self, node: usize) -> f64 {
        let linear = self.pose.local[node].linear();
        let length = |c: usize| linear.iter().map(|row| row[c] * row[c]).sum::<f64>().sqrt();
        (0..3).map(|c| (length(c) - 1.0).abs()).fold(0.0, f64::max)
    }
}

fn place(world: &Affine, turned: bool, unit: f64) -> Place {
    let linear = world.linear();
    let rotation =
        if is_rotation(linear) { quaternion::from_matrix(linear) } else { world.decompose().rotation };
    let [x, y, z] = world.translation().map(|part| part * unit);
    if turned {
        Place { rotation: quaternion::multiply(HALF_TURN, rotation), position: [-x, y, -z] }
    } else {
        Place { rotation, position: [x, y, z] }
    }
}

fn is_rotation(m: [[f64; 3]; 3]) -> bool {
    let [a, b, c] = m;
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let lengths = [dot(a, a), dot(b, b), dot(c, c), dot(cross, c)];
    lengths.iter().all(|length| (length - 1.0).abs() < 1e-9) && dot(a, b).abs() < 1e-9
}
