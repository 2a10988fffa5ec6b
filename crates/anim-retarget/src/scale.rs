//! The scale of a node of a figure: its rest scale, times the scale of the source relative to its own rest.

use anim_core::{
    Baked, Channel, Curve, Deviation, Fineness, Handles, Property, Report, Wrap, quaternion, trig,
};

use crate::codes;
use crate::job::Job;
use crate::linear::mapped;
use crate::rounding::{ROUNDING, SAME};

/// Pushes the scale channel of a target, if its source changes its scale: uniformly, or along axes that both have.
pub(crate) fn write(
    job: &Job<'_, '_>,
    source: usize,
    target: usize,
    out: &mut Vec<Channel>,
    report: &mut Report,
) {
    let Some(driven) = &job.source.locals[source].scale else { return };
    let (own, rest) = (job.source.rest[source].scale, job.figure.nodes()[target].rest.scale);
    let factors: [f64; 3] = std::array::from_fn(|i| if own[i] == 0.0 { 1.0 } else { rest[i] / own[i] });
    // The factor from a difference of the source to one of the target.
    let largest = factors.iter().fold(0.0, |most: f64, factor| most.max(factor.abs()));
    // Integer matrices have scales only near 1.
    let most = farthest(&driven.curve, own) + driven.error;
    let smallest =
        own.iter().filter(|part| **part != 0.0).fold(1.0, |least: f64, part| least.min(part.abs()));
    if most.max(most * largest).max(most / smallest) <= job.options.tolerance.get() {
        let error = Deviation::ratio(most * largest);
        if error.size > ROUNDING {
            let loss = codes::BAKED.approximated(error, "the scale is left out: it is nearly that of rest");
            report.lose(job.of_source(loss, source, &Property::Scale));
        }
        return;
    }
    let axes = quaternion::angle_between(
        quaternion::normalize(job.source.hung.unflipped(source)),
        quaternion::normalize(job.hung.unflipped(target)),
    );
    let Some(channel) = job
        .source
        .channel(source, |channel| matches!(channel.property(), Property::Scale | Property::Matrix))
    else {
        return;
    };
    if axes > SAME && !(is_even(own, SAME) && is_always_even(&driven.curve, [1.0; 3], SAME)) {
        let message = "the scale is dropped: the axes of the figure's node differ";
        report.lose(codes::DROPPED.dropped(message).of_channel(job.source.clip, channel));
        return;
    }
    if factors == [1.0; 3] && job.keep(source, target, |property| *property == Property::Scale, out) {
        return;
    }
    let scaled = |value: [f64; 3]| std::array::from_fn(|i| value[i] * factors[i]);
    let lengths = job.options.lengths();
    let fineness = Fineness { tolerance: lengths.tolerance / largest.max(f64::MIN_POSITIVE), ..lengths };
    let made = mapped(&driven.curve, scaled, [0.0; 3], job.source.clip.duration, fineness);
    let made = made.and_then(|Baked { curve, error, jump }| {
        Ok((Channel::new(target, Property::Scale, curve)?, error, jump))
    });
    match made {
        Ok((made, error, jump)) => {
            let error = Deviation::ratio((error + driven.error) * largest);
            job.report_baked(source, &Property::Scale, error, jump.max(driven.jump), report);
            job.report_stop(source, &Property::Scale, made.curve(), &[driven], report);
            out.push(made);
        }
        Err(error) => {
            let message = format!("the scale is dropped: {error}");
            report.lose(codes::DROPPED.dropped(message).of_channel(job.source.clip, channel));
        }
    }
}

/// Whether a scale is the same along all axes, up to a relative difference.
pub(crate) fn is_even(scale: [f64; 3], most: f64) -> bool {
    scale.iter().all(|part| (part - scale[0]).abs() <= most * scale[0].abs())
}

/// Whether a scale with these signs is the same along all axes at any time, up to a relative difference: in its keys, and in the
/// handles beside them.
pub(crate) fn is_always_even(curve: &Curve, signs: [f64; 3], most: f64) -> bool {
    let is_even = |scale: [f64; 3]| is_even(std::array::from_fn(|i| signs[i] * scale[i]), most);
    (0..curve.len()).all(|key| {
        let value: [f64; 3] = std::array::from_fn(|i| curve.value(key)[i]);
        let handles: [Handles; 3] = std::array::from_fn(|i| curve.handles(key, i));
        [handles.map(|handles| handles.into), handles.map(|handles| handles.out)].iter().all(|ends| {
            let end = std::array::from_fn(|i| value[i] + ends[i][1]);
            is_even(end) && ends.iter().all(|[seconds, _]| *seconds == ends[0][0])
        }) && is_even(value)
    })
}

/// The largest distance of a curve from a value at any time, or an upper bound of it: between two keys, a curve stays within its
/// control points. Infinite for a curve that repeats with an offset.
fn farthest(curve: &Curve, from: [f64; 3]) -> f64 {
    let (before, after) = curve.wrap();
    let rises = [before, after].contains(&Wrap::RepeatWithOffset);
    if rises && curve.value(0) != curve.value(curve.len() - 1) {
        return f64::INFINITY;
    }
    let distance = |value: [f64; 3]| (0..3).map(|i| value[i] - from[i]).fold(0.0, trig::hypot);
    let key = |key: usize| {
        let own: [f64; 3] = std::array::from_fn(|i| curve.value(key)[i]);
        let moved = |by: [f64; 3]| distance(std::array::from_fn(|i| own[i] + by[i]));
        let handles: [Handles; 3] = std::array::from_fn(|i| curve.handles(key, i));
        let ways = [handles.map(|handles| handles.into[1]), handles.map(|handles| handles.out[1])];
        ways.map(moved).into_iter().fold(distance(own), f64::max)
    };
    (0..curve.len()).map(key).fold(0.0, f64::max)
}
