//! Document to clips: one clip for each animation that is not nested, and one for the complete document.

mod bake;
mod begun;
mod budget;
mod channels;
mod driven;
mod driver;
mod evaluator;
pub(crate) mod facts;
mod formula;
mod identifiers;
mod lower;
mod maker;
mod names;
mod phase;
mod plain;
mod plain_key;
mod split;
mod started;
mod steps;
mod switched;
mod turning;
mod turning_times;
mod unheld;
mod value;

use std::collections::HashMap;
use std::sync::Arc;

use anim_core::{Clip, Evaluator, Positive, Rate, Report};

use crate::members::{Member, members, whole};
use crate::nodes::Nodes;
use crate::program::{Program, ResolvedTarget, program};
use crate::{ClipOptions, Hsf, codes};
use begun::begun;
use budget::Budget;
use evaluator::Formulas;
use maker::Maker;
pub(crate) use names::{WHOLE, clip_names};
pub(crate) use plain::gap;

/// The clips of a document: see [`Format::lower`](anim_core::Format::lower) of [`Hsf`].
pub(crate) fn of(hsf: &Hsf, options: ClipOptions, report: &mut Report) -> Vec<Clip> {
    let program = program(hsf);
    let mut maker = Maker::new(&program, options, Budget::of(&program, options), report);
    let mut clips = Vec::new();
    let names = clip_names(&program, options.whole);
    for (top, name) in &names {
        let members = members(&program, *top);
        clips.push(clip(&mut maker, Some(*top), name.clone(), &members, &[]));
    }
    let has_clip = names::has_whole(&program, options.whole);
    if has_clip {
        let whole = whole(&program);
        maker.repeats();
        clips.push(clip(&mut maker, None, WHOLE.to_owned(), &whole.playing, &whole.still));
    }
    if !program.sensors.is_empty() {
        // Also in a clip of one animation, which a sensor may watch or start, and without any clip.
        maker.report.lose(codes::SENSORS.dropped("sensors react to events, which a clip does not have"));
    }
    unheld::waiting(&program, &names, maker.report);
    unheld::delays(&program, names, has_clip, maker.report);
    unheld::report(hsf, &program, maker.report);
    if program.is_cut {
        let (animations, parts) = (program.most, program.most_parts);
        let message = format!(
            "there are more than {animations} animations, or {parts} parts of them, instances included"
        );
        maker.report.lose(codes::CUT.dropped(message));
    }
    clips
}

/// The evaluators of channels in clips that [`of`] made with these options, where their curves are only approximate.
pub(crate) fn evaluators<'a>(
    hsf: &Hsf,
    options: ClipOptions,
    clips: &[Clip],
) -> Vec<Option<Box<dyn Evaluator + 'a>>> {
    const COARSE: Positive = Positive::literal(f64::MAX);
    let program = program(hsf);
    // The keys of this clip do not matter, only the functions that they approximate.
    let coarse = ClipOptions { tolerance: COARSE, tolerance_angle: COARSE, ..options };
    let named = clip_names(&program, options.whole).into_iter().map(|(top, name)| (name, top));
    let tops: HashMap<String, usize> = named.collect();
    let has_whole = names::has_whole(&program, options.whole);
    let budget = Budget::of(&program, coarse);
    let evaluator = |clip: &Clip| {
        let mut report = Report::new();
        let mut maker = Maker::new(&program, coarse, budget, &mut report);
        let made = match tops.get(&clip.name) {
            Some(&top) => {
                let members = members(&program, top);
                self::clip(&mut maker, Some(top), clip.name.clone(), &members, &[])
            }
            None if clip.name == WHOLE && has_whole => {
                let whole = whole(&program);
                self::clip(&mut maker, None, WHOLE.to_owned(), &whole.playing, &whole.still)
            }
            None => return None,
        };
        let formulas = std::mem::take(&mut maker.formulas);
        Some(Box::new(Formulas::of(clip, &made, formulas)?) as Box<dyn Evaluator>)
    };
    clips.iter().map(evaluator).collect()
}

