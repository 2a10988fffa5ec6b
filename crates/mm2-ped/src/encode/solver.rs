//! The position of the first bone and the angles of all bones, frame by frame.

use anim_core::quaternion::{self, IDENTITY, Quaternion};
use anim_core::{Clip, Property, Sampler, trig};

use super::figure::Figure;
use crate::Skeleton;
use crate::pose::{EULER_ORDER, nearest_angles, transposed};

/// Computes the angles of bones from the nodes of a clip.
///
/// The game's bones are unrotated at rest. The world rotation of a bone is that of its node relative to the node's rest,
/// whatever the rest rotation and the proportions of the nodes. A bone without a node does not rotate relative to its parent.
pub(super) struct Solver<'a> {
    bones: Vec<Driver<'a>>,
    /// The world rotation of each bone in the current frame.
    world: Vec<Quaternion>,
    /// The rotation of each bone relative to its parent.
    pub(super) local: Vec<Quaternion>,
    /// The position of the first bone in the current frame.
    pub(super) position: [f64; 3],
    /// The displacement of each bone's node from its rest position, relative to the bone above, in metres.
    pub(super) moved: Vec<[f64; 3]>,
    before: Option<Vec<[f64; 3]>>,
    /// The largest difference of the scale of each bone's node from 1, which a file cannot represent.
    pub(super) scales: Vec<f64>,
}

struct Driver<'a> {
    node: Option<usize>,
    parent: Option<usize>,
    /// The nearest bone above with a node, and the offset of this node from that node at rest.
    anchor: Option<(usize, [f64; 3])>,
    /// The inverse of the node's rest rotation.
    unrest: Quaternion,
    /// The node's angles, if the bone can have the same.
    angles: Option<Sampler<'a>>,
    offset: [f64; 3],
}

impl<'a> Solver<'a> {
    pub(super) fn new(
        clip: &'a Clip,
        skeleton: &Skeleton,
        nodes: &[Option<usize>],
        figure: &Figure<'_>,
    ) -> Self {
        let bones: Vec<_> =
            (0..skeleton.bones().len()).map(|bone| driver(clip, skeleton, nodes, figure, bone)).collect();
        let count = bones.len();
        Self {
            bones,
            world: Vec::with_capacity(count),
            local: vec![IDENTITY; count],
            position: [0.0; 3],
            moved: vec![[0.0; 3]; count],
            before: None,
            scales: vec![0.0; count],
        }
    }

    /// Sets the world rotations and the position to the current pose of the figure.
    pub(super) fn pose(&mut self, figure: &Figure<'_>) {
        let root = &self.bones[0];
        self.position = root.node.map_or(root.offset, |node| figure.current(node).position);
        self.world.clear();
        for (index, bone) in self.bones.iter().enumerate() {
            let above = bone.parent.map_or(IDENTITY, |parent| self.world[parent]);
            let turned =
                bone.node.map(|node| quaternion::multiply(figure.current(node).rotation, bone.unrest));
            let world = turned.unwrap_or(above);
            self.local[index] = quaternion::multiply(quaternion::conjugate(above), world);
            self.world.push(world);
        }
        self.measure(figure);
    }

    /// Appends the floats of the frame at a time, to which the figure was already moved.
    pub(super) fn frame(&mut self, figure: &Figure<'_>, time: f64, values: &mut Vec<f32>) {
        self.pose(figure);
        values.extend(self.position.map(|part| part as f32));
        let started = self.before.is_some();
        let before = self.before.get_or_insert_with(|| vec![[0.0; 3]; self.bones.len()]);
        for (index, bone) in self.bones.iter_mut().enumerate() {
            let rows = transposed(quaternion::to_matrix(self.local[index]));
            let angles = match &mut bone.angles {
                Some(sampler) => {
                    let mut angles = [0.0; 3];
                    sampler.sample(time, &mut angles);
                    angles
                }
                None if started => nearest_angles(rows, before[index]),
                None => crate::pose::from_rows(rows),
            };
            values.extend(angles.map(|angle| angle as f32));
            before[index] = angles;
        }
    }

    /// The parent of a bone.
    pub(super) fn parent(&self, bone: usize) -> Option<usize> {
        self.bones[bone].parent
    }

    /// The node that moves a bone.
    pub(super) fn node(&self, bone: usize) -> Option<usize> {
        self.bones[bone].node
    }

    /// Measures the part of the current pose that no frame can represent.
    fn measure(&mut self, figure: &Figure<'_>) {
        for (index, bone) in self.bones.iter().enumerate() {
            let Some(node) = bone.node else { continue };
            self.scales[index] = self.scales[index].max(figure.scale_error(node));
            let here = figure.current(node).position;
            let Some((anchor, rest)) = bone.anchor else {
                if index > 0 {
                    self.moved[index] = from(figure.rest(node).position, here);
                }
                continue;
            };
            let Some(above) = self.bones[anchor].node else { continue };
            let span = from(figure.current(above).position, here);
            self.moved[index] = from(rest, rotated(quaternion::conjugate(self.world[anchor]), span));
        }
    }
}

fn driver<'a>(
    clip: &'a Clip,
    skeleton: &Skeleton,
    nodes: &[Option<usize>],
    figure: &Figure<'_>,
    index: usize,
) -> Driver<'a> {
    let bone = &skeleton.bones()[index];
    let node = nodes[index];
    let mut above = bone.parent;
    while let Some(parent) = above.filter(|&parent| nodes[parent].is_none()) {
        above = skeleton.bones()[parent].parent;
    }
    let anchor = above.zip(node).and_then(|(anchor, node)| {
        let (here, there) = (figure.rest(node).position, figure.rest(nodes[anchor]?).position);
        Some((anchor, std::array::from_fn(|axis| here[axis] - there[axis])))
    });
    let unrest = node.map_or(IDENTITY, |node| quaternion::conjugate(figure.rest(node).rotation));
    let parent_node = bone.parent.and_then(|parent| nodes[parent]);
    let unrotated = |node: Option<usize>| node.is_none_or(|node| figure.rest(node).rotation == IDENTITY);
    let alike = bone.parent.is_some() == parent_node.is_some()
        && node.is_some_and(|node| figure.parents()[node] == parent_node);
    let angles = node.filter(|_| alike && unrotated(node) && unrotated(parent_node));
    Driver {
        node,
        parent: bone.parent,
        anchor,
        unrest,
        angles: angles.and_then(|node| own_angles(clip, node)),
        offset: bone.offset.map(f64::from),
    }
}

/// The curve of a node's angles, if their order is that of the file and nothing else rotates the node.
fn own_angles(clip: &Clip, node: usize) -> Option<Sampler<'_>> {
    use Property as P;
    let turns = |property: &P| property.is_rotation() || matches!(property, P::Matrix);
    let steady = !clip.channels.iter().any(|channel| matches!(channel.property(), P::Parent | P::Alive));
    let mut turning =
        clip.channels.iter().filter(|channel| channel.node() == node && turns(channel.property()));
    let channel = turning.next().filter(|_| steady && turning.next().is_none())?;
    let whole = *channel.property() == P::Euler(EULER_ORDER) && channel.curve().width() == 3;
    whole.then(|| Sampler::new(channel.curve()))
}

fn rotated(by: Quaternion, v: [f64; 3]) -> [f64; 3] {
    quaternion::to_matrix(by).map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

pub(super) fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let [x, y, z] = from(a, b);
    trig::hypot(trig::hypot(x, y), z)
}

/// The way from one position to another.
fn from(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| b[axis] - a[axis])
}
