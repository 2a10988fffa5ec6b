//! Matrices of a node as translation, rotation and scale.

use anim_core::merge;
use anim_core::{Affine, Channel, Deviation, Fineness, Property, decompose};

use super::choice::Left;
use super::plain::plain;
use super::property::{report_jumps, report_rounded, report_unbaked};
use super::writer::{Slot, Writer};
use crate::{ElementType, Path, codes};

/// Errors up to this size are not reported: single precision causes them anyway.
const SINGLE_PRECISION: f64 = 1e-6;

/// Writes the channels of matrices, of which there is at least one. If glTF cannot represent them, `left` gets them.
pub(super) fn write<'a>(
    writer: &mut Writer<'a, '_>,
    node: usize,
    parts: &[&'a Channel],
    left: &mut Vec<Left<'a>>,
) {
    let Some(&source) = parts.first() else { return };
    let (duration, whole) = (writer.clip.duration, writer.fineness(&Property::Matrix));
    let fineness = Fineness { tolerance: whole.tolerance / Affine::DIAGONAL, ..whole };
    let rest = &writer.member(node).rest;
    let base = Affine::from(*rest).to_rows();
    let encoded = merge::whole(parts, &base, duration, fineness).and_then(|merged| {
        let (wrap, merging, jump) = (merged.curve.wrap(), merged.error, merged.jump);
        let plain = plain(merged, &Property::Matrix, duration, fineness, false)?;
        let decomposed = decompose(&plain.curve, whole.tolerance)?;
        let jump = plain.jump.max(jump);
        Ok((
            wrap,
            plain.curve.wrap(),
            Affine::DIAGONAL * (plain.error.unwrap_or(0.0) + merging),
            jump,
            decomposed,
        ))
    });
    let (wrap, left_wrap, baking, jump, decomposed) = match encoded {
        Ok(encoded) => encoded,
        Err(error) => {
            report_unbaked(writer, source, error);
            return left.extend(Left::effective(parts));
        }
    };
    let slots = [
        (Path::Translation, ElementType::Vec3, Property::Translation, &rest.translation[..]),
        (Path::Rotation, ElementType::Vec4, Property::Rotation, &rest.rotation[..]),
        (Path::Scale, ElementType::Vec3, Property::Scale, &rest.scale[..]),
    ];
    let curves = [&decomposed.translation, &decomposed.rotation, &decomposed.scale];
    let mut written = Vec::new();
    for ((path, element, property, rest), curve) in slots.into_iter().zip(curves) {
        let slot = Slot { path, element, property: &property, rest };
        if let Some(stored) = writer.write(source, &slot, curve, 0.0) {
            writer.keep_wraps(node, &slot.path, wrap, left_wrap);
            written.push((slot.path, stored));
        }
    }
    if written.len() < curves.len() {
        return left.extend(Left::effective(parts));
    }
    let rounded: Vec<f64> = written.iter().map(|(_, written)| written.rounded).collect();
    writer.keep_exact(parts, &written, wrap != left_wrap);
    writer.report_wraps(source, wrap);
    report_jumps(writer, source, jump);
    // Decomposition keeps translations. An axis of the matrix is as long as the scale; its error is what single precision changes
    // in its direction and its length.
    let longest = decomposed.scale.values().iter().fold(0.0f64, |most, scale| most.max(scale.abs()));
    let turned = rounded[1] * longest + rounded[2];
    let parts = [
        (decomposed.error + baking, turned, Property::Scale, "rotation and scale"),
        (baking, rounded[0], Property::Translation, "the translation"),
    ];
    for (error, rounded, property, part) in parts {
        let total = Deviation::of(&property, error + rounded);
        if error > SINGLE_PRECISION {
            let message =
                format!("the matrices became translation, rotation and scale, which changes {part}");
            writer
                .report
                .lose(codes::DECOMPOSED.approximated(total, message).of_channel(writer.clip, source));
        } else if rounded > whole.tolerance {
            report_rounded(writer, source, total);
        }
    }
}
