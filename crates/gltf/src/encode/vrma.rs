//! Clips as a VRM animation: the motion of human bones and expressions, for any avatar (`VRMC_vrm_animation` 1.0).

mod expressions;

use std::slice;

use anim_core::{Channel, Clip, Format as _, Location, Property, Report};
use anim_retarget::{Figure, HumanBone, Mapping, Reference, Size, roles_of};
use serde_json::{Map, Value, json};

use super::into::on_figure;
use super::unused;
use crate::{EncodeOptions, Error, ErrorKind, Gltf, Json, Markers, codes};
use expressions::Expressions;

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
    let moved = clips.iter().map(|clip| moved(clip, &figure, &expressions, &options, report));
    let (moved, mappings): (Vec<Clip>, Vec<Mapping>) = moved.unzip();
    let before = report.losses.len();
    let mut document = super::new(&moved, &options, report)?.loose();
    for (clip, mapping) in clips.iter().zip(mappings) {
        for loss in report.losses.get_mut(before..).unwrap_or_default() {
            if !expressions.trace(clip, loss) {
                mapping.trace(clip, &figure, slice::from_mut(loss));
            }
        }
    }
    document.root.extensions_used.push(EXTENSION.to_owned());
    document.root.extensions = Json::new(json!({ EXTENSION: extension(&figure, &expressions) }));
    document.finish(None)
}

/// A clip on the figure, with its expressions and without what a VRM animation cannot hold, and the mapping from its original nodes.
fn moved(
    clip: &Clip,
    figure: &Figure,
    expressions: &Expressions,
    options: &EncodeOptions,
    report: &mut Report,
) -> (Clip, Mapping) {
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
    for (channel, why) in forbidden(&mut made, figure) {
        report.lose(codes::DROPPED.dropped(why).of_channel(&made, &channel));
    }
    mapping.trace(clip, figure, report.losses.get_mut(before..).unwrap_or_default());
    // The list of the file states the bones.
    made.nodes.iter_mut().for_each(|node| node.bone = None);
    let first = made.nodes.len();
    made.nodes.extend(expressions.nodes());
    made.channels.extend(expressions.channels(clip, first, options, report));
    (made, mapping)
}

/// Takes the channels out of a clip of the figure that a VRM animation must not have; returns those that move something, and why
/// they are lost.
fn forbidden(made: &mut Clip, figure: &Figure) -> Vec<(Channel, &'static str)> {
    let why = |channel: &Channel| match channel.property() {
        Property::Scale => Some("the scale of a bone is not in the file: a VRM animation has only rotations"),
        Property::Translation | Property::Displacement
            if figure.role(channel.node()) != Some(HumanBone::Hips) =>
        {
            Some("the translation of a bone is not in the file: a VRM animation translates only the hips")
        }
        _ => None,
    };
    let out = made.channels.extract_if(.., |channel| why(channel).is_some());
    let out = out.filter_map(|channel| Some(why(&channel)?).map(|why| (channel, why)));
    out.filter(|(channel, _)| !is_still(channel, figure)).collect()
}

/// Whether a channel holds a bone of the figure where it is at rest, up to rounding: rigs often have a translation for each bone.
fn is_still(channel: &Channel, figure: &Figure) -> bool {
    let rest = match channel.property() {
        Property::Translation => figure.nodes().get(channel.node()).map(|node| node.rest.translation),
        Property::Displacement => Some([0.0; 3]),
        _ => None,
    };
    let Some(rest) = rest.filter(|_| !channel.curve().has_handles()) else { return false };
    let parts = rest.iter().skip(channel.component()).take(channel.curve().width()).cycle();
    channel.curve().values().iter().zip(parts).all(|(value, rest)| (value - rest).abs() <= STILL)
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
