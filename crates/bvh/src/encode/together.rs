//! Nodes whose transforms depend on nodes other than their parents. They are compared in poses of all nodes.

use anim_core::{Bounds, Clip, Difference, Outside, Peak, Peaks, Poser, Winding};

use super::errors::{Errors, NONE};
use super::frames::Frames;
use super::instants::{inside, moving};
use super::own::Apart;
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
    let channels = moving(clip).concat();
    let mut winding = Winding::new(channels.iter().copied().chain(&shown.channels));
    let mut between = peaks();
    for (frame, times) in frames.of_each(&inside(clip, &channels, frames)).enumerate() {
        between.search(frame, times, &mut winding, |time| compare(time, Some(0), &mut broken));
    }
    let between = between.finish(|_, time| compare(time, None, &mut []));
    let mut outside = peaks();
    let sides = Outside::of(&channels, [0.0, clip.duration]);
    for (side, (there, held)) in sides.iter().zip([0.0, frames.last()]).enumerate() {
        outside.search_outside(side, there, &mut winding, |time| compare(time, Some(1), &mut broken));
        let (bounds, at_held) = (Bounds::new(clip, there, held), compare(held, None, &mut []));
        let limits = nodes.iter().flat_map(|node| {
            let path = tree.path(*node);
            [bounds.position(&path, path.len() - 1), bounds.rotation(&path, path.len() - 1)]
        });
        outside.limit_outside(there, limits, |part| at_held.size(part));
    }
    let outside = outside.finish(|_, time| compare(time, None, &mut []));
    for (index, node) in nodes.iter().enumerate() {
        let of =
            |peaks: &[Peak], span: usize| Errors::of(&peaks[2 * index..2 * index + 2], broken[index][span]);
        note(*node, [of(&between, 0), of(&outside, 1)]);
    }
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
