//! Where every node is in every frame, as translation and rotation relative to its parent.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Affine, Clip, Pose, Poser, Rate};

use super::tree::Tree;

/// How far the columns of a map may be from those of a rotation to pass for one.
const RIGID: f64 = 1e-9;

/// One node over all frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    pub(super) positions: Vec<[f64; 3]>,
    pub(super) rotations: Vec<Quaternion>,
    /// Whether the local map is no rotation in some frame.
    pub(super) is_scaled: bool,
    /// Whether some value was no finite number.
    pub(super) is_broken: bool,
}

/// Samples a clip at so many frames of a rate, node by node.
///
/// Under a parent that is only moved and turned, a node's place is its own. Under any other, and while its parent is
/// another one, it is computed from where it is in the world, so that this at least is right.
pub(super) fn sample(clip: &Clip, tree: &Tree, rate: Rate, frames: usize) -> Vec<Track> {
    let count = clip.nodes.len();
    let empty = Track {
        positions: Vec::with_capacity(frames),
        rotations: Vec::with_capacity(frames),
        ..Track::default()
    };
    let mut tracks = vec![empty; count];
    let (mut poser, mut pose) = (Poser::new(clip), Pose::default());
    // How each node is turned in the world of the BVH, and whether its map there is that of the clip.
    let mut turned = vec![quaternion::IDENTITY; count];
    let mut agrees = vec![false; count];
    for frame in 0..frames {
        poser.pose(rate.time(frame as f64), &mut pose);
        for &node in &tree.order {
            let parent = tree.parents[node];
            let local = &pose.local[node];
            let above = parent.map_or(quaternion::IDENTITY, |parent| turned[parent]);
            let rotation = rigid(local);
            let is_own = pose.parent[node] == parent && parent.is_none_or(|parent| agrees[parent]);
            let (position, turn) = if is_own {
                (local.translation(), rotation.unwrap_or_else(|| local.decompose().rotation))
            } else {
                let world = &pose.world[node];
                let from = parent.map_or([0.0; 3], |parent| pose.world[parent].translation());
                let turn = rigid(world).unwrap_or_else(|| world.decompose().rotation);
                let back = quaternion::conjugate(above);
                (rotate(back, difference(world.translation(), from)), quaternion::multiply(back, turn))
            };
            turned[node] = quaternion::normalize(quaternion::multiply(above, turn));
            agrees[node] = is_own && rotation.is_some();
            tracks[node].is_scaled |= rotation.is_none();
            tracks[node].push(position, turn);
        }
    }
    tracks
}

impl Track {
    fn push(&mut self, position: [f64; 3], rotation: Quaternion) {
        let last = self.positions.last().copied().unwrap_or_default();
        self.is_broken |= !position.iter().all(|part| part.is_finite());
        self.positions
            .push(std::array::from_fn(|i| if position[i].is_finite() { position[i] } else { last[i] }));
        self.rotations.push(quaternion::normalize(rotation));
    }
}

/// The rotation that a map is, if it is one after a translation.
fn rigid(map: &Affine) -> Option<Quaternion> {
    let [x, y, z] = map.linear();
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let volume = dot(x, [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]]);
    let lengths = [dot(x, x), dot(y, y), dot(z, z), volume];
    let is_rigid = lengths.iter().all(|length| (length - 1.0).abs() <= RIGID)
        && [dot(x, y), dot(y, z), dot(z, x)].iter().all(|angle| angle.abs() <= RIGID);
    is_rigid.then(|| quaternion::from_matrix([x, y, z]))
}

fn rotate(rotation: Quaternion, vector: [f64; 3]) -> [f64; 3] {
    quaternion::to_matrix(rotation).map(|row| (0..3).map(|i| row[i] * vector[i]).sum())
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}
