//! Motion as a difference from a pose, and back.

use std::borrow::Cow;

use super::distance::baked_error;
use super::draft::{Draft, SAME};
use super::linear::{apply, factors, left_factor, offsets, rows_after};
use super::moment::or_end;
use super::quota::Quota;
use super::whole_channels::wholes;
use super::{EditError, Moment, codes};
use crate::math::affine::{distance, largest_difference};
use crate::merge::{Reach, in_turns, stops};
use crate::{
    Affine, Baked, Change, Channel, Clip, ClipError, Deviation, Ease, Fineness, Loss, Poser, Property,
    Report, Sampler, Transform, Winding, bake_function, quaternion, to_rotation,
};

/// The clip as a difference from a pose: that of the clip at a moment, or the rest pose. The pose becomes the rest pose, so that
/// [`absolute`] finds it.
///
/// The translation of the pose is subtracted; a rotation R becomes Q⁻¹·R, with the pose's rotation Q; a scale is divided, factor
/// by factor; a matrix L becomes P⁻¹·L, with the pose's matrix P, or the nearest one without shear. A property without a channel
/// has no difference. Displacements are differences already. Curves stay curves, except for angles whose pose is rotated: they
/// become quaternions within the tolerance in radians, and still repeat if each period has the same rotations. Other properties
/// have no rest value, and stay: weights that are not 0 in the pose are reported.
///
/// Errors: [`EditError::Unfit`] if a scale of the pose is 0, [`EditError::Span`] for a moment outside of the clip, those of
/// [`Moment::seconds`], and [`EditError::Clip`] if baking takes too many keys.
pub fn additive(
    clip: &Clip,
    pose: Option<Moment>,
    fineness: impl Into<Fineness>,
    report: &mut Report,
) -> Result<Clip, EditError> {
    let quota = &quota(clip, fineness.into());
    // A component without a channel is at its own rest, not at that of the pose, and has no difference.
    let is_apart = |node, property: &Property| {
        is_mixed(node, property) || matches!(property, Property::Translation | Property::Scale)
    };
    let mut new = wholes(clip.clone(), quota, report, is_apart)?;
    let stances = stances(clip, pose)?;
    for (node, stance) in new.nodes.iter_mut().zip(&stances) {
        let maps = [Some(stance.rest.into()), stance.matrix];
        if maps.iter().flatten().any(|map: &Affine| map.inverse().is_none()) {
            let message = format!("clip `{}`: the pose scales `{}` by 0", clip.name, node.name);
            return Err(EditError::Unfit(message));
        }
        node.rest = stance.rest;
    }
    report.losses.extend(sheared(&new, &stances));
    if let Some(moment) = pose {
        report.losses.extend(weighted(&new, time_of(clip, moment)?));
    }
    let from = if pose.is_some() { "the pose of a moment" } else { "the rest pose" };
    report.change(Change::new("additive", format!("the difference from {from}")).in_clip(clip));
    changed(new, quota, report, |rest| {
        let back = Affine::from(*rest).inverse().unwrap_or_default();
        (
            Transform {
                translation: rest.translation.map(|part| -part),
                rotation: quaternion::conjugate(rest.rotation),
                scale: rest.scale.map(|part| 1.0 / part),
            },
            back,
        )
    })
}

/// A node in the pose from which motion is a difference.
pub(super) struct Stance {
    /// Its transform; the nearest one to its matrix if it has one.
    pub(super) rest: Transform,
    /// Its matrix, if a channel drives it.
    matrix: Option<Affine>,
}

/// Each node in the pose at a moment, by default in the rest pose.
pub(super) fn stances(clip: &Clip, pose: Option<Moment>) -> Result<Vec<Stance>, EditError> {
    let Some(moment) = pose else {
        return Ok(clip.nodes.iter().map(|node| Stance { rest: node.rest, matrix: None }).collect());
    };
    let time = time_of(clip, moment)?;
    let mut still = clip.clone();
    still.channels.retain(|channel| *channel.property() != Property::Displacement);
    let mut poser = Poser::new(&still);
    let stance = |node: usize| {
        let state = poser.node(node, time);
        let rest = state.matrix.map_or(state.transform, |matrix| matrix.decompose());
        Stance { rest, matrix: state.matrix }
    };
    Ok((0..clip.nodes.len()).map(stance).collect())
}

