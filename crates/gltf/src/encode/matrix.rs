//! Matrices of a node as translation, rotation and scale.

use std::borrow::Cow;

use anim_core::merge::{self, Merged, held, stepped};
use anim_core::{
    Affine, Channel, ClipError, Curve, Deviation, Ease, Fineness, Handles, Property, Transform, Wrap,
    decompose,
};

use super::choice::Left;
use super::plain::plain;
use super::property::{report_jumps, report_near_keys, report_rounded, report_unbaked};
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
    let rest = &writer.member(node).rest.pose();
    let Made { curves, wraps, wrap, errors, longest, jump } = match Made::of(writer, rest, parts) {
        Ok(made) => made,
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
    let mut written = Vec::new();
    for ((path, element, property, rest), (curve, left_wrap)) in
        slots.into_iter().zip(curves.iter().zip(wraps))
    {
        let slot = Slot { path, element, property: &property, rest };
        if let Some(stored) = writer.write(parts, &slot, curve, 0.0) {
            writer.keep_wraps(node, &slot.path, wrap, left_wrap);
            written.push((slot.path, stored));
        }
    }
    writer.spent(parts);
    if written.len() < curves.len() {
        return left.extend(Left::effective(parts));
    }
    let rounded: Vec<f64> = written.iter().map(|(_, written)| written.rounded).collect();
    // The sum of two matrices is not that of their parts.
    let adds_up = [wrap.0, wrap.1].contains(&Wrap::RepeatWithOffset);
    writer.keep_exact(parts, &written, adds_up || wraps.iter().any(|left| *left != wrap));
    writer.report_wraps(source, wrap);
    report_jumps(writer, source, jump);
    report_near_keys(writer, source, &curves);
    // Single precision changes the direction and the length of an axis.
    let turned = rounded[1] * longest + rounded[2];
    let tolerance = writer.fineness(&Property::Matrix).tolerance;
    let parts = [
        (errors[1], turned, Property::Scale, "rotation and scale"),
        (errors[0], rounded[0], Property::Translation, "the translation"),
    ];
    for (error, rounded, property, part) in parts {
        let total = Deviation::of(&property, error + rounded);
        if error > SINGLE_PRECISION {
            let message =
                format!("the matrices became translation, rotation and scale, which changes {part}");
            writer
                .report
                .lose(codes::DECOMPOSED.approximated(total, message).of_channel(writer.clip, source));
        } else if rounded > tolerance {
            report_rounded(writer, source, total);
        }
    }
}

/// Matrices as curves that glTF can represent.
struct Made {
    /// Translation, rotation and scale.
    curves: [Curve; 3],
    /// The wraps of these curves, and those of the matrices.
    wraps: [(Wrap, Wrap); 3],
    wrap: (Wrap, Wrap),
    /// The largest distances of a position and of the tip of an axis from the correct ones.
    errors: [f64; 2],
    /// The length of the longest axis.
    longest: f64,
    /// The duration of the jumps, in seconds.
    jump: f64,
}

impl Made {
    /// The curves of the matrices that these channels drive. The translation of a matrix is its own curve: where it is large, the
    /// axes are as accurate as elsewhere. Jumps of the axes are steps until they are decomposed: there is no way between two matrices
    /// that may be mirror images of each other.
    fn of(writer: &Writer<'_, '_>, rest: &Transform, parts: &[&Channel]) -> Result<Self, ClipError> {
        let (duration, whole) = (writer.clip.duration, writer.fineness(&Property::Matrix));
        let each = Fineness { tolerance: whole.tolerance / Affine::DIAGONAL, jump: 0.0, ..whole };
        let merged = merge::whole(parts, &Affine::from(*rest).to_rows(), duration, each)?;
        let before = Affine::DIAGONAL * merged.error;
        let as_plain = |curve: Curve, property: &Property, fineness: Fineness| {
            let merged = Merged { curve: Cow::Owned(curve), error: 0.0, jump: 0.0 };
            plain(merged, property, duration, fineness, false)
        };
        let own = |curve: Curve, property: Property| {
            let fineness = writer.fineness(&property);
            as_plain(curve, &property, fineness)
        };
        let [places, axes] = apart(&merged.curve)?;
        let translation = own(places, Property::Translation)?;
        // Steps that repeat take as long as jumps.
        let jump = if axes.uniform_ease() == Some(Ease::Step) { whole.jump } else { 0.0 };
        let axes = as_plain(axes, &Property::Matrix, Fineness { jump, ..each })?;
        let sources: Vec<&Curve> = parts.iter().map(|part| part.curve()).collect();
        let steps = stepped(held(&axes.curve), &sources)?;
        let given = sources.iter().map(|source| source.len()).sum();
        let decomposed = decompose(&steps, whole.tolerance, whole.limit.keys(given, whole.tolerance))?;
        let longest = decomposed.scale.values().iter().fold(0.0f64, |most, scale| most.max(scale.abs()));
        let rotation = own(decomposed.rotation, Property::Rotation)?;
        let scale = own(decomposed.scale, Property::Scale)?;
        let [places, sampled, turns, lengths] =
            [&translation, &axes, &rotation, &scale].map(|plain| plain.error.unwrap_or(0.0));
        let sheared = decomposed.error + Affine::DIAGONAL * sampled;
        let left = axes.curve.wrap();
        Ok(Self {
            wraps: [translation.curve.wrap(), left, left],
            wrap: merged.curve.wrap(),
            errors: [before + places, before + sheared + turns * longest + lengths],
            longest,
            jump: [translation.jump, axes.jump, rotation.jump, scale.jump].into_iter().fold(0.0, f64::max),
            curves: [translation, rotation, scale].map(|plain| plain.curve.into_owned()),
        })
    }
}

/// A curve of matrices as a curve of their translations, and one of matrices without translations.
fn apart(matrices: &Curve) -> Result<[Curve; 2], ClipError> {
    let is_place = |index: usize| index % 4 == 3;
    let mut axes = matrices.values().to_vec();
    let own = axes.iter_mut().enumerate().filter(|(index, _)| is_place(*index));
    let places = own.map(|(_, number)| std::mem::take(number)).collect();
    let mut handles: [Vec<Handles>; 2] = Default::default();
    if matrices.has_handles() {
        let all = (0..matrices.len()).flat_map(|key| (0..12).map(move |number| (key, number)));
        for (key, number) in all {
            let mut own = matrices.handles(key, number);
            if is_place(number) {
                handles[0].push(own);
                own = Handles { into: [own.into[0], 0.0], out: [own.out[0], 0.0] };
            }
            handles[1].push(own);
        }
    }
    let eases: Vec<Ease> = (0..matrices.len()).map(|key| matrices.ease(key)).collect();
    let (before, after) = matrices.wrap();
    let of = |width: usize, values: Vec<f64>, handles: Vec<Handles>| {
        let curve = Curve::new(matrices.times().clone(), width, values, Ease::Step)?;
        let curve = if handles.is_empty() { curve } else { curve.with_handles(handles)? };
        Ok(curve.with_eases(eases.clone())?.with_wrap(before, after))
    };
    let [own, others] = handles;
    Ok([of(3, places, own)?, of(12, axes, others)?])
}
