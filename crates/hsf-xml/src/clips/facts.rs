//! Facts about targets and trails, as channels of one key and events.

use anim_core::{Clip, Curve, Ease, Event, Property as Drives, Times};

use super::WHOLE;
use super::driver::Driver;
use super::maker::Maker;
use crate::members::Member;
use crate::program::{ORIGIN, Program, ResolvedTarget};
use crate::{Key, TargetKind, codes};

/// The metadata key for the number of ticks per second of the document.
const TICKS: &str = "hsf-xml.ticks-per-second";

/// The metadata key for whether an animation starts by itself.
const ACTIVE: &str = "hsf-xml.active";

/// The value of [`ACTIVE`] in the clip of all animations that start by themselves.
const ALL: &str = "all";

/// The metadata of a clip of one animation, or of the clip of all that start by themselves; `has_origin` is whether they state the
/// origin of the document.
pub(super) fn of_document(program: &Program, top: Option<usize>, has_origin: bool) -> Vec<(String, String)> {
    let active = top.map_or(ALL, |top| if program.animations[top].active { "1" } else { "0" });
    let ticks = program.ticks_per_second.to_string();
    let origin = ORIGIN.iter().zip(&program.origin).map(|((_, key), text)| (*key, &**text));
    let origin = origin.filter(|(_, text)| has_origin && !text.is_empty());
    let facts = [(TICKS, &*ticks), (ACTIVE, active)].into_iter().chain(origin);
    facts.map(|(key, text)| (key.to_owned(), text.to_owned())).collect()
}

/// Whether a clip was made from a document of this format.
pub(crate) fn is_of_document(clip: &Clip) -> bool {
    clip.metadata(TICKS).is_some()
}

/// Which clips start by themselves as animations of one document: only the clip of all such animations, or those whose metadata
/// state it. Of clips without such metadata, only the one with the name of the clip of all, or the first.
pub(crate) fn active(clips: &[Clip]) -> Vec<bool> {
    let all = clips.iter().position(|clip| clip.metadata(ACTIVE) == Some(ALL));
    let first = clips.iter().position(|clip| !says(clip) && clip.name == WHOLE).unwrap_or(0);
    let active = clips.iter().enumerate().map(|(index, clip)| match (all, clip.metadata(ACTIVE)) {
        (Some(all), _) => index == all,
        (None, Some(stated)) => stated != "0",
        (None, None) => index == first,
    });
    active.collect()
}

/// Whether the metadata of a clip state whether it starts by itself.
pub(crate) fn says(clip: &Clip) -> bool {
    clip.metadata(ACTIVE).is_some()
}

/// The property that states the kind of a target.
pub(crate) fn kind(word: &str) -> String {
    format!("target.{word}")
}

/// The property of an attribute of a trail.
pub(crate) fn look(key: Key) -> String {
    format!("trail.{}", key.name().to_ascii_lowercase())
}

/// The prefix of an event for a file: the scene, or the contents of a node.
pub(crate) const FILE: &str = "FILE: ";

/// Adds the facts about a target.
pub(super) fn of_target(maker: &mut Maker<'_, '_>, clip: &mut Clip, node: usize, target: &ResolvedTarget) {
    let word = match target.kind {
        TargetKind::Segment => target.camera(),
        // A file becomes an event.
        TargetKind::Object | TargetKind::File => None,
        kind => Some(kind.prefix()),
    };
    if let Some(word) = word {
        add(maker, clip, node, &kind(word), vec![1.0], &[]);
    }
    for (index, subtarget) in target.subtargets.iter().enumerate() {
        let name = match index {
            0 => format!("subtarget.{}", subtarget.kind),
            _ => format!("subtarget.{} ({})", subtarget.kind, index + 1),
        };
        add(maker, clip, node, &name, subtarget.values.clone(), &[]);
    }
}

/// Adds the facts about the look of a trail.
pub(super) fn of_trail(maker: &mut Maker<'_, '_>, clip: &mut Clip, node: usize, driver: &Driver) {
    for (key, text) in &driver.track.look {
        match text.parse::<f64>().ok().filter(|weight| *key == Key::Weight && weight.is_finite()) {
            Some(weight) => add(maker, clip, node, &look(*key), vec![weight], &[]),
            None => add(maker, clip, node, &look(*key), vec![0.0], std::slice::from_ref(text)),
        }
    }
}

/// Adds a channel of one key. Its values are numbers, or indices of texts, which are in the metadata.
fn add(
    maker: &mut Maker<'_, '_>,
    clip: &mut Clip,
    node: usize,
    name: &str,
    values: Vec<f64>,
    texts: &[String],
) {
    let drives = Drives::named(name, values.len());
    let size = values.len() + texts.iter().map(String::len).sum::<usize>();
    if !maker.budget.state(size) {
        let message = format!(
            "`{name}` is not in the clips, because they have more of this than the option `facts` allows"
        );
        return maker.lose(node, &drives, codes::CUT.dropped(message));
    }
    let curve = Times::at(0.0).and_then(|times| Curve::new(times, values.len(), values, Ease::Step));
    let channel = curve.and_then(|curve| anim_core::Channel::new(node, drives, curve));
    clip.channels.extend(channel);
    let node = &clip.nodes[node].name;
    let entry = |(index, text): (usize, &String)| (format!("hsf-xml.{name}.{node}.{index}"), text.clone());
    let entries: Vec<_> = texts.iter().enumerate().map(entry).collect();
    clip.metadata.extend(entries);
}

/// The files that a clip needs: that of the scene at its start, and those that are targets when their animations start.
pub(super) fn files<'a>(
    program: &Program,
    has_scene: bool,
    nodes: impl Iterator<Item = (usize, &'a ResolvedTarget, &'a [Member])>,
) -> Vec<Event> {
    let file = |time: f64, name: &str| Event::named(time, format!("{FILE}{name}"), Vec::new());
    let scene = (has_scene && !program.file.is_empty()).then(|| file(0.0, &program.file));
    let targets =
        nodes.filter(|(_, target, _)| target.kind == TargetKind::File).map(|(node, target, members)| {
            let start = members.iter().map(|member| member.start).fold(f64::INFINITY, f64::min);
            let time = if start.is_finite() { start / program.ticks_per_second } else { 0.0 };
            file(time, &target.name).with_node(node)
        });
    scene.into_iter().chain(targets).collect()
}
