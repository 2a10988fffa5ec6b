//! Document to clips: every animation as a clip.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod hidden;
mod lowering;
mod resting;
mod source;

use std::collections::HashMap;

use anim_core::{Clip, Location, Report, UniqueNames, agreeing, counted};

use crate::extras::{self, ClipExtras};
use crate::hierarchy::Orphaned;
use crate::nodes::Nodes;
use crate::{ClipOptions, Gltf, Root, beyond, codes, hierarchy};
use lowering::Lowering;
use source::Source;

/// The clips of a document, in the document's order: see [`Format::lower`](anim_core::Format::lower) of [`Gltf`].
pub(crate) fn of(document: &Gltf, options: ClipOptions, report: &mut Report) -> Vec<Clip> {
    let root = document.root();
    let mut lowering = Lowering::new(document, options, report);
    let mut still = still(root, &mut lowering).into_iter().enumerate().peekable();
    let mut clips = Vec::new();
    for (index, animation) in root.animations.iter().enumerate() {
        while let Some((at, extras)) =
            still.next_if(|(_, extras)| extras.index.is_some_and(|index| index <= clips.len()))
        {
            clips.extend(lowering.clip(&Source::still(at), extras));
        }
        let source = Source::animation(index, animation);
        let extras = match ClipExtras::read(animation.extras.as_ref()) {
            Some(Ok(extras)) => extras,
            Some(Err(error)) => {
                lowering.malformed(&source.extras, error);
                ClipExtras::default()
            }
            None => ClipExtras::default(),
        };
        clips.extend(lowering.clip(&source, extras));
    }
    for (at, extras) in still {
        clips.extend(lowering.clip(&Source::still(at), extras));
    }
    if !clips.is_empty() {
        report_hierarchy(root, report);
    }
    report_scene(document, clips.is_empty(), report);
    clips
}

/// The names of the clips of a file.
pub(crate) fn names_of(root: &Root) -> UniqueNames<'_> {
    let mut names = UniqueNames::default();
    for extras in extras::still_clips(root.extras.as_ref()).into_iter().flatten().flatten() {
        names.take(lowering::name(None, extras.name.as_deref()));
    }
    for (index, animation) in root.animations.iter().enumerate() {
        let extras = ClipExtras::read(animation.extras.as_ref()).and_then(Result::ok).unwrap_or_default();
        names.take(lowering::name(Some((index, animation)), extras.name.as_deref()));
    }
    names
}

/// The animation of each clip, by the name of the clip.
pub(crate) fn animations_of(root: &Root) -> HashMap<String, usize> {
    let mut names = UniqueNames::default();
    let named = root.animations.iter().enumerate().map(|(index, animation)| {
        let extras = ClipExtras::read(animation.extras.as_ref()).and_then(Result::ok).unwrap_or_default();
        let name = lowering::name(Some((index, animation)), extras.name.as_deref());
        (names.take(name).into_owned(), index)
    });
    named.collect()
}

/// For each distinct list of nodes in the clips of a file, the nodes of the file; the first list is all nodes except helpers.
pub(crate) fn casts_of(root: &Root) -> Vec<Vec<usize>> {
    let nodes = Nodes::new(root);
    let animations = root.animations.iter();
    let listed = animations.filter_map(|animation| ClipExtras::read(animation.extras.as_ref())?.ok());
    let still = extras::still_clips(root.extras.as_ref()).and_then(Result::ok).unwrap_or_default();
    let lists = listed.chain(still).filter_map(|extras| extras.nodes);
    let mut casts = vec![nodes.cast(None).files()];
    for list in lists.filter(|list| nodes.count(Some(list)).is_some()) {
        let cast = nodes.cast(Some(&list)).files();
        if !casts.contains(&cast) {
            casts.push(cast);
        }
    }
    casts
}

/// The clips that are not animations, because nothing moves in them that glTF can represent.
fn still(root: &Root, lowering: &mut Lowering<'_>) -> Vec<ClipExtras> {
    match extras::still_clips(root.extras.as_ref()) {
        Some(Ok(clips)) => clips,
        Some(Err(error)) => {
            lowering.malformed("extras/anim", error);
            Vec::new()
        }
        None => Vec::new(),
    }
}

/// Reports children that clips have elsewhere in their hierarchy.
fn report_hierarchy(root: &Root, report: &mut Report) {
    for Orphaned { node, place, count, why } in hierarchy::orphaned(root) {
        let (children, are) = (counted(count, "child link"), agreeing(count, "is", "are"));
        let message = format!("of node {node}, {children} {are} left out: {why}");
        let at = Location::path(format!("nodes[{node}]/children[{place}]"));
        report.lose(codes::HIERARCHY.dropped(message).at(at));
    }
}

/// Reports the data of a document that clips cannot hold; without a clip, its nodes too.
fn report_scene(document: &Gltf, is_without_clip: bool, report: &mut Report) {
    let mut parts = beyond::of(document);
    let nodes = document.root().nodes.len();
    if is_without_clip && nodes > 0 {
        parts.push(format!("nodes ({nodes}), since there is no clip"));
    }
    if !parts.is_empty() {
        let message = format!("clips cannot hold these objects: {}", parts.join(", "));
        report.lose(codes::SCENE.dropped(message));
    }
}
