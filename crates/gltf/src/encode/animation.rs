//! A clip as an animation, with extras for everything that glTF cannot represent.

use anim_core::{Channel, Clip, Property, Report, Unit, report_broken_rotations, report_missing_parents};

use super::buffer::Bytes;
use super::choice::{Left, take};
use super::stage::Stage;
use super::writer::{Slot, Writer};
use super::{facts, matrix, property, transform, visibility};
use crate::extras::ClipExtras;
use crate::rest;
use crate::{Animation, ElementType, EncodeOptions, Path, codes};

/// The animation of a clip, which has this index among all clips, and its extras.
pub(super) fn encode<'a>(
    clip: &'a Clip,
    index: usize,
    stage: &'a Stage<'a>,
    options: &'a EncodeOptions,
    bytes: &mut Bytes,
    report: &mut Report,
) -> (Animation, ClipExtras) {
    report_broken_rotations(clip, &codes::REPLACED, report);
    let mut writer = Writer::new(clip, index, stage, options, bytes, report);
    let mut by_node: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
    for channel in &clip.channels {
        by_node[channel.node()].push(channel);
    }
    let (mut left, mut combined) = (Vec::new(), false);
    for (node, channels) in by_node.into_iter().enumerate() {
        combined |= write_node(&mut writer, node, channels, &mut left);
    }
    if combined {
        let message = "displacements are not separate in the file: they were added to the translations";
        writer.report.lose(codes::COMBINED.equivalent(Unit::Length, message).in_clip(clip));
    }
    facts::keep_channels(&mut writer, left);
    facts::keep_facts(&mut writer);
    writer.digest();
    report_missing_parents(writer.clip, "glTF", &codes::PARENTS, writer.report);
    let Writer { mut animation, mut extras, .. } = writer;
    extras.name_nodes(&clip.nodes);
    if clip.name.is_empty() {
        extras.name = Some(String::new());
    } else {
        animation.name = Some(clip.name.clone());
    }
    (animation, extras)
}

/// Writes the part of a node's motion that glTF can represent; `left` gets the other channels. Returns true if displacements
/// were added to translations.
fn write_node<'a>(
    writer: &mut Writer<'a, '_>,
    node: usize,
    mut channels: Vec<&'a Channel>,
    left: &mut Vec<Left<'a>>,
) -> bool {
    let matrices = take(&mut channels, |property| matches!(property, Property::Matrix), left);
    let combined = matrices.is_empty() && transform::write(writer, node, &mut channels, left);
    if !matrices.is_empty() {
        // Matrices override translation, rotation and scale, whose channels remain in `left`.
        matrix::write(writer, node, &matrices, left);
    }
    let file = writer.stage.file;
    let count = file.map_or(writer.member(node).morphs, |file| rest::targets(file, writer.cast[node]));
    let weights = Property::Weights { count };
    let parts = take(&mut channels, |property| *property == weights, left);
    let file = file.filter(|_| !parts.is_empty());
    let rest = file.map_or_else(|| vec![0.0; count], |file| rest::weights(file, writer.cast[node], count));
    let slot = Slot { path: Path::Weights, element: ElementType::Scalar, property: &weights, rest: &rest };
    property::write(writer, &parts, &slot, &rest, left);
    let is_hidden = visibility::take_rest(writer, node, &mut channels);
    let is_pointed = writer.options.pointers && writer.member(node).hidden && !is_hidden;
    let is_pointed = is_pointed && visibility::write(writer, node, &channels);
    let others = channels.into_iter();
    left.extend(others.map(|channel| Left {
        channel,
        overridden: channel.property().is_spatial(),
        pointed: is_pointed && matches!(channel.property(), Property::Visible | Property::Alive),
    }));
    combined
}
