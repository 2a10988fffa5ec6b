//! Nodes whose joints follow their own channels alone, which are compared at all of their keys, at a cost that does not depend on
//! the number of other nodes.

use anim_core::{Channel, Clip, Poser, Property, climb, quaternion};

use super::errors::Errors;
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
    let between = between(clip, frames);
    let (mut source, mut target) = (Poser::new(clip), Poser::new(shown));
    for (node, channels) in channels.iter().enumerate().filter(|(node, all)| own[*node] && !all.is_empty()) {
        let mut errors = Errors::default();
        let mut compare = |time: f64| {
            let (position, rotation) = poses::place(&source.node(node, time).local());
            let found = target.node(places[node], time).transform;
            let turn = quaternion::angle_between(found.rotation, quaternion::normalize(rotation));
            let off = (0..3).map(|i| position[i] - found.translation[i]);
            (off.map(|off| off * off).sum::<f64>().sqrt(), turn)
        };
        let keys = of_keys(channels.iter().copied(), clip, frames);
        for &time in between.iter().chain(&keys) {
            errors.note(compare(time), time);
        }
        // Around the largest error of each kind, up to the nearest times that were compared.
        let around = |time: f64| {
            let [from, to] = frames.between(frames.rate.frame(time).floor(), clip)?;
            let near = |times: &[f64]| {
                let at = times.partition_point(|other| *other < time);
                let end = at + usize::from(times.get(at) == Some(&time));
                let before = at.checked_sub(1).map_or(from, |before| times[before]);
                [before, times.get(end).copied().unwrap_or(to)]
            };
            let [a, b] = [near(&between), near(&keys)];
            let (from, to) = (from.max(a[0]).max(b[0]), to.min(a[1]).min(b[1]));
            (from < to).then_some([from, to])
        };
        let worst = [errors.place, errors.turn];
        for (part, span) in worst.into_iter().enumerate() {
            if let Some(span) = around(span.time).filter(|_| span.counts()) {
                climb(span, |time| {
                    let found = compare(time);
                    errors.note(found, time);
                    [found.0, found.1][part]
                });
            }
        }
        note(node, errors);
    }
}