/// The time of a moment within a clip.
fn time_of(clip: &Clip, moment: Moment) -> Result<f64, EditError> {
    let time = or_end(clip, moment.seconds(clip)?);
    if time < -SAME || time > clip.duration + SAME {
        let (clip, duration) = (clip.name.clone(), clip.duration);
        return Err(EditError::Span { clip, span: [time, time], duration });
    }
    Ok(time)
}

/// The losses of weights that are not 0 in the pose: a rest pose has no weights.
fn weighted(clip: &Clip, time: f64) -> Vec<Loss> {
    let weights =
        clip.channels.iter().filter(|channel| matches!(channel.property(), Property::Weights { .. }));
    let size = |channel: &Channel| {
        channel.curve().at(time).into_iter().fold(0.0, |most: f64, weight| most.max(weight.abs()))
    };
    let sizes = weights.map(|channel| (channel, size(channel))).filter(|(_, size)| *size > 0.0);
    let message = "a rest pose has no weights: those of the pose are not subtracted";
    let loss = |(channel, size): (&Channel, f64)| {
        codes::WEIGHTS
            .approximated(Deviation::of(channel.property(), size), message)
            .of_channel(clip, channel)
    };
    sizes.map(loss).collect()
}

/// The losses of matrices whose pose has shear, which a rest pose cannot hold: the largest difference at a key between the
/// differences from the two.
fn sheared(clip: &Clip, stances: &[Stance]) -> Vec<Loss> {
    let mut losses = Vec::new();
    for channel in clip.channels.iter().filter(|channel| *channel.property() == Property::Matrix) {
        let Stance { rest, matrix: Some(exact) } = &stances[channel.node()] else { continue };
        let [near, exact] = [Affine::from(*rest), *exact].map(|map| map.inverse().unwrap_or_default());
        let (mut linear, mut translation) = (0.0_f64, 0.0_f64);
        for value in channel.curve().values().chunks(12) {
            let value = Affine::from_rows(std::array::from_fn(|place| value[place]));
            let [near, exact] = [near.after(&value), exact.after(&value)];
            let rows = [near.linear(), exact.linear()];
            linear = linear.max(largest_difference(rows[0].as_flattened(), rows[1].as_flattened()));
            translation = translation.max(distance(near.translation().into_iter().zip(exact.translation())));
        }
        for (part, error) in [
            ("linear part", Deviation::of(channel.property(), linear)),
            ("translation", Deviation::length(translation)),
        ] {
            if error.size > SHEAR {
                let message = format!("the shear of the pose is not in the rest pose: the {part} differs");
                losses.push(codes::SHEAR.approximated(error, message).of_channel(clip, channel));
            }
        }
    }
    losses
}

/// A difference between matrices that is no shear, but the rounding of their decomposition.
const SHEAR: f64 = 1e-9;

/// The motion of a clip whose channels are differences from the rest pose, as [`additive`] makes them.
///
/// Errors: [`EditError::Clip`] if baking takes too many keys.
pub fn absolute(clip: &Clip, fineness: impl Into<Fineness>, report: &mut Report) -> Result<Clip, EditError> {
    let quota = &quota(clip, fineness.into());
    report.change(Change::new("absolute", "the rest pose and the difference").in_clip(clip));
    let clip = wholes(clip.clone(), quota, report, is_mixed)?;
    changed(clip, quota, report, |rest| (*rest, (*rest).into()))
}

/// The quota of a clip, for the curves that a change may bake: angles, splines, and several curves of one property.
fn quota(clip: &Clip, fineness: Fineness) -> Quota {
    let takes = |channel: &&Channel| {
        let (curve, property) = (channel.curve(), channel.property());
        !curve.is_still() && (is_angles(property) || curve.has_handles() || curve.width() < property.width())
    };
    Quota::of(std::slice::from_ref(clip), fineness).for_channels(clip.channels.iter().filter(takes))
}

/// Whether the change of a component of a property depends on the other components.
fn is_mixed(_: usize, property: &Property) -> bool {
    matches!(property, Property::Rotation | Property::Euler(_) | Property::Matrix)
}