/// A clip of animations that play and animations whose targets do not move: of one outermost animation, or of the complete document.
fn clip(
    maker: &mut Maker<'_, '_>,
    top: Option<usize>,
    name: String,
    playing: &[Member],
    still: &[usize],
) -> Clip {
    let program = maker.program;
    maker.formulas.clear();
    let mut nodes = Nodes::default();
    let mut drivers: Vec<Vec<Member>> = Vec::new();
    for member in playing.iter().filter(|member| has_tracks(program, member.animation)) {
        let node = nodes.of(program, member.animation);
        drivers.resize(nodes.list.len(), Vec::new());
        drivers[node].push(*member);
    }
    for animation in still.iter().filter(|animation| has_tracks(program, **animation)) {
        nodes.of(program, *animation);
    }
    drivers.resize(nodes.list.len(), Vec::new());
    nodes.connect();
    let Nodes { list: nodes, targets, .. } = nodes;
    let mut clip = Clip::new(name).with_duration(duration(program, playing)).with_nodes(nodes);
    clip.rate = Rate::new(program.frames_per_second, 1.0).ok();
    let texts = std::iter::once(&program.file).chain(&program.origin);
    let has_texts = maker.budget.state(texts.map(|text| text.len()).sum());
    clip.metadata = facts::of_document(program, top, has_texts);
    // A clip of one animation covers that animation from its start to its end.
    if playing.len() > 1 || top.is_none() {
        clip.events = begun(program, playing, clip.duration);
    }
    let nodes_with_targets = targets.iter().zip(&drivers).enumerate();
    let targeted = nodes_with_targets
        .filter_map(|(node, (target, members))| Some((node, target.as_deref()?, members.as_slice())));
    clip.events.extend(facts::files(program, has_texts, targeted));
    if !has_texts {
        let message = "the File, Vendor and Version of the document are not in the clip: the option `facts` allows more";
        maker.report.lose(codes::CUT.dropped(message).in_clip(&clip));
    }
    clip.events.sort_by(|a, b| a.time.total_cmp(&b.time));
    if maker.budget.keys == 0 {
        let message =
            "the clip has no channels, because all clips have more keys than the option `keys` allows";
        maker.report.lose(codes::CUT.dropped(message).in_clip(&clip));
        return clip;
    }
    for (node, (members, target)) in drivers.iter().zip(&targets).enumerate() {
        let is_other = |target: &Arc<ResolvedTarget>| {
            let is_own = |member: &Member| has_transform(program, *member, target);
            program.is_contested(target) && !members.iter().all(is_own)
        };
        if target.as_ref().is_some_and(is_other) {
            let message = "TargetObjects state different transforms of the target: the first one counts for all of its animations, but for \
                           the pivots of those that turn it";
            maker.report.lose(codes::OVERLAP.dropped(message).of_node(&clip, node));
        }
        channels::add(maker, &mut clip, node, target.as_ref(), members);
    }
    maker.settle(&clip);
    clip
}

/// Whether a target has the transform that its animation states. An animation that rotates the target does so about its own pivot.
fn has_transform(program: &Program, member: Member, target: &ResolvedTarget) -> bool {
    let animation = &program.animations[member.animation];
    let turns = animation.tracks.iter().any(|track| track.turns() || track.path_vector.is_some());
    let named = animation.target.as_deref();
    named.is_none_or(|named| (turns || named.pivot == target.pivot) && named.is_shaped_as(target))
}

/// Whether an animation drives anything.
fn has_tracks(program: &Program, animation: usize) -> bool {
    !program.animations[animation].tracks.is_empty()
}

/// Seconds to the end of the last animation, or of the first loop of an endless one.
fn duration(program: &Program, members: &[Member]) -> f64 {
    let end = |member: &Member| {
        let animation = &program.animations[member.animation];
        let total = animation.duration();
        let loops = if total.is_finite() { total } else { animation.span.cycle() * animation.tick };
        member.start + loops
    };
    let ticks = members.iter().map(end).fold(0.0, f64::max);
    Some(ticks / program.ticks_per_second).filter(|seconds| seconds.is_finite()).unwrap_or(0.0)
}
