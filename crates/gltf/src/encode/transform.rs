//! Translation, rotation and scale of a node.

use anim_core::{Channel, Property, merge, quaternion};

use super::choice::{self, Left, take};
use super::property;
use super::writer::{Slot, Writer};
use crate::{ElementType, Path, codes};

/// Writes translation, rotation and scale of a node; `left` gets the channels that have no effect. Returns true if
/// displacements were added to translations.
pub(super) fn write<'a>(
    writer: &mut Writer<'a, '_>,
    node: usize,
    channels: &mut Vec<&'a Channel>,
    left: &mut Vec<Left<'a>>,
) -> bool {
    let rest = &writer.member(node).rest.pose();
    let mut combined = false;
    let vectors = [
        (Path::Translation, Property::Translation, &rest.translation),
        (Path::Scale, Property::Scale, &rest.scale),
    ];
    for (path, property, rest) in vectors {
        let parts = take(channels, |other| *other == property, left);
        let slot = Slot { path, element: ElementType::Vec3, property: &property, rest };
        // The sum contains the displacements, so overridden ones are not stored next to it.
        let shifts = if property == Property::Translation {
            take(channels, |other| *other == Property::Displacement, &mut Vec::new())
        } else {
            Vec::new()
        };
        if shifts.is_empty() {
            property::write(writer, &parts, &slot, rest, left);
        } else {
            combined |= displaced(writer, &parts, &shifts, &slot, left);
        }
    }
    rotation(writer, node, channels, left);
    combined
}

/// Writes the sum of translations and displacements, of which there is at least one. Returns true if there is a sum.
fn displaced<'a>(
    writer: &mut Writer<'a, '_>,
    parts: &[&'a Channel],
    shifts: &[&'a Channel],
    slot: &Slot<'_>,
    left: &mut Vec<Left<'a>>,
) -> bool {
    let fineness = writer.fineness(slot.property);
    let merged = merge::sum(parts, shifts, slot.rest, writer.clip.duration, fineness);
    let combined = merged.is_ok();
    property::write_merged(writer, merged, &[parts, shifts].concat(), slot, left);
    combined
}

/// Writes the rotation: the last kind of rotation channel decides.
fn rotation<'a>(
    writer: &mut Writer<'a, '_>,
    node: usize,
    channels: &mut Vec<&'a Channel>,
    left: &mut Vec<Left<'a>>,
) {
    let rest = &writer.member(node).rest.pose();
    let mut kinds = channels.iter().rev().map(|channel| channel.property());
    let Some(property) = kinds.find(|property| property.is_rotation()) else { return };
    let base = match property {
        Property::Euler(order) => order.from_matrix(quaternion::to_matrix(rest.rotation)).to_vec(),
        Property::Angle { .. } => vec![0.0],
        _ => rest.rotation.to_vec(),
    };
    let all = channels.clone();
    let mut parts = take(channels, |other| other == property, left);
    let mixes = choice::mixes(&all, &parts, property);
    // An arc moves all four numbers together: no curve has arcs and also numbers that are driven separately.
    let splits_arc = parts.len() > 1 && parts.iter().any(|part| choice::has_arcs(part));
    if let (Some(part), true) = (parts.first(), mixes || splits_arc) {
        let message = if splits_arc {
            "components that are driven separately are not in the file: glTF cannot combine them with arcs"
        } else {
            "only the last kind of rotation is in the file: glTF cannot combine it with the kind that it partly overrides"
        };
        writer.report.lose(codes::DROPPED.dropped(message).of_channel(writer.clip, part));
    }
    if splits_arc {
        left.extend(parts.drain(1..).map(|channel| Left { channel, overridden: true, pointed: false }));
    }
    let slot = Slot { path: Path::Rotation, element: ElementType::Vec4, property, rest: &rest.rotation };
    property::write(writer, &parts, &slot, &base, left);
}
