//! Nodes whose joints follow their own channels alone, which are compared at all of their keys, at a cost that does not depend on
//! the number of other nodes.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Channel, Clip, Difference, Peaks, Poser, Property, Winding};

use super::errors::{Errors, NONE};
use super::frames::Frames;
use super::instants::{between, is_motion, of_keys};
use super::poses;
use super::tree::Tree;

/// How far a scale may be from 1 to count as 1.
const ONE: f64 = 1e-10;

/// Which nodes have the place relative to their parents that the clip gives them, at any time: all nodes above them are moved and
/// rotated only, and their parents are those of the tree.
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

/// The errors between frames of the nodes that are [`own`].
pub(super) fn measure(
    clip: &Clip,
    (shown, places): (&Clip, &[usize]),
    own: &[bool],
    frames: &Frames,
    mut note: impl FnMut(usize, Errors),
) {
    let mut channels: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| is_motion(channel)) {
        channels[channel.node()].push(channel);
    }
    let mut found: Vec<Vec<&Channel>> = vec![Vec::new(); shown.nodes.len()];
    for channel in &shown.channels {
        found[channel.node()].push(channel);
    }
    let between = between(clip, frames);
    let (mut source, mut target) = (Poser::new(clip), Poser::new(shown));
    for (node, channels) in channels.iter().enumerate().filter(|(node, all)| own[*node] && !all.is_empty()) {
        let mut times = of_keys(channels.iter().copied(), clip, frames);
        times.extend(&between);
        times.sort_unstable_by(f64::total_cmp);
        times.dedup();
        let mut is_broken = false;
        let mut compare = |time: f64| {
            let (position, rotation) = poses::place(&source.node(node, time).local());
            let found = target.node(places[node], time).transform;
            let offset = std::array::from_fn(|axis| position[axis] - found.translation[axis]);
            is_broken |= !length(offset).is_finite();
            let back = quaternion::conjugate(found.rotation);
            Apart { offset, turn: quaternion::multiply(back, quaternion::normalize(rotation)) }
        };
        let mut peaks = Peaks::new([NONE; 2]);
        let mut winding = Winding::new(channels.iter().chain(&found[places[node]]).copied());
        let of_one_frame = |a: &f64, b: &f64| frames.rate.frame(*a).floor() == frames.rate.frame(*b).floor();
        for (frame, times) in times.chunk_by(of_one_frame).enumerate() {
            peaks.search(frame, times, &mut winding, &mut compare);
        }
        let peaks = peaks.finish(|_, time| compare(time));
        note(node, Errors::of(&peaks, is_broken));
    }
}

/// How far a joint is from its node: the offset of the place, and the rotation between the two.
struct Apart {
    offset: [f64; 3],
    turn: Quaternion,
}

impl Difference for Apart {
    fn parts(&self) -> usize {
        2
    }

    fn size(&self, part: usize) -> f64 {
        match part {
            // A distance that is no number is that of a broken position.
            0 => Some(length(self.offset)).filter(|size| size.is_finite()).unwrap_or(f64::NAN),
            _ => quaternion::angle_between(self.turn, quaternion::IDENTITY),
        }
    }

    fn change(&self, other: &Self, part: usize) -> f64 {
        match part {
            0 => length(std::array::from_fn(|axis| self.offset[axis] - other.offset[axis])),
            _ => quaternion::angle_between(self.turn, other.turn),
        }
    }

    fn is_angle(&self, part: usize) -> bool {
        part == 1
    }
}

fn length(v: [f64; 3]) -> f64 {
    v.map(|part| part * part).iter().sum::<f64>().sqrt()
}
