//! A keyframe state as a clip: one cycle of its playback.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::iter;

use anim_core::{Brief, Clip, Deviation, Location, Node, Report, Wrap};

use super::Budget;
use super::fit::{Terms, pieces};
use super::single;
use super::slot::Slot;
use super::spans::{Span, resolved, spans};
use super::track::Track;
use crate::evaluation::nodes_by_name;
use crate::machine::Machine;
use crate::opening::{Opening, Openings};
use crate::schedule::After;
use crate::{Clock, Stt, codes};

/// The number of pieces that a channel counts as.
pub(super) const CHANNEL: usize = 3;

/// The clip of a keyframe state, without events. It takes pieces of curves from a budget, and holds its values once the budget
/// is spent.
pub(super) fn clip(
    machine: &Machine<&Stt>,
    state: usize,
    name: String,
    budget: &mut Budget,
    report: &mut Report,
) -> Clip {
    let place = machine.stt.states[state].name.origin.location(format!("state[{state}]"));
    let mut clip = Clip::new(name);
    let Some(shown) = resolved(machine, state) else { return clip };
    let refuse = |clip: &Clip, has: &str, report: &mut Report, time: f64| {
        let message = format!(
            "the state needs more pieces of curves than the {} for each node and key of the file: the clip {has}",
            machine.options.pieces
        );
        report.lose(codes::LIMIT.dropped(message).in_clip(clip).at_time(time).at(place.clone()));
    };
    if machine.is_single(shown) {
        let Some(left) = budget.pieces.checked_sub(3 * machine.parts(shown).len()) else {
            refuse(&clip, "has no channels", report, 0.0);
            return clip;
        };
        budget.pieces = left;
        return single::clip(machine, shown, clip.name);
    }
    let Some(schedule) = machine.schedule(shown) else { return clip };
    clip.duration = schedule.cycle.min(f64::MAX);
    let mut sequence =
        Sequence { machine, duration: clip.duration, places: HashMap::new(), nodes: Vec::new() };
    let mut openings = Openings::default();
    let room = budget.pieces.min(budget.steps);
    let mut left = room;
    let spans = spans(machine, shown, clip.duration, &mut openings, &mut left);
    budget.steps -= room - left;
    let added = spans.iter().take_while(|span| sequence.add(span, &openings, budget).is_some()).count();
    let until = added.checked_sub(1).and_then(|last| spans.get(last)).map_or(0.0, |last| last.times[1]);
    let mut is_whole = until >= clip.duration;
    if let (true, After::Hold(key)) = (is_whole, schedule.after) {
        let last = openings.enter(machine, shown, key, machine.held(clip.duration), &mut budget.steps);
        is_whole = last.and_then(|last| sequence.hold(last, &openings, budget)).is_some();
    }
    if !is_whole && added == 0 {
        refuse(&clip, "has no channels", report, 0.0);
        return clip;
    }
    if !is_whole {
        refuse(&clip, &format!("holds its values from {} s on", Brief(until)), report, until);
        sequence.cut(until);
    }
    let cycles = schedule.after == After::Repeat;
    let repeats = cycles && machine.options.clock == Clock::Local;
    if cycles && !repeats && !sequence.nodes.is_empty() {
        let message = "the motions of the states run on a clock that the cycle does not reset: the clip holds its last values, while the state continues";
        let mut loss = codes::OUTSIDE.dropped(message).in_clip(&clip).at(place.clone());
        loss.is_evaluated = nodes_by_name(machine).is_some();
        report.lose(loss);
    }
    sequence.finish(if repeats { Wrap::Repeat } else { Wrap::Hold }, &place, &mut clip, report);
    clip
}

/// The tracks of a sequence that is being laid out.
struct Sequence<'m> {
    machine: &'m Machine<&'m Stt>,
    duration: f64,
    /// The position in `nodes` of each node of the file.
    places: HashMap<usize, usize>,
    nodes: Vec<(usize, [Track; 3])>,
}

