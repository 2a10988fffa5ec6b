//! The pose of all nodes at a time.

use std::ops::Deref;

use crate::channel::mix;
use crate::machine::{Drive, Leaf, Machine};
use crate::opening::{Opening, Openings};
use crate::schedule::Progress;
use crate::{NodePose, Stt};

/// The pose of all nodes, and working memory to compute it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) pose: Vec<NodePose>,
    /// The pose that is being entered; undriven between two calls.
    entering: Vec<NodePose>,
    morphs: Vec<Morph>,
    openings: Openings,
}

/// A morph: between two times, the pose blends into an opening.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Morph {
    times: [f64; 2],
    target: Opening,
}

impl Morph {
    /// The progress of the blend at a time, 0 to 1; 1 if the morph is so short that rounding leaves it no length.
    fn share(&self, time: f64) -> f64 {
        let [start, end] = self.times;
        if end > start { ((time - start) / (end - start)).clamp(0.0, 1.0) } else { 1.0 }
    }
}

impl<D: Deref<Target = Stt>> Machine<D> {
    /// Computes the pose of all nodes at a time, in a state that was entered at `since`.
    pub(crate) fn pose(&self, state: usize, since: f64, time: f64, scratch: &mut Scratch) {
        let Scratch { pose, entering, morphs, openings } = scratch;
        pose.clear();
        pose.resize(self.nodes.len(), NodePose::default());
        morphs.clear();
        openings.clear();
        let playing = self.playing(state, since, time, morphs, openings);
        self.show(openings.leaves(playing), time, pose);
        if !morphs.is_empty() {
            entering.resize(self.nodes.len(), NodePose::default());
        }
        // From the innermost morph to the outermost: the enclosing sequence morphs the result of the nested one.
        for morph in morphs.iter().rev() {
            let leaves = openings.leaves(morph.target);
            self.show(leaves, time, entering);
            let share = morph.share(time);
            for part in leaves.iter().flat_map(|leaf| self.parts(leaf.single)) {
                let entered = std::mem::take(&mut entering[part.node]);
                blend(&mut pose[part.node], entered, share);
            }
        }
    }

    /// The leaves that play at a time. Pushes the active morphs, the outermost first.
    fn playing(
        &self,
        mut state: usize,
        mut since: f64,
        time: f64,
        morphs: &mut Vec<Morph>,
        openings: &mut Openings,
    ) -> Opening {
        // The states of a file and the depth limit what one time costs.
        let mut unlimited = usize::MAX;
        while !self.is_single(state) {
            let Some(progress) = self.schedule(state).map(|schedule| schedule.at(time - since)) else {
                return openings.only(None);
            };
            match progress {
                Progress::Ended { key, since: end } => {
                    let runs = self.held(since + end);
                    return openings.enter(self, state, key, runs, &mut unlimited).unwrap_or_default();
                }
                Progress::Staying { .. } => {}
                Progress::InStep { step, start, .. } => {
                    let entered = since + start;
                    if step.morphed {
                        let target = openings.enter(self, state, step.next, self.awaited(), &mut unlimited);
                        let target = target.unwrap_or_default();
                        morphs.push(Morph { times: [entered, entered + step.length], target });
                    }
                    since = entered;
                }
            }
            let Some(next) = self.links.of(state, progress.key()).state() else { return openings.only(None) };
            state = next;
        }
        openings.only(Some(Leaf { single: state, runs: self.entered(since) }))
    }

    /// Writes the vectors that leaves drive into a pose; if several leaves drive a vector, the first one is used.
    fn show(&self, leaves: &[Leaf], time: f64, pose: &mut [NodePose]) {
        for leaf in leaves.iter().rev() {
            let local = leaf.runs.local(time);
            for part in self.parts(leaf.single) {
                let drives = self.drives(leaf.single, part);
                for (vector, drive) in pose[part.node].vectors().into_iter().zip(drives) {
                    let Some(drive) = drive else { continue };
                    *vector = match drive {
                        Drive::Still(value) => Some(value),
                        Drive::Moving(channel) => channel.value(local, self.options.sine),
                    };
                }
            }
        }
    }
}

/// Blends a pose into the pose that is entered. A vector that only one of them drives keeps its value.
fn blend(pose: &mut NodePose, mut entered: NodePose, share: f64) {
    for (vector, entered) in pose.vectors().into_iter().zip(entered.vectors()) {
        *vector = match (*vector, *entered) {
            (Some(from), Some(to)) => Some(mix(from, to, share)),
            (from, to) => from.or(to),
        };
    }
}
