//! Clips as a VRM animation: the motion of human bones and expressions, for any avatar (`VRMC_vrm_animation` 1.0).

mod expressions;

use std::borrow::Cow;
use std::collections::HashMap;
use std::slice;

use anim_core::{Channel, Clip, Format as _, Location, Node, Property, Report};
use anim_retarget::{Figure, HumanBone, Mapping, Reference, Size, roles_of};
use serde_json::{Map, Value, json};

use super::into::on_figure;
use super::unused;
use crate::{EncodeOptions, Error, ErrorKind, Gltf, Json, Markers, codes};
use expressions::{Expressions, Sources};

/// The extension of a VRM animation.
pub(crate) const EXTENSION: &str = "VRMC_vrm_animation";

/// The largest distance from rest of a bone that stands still, in metres.
const STILL: f64 = 1e-6;

/// The clips on the bones of a figure in a T pose, with a node for each expression.
pub(super) fn document(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Gltf, Error> {
    if clips.is_empty() {
        return Err(Error::new(ErrorKind::NoClip, Location::default()));
    }
    let bones = clips.iter().flat_map(|clip| roles_of(&clip.nodes)).flatten();
    let named = options.bones.iter().flat_map(anim_retarget::BoneMap::pairs);
    let named = named.filter_map(|(_, bone)| HumanBone::from_name(bone));
    // The specification excludes the eyes, whose direction is not a bone rotation.
    let has_motion = |bone: &HumanBone| !matches!(bone, HumanBone::LeftEye | HumanBone::RightEye);
    let figure = Figure::mannequin(bones.chain(named).filter(has_motion));
    let expressions = Expressions::of(clips);
    unused::report_with_avatar(options, report);
    let (up, forward, unit) = (None, None, None);
    let options =
        EncodeOptions { mesh: Markers::None, pointers: false, up, forward, unit, ..options.clone() };
    let moved: Vec<_> =
        clips.iter().map(|clip| moved(clip, &figure, &expressions, &options, report)).collect();
    let (moved, traces): (Vec<Clip>, Vec<_>) =
        moved.into_iter().map(|(moved, mapping, sources)| (moved, (mapping, sources))).unzip();
    let before = report.losses.len();
    let mut document = super::new(&moved, &options, report)?.into_draft();
    for (clip, (mapping, sources)) in clips.iter().zip(traces) {
        for loss in report.losses.get_mut(before..).unwrap_or_default() {
            if !expressions.trace(clip, &sources, loss) {
                mapping.trace(clip, &figure, slice::from_mut(loss));
            }
        }
    }
    document.root.extensions_used.push(EXTENSION.to_owned());
    document.root.extensions = Json::new(json!({ EXTENSION: extension(&figure, &expressions) }));
    document.finish(None)
}

/// A clip on the figure, with its expressions and without what a VRM animation cannot hold, the mapping from its original nodes, and
/// the channel that moves each expression.
fn moved<'c>(
    clip: &'c Clip,
    figure: &Figure,
    expressions: &Expressions,
    options: &EncodeOptions,
    report: &mut Report,
) -> (Clip, Mapping, Sources<'c>) {
    let is_weight = |channel: &Channel| matches!(channel.property(), Property::Weights { .. });
    let mut body = clip.clone();
    body.channels.retain(|channel| !is_weight(channel));
    // A file that lists human bones rests in a T pose.
    let is_upright = clip.nodes.iter().any(|node| node.bone.is_some());
    let reference = match options.reference {
        Reference::Rest if !is_upright => Reference::TPose,
        reference => reference,
    };
    let how = EncodeOptions { reference, ..options.clone() };
    let (mut made, mapping) = on_figure(&body, figure, Gltf::SPACE, Size::Hips, &how, report);
    let before = report.losses.len();
    drop_forbidden(&mut made, |node| figure.role(node), report);
    mapping.trace(clip, figure, report.losses.get_mut(before..).unwrap_or_default());
    // The list of the file states the bones.
    made.nodes.iter_mut().for_each(|node| node.bone = None);
    let first = made.nodes.len();
    made.nodes.extend(expressions.nodes());
    let (channels, sources) = expressions.channels(clip, first, options, report);
    made.channels.extend(channels);
    (made, mapping, sources)
}

/// A clip for a VRM animation with these bones, by node of the file: without channels that it must not have.
pub(super) fn allowed<'c>(
    clip: Cow<'c, Clip>,
    bones: &HashMap<usize, HumanBone>,
    node: impl Fn(usize) -> Option<usize>,
    report: &mut Report,
) -> Cow<'c, Clip> {
    let role = |own: usize| bones.get(&node(own)?).copied();
    if !clip.channels.iter().any(|channel| forbidden(channel, role(channel.node())).is_some()) {
        return clip;
    }
    let mut allowed = clip.into_owned();
    drop_forbidden(&mut allowed, role, report);
    Cow::Owned(allowed)
}

/// Takes the channels out of a clip that a VRM animation must not have, and reports those that move something. `role` is the bone
/// that a node is.
fn drop_forbidden(clip: &mut Clip, role: impl Fn(usize) -> Option<HumanBone>, report: &mut Report) {
    let out = clip.channels.extract_if(.., |channel| forbidden(channel, role(channel.node())).is_some());
    let out: Vec<_> = out.collect();
    for channel in out.iter().filter(|channel| !is_still(channel, &clip.nodes)) {
        if let Some(why) = forbidden(channel, role(channel.node())) {
            report.lose(codes::DROPPED.dropped(why).of_channel(clip, channel));
        }
    }
}

/// Why a VRM animation must not have a channel of a bone.
fn forbidden(channel: &Channel, bone: Option<HumanBone>) -> Option<&'static str> {
    let bone = bone?;
    match channel.property() {
        Property::Scale => Some("the scale of a bone is not in the file: a VRM animation has only rotations"),
        Property::Translation | Property::Displacement if bone != HumanBone::Hips => {
            Some("the translation of a bone is not in the file: a VRM animation translates only the hips")
        }
        Property::Matrix if bone != HumanBone::Hips => {
            Some("the matrices of a bone are not in the file: a VRM animation has only rotations")
        }
        _ => None,
    }
}

/// Whether a channel holds a bone where it is at rest, up to rounding: rigs often have a translation for each bone.
fn is_still(channel: &Channel, nodes: &[Node]) -> bool {
    let Some(rest) = nodes.get(channel.node()).map(|node| node.rest) else { return false };
    let rest = match channel.property() {
        Property::Translation => rest.translation,
        Property::Displacement => [0.0; 3],
        Property::Scale => rest.scale,
        _ => return false,
    };
    let parts = rest.iter().skip(channel.component()).take(channel.curve().width()).cycle();
    let is_at_rest = |(value, rest): (&f64, &f64)| (value - rest).abs() <= STILL;
    !channel.curve().has_handles() && channel.curve().values().iter().zip(parts).all(is_at_rest)
}

/// The members of the extension. The nodes of expressions follow those of bones.
fn extension(figure: &Figure, expressions: &Expressions) -> Value {
    let node = |node: usize| json!({ "node": node });
    let bones = (0..figure.nodes().len()).filter_map(|index| Some((figure.role(index)?, node(index))));
    let bones: Map<String, Value> = bones.map(|(bone, value)| (bone.name().to_owned(), value)).collect();
    let mut extension = json!({ "specVersion": "1.0", "humanoid": { "humanBones": bones } });
    if let Some(listed) = expressions.listed(figure.nodes().len()) {
        extension["expressions"] = listed;
    }
    extension
}
