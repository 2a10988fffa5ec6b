//! Document to clips: every animation as a clip.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod lowering;
mod nodes;
mod resting;

use anim_core::{Clip, Node, Report, UniqueNames};

use crate::extras::{self, ClipExtras};
use crate::{ClipOptions, Gltf, Root, codes};
use lowering::{Lowering, Source};

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
    report_scene(root, report);
    clips
}

/// The nodes of a file at rest, in its order.
pub(crate) fn nodes_of(root: &Root) -> Vec<Node> {
    nodes::Nodes::new(root).all
}

/// The names that the clips of a file have.
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

/// The clips that are not animations, because nothing in them moves that glTF can represent.
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

/// Reports the objects that clips cannot hold. Meshes and skins that only show nodes come
/// from the encoder: leaving them out is no loss.
fn report_scene(root: &Root, report: &mut Report) {
    let meshes = root.meshes.iter().filter(|mesh| !extras::is_marker(mesh.extras.as_ref())).count();
    let skins = root.skins.iter().filter(|skin| !extras::is_marker(skin.extras.as_ref())).count();
    let parts = [(meshes, "meshes"), (skins, "skins")].into_iter().filter(|(count, _)| *count > 0);
    let counted = parts.map(|(count, name)| format!("{name} ({count})"));
    let parts: Vec<_> = counted.chain(root.other.names().map(str::to_owned)).collect();
    if !parts.is_empty() {
        let message = format!("clips cannot hold these objects: {}", parts.join(", "));
        report.lose(codes::SCENE.dropped(message));
    }
}
