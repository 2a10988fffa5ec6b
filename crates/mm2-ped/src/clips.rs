//! Document to clips.

mod lost;
mod lowering;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use anim_core::{Clip, Location, Loss, Node, Report, UniqueNames, agreeing, counted, listed};

use crate::names::unique;
use crate::shown::{figure, transformed};
use crate::text::displayed;
use crate::{Anim, ClipOptions, File, Mirror, Mm2Ped, Motion, Skeleton, State, codes};
pub(crate) use lowering::nodes;
use lowering::{REST, clip_of, rest_clip};

/// The number of frames that the nodes and channels of a clip count as in the limit.
const STATE_FRAMES: usize = 16;

/// The clips of a document: see [`Format::lower`](anim_core::Format::lower) of [`Mm2Ped`].
pub(crate) fn of(document: &Mm2Ped, options: ClipOptions, report: &mut Report) -> Vec<Clip> {
    match &document.file {
        File::Anim(anim) => of_anim(document, anim, options, report),
        File::Skeleton(skeleton) => {
            lose(lost::of_skeleton(skeleton), REST, report);
            vec![rest_clip(skeleton, options)]
        }
        File::States(table) => {
            for part in lost::of_table(table) {
                report.lose(codes::NOT_IN_CLIP.dropped(format!("not in a clip: {part}")));
            }
            of_states(document, table.states(), options, report)
        }
    }
}

/// The motion of an `.anim`, and each state that shows it.
fn of_anim(document: &Mm2Ped, anim: &Anim, options: ClipOptions, report: &mut Report) -> Vec<Clip> {
    let name = document.name.as_deref();
    let states = document.states.as_ref().map_or(&[][..], |table| table.states());
    let own: Vec<_> = states.iter().filter(|state| name.is_some_and(|name| state.plays(name))).collect();
    let name = name.unwrap_or("animation");
    lose(lost::of_anim(anim), name, report);
    if options.motion == Motion::Game && document.states.is_none() {
        let message = "without a state table, the root keeps the motion that the game removes for each state: the option `states` \
                       names the table";
        report.push(codes::NO_STATES.at(Location::path(name), message));
    }
    report_unmirrored(document, options, report);
    let skeleton = document.skeleton.as_ref();
    let anim = transformed(anim, skeleton, options, own.iter().copied());
    let nodes = nodes(&figure(skeleton, &anim));
    let frames: Vec<_> = (0..anim.frames()).collect();
    let mut lowered = StateClips::new(options);
    let complete = clip_of(unique(name, &mut lowered.names, report), &anim, &frames, nodes, options);
    let nodes = complete.nodes.clone();
    let mut clips = vec![complete];
    clips.extend(own.into_iter().filter_map(|state| lowered.clip(state, name, &anim, &nodes, report)));
    lowered.report(report);
    clips
}

