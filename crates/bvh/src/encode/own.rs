//! Nodes whose joints depend only on their own channels. They are compared at all of their keys, at a cost that does not depend
//! on the number of other nodes.

use anim_core::quaternion::{self, Quaternion};
use anim_core::vector::norm;
use anim_core::{Bounds, Channel, Clip, Difference, Outside, Peaks, Poser, Property, Transform, Winding};

use super::errors::{Errors, NONE};
use super::frames::Frames;
use super::instants::{between, moving, of_keys};
use super::poses::Nearest;
use super::tree::Tree;

/// The largest difference of a scale from 1 at which it counts as 1.
const ONE: f64 = 1e-10;

/// Whether each node keeps its local transform from the clip at all times: all nodes above it are only translated and rotated,
/// and their parents are those of the tree.
pub(super) fn own(clip: &Clip, tree: &Tree) -> Vec<bool> {
    let is_one = |factor: &f64| (factor - 1.0).abs() <= ONE;
    let mut carries: Vec<bool> = clip.nodes.iter().map(|node| node.rest.scale.iter().all(is_one)).collect();
    let mut own = vec![true; clip.nodes.len()];
    for channel in &clip.channels {
        let curve = channel.curve();
        match channel.property() {
            Property::Parent => own[channel.node()] = false,
            Property::Alive | Property::Matrix => carries[channel.node()] = false,
            Property::Scale => {
                carries[channel.node()] &= !curve.has_handles() && curve.values().iter().all(is_one);
            }
            _ => {}
        }
    }
    for &node in &tree.order {
        own[node] &= tree.parents[node].is_none_or(|parent| own[parent] && carries[parent]);
    }
    own
}

/// The errors of the nodes that are [`own`] and have channels: between frames, and outside the clip.
pub(super) fn measure(
    clip: &Clip,
    (shown, places): (&Clip, &[usize]),
    own: &[bool],
    frames: &Frames,
    mut note: impl FnMut(usize, [Errors; 2]),
) {
    let channels = moving(clip);
    let mut found: Vec<Vec<&Channel>> = vec![Vec::new(); shown.nodes.len()];
    for channel in &shown.channels {
        found[channel.node()].push(channel);
    }
    let between = between(clip, frames);
    let (mut source, mut target) = (Poser::new(clip), Poser::new(shown));
    for (node, channels) in channels.iter().enumerate().filter(|(node, all)| own[*node] && !all.is_empty()) {
        let mut times = of_keys(channels.iter().copied(), clip, frames);
        times.reserve_exact(between.len());
        times.extend(&between);
        times.sort_unstable_by(f64::total_cmp);
        times.dedup();
        let mut nearest = Nearest::default();
        let mut compare = |time: f64| {
            let place = nearest.place(&source.node(node, time).local());
            Apart::new(place, &target.node(places[node], time).transform)
        };
        let mut winding = Winding::new(channels.iter().chain(&found[places[node]]).copied());
        let mut inside = Peaks::new([NONE; 2]);
        let mut is_broken = [false; 2];
        for (frame, times) in frames.of_each(&times).enumerate() {
            inside.search(frame, times, &mut winding, |time| noted(compare(time), &mut is_broken[0]));
        }
        let inside = inside.finish(|_, time| compare(time));
        let mut outside = Peaks::new([NONE; 2]);
        let sides = Outside::of(channels, [0.0, clip.duration]);
        for (side, (there, held)) in sides.iter().zip([0.0, frames.last()]).enumerate() {
            outside.search_outside(side, there, &mut winding, |time| noted(compare(time), &mut is_broken[1]));
            let bounds = Bounds::of_node(&clip.nodes[node], channels.clone(), there, held);
            let limits = [bounds.position(&[0], 0), bounds.rotation(&[0], 0)];
            outside.limit_outside(there, limits, |part| compare(held).size(part));
        }
        let outside = outside.finish(|_, time| compare(time));
        note(node, [Errors::of(&inside, is_broken[0]), Errors::of(&outside, is_broken[1])]);
    }
}

/// Whether a property changes a part of [`Apart`]: the position or the rotation.
pub(super) fn drives(part: usize, property: &Property) -> bool {
    let drives = match part {
        0 => matches!(property, Property::Translation | Property::Displacement),
        _ => property.is_rotation(),
    };
    drives || *property == Property::Matrix
}

fn noted(apart: Apart, is_broken: &mut bool) -> Apart {
    *is_broken |= apart.is_broken();
    apart
}

/// The difference between a joint and its node: the offset of the position, and the rotation between the two.
pub(super) struct Apart {
    offset: [f64; 3],
    turn: Quaternion,
}

impl Apart {
    /// From the position and the rotation of the node, and the transform of the joint.
    pub(super) fn new((position, rotation): ([f64; 3], Quaternion), found: &Transform) -> Self {
        let offset = std::array::from_fn(|axis| position[axis] - found.translation[axis]);
        let back = quaternion::conjugate(found.rotation);
        Self { offset, turn: quaternion::multiply(back, quaternion::normalize(rotation)) }
    }

    /// Whether the position is not finite.
    pub(super) fn is_broken(&self) -> bool {
        !norm(self.offset).is_finite()
    }
}

impl Difference for Apart {
    fn parts(&self) -> usize {
        2
    }

    fn size(&self, part: usize) -> f64 {
        match part {
            // A NaN distance comes from a broken position.
            0 => Some(norm(self.offset)).filter(|size| size.is_finite()).unwrap_or(f64::NAN),
            _ => quaternion::angle_between(self.turn, quaternion::IDENTITY),
        }
    }

    fn change(&self, other: &Self, part: usize) -> f64 {
        match part {
            0 => norm(std::array::from_fn(|axis| self.offset[axis] - other.offset[axis])),
            _ => quaternion::angle_between(self.turn, other.turn),
        }
    }

    fn is_angle(&self, part: usize) -> bool {
        part == 1
    }
}
