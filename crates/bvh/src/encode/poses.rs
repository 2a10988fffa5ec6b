//! The translation and rotation of every node in every frame, relative to its parent.

use anim_core::quaternion::{self, Quaternion};
use anim_core::vector::{cross, dot};
use anim_core::{Affine, Clip, Pose, Poser};

use super::tree::Tree;

/// The largest deviation of a map from a rotation that is ignored, for squared lengths and scalar products.
const RIGID: f64 = 1e-9;

/// One node at all times.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    pub(super) positions: Vec<[f64; 3]>,
    pub(super) rotations: Vec<Quaternion>,
    /// The largest deviation of an axis of the local map from a length of 1 and from a right angle to the others; 0 for
    /// rotations.
    pub(super) scaled: f64,
    /// Whether some position is not finite.
    pub(super) is_broken: bool,
}

/// Samples a clip at some times, node by node.
pub(super) fn sample(clip: &Clip, tree: &Tree, times: &[f64]) -> Vec<Track> {
    let mut tracks = vec![Track::default(); clip.nodes.len()];
    for track in &mut tracks {
        track.positions.reserve_exact(times.len());
        track.rotations.reserve_exact(times.len());
    }
    let mut places = Places::new(clip, tree);
    for &time in times {
        for (track, place) in tracks.iter_mut().zip(places.at(time)) {
            track.push(place);
        }
    }
    tracks
}

/// The transform of a node relative to its parent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) position: [f64; 3],
    pub(super) rotation: Quaternion,
    /// The largest deviation of an axis of the local map from a length of 1 and from a right angle to the others; 0 for
    /// rotations.
    scaled: f64,
    /// The rotation of the node in the world of the BVH, and whether its map there is that of the clip.
    turned: Quaternion,
    agrees: bool,
}

/// The transforms of all nodes of a clip. A node keeps its local transform if all nodes above it are only translated and
/// rotated and its parent is that of the tree. Otherwise the local transform is computed from the one in the world, so that the
/// latter is exact.
pub(super) struct Places<'a> {
    tree: &'a Tree,
    poser: Poser<'a>,
    pose: Pose,
    all: Vec<Place>,
    /// The rotations nearest to the map of each node, local and in the world.
    nearest: Vec<[Nearest; 2]>,
}

impl<'a> Places<'a> {
    pub(super) fn new(clip: &'a Clip, tree: &'a Tree) -> Self {
        let count = clip.nodes.len();
        let (all, nearest) = (vec![Place::default(); count], vec![[Nearest::default(); 2]; count]);
        Self { tree, poser: Poser::new(clip), pose: Pose::default(), all, nearest }
    }

    /// The transforms at a time in seconds, in the order of the nodes.
    pub(super) fn at(&mut self, time: f64) -> &[Place] {
        self.poser.pose(time, &mut self.pose);
        for &node in &self.tree.order {
            self.all[node] = self.place(node);
        }
        &self.all
    }

    /// The transform of a node in the current pose, after that of its parent.
    fn place(&mut self, node: usize) -> Place {
        let (pose, parent) = (&self.pose, self.tree.parents[node]);
        let [in_parent, in_world] = &mut self.nearest[node];
        let local = &pose.local[node];
        let above = parent.map_or(quaternion::IDENTITY, |parent| self.all[parent].turned);
        let own = rigid(local);
        let is_own = pose.parent[node] == parent && parent.is_none_or(|parent| self.all[parent].agrees);
        let (position, rotation) = if is_own {
            (local.translation(), own.unwrap_or_else(|| in_parent.rotation(local)))
        } else {
            let world = &pose.world[node];
            let from = parent.map_or([0.0; 3], |parent| pose.world[parent].translation());
            let turn = rigid(world).unwrap_or_else(|| in_world.rotation(world));
            let back = quaternion::conjugate(above);
            (rotate(back, difference(world.translation(), from)), quaternion::multiply(back, turn))
        };
        Place {
            position,
            rotation,
            scaled: if own.is_some() { 0.0 } else { unlike_rotation(local) },
            turned: quaternion::normalize(quaternion::multiply(above, rotation)),
            agrees: is_own && own.is_some(),
        }
    }
}

impl Track {
    fn push(&mut self, Place { position, rotation, scaled, .. }: &Place) {
        let last = self.positions.last().copied().unwrap_or_default();
        self.is_broken |= !position.iter().all(|part| part.is_finite());
        self.positions
            .push(std::array::from_fn(|i| if position[i].is_finite() { position[i] } else { last[i] }));
        self.rotations.push(quaternion::normalize(*rotation));
        // NaN counts as infinite.
        self.scaled = if scaled.is_nan() { f64::INFINITY } else { scaled.max(self.scaled) };
    }
}

/// The rotation nearest to a map. It is slow to find for a map with shear, so the last one is kept, since maps usually hold over
/// many times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    to: Affine,
    rotation: Quaternion,
}

impl Default for Nearest {
    fn default() -> Self {
        Self { to: Affine::IDENTITY, rotation: quaternion::IDENTITY }
    }
}

impl Nearest {
    /// The translation and the rotation of a map, or of the nearest one without scale and shear.
    pub(super) fn place(&mut self, map: &Affine) -> ([f64; 3], Quaternion) {
        (map.translation(), rigid(map).unwrap_or_else(|| self.rotation(map)))
    }

    fn rotation(&mut self, map: &Affine) -> Quaternion {
        if self.to != *map {
            *self = Self { to: *map, rotation: map.decompose().rotation };
        }
        self.rotation
    }
}

/// The rotation of a map that only rotates and translates.
fn rigid(map: &Affine) -> Option<Quaternion> {
    let [x, y, z] = map.linear();
    let lengths = [dot(x, x), dot(y, y), dot(z, z), dot(x, cross(y, z))];
    let is_rigid = lengths.iter().all(|length| (length - 1.0).abs() <= RIGID)
        && [dot(x, y), dot(y, z), dot(z, x)].iter().all(|angle| angle.abs() <= RIGID);
    is_rigid.then(|| quaternion::from_matrix([x, y, z]))
}

/// The largest deviation of the axes of a map from length 1 and from right angles. An axis of a mirrored map has a negative length.
fn unlike_rotation(map: &Affine) -> f64 {
    let [x, y, z] = map.linear();
    let columns = [0, 1, 2].map(|axis| [x[axis], y[axis], z[axis]]);
    let sign = if dot(x, cross(y, z)) < 0.0 { -1.0 } else { 1.0 };
    let lengths = columns.map(|axis| (sign * dot(axis, axis).sqrt() - 1.0).abs());
    let angles = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| dot(columns[a], columns[b]).abs());
    lengths
        .into_iter()
        .chain(angles)
        .fold(0.0, |most, off| if off > most || off.is_nan() { off } else { most })
}

fn rotate(rotation: Quaternion, vector: [f64; 3]) -> [f64; 3] {
    quaternion::to_matrix(rotation).map(|row| (0..3).map(|i| row[i] * vector[i]).sum())
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}
