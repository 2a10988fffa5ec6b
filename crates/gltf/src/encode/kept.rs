//! A document whose clips are replaced, while everything else is kept.

mod nodes;
mod room;
mod shown;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::slice;

use anim_core::{Channel, Clip, Encode as _, Format as _, Location, Report, counted};
use serde_json::Value;

use super::buffer::Bytes;
use super::rest_matrices::{report_matrices, with_matrix};
use super::{animation, stage, unused, vrma};
use crate::extensions::{POINTER, VISIBILITY};
use crate::extras::{self, ClipExtras, KEY};
use crate::nodes::nodes_of;
use crate::rest::rest;
use crate::{
    Animation, Container, EncodeOptions, Error, ErrorKind, Finite, Gltf, Json, Markers, Profile, Root,
    beyond, clips, codes, expressions, humanoid,
};

/// The program name that [`super::new`] writes.
const GENERATOR: &str = "anim";

/// See [`Encode::edited`](anim_core::Encode::edited) of [`Gltf`].
pub(crate) fn document(
    own: &Gltf,
    given: &[Clip],
    options: &EncodeOptions,
    report: &mut Report,
) -> Option<Result<Gltf, Error>> {
    if !is_worth_it(own) || asks_for_another(own, options) {
        return None;
    }
    let space = humanoid::space(own.root());
    let given: Vec<_> = given.iter().map(|clip| clip.in_space(space)).collect();
    let found = nodes::find(own.root(), &given)?;
    unused::report_without_file(options, report);
    unused::report_with_document(options, is_pointed(own.root()), report);
    let mut made = own.clone().into_draft();
    room::clear(&mut made);
    nodes::rename(&mut made.root, &found.names);
    let options = &EncodeOptions { pointers: is_pointed(&made.root), ..options.clone() };
    shown::show(&mut made.root, &given, &found.casts);
    let mut bytes = Bytes::default();
    let (animations, still) =
        encoded(own.root(), &made.root, &given, &found.casts, options, &mut bytes, report);
    let mut added = Root { animations, ..Root::default() };
    let bytes = bytes.finish(&mut added).unwrap_or_default();
    room::add(&mut made, added, bytes);
    if options.pointers {
        shown::reveal(&mut made.root, &given, &found.casts);
    }
    let moved = with_matrix(&made.root, &made.root.animations);
    report_matrices(&made.root, &moved, given.first().map(AsRef::as_ref), report);
    without_matrices(&mut made.root, &moved);
    let still = (!still.is_empty()).then(|| extras::of_still_clips(still));
    made.root.extras = with_own(made.root.extras.take(), still, report);
    if made.binary && options.container == Container::Glb {
        made.mend(report);
        return Some(made.finish(None));
    }
    let stored = made.stored_in(options.container, options.buffer.as_deref(), report);
    Some(stored.ok_or_else(|| Error::new(ErrorKind::TooLarge, Location::default())))
}

/// Whether a document contains more than a new one made from its clips would.
fn is_worth_it(own: &Gltf) -> bool {
    own.root().asset.generator.as_deref() != Some(GENERATOR) || !beyond::of(own).is_empty()
}

/// Whether options require a document with different contents.
fn asks_for_another(own: &Gltf, options: &EncodeOptions) -> bool {
    let is_avatar = own.root().extensions_used.iter().any(|used| used == vrma::EXTENSION);
    options.into.is_some()
        || options.profile == Profile::Vrma && !is_avatar
        || Gltf::space(options) != Gltf::SPACE
        || options.mesh == Markers::Boxes
}

/// Whether pointers show and hide nodes of a document.
fn is_pointed(root: &Root) -> bool {
    [POINTER, VISIBILITY].iter().all(|name| root.extensions_used.iter().any(|used| used == name))
}