/// The clip with one function applied to translations, rotations and scales, and another to matrices.
fn changed(
    clip: Clip,
    quota: &Quota,
    report: &mut Report,
    by: impl Fn(&Transform) -> (Transform, Affine),
) -> Result<Clip, EditError> {
    let mut channel = |channel: &Channel| -> Result<Channel, ClipError> {
        let (change, matrix) = by(&clip.nodes[channel.node()].rest);
        let turns = quaternion::angle_between(change.rotation, quaternion::IDENTITY) > 0.0;
        let width = channel.curve().width();
        let rows = match channel.property() {
            Property::Translation => offsets(channel, change.translation),
            Property::Scale => factors(width, |part| change.scale[channel.component() + part]),
            Property::Matrix => rows_after(&matrix),
            Property::Rotation => left_factor(change.rotation),
            Property::Euler(_) | Property::Angle { .. } if turns => left_factor(change.rotation),
            _ => return Ok(channel.clone()),
        };
        let angles = is_angles(channel.property());
        let draft = if angles { None } else { Draft::of(channel.curve()).mapped(&rows) };
        if let Some(draft) = draft {
            return channel.with_curve(draft.curve()?);
        }
        let made = baked(&clip, channel, &rows, quota)?;
        for (code, error, message) in [
            (&codes::CURVE, Deviation::of(channel.property(), made.error), "a curve is baked"),
            (&codes::JUMP, Deviation::time(made.jump), "a jump takes a moment"),
        ] {
            if error.size > 0.0 {
                report.lose(code.approximated(error, message).of_channel(&clip, channel));
            }
        }
        if stops(&made.curve, &[channel.curve()]) {
            let message = "a baked curve holds its values before the clip and after its end";
            report.lose(codes::ENDS.dropped(message).of_channel(&clip, channel));
        }
        let property = if angles { &Property::Rotation } else { channel.property() };
        Channel::new(channel.node(), property.clone(), made.curve)
    };
    let channels: Result<Vec<_>, _> = clip.channels.iter().map(&mut channel).collect();
    let channels = channels.map_err(EditError::of(&clip.name))?;
    Ok(Clip { channels, ..clip })
}

/// Whether a rotation is stored as angles, which a linear map does not change to those of another rotation.
fn is_angles(property: &Property) -> bool {
    matches!(property, Property::Euler(_) | Property::Angle { .. })
}

/// A curve with a linear map of its numbers, or of its quaternions if it has angles, as plain keys.
fn baked(
    clip: &Clip,
    channel: &Channel,
    rows: &[(Vec<f64>, f64)],
    quota: &Quota,
) -> Result<Baked, ClipError> {
    let (property, angles) = (channel.property(), is_angles(channel.property()));
    let made = if angles { &Property::Rotation } else { property };
    let source = if angles { in_turns(channel.curve()) } else { Cow::Borrowed(channel.curve()) };
    Reach::of(&[&source], clip.duration).bake(&source, |curve, span| {
        let (mut sampler, mut value) = (Sampler::new(curve), vec![0.0; curve.width()]);
        let mut sample = |time: f64, out: &mut [f64]| {
            sampler.sample(time, &mut value);
            match (property, &value[..]) {
                (Property::Euler(order), &[x, y, z]) => apply(rows, &order.to_quaternion([x, y, z]), out),
                (Property::Angle { axis }, &[angle]) => {
                    apply(rows, &quaternion::from_axis_angle(*axis, angle), out);
                }
                (_, value) => apply(rows, value, out),
            }
        };
        let mut baked = if angles {
            let turned = to_rotation(curve, property, span, quota.fineness())?;
            let mapped = Draft::of(&turned.curve).mapped(rows).ok_or(ClipError::HandleTimes)?;
            Baked { curve: mapped.curve()?, ..turned }
        } else {
            let ease = if *made == Property::Rotation { Ease::Slerp } else { Ease::Linear };
            bake_function(&[curve], made.width(), ease, span, quota.fineness(), &mut sample)?
        };
        quota.spend(&baked.curve);
        baked.error = baked_error(made, &baked, &[curve], span, &mut Winding::new([channel]), sample);
        Ok(baked)
    })
}
