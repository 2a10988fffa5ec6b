//! Document to clips: each animation becomes a clip.

mod curves;
mod drives;
mod easing;
mod lowering;
pub(crate) mod metadata;
pub(crate) mod rotation;
mod scenery;
mod unheld;

use std::cell::RefCell;
use std::collections::HashSet;

use anim_core::{Clip, Location, Report};

use crate::check::Budget;
use crate::path::short;
use crate::scene::{Scene, SceneNode};
use crate::{ClipOptions, Stf, codes};
pub(crate) use curves::together;
pub(crate) use drives::is_rotation;
use lowering::Lowering;

/// The limit on the total size of names and paths over all clips, in bytes. Beyond it, each clip has only the nodes that it
/// moves.
const MAX_NAMES: usize = 1 << 26;

/// Every animation as a clip: see [`Format::lower`](anim_core::Format::lower) of [`Stf`].
pub(crate) fn of(stf: &Stf, options: ClipOptions, report: &mut Report) -> Vec<Clip> {
    let scene = Scene::of(stf);
    for id in &scene.unread {
        let message = "the resource is left out of the hierarchy: expected an object without numbers beyond 64 bits and \
                       without halves of surrogate pairs";
        report.lose(codes::UNREAD.dropped(message).at(Location::path(format!("resources/{id}"))));
    }
    scenery::report(stf, report);
    unheld::report(stf, report);
    let names = names(stf);
    unheld::report_names(stf, &scene, (&names, options.names), report);
    for resource in stf.resources().iter().filter(|resource| resource.is_animation()) {
        if resource.animation().is_none() {
            let message = "the animation cannot be read: part of it has another shape than the format's";
            let at = Location::path(format!("resources/{}", short(resource.id())));
            report.lose(codes::UNREAD.dropped(message).at(at));
        }
    }
    let metres = stf.metres();
    let count = stf.animations().count();
    let size = scene.nodes.iter().map(size).sum::<usize>();
    let complete = size.saturating_mul(count) <= MAX_NAMES;
    let budget = RefCell::new(Budget::of(stf));
    let mut clips = Vec::with_capacity(count);
    for ((id, animation), name) in stf.animations().zip(names) {
        let mut lowering = Lowering::new(stf, &scene, animation, options, name, &budget);
        if complete {
            lowering.add_scene();
        }
        let mut clip = lowering.clip(id, report);
        clip.space.unit = metres;
        clips.push(clip);
    }
    clips
}

/// The name of the clip of each animation: its own, or its id if it has no name; with its id appended if an earlier clip has
/// that name.
pub(crate) fn names(stf: &Stf) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut names = Vec::new();
    for (index, (id, animation)) in stf.animations().enumerate() {
        let plain = animation.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(id);
        let candidates = [plain.to_owned(), format!("{plain} {id}"), format!("{plain} {id} #{index}")];
        let name = candidates.into_iter().find(|name| !taken.contains(name)).unwrap_or_default();
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

/// The size of a node's name and path in bytes.
fn size(node: &SceneNode) -> usize {
    node.path.len() + node.name.len() + node.morphs.iter().map(|morph| morph.len() + 1).sum::<usize>()
}