/// The animations of clips, and the stored data of clips in which nothing moves. An animation keeps the data that its clip had in
/// its own document besides curves; `made` is the new one without animations.
fn encoded(
    own: &Root,
    made: &Root,
    given: &[impl AsRef<Clip>],
    casts: &[Vec<usize>],
    options: &EncodeOptions,
    bytes: &mut Bytes,
    report: &mut Report,
) -> (Vec<Animation>, Vec<ClipExtras>) {
    let all = nodes_of(own);
    let usual = clips::casts_of(own).into_iter().next().unwrap_or_default();
    let known = clips::animations_of(own);
    let (expressions, bones) = (expressions::of(own), humanoid::animated(own));
    let (mut animations, mut still) = (Vec::new(), Vec::new());
    for (index, (weighted, cast)) in given.iter().map(AsRef::as_ref).zip(casts).enumerate() {
        let before = report.losses.len();
        let node = |node: usize| cast.get(node).copied();
        let allowed = vrma::allowed(Cow::Borrowed(weighted), &bones, node, report);
        let clip = &*expressions::placed(&allowed, &expressions, node);
        let channels = clip.channels.iter().filter(|channel| channel.node() < cast.len());
        let channels: Vec<Channel> =
            channels.map(|channel| channel.with_node(cast[channel.node()])).collect();
        let whole = Clip::new(&*clip.name).with_nodes(all.clone()).with_channels(channels);
        // Faults in the hierarchy of the document are not faults of the clip.
        let mut stage = stage::stage(slice::from_ref(&whole), options, &mut Report::new());
        stage.casts = vec![cast.clone()];
        stage.file = Some(made);
        let (animation, mut extras) = animation::encode(clip, 0, &stage, options, bytes, report);
        expressions::trace(weighted, &expressions, report.losses.get_mut(before..).unwrap_or_default());
        extras.nodes = if *cast == usual { None } else { stage.runs(0) };
        if animation.channels.is_empty() {
            let message = "kept in `extras.anim`: the complete clip, because nothing in it moves that glTF can represent";
            report.lose(codes::KEPT.kept(message).in_clip(clip));
            still.push(ClipExtras { index: Some(index), name: Some(clip.name.clone()), ..extras });
            continue;
        }
        let before = known.get(&clip.name).and_then(|index| own.animations.get(*index));
        let mut animation = Animation { extras: extras.write(), ..animation };
        if let Some(before) = before {
            animation = taken_over(animation, before, animations.len(), clip, report);
        }
        animations.push(animation);
    }
    report_lost(own, given, report);
    (animations, still)
}

/// The animation of a clip with the data that it had in the document besides curves. Its index decides the name of an animation
/// without one.
fn taken_over(
    animation: Animation,
    before: &Animation,
    index: usize,
    clip: &Clip,
    report: &mut Report,
) -> Animation {
    if beyond::has_own_in_parts(before) {
        let message = "the extras of the channels and samplers of the animation are not in the file";
        report.lose(codes::SCENE.dropped(message).in_clip(clip));
    }
    let is_nameless = before.name.is_none() && clip.name == format!("animation {index}");
    Animation {
        name: animation.name.filter(|_| !is_nameless),
        extensions: before.extensions.clone(),
        extras: with_own(before.extras.clone(), animation.extras, report),
        other: before.other.clone(),
        ..animation
    }
}

/// Reports the data of animations whose clips no longer exist.
fn report_lost(own: &Root, given: &[impl AsRef<Clip>], report: &mut Report) {
    let known = clips::animations_of(own);
    let is_gone = |name: &str| given.iter().all(|clip| clip.as_ref().name != name);
    let gone = known.iter().filter(|(name, _)| is_gone(name)).map(|(_, index)| &own.animations[*index]);
    let lost =
        gone.filter(|animation| beyond::has_own(animation) || beyond::has_own_in_parts(animation)).count();
    if lost > 0 {
        let message = format!(
            "the extras and extensions of {}, whose clips are not there any more, are not in the file",
            counted(lost, "animation")
        );
        report.lose(codes::SCENE.dropped(message));
    }
}

/// Extras with this project's member taken from other extras.
fn with_own(extras: Option<Json>, own: Option<Json>, report: &mut Report) -> Option<Json> {
    let Some(extras) = extras else { return own };
    let Value::Object(members) = extras.value() else {
        if own.is_some() {
            let message =
                format!("the extras `{extras}` are not in the file: `extras.anim` takes their place");
            report.lose(codes::SCENE.dropped(message));
        }
        return own.or(Some(extras));
    };
    let mut members = members.clone();
    members.remove(KEY);
    let own = own.as_ref().and_then(|own| own.value().get(KEY));
    members.extend(own.map(|own| (KEY.to_owned(), own.clone())));
    if members.is_empty() { None } else { Json::new(Value::Object(members)) }
}

/// Replaces the matrices of nodes by their parts.
fn without_matrices(root: &mut Root, nodes: &BTreeSet<usize>) {
    for index in nodes {
        let Some(node) = root.nodes.get_mut(*index) else { continue };
        let (parts, _) = rest(node);
        node.matrix = None;
        node.translation = Finite::array(parts.translation);
        node.rotation = Finite::array(parts.rotation);
        node.scale = Finite::array(parts.scale);
    }
}