/// A clip for each state whose `.anim` was found.
fn of_states(document: &Mm2Ped, states: &[State], options: ClipOptions, report: &mut Report) -> Vec<Clip> {
    report_unmirrored(document, options, report);
    // The states that show each `.anim`, in the order of the files, which is the order of the losses.
    let mut shown: BTreeMap<usize, Vec<&State>> = BTreeMap::new();
    let indices = indices(document);
    let index_of = |state: &State| indices.get(&state.clip.to_lowercase()).copied();
    for state in states {
        if let Some(index) = index_of(state) {
            shown.entry(index).or_default().push(state);
        }
    }
    let skeleton = document.skeleton.as_ref();
    let loaded: HashMap<usize, (Cow<'_, Anim>, Vec<Node>)> = shown
        .into_iter()
        .map(|(index, states)| {
            let (name, anim) = &document.clips[index];
            for lost in lost::of_anim(anim) {
                report.lose(lost_of_file(&lost, name));
            }
            let anim = transformed(anim, skeleton, options, states);
            let nodes = nodes(&figure(skeleton, &anim));
            (index, (anim, nodes))
        })
        .collect();
    let mut lowered = StateClips::new(options);
    let mut clips = Vec::new();
    let mut missing = Vec::new();
    for state in states {
        match index_of(state).and_then(|index| loaded.get(&index)) {
            Some((anim, nodes)) => clips.extend(lowered.clip(state, &state.clip, anim, nodes, report)),
            None => missing.push(displayed(&state.name)),
        }
    }
    if !missing.is_empty() {
        let message = format!("the .anim of {} is not in the folder of the table", listed(&missing));
        report.lose(codes::CLIP_MISSING.dropped(message));
    }
    lowered.report(report);
    clips
}

/// The name of the clip of each state; `None` for a state without a clip.
pub(crate) fn names_of_states(document: &Mm2Ped, states: &[State]) -> Vec<Option<String>> {
    let indices = indices(document);
    let (mut lowered, mut report) = (StateClips::new(ClipOptions::default()), Report::new());
    let names = states.iter().map(|state| {
        let index = *indices.get(&state.clip.to_lowercase())?;
        lowered.name(state, &document.clips[index].1, &mut report)
    });
    names.collect()
}

/// The indices of the `.anim` files of a table by their names in lower case.
fn indices(document: &Mm2Ped) -> HashMap<String, usize> {
    document.clips.iter().enumerate().map(|(index, (name, _))| (name.to_lowercase(), index)).collect()
}

/// Reports that mirroring changes nothing, if no bones have sides.
fn report_unmirrored(document: &Mm2Ped, options: ClipOptions, report: &mut Report) {
    let has_sides = |skeleton: &Skeleton| !Mirror::new(skeleton).is_empty();
    if options.mirror && !document.skeleton.as_ref().is_some_and(has_sides) {
        let message = "no pair of bones has names that end in `_l` and `_r`: nothing is mirrored";
        report.push(codes::MIRROR.at(Location::default(), message));
    }
}

/// Reports parts of a file that are not represented in the clip with this name.
fn lose(parts: Vec<String>, clip: &str, report: &mut Report) {
    for part in parts {
        let message = format!("not in a clip: {part}");
        report.lose(codes::NOT_IN_CLIP.dropped(message).in_clip_named(clip).at(Location::path(clip)));
    }
}

/// The loss of a part of an `.anim` that clips of a table are made from.
fn lost_of_file(part: &str, name: &str) -> Loss {
    let message = format!("not in a clip: {part} of `{}.anim`", displayed(name));
    codes::NOT_IN_CLIP.dropped(message).at(Location::path(name))
}

/// The clips of states, within the limit.
struct StateClips {
    options: ClipOptions,
    names: UniqueNames<'static>,
    /// The number of floats in the clips so far.
    values: usize,
    left_out: usize,
}

impl StateClips {
    fn new(options: ClipOptions) -> Self {
        Self { options, names: UniqueNames::default(), values: 0, left_out: 0 }
    }

    /// The clip of a state that shows `anim`, from a file of this name; `None` if it would exceed the limit.
    fn clip(
        &mut self,
        state: &State,
        file: &str,
        anim: &Anim,
        nodes: &[Node],
        report: &mut Report,
    ) -> Option<Clip> {
        let name = self.name(state, anim, report)?;
        let frames: Vec<_> = state.window(anim.frames()).frames().collect();
        let mut clip = clip_of(name, anim, &frames, nodes.to_vec(), self.options);
        let mut fact = |key: &str, value: String| clip.metadata.push((format!("mm2.{key}"), value));
        fact("clip", displayed(file).into_owned());
        if let Some(next) = &state.next {
            fact("next", displayed(next).into_owned());
        }
        let [forward, sideways] = state.speed(anim.frames());
        fact("first", state.first.to_string());
        fact("last", state.last.to_string());
        fact("y-offset", state.y_offset.to_string());
        fact("y-distance", state.y_distance.to_string());
        fact("x-offset", state.x_offset.to_string());
        fact("x-distance", state.x_distance.to_string());
        fact("speed", forward.to_string());
        fact("side-speed", sideways.to_string());
        Some(clip)
    }

    /// The name of the clip of a state that shows `anim`; `None` if the clip would exceed the limit.
    fn name(&mut self, state: &State, anim: &Anim, report: &mut Report) -> Option<String> {
        let frames = state.window(anim.frames()).frames().len();
        let values = (frames + STATE_FRAMES) * 3 * (anim.bones() + 1);
        if values > self.options.state_values.get() - self.values {
            self.left_out += 1;
            return None;
        }
        self.values += values;
        Some(unique(&displayed(&state.name), &mut self.names, report))
    }

    fn report(&self, report: &mut Report) {
        if self.left_out > 0 {
            let message = format!(
                "{} {} no clip, because all clips would have more than {}: the option `state-values` allows more",
                counted(self.left_out, "state"),
                agreeing(self.left_out, "has", "have"),
                counted(self.options.state_values.get(), "float")
            );
            report.lose(codes::TOO_MANY_VALUES.dropped(message));
        }
    }
}