impl Sequence<'_> {
    /// Adds the motion of a span; `None` if the budget is exceeded and a part of the span is missing.
    fn add(&mut self, span: &Span, openings: &Openings, budget: &mut Budget) -> Option<()> {
        let machine = self.machine;
        // From the innermost morph to the outermost, the order in which they act.
        let targets = span.morphs.iter().rev().map(|morph| (morph.target, Some(morph.times)));
        // For each vector, the number of the opening that last drove it.
        let mut terms: HashMap<(usize, usize), (usize, Terms)> = HashMap::new();
        let mut order = Vec::new();
        for (number, (opening, morph)) in iter::once((span.playing, None)).chain(targets).enumerate() {
            let leaves = openings.leaves(opening);
            budget.steps = budget.steps.checked_sub(leaves.len().saturating_sub(1))?;
            for (leaf, part) in
                leaves.iter().flat_map(|leaf| machine.parts(leaf.single).iter().map(move |part| (leaf, part)))
            {
                for (slot, drive) in machine.drives(leaf.single, part).into_iter().enumerate() {
                    let motion = drive.and_then(|drive| drive.motion(machine.options.sine));
                    let Some(motion) = motion else { continue };
                    budget.steps = budget.steps.checked_sub(1)?;
                    let terms = match terms.entry((part.node, slot)) {
                        // If several leaves of an opening drive a vector, the first one is used.
                        Entry::Occupied(entry) if entry.get().0 == number => continue,
                        Entry::Occupied(entry) => entry.into_mut(),
                        Entry::Vacant(entry) => {
                            order.push((part.node, slot));
                            entry.insert((number, Terms::default()))
                        }
                    };
                    terms.0 = number;
                    terms.1.push(motion, leaf.runs, morph);
                }
            }
        }
        for (node, slot) in order {
            let Some((_, terms)) = terms.remove(&(node, slot)) else { continue };
            let track = self.track(node, slot);
            let own = if track.is_empty() { CHANNEL } else { 0 };
            budget.pieces = budget.pieces.checked_sub(own)?;
            let pieces = pieces(&terms, span.times, &mut budget.pieces)?;
            budget.pieces += track.extend(pieces);
        }
        Some(())
    }

    /// Ends the sequence by holding an opening. Vectors that it does not drive end at 0. `None` if the budget is exceeded.
    fn hold(&mut self, opening: Opening, openings: &Openings, budget: &mut Budget) -> Option<()> {
        for (_, tracks) in &mut self.nodes {
            tracks.iter_mut().filter(|track| !track.is_empty()).for_each(Track::end_undriven);
        }
        let machine = self.machine;
        // If several leaves drive a vector, the first one is used.
        for leaf in openings.leaves(opening).iter().rev() {
            for part in machine.parts(leaf.single) {
                for (slot, drive) in machine.drives(leaf.single, part).into_iter().enumerate() {
                    if let Some(motion) = drive.and_then(|drive| drive.motion(machine.options.sine)) {
                        budget.steps = budget.steps.checked_sub(1)?;
                        let local = leaf.runs.local(self.duration);
                        let [value, _] = motion.standing(local).at(local);
                        self.track(part.node, slot).end_at(value);
                    }
                }
            }
        }
        Some(())
    }

    /// Holds the values of the sequence from a time on.
    fn cut(&mut self, time: f64) {
        let end = self.duration;
        self.nodes.iter_mut().flat_map(|(_, tracks)| tracks).for_each(|track| track.cut(time, end));
    }

    fn track(&mut self, node: usize, slot: usize) -> &mut Track {
        let next = self.nodes.len();
        let place = *self.places.entry(node).or_insert(next);
        if place == next {
            self.nodes.push((node, Default::default()));
        }
        &mut self.nodes[place].1[slot]
    }

    /// Adds nodes and channels to the clip, and reports the differences between channels and the sequence.
    fn finish(self, wrap: Wrap, place: &Location, clip: &mut Clip, report: &mut Report) {
        for (node, tracks) in self.nodes {
            let index = clip.nodes.len();
            clip.nodes.push(Node::new(self.machine.nodes[node].to_string()));
            for (slot, track) in Slot::ALL.into_iter().zip(tracks).filter(|(_, track)| !track.is_empty()) {
                let ((gaps, ends), error) = (track.gaps(self.duration), slot.unit(track.error()));
                let curve = track.curve(slot, self.duration, wrap);
                let channel = curve.and_then(|curve| slot.channel(self.machine.options.order, index, curve));
                let Some(channel) = channel else { continue };
                if gaps > 0.0 || ends {
                    let after = if ends { " and after its end" } else { "" };
                    let message = format!(
                        "the sequence drives {} of the node `{}` for only a part of the time: for {} s of the cycle{after} it is at rest, at 0",
                        channel.property().name(),
                        clip.nodes[index].name,
                        Brief(gaps)
                    );
                    report.push(codes::UNDRIVEN.at(place.clone(), message));
                }
                if error > 0.0 {
                    let error = Deviation::of(channel.property(), error);
                    let message =
                        format!("cut or morphed motion became Bézier curves, whose largest error is {error}");
                    let loss = codes::FITTED.approximated(error, message);
                    report.lose(loss.of_channel(clip, &channel).at(place.clone()));
                }
                clip.channels.push(channel);
            }
        }
    }
}
