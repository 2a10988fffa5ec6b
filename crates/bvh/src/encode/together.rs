//! Nodes whose transforms depend on nodes other than their parents. They are compared in poses of all nodes.

use anim_core::{Channel, Clip, Difference, Outside, Peak, Peaks, Poser, Property, Winding};

use super::errors::{Errors, NONE};
use super::frames::Frames;
use super::instants::{inside, is_motion};
use super::own::{Apart, drives};
use super::poses::Places;
use super::tree::Tree;

/// The number of poses computed for each time, and the number of poses of nodes allowed in any case.
const EACH: usize = 2;
const FREE: usize = 1 << 17;

/// The errors of some nodes: between frames, and outside the clip. `places` has the index of each node's joint.
pub(super) fn measure(
    (clip, tree): (&Clip, &Tree),
    (shown, places): (&Clip, &[usize]),
    nodes: &[usize],
    frames: &Frames,
    mut note: impl FnMut(usize, [Errors; 2]),
) {
    if nodes.is_empty() {
        return;
    }
    let (mut source, mut target) = (Places::new(clip, tree), Poser::new(shown));
    let mut broken = vec![[false; 2]; nodes.len()];
    let mut compare = |time: f64, broken: Option<usize>, flags: &mut [[bool; 2]]| {
        let all = source.at(time);
        let apart = |&node: &usize| {
            let place = (all[node].position, all[node].rotation);
            Apart::new(place, &target.node(places[node], time).transform)
        };
        let all = All(nodes.iter().map(apart).collect());
        if let Some(span) = broken {
            flags.iter_mut().zip(&all.0).for_each(|(flags, apart)| flags[span] |= apart.is_broken());
        }
        all
    };
    let peaks =
        || Peaks::new(vec![NONE; 2 * nodes.len()]).sparing(EACH, (FREE / clip.nodes.len()).min(Peaks::FREE));
    let mut winding = Winding::new(clip.channels.iter().chain(&shown.channels));
    let mut between = peaks();
    for (frame, times) in frames.of_each(&inside(clip, frames)).enumerate() {
        between.search(frame, times, &mut winding, |time| compare(time, Some(0), &mut broken));
    }
    let between = between.finish(|_, time| compare(time, None, &mut []));
    let mut outside = peaks();
    let channels: Vec<_> = clip.channels.iter().filter(|channel| is_motion(channel)).collect();
    let sides = Outside::of(&channels, [0.0, clip.duration]);
    for (side, (there, held)) in sides.iter().zip([0.0, frames.last()]).enumerate() {
        for times in there.spans() {
            outside.search(side, times, &mut winding, |time| compare(time, Some(1), &mut broken));
        }
        let leaving = leaving(&channels, tree, (there, held));
        for (index, node) in nodes.iter().enumerate() {
            for (part, leaves) in leaving[*node].iter().enumerate() {
                if *leaves {
                    outside.limit(2 * index + part, f64::INFINITY, there.first());
                }
            }
        }
    }
    let outside = outside.finish(|_, time| compare(time, None, &mut []));
    for (index, node) in nodes.iter().enumerate() {
        let of =
            |peaks: &[Peak], span: usize| Errors::of(&peaks[2 * index..2 * index + 2], broken[index][span]);
        note(*node, [of(&between, 0), of(&outside, 1)]);
    }
}

/// Whether the position and the rotation of each node never return to their values at a time: because of its own channels, or because
/// a node above it grows without end.
fn leaving(channels: &[&Channel], tree: &Tree, (there, held): (&Outside, f64)) -> Vec<[bool; 2]> {
    let mut leaving = vec![[false; 2]; tree.parents.len()];
    let (mut grows, mut turns) = (vec![false; tree.parents.len()], vec![false; tree.parents.len()]);
    for &channel in channels.iter().filter(|channel| there.limit([**channel], held) == f64::INFINITY) {
        let (node, property) = (channel.node(), channel.property());
        let mirrors = there.mirrors(channel, held);
        grows[node] |= *property == Property::Scale;
        turns[node] |= mirrors;
        for (part, leaves) in leaving[node].iter_mut().enumerate() {
            *leaves |= drives(part, property) || part == 1 && mirrors;
        }
    }
    for &node in &tree.order {
        let Some(parent) = tree.parents[node] else { continue };
        grows[node] |= grows[parent];
        turns[node] |= turns[parent];
        leaving[node][0] |= grows[parent];
        leaving[node][1] |= turns[parent];
    }
    leaving
}

/// The differences between all nodes and their joints.
struct All(Vec<Apart>);

impl Difference for All {
    fn parts(&self) -> usize {
        2 * self.0.len()
    }

    fn size(&self, part: usize) -> f64 {
        self.0[part / 2].size(part % 2)
    }

    fn change(&self, other: &Self, part: usize) -> f64 {
        self.0[part / 2].change(&other.0[part / 2], part % 2)
    }

    fn is_angle(&self, part: usize) -> bool {
        part % 2 == 1
    }
}
