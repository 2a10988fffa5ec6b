//! Motion as a difference from a pose, and back.

use super::draft::{Draft, SAME};
use super::linear::{factors, left_factor, offsets, rows_after};
use super::moment::or_end;
use super::whole::wholes;
use super::{EditError, Moment, codes};
use crate::merge::{Reach, in_turns, stops};
use crate::{
    Affine, Baked, Change, Channel, Clip, ClipError, Deviation, Poser, Positive, Property, Report, Transform,
    bake, quaternion, to_rotation,
};

/// The clip as a difference from a pose: that of the clip at a moment, or the rest pose. The pose becomes the rest pose, so that
/// [`absolute`] finds it.
///
/// The translation of the pose is subtracted; a rotation R becomes Q⁻¹·R, with the pose's rotation Q; a scale is divided, factor by
/// factor; a matrix L becomes P⁻¹·L, with the pose's matrix P. A property without a channel has no difference. Displacements are
/// differences already. Curves stay curves, except for angles whose pose is rotated: they become quaternions within the tolerance in
/// radians, and still repeat if each period has the same rotations. Other properties have no rest value, and stay.
///
/// Errors: [`EditError::Unfit`] if a scale of the pose is 0, [`EditError::Span`] for a moment outside of the clip, those of
/// [`Moment::seconds`], and [`EditError::Clip`] if baking takes too many keys.
pub fn additive(
    clip: &Clip,
    pose: Option<Moment>,
    tolerance: Positive,
    report: &mut Report,
) -> Result<Clip, EditError> {
    let mut clip = clip.clone();
    if let Some(moment) = pose {
        let time = or_end(&clip, moment.seconds(&clip)?);
        if time < -SAME || time > clip.duration + SAME {
            let (clip, duration) = (clip.name, clip.duration);
            return Err(EditError::Span { clip, span: [time, time], duration });
        }
        let mut still = clip.clone();
        still.channels.retain(|channel| *channel.property() != Property::Displacement);
        let mut poser = Poser::new(&still);
        let mut stance = |node: usize| {
            let state = poser.node(node, time);
            state.matrix.map_or(state.transform, |matrix| matrix.decompose())
        };
        let rests: Vec<Transform> = (0..clip.nodes.len()).map(&mut stance).collect();
        clip.nodes.iter_mut().zip(rests).for_each(|(node, rest)| node.rest = rest);
    }
    for node in &clip.nodes {
        if Affine::from(node.rest).inverse().is_none() {
            return Err(EditError::Unfit(format!(
                "clip `{}`: the pose scales `{}` by 0",
                clip.name, node.name
            )));
        }
    }
    let from = if pose.is_some() { "the pose of a moment" } else { "the rest pose" };
    report.change(Change::new("additive", format!("the difference from {from}")).in_clip(&clip));
    changed(clip, tolerance, report, |rest| {
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

/// The motion of a clip whose channels are differences from the rest pose, as [`additive`] makes them.
///
/// Errors: [`EditError::Clip`] if baking takes too many keys.
pub fn absolute(clip: &Clip, tolerance: Positive, report: &mut Report) -> Result<Clip, EditError> {
    report.change(Change::new("absolute", "the rest pose and the difference").in_clip(clip));
    changed(clip.clone(), tolerance, report, |rest| (*rest, (*rest).into()))
}

/// The clip with one function applied to translations, rotations and scales, and another to matrices.
fn changed(
    clip: Clip,
    tolerance: Positive,
    report: &mut Report,
    by: impl Fn(&Transform) -> (Transform, Affine),
) -> Result<Clip, EditError> {
    let meant = |_, property: &Property| {
        matches!(property, Property::Rotation | Property::Euler(_) | Property::Matrix)
    };
    let clip = wholes(clip, tolerance, report, meant)?;
    let mut lose = |channel: &Channel, baked: &Baked| {
        if baked.error > 1e-9 {
            let error = Deviation::of(channel.property(), baked.error);
            report.lose(codes::CURVE.approximated(error, "a curve is baked").of_channel(&clip, channel));
        }
        if stops(&baked.curve, &[channel.curve()]) {
            let message = "a baked curve holds its values before the clip and after its end";
            report.lose(codes::ENDS.dropped(message).of_channel(&clip, channel));
        }
    };
    let mut channel = |channel: &Channel| -> Result<Channel, ClipError> {
        let (change, matrix) = by(&clip.nodes[channel.node()].rest);
        let turns = quaternion::angle_between(change.rotation, quaternion::IDENTITY) > 0.0;
        let width = channel.curve().width();
        let rows = match channel.property() {
            Property::Translation => offsets(channel, change.translation),
            Property::Rotation => left_factor(change.rotation),
            Property::Scale => factors(width, |part| change.scale[channel.component() + part]),
            Property::Matrix => rows_after(&matrix),
            Property::Euler(_) | Property::Angle { .. } if turns => {
                let curve = in_turns(channel.curve());
                let baked = Reach::of(&[&curve], clip.duration).bake(&curve, |curve, span| {
                    to_rotation(curve, channel.property(), span, tolerance.get())
                })?;
                lose(channel, &baked);
                let new = Draft::of(&baked.curve)
                    .mapped(&left_factor(change.rotation))
                    .ok_or(ClipError::Handles)?;
                return Channel::new(channel.node(), Property::Rotation, new.curve()?);
            }
            _ => return Ok(channel.clone()),
        };
        if let Some(draft) = Draft::of(channel.curve()).mapped(&rows) {
            return channel.with_curve(draft.curve()?);
        }
        let curve = channel.curve();
        let baked = Reach::of(&[curve], clip.duration)
            .bake(curve, |curve, span| bake(curve, span, tolerance.get()))?;
        lose(channel, &baked);
        let new = Draft::of(&baked.curve).mapped(&rows).ok_or(ClipError::Handles)?;
        channel.with_curve(new.curve()?)
    };
    let channels: Result<Vec<_>, _> = clip.channels.iter().map(&mut channel).collect();
    let channels = channels.map_err(EditError::of(&clip.name))?;
    Ok(Clip { channels, ..clip })
}
