//! Channels that drive parts of a property, merged into one channel.

use std::borrow::Cow;

use super::by_node::ByNode;
use super::distance::{baked_error, of_numbers};
use super::quota::Quota;
use super::{EditError, codes};
use crate::merge::{Merged, held, once, stops, whole};
use crate::{
    Affine, Baked, Channel, Clip, ClipError, Curve, Deviation, Property, Report, Sampler, Winding, Wrap,
    quaternion,
};

/// Whether a channel drives a part of a quaternion.
pub(super) fn is_part(channel: &Channel) -> bool {
    *channel.property() == Property::Rotation && channel.curve().width() < 4
}

/// The clip with one channel for each rotation: parts of a quaternion cannot be mixed separately.
pub(super) fn whole_rotations<'a>(
    clip: &'a Clip,
    quota: &Quota,
    report: &mut Report,
) -> Result<Cow<'a, Clip>, EditError> {
    if !clip.channels.iter().any(is_part) {
        return Ok(Cow::Borrowed(clip));
    }
    let is_rotation = |_, property: &Property| *property == Property::Rotation;
    wholes(clip.clone(), quota, report, is_rotation).map(Cow::Owned)
}

/// The clip with one channel for each selected property that several channels, or a partial one, drove before.
pub(super) fn wholes(
    clip: Clip,
    quota: &Quota,
    report: &mut Report,
    meant: impl Fn(usize, &Property) -> bool,
) -> Result<Clip, EditError> {
    let by_node = ByNode::new(&clip);
    let mut channels = Vec::with_capacity(clip.channels.len());
    for channel in &clip.channels {
        let alike = |other: &&Channel| channel.property() == other.property();
        let parts: Vec<&Channel> = by_node.of(channel.node()).filter(alike).collect();
        // Of complete channels, the last one counts anyway.
        let whole = |part: &&Channel| part.curve().width() == part.property().width();
        if parts.iter().all(whole) || !meant(channel.node(), channel.property()) {
            channels.push(channel.clone());
        } else if parts.last().is_some_and(|last| std::ptr::eq(*last, channel)) {
            // The merged channel takes the place of the last of them.
            channels.push(one(&clip, &parts, quota, report).map_err(EditError::of(&clip.name))?);
        }
    }
    Ok(Clip { channels, ..clip })
}

fn one(clip: &Clip, parts: &[&Channel], quota: &Quota, report: &mut Report) -> Result<Channel, ClipError> {
    let [first, ..] = parts else { return Err(ClipError::NoParts) };
    let property = first.property();
    let rest = rest_of(clip, first.node(), property);
    let merged = whole(parts, &rest, clip.duration, of_numbers(property, quota.fineness()))?;
    quota.spend(&merged.curve);
    let error = error(&merged, parts, &rest, clip.duration)?;
    let Merged { curve, jump, .. } = merged;
    let mut lose = |code: &'static crate::Code, error: Deviation| {
        if error.size > 0.0 {
            let loss = code.approximated(error, "parts of the property became one curve");
            report.lose(loss.of_node(clip, first.node()).of_property(property));
        }
    };
    lose(&codes::CURVE, Deviation::of(property, error));
    lose(&codes::JUMP, Deviation::time(jump));
    let sources: Vec<_> = parts.iter().map(|part| part.curve()).collect();
    if stops(&curve, &sources) {
        let message = "parts of the property that repeat became one curve, which holds";
        report.lose(codes::ENDS.dropped(message).of_node(clip, first.node()).of_property(property));
    }
    Channel::new(first.node(), property.clone(), curve.into_owned())
}

/// The largest distance between a merged curve and its parts in a clip with a duration.
fn error(merged: &Merged<'_>, parts: &[&Channel], rest: &[f64], duration: f64) -> Result<f64, ClipError> {
    let ([first, ..], true) = (parts, merged.error > 0.0) else { return Ok(0.0) };
    let property = first.property();
    let wrap = merged.curve.wrap();
    let (before, after) = wrap;
    // Of curves that repeat together, one period was baked. An offset turns quaternions differently in each period. Other repeats
    // are in the keys of a curve that holds.
    let is_once = wrap != (Wrap::Hold, Wrap::Hold)
        && !(*property == Property::Rotation && [before, after].contains(&Wrap::RepeatWithOffset));
    let shown =
        |part: &&Channel| if is_once { part.with_curve(once(part.curve())?) } else { Ok((*part).clone()) };
    let parts: Vec<Channel> = parts.iter().map(shown).collect::<Result<_, _>>()?;
    let curves: Vec<&Curve> = parts.iter().map(Channel::curve).collect();
    let mut samplers: Vec<_> = curves.iter().map(|curve| Sampler::new(curve)).collect();
    let curve = if is_once { held(&merged.curve) } else { merged.curve.clone().into_owned() };
    let made = Baked { curve, error: merged.error, jump: merged.jump };
    let (start, end) = (made.curve.start(), made.curve.end());
    let span = if is_once { [start, end] } else { [start.min(0.0), end.max(duration)] };
    let sample = |time: f64, out: &mut [f64]| {
        out.copy_from_slice(rest);
        for (part, sampler) in parts.iter().zip(&mut samplers) {
            sampler.sample(time, &mut out[part.component()..]);
        }
    };
    Ok(baked_error(property, &made, &curves, span, &mut Winding::new([]), sample))
}

/// The value that a property has without a channel.
pub(super) fn rest_of(clip: &Clip, node: usize, property: &Property) -> Vec<f64> {
    let rest = &clip.nodes[node].rest;
    match property {
        Property::Translation => rest.translation.to_vec(),
        Property::Rotation => rest.rotation.to_vec(),
        Property::Euler(order) => order.from_matrix(quaternion::to_matrix(rest.rotation)).to_vec(),
        Property::Scale => rest.scale.to_vec(),
        Property::Matrix => Affine::from(*rest).to_rows().to_vec(),
        Property::Visible | Property::Alive => vec![1.0],
        Property::Parent => vec![clip.nodes[node].parent.map_or(-1.0, |parent| parent as f64)],
        other => vec![0.0; other.width()],
    }
}
