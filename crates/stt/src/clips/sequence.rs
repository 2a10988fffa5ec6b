//! A keyframe state as a clip: one cycle, by itself.

use std::collections::HashMap;

use anim_core::{Clip, Location, Loss, Node, Sink, Wrap};

use super::fit::{Terms, pieces};
use super::spans::{Span, resolved, spans};
use super::track::Track;
use super::{Slot, motion, single};
use crate::channel::Motion;
use crate::machine::{Leaf, Machine};
use crate::schedule::After;
use crate::{Clock, codes};

/// The clip of a keyframe state, without a name.
pub(super) fn clip(machine: &Machine<'_>, state: usize, budget: &mut usize, sink: &mut dyn Sink) -> Clip {
    let place = machine.stt.states[state].name.origin.location(format!("state[{state}]"));
    // What leads nowhere shows nothing.
    let Some(shown) = resolved(machine, state) else { return Clip::default() };
    let cut = |sink: &mut dyn Sink| {
        let message = format!(
            "the state takes more pieces of curves than the {} allowed for each node and key of the file",
            machine.options.pieces
        );
        sink.report(codes::LIMIT.at(place.clone(), message).losing(Loss::Dropped));
    };
    if machine.is_single(shown) {
        let Some(left) = budget.checked_sub(3 * machine.parts(shown).len()) else {
            cut(sink);
            return Clip::default();
        };
        *budget = left;
        return single(machine, shown);
    }
    let Some(schedule) = machine.schedule(shown) else { return Clip::default() };
    let duration = schedule.cycle.min(f64::MAX);
    let mut sequence = Sequence { machine, duration, numbers: HashMap::new(), nodes: Vec::new() };
    let channels = spans(machine, shown, duration, budget).and_then(|spans| {
        spans.iter().try_for_each(|span| sequence.add(span, budget))?;
        if let After::Hold(key) = schedule.after {
            sequence.hold(machine.first_leaf(shown, key, duration, true));
        }
        Some(())
    });
    if channels.is_none() {
        cut(sink);
        return Clip { duration, ..Clip::default() };
    }
    let repeats = schedule.after == After::Repeat && machine.options.clock == Clock::Local;
    sequence.finish(if repeats { Wrap::Repeat } else { Wrap::Hold }, &place, sink)
}

/// The tracks of a sequence that is being laid out.
struct Sequence<'m, 'a> {
    machine: &'m Machine<'a>,
    duration: f64,
    /// The place of a node in `nodes`.
    numbers: HashMap<usize, usize>,
    nodes: Vec<(usize, [Track; 3])>,
}

impl Sequence<'_, '_> {
    /// Adds what plays in a span; `None` if the budget is not enough.
    fn add(&mut self, span: &Span, budget: &mut usize) -> Option<()> {
        let leaves = span.leaf.into_iter().map(|leaf| (leaf, None));
        // The innermost first, as they act.
        let targets = span
            .morphs
            .iter()
            .rev()
            .filter_map(|morph| morph.target.map(|target| (target, Some(morph.times))));
        let mut terms: HashMap<(usize, usize), Terms> = HashMap::new();
        let mut order = Vec::new();
        for (leaf, morph) in leaves.chain(targets) {
            for part in self.machine.parts(leaf.single) {
                for (slot, drive) in part.drives.into_iter().enumerate() {
                    let Some(motion) = drive.and_then(|drive| motion(self.machine, drive)) else { continue };
                    *budget = budget.checked_sub(1)?;
                    let entry = terms.entry((part.node, slot));
                    if let std::collections::hash_map::Entry::Vacant(_) = entry {
                        order.push((part.node, slot));
                    }
                    entry.or_default().push(motion, leaf.runs, morph);
                }
            }
        }
        for (node, slot) in order {
            let Some(terms) = terms.remove(&(node, slot)) else { continue };
            let pieces = pieces(&terms, span.times, budget)?;
            self.track(node, slot).extend(pieces);
        }
        Some(())
    }

    /// Lets the sequence end with what a leaf shows; what the leaf does not drive ends at zero.
    fn hold(&mut self, leaf: Option<Leaf>) {
        for (_, tracks) in &mut self.nodes {
            tracks.iter_mut().filter(|track| !track.is_empty()).for_each(Track::end_undriven);
        }
        let Some(Leaf { single, runs }) = leaf else { return };
        let machine = self.machine;
        for part in machine.parts(single) {
            for (slot, drive) in part.drives.into_iter().enumerate() {
                let motion = drive.and_then(|drive| motion(machine, drive));
                let value = motion.map(|motion: Motion| {
                    let local = runs.local(self.duration);
                    motion.arc(local).at(local)[0]
                });
                if let Some(value) = value {
                    self.track(part.node, slot).end_at(value);
                }
            }
        }
    }

    fn track(&mut self, node: usize, slot: usize) -> &mut Track {
        let next = self.nodes.len();
        let place = *self.numbers.entry(node).or_insert(next);
        if place == next {
            self.nodes.push((node, Default::default()));
        }
        &mut self.nodes[place].1[slot]
    }

    fn finish(self, wrap: Wrap, place: &Location, sink: &mut dyn Sink) -> Clip {
        let mut clip = Clip { duration: self.duration, ..Clip::default() };
        let (mut gaps, mut error) = (0, 0.0f64);
        for (node, tracks) in self.nodes {
            let index = clip.nodes.len();
            clip.nodes.push(Node::new(self.machine.nodes[node].to_string()));
            for (slot, track) in Slot::ALL.into_iter().zip(tracks) {
                if track.is_empty() {
                    continue;
                }
                gaps += usize::from(track.has_gaps(self.duration));
                error = error.max(slot.unit(track.error()));
                let curve = track.curve(slot, self.duration, wrap);
                clip.channels.extend(curve.and_then(|curve| slot.channel(self.machine, index, curve)));
            }
        }
        if gaps > 0 {
            let message = format!("{gaps} channels are not driven all the time, and are at zero in between");
            sink.report(codes::UNDRIVEN.at(place.clone(), message).losing(Loss::Approximated(0.0)));
        }
        if error > 0.0 {
            let message = format!("cut and morphed motion became Bézier curves within {error:.1e}");
            sink.report(codes::FITTED.at(place.clone(), message).losing(Loss::Approximated(error)));
        }
        clip
    }
}
