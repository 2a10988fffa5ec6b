//! Motion before and after a clip, for formats that hold the values at its ends.

use std::collections::HashMap;
use std::f64::consts::PI;

use crate::merge::Reach;
use crate::{
    Channel, Clip, Code, Curve, Deviation, Ease, Handles, Property, Report, Sampler, Wrap, climb, quaternion,
};

/// The number of parts of a segment at whose ends values are compared, before the search for the largest difference.
const PARTS: usize = 4;

/// Reports the channels that move before a clip or after it, for an encoder whose files hold the first and the last value. Channels
/// that the file does not have are not to be in the clip; [`Property::Alive`] and [`Property::Parent`] are ignored.
///
/// The file has all keys of the clip, or those from time 0 on if `from_zero`: keys count as a part of the clip. `code` is the
/// code of the losses. Their error is the largest difference from the held value: at most half a turn for rotations, infinite for
/// any other motion that never returns ([`Wrap::RepeatWithOffset`]).
pub fn report_ends(clip: &Clip, from_zero: bool, format: &str, code: &'static Code, report: &mut Report) {
    let mut groups: HashMap<_, Vec<&Curve>> = HashMap::new();
    for channel in &clip.channels {
        groups.entry(group_of(channel)).or_default().push(channel.curve());
    }
    for channel in &clip.channels {
        let property = channel.property();
        if matches!(property, Property::Alive | Property::Parent) {
            continue;
        }
        // Several curves become one over their common span.
        let [start, end] = match &groups[&group_of(channel)][..] {
            [one] => [one.start(), one.end()],
            curves => Reach::of_linear(curves, clip.duration).span,
        };
        let start = if from_zero { 0.0 } else { start.min(0.0) };
        let end = end.max(clip.duration);
        let [before, after] = [(start, -1.0), (end, 1.0)].map(|(end, side)| difference(channel, end, side));
        // Rounding where a loop restarts is not motion.
        let size = [before, after].into_iter().filter(|size| *size > 1e-9).fold(0.0, f64::max);
        if size > 0.0 {
            let size = if property.is_rotation() { size.min(PI) } else { size };
            let when = match (before > 1e-9, after > 1e-9) {
                (true, true) => "before the clip and after its end",
                (true, false) => "before the clip",
                _ => "after the end of the clip",
            };
            let message = format!("{format} holds the value {when}, where the channel moves");
            report.lose(code.approximated(Deviation::of(property, size), message).of_channel(clip, channel));
        }
    }
}

/// The channels with one key become one curve: those of one property. Formats with one position add displacements to it.
fn group_of(channel: &Channel) -> (usize, &str) {
    let property = match channel.property() {
        Property::Displacement => &Property::Translation,
        property => property,
    };
    (channel.node(), property.name())
}

/// Whether a channel moves before a span or after it.
pub(crate) fn reaches(channel: &Channel, [from, to]: [f64; 2]) -> bool {
    difference(channel, from, -1.0) > 1e-9 || difference(channel, to, 1.0) > 1e-9
}

/// The largest difference of a channel on one side of a time from its value at that time.
pub(crate) fn difference(channel: &Channel, end: f64, side: f64) -> f64 {
    let curve = channel.curve();
    let wrap = if side < 0.0 { curve.wrap().0 } else { curve.wrap().1 };
    let [start, stop] = [curve.start(), curve.end()];
    let last = curve.len() - 1;
    if wrap == Wrap::RepeatWithOffset && stop > start && curve.value(0) != curve.value(last) {
        return rising(channel, &curve.at(end), side);
    }
    let held = curve.at(end);
    let [from, to] = match wrap {
        // There may be keys between the end of the clip and the end of the curve.
        Wrap::Hold if side < 0.0 => [start, end.min(stop)],
        Wrap::Hold => [end.max(start), stop],
        // A curve that repeats shows all of its values.
        _ => [start, stop],
    };
    if from >= to { 0.0 } else { farthest(channel, &held, [from, to], wrap) }
}

/// The largest difference from a value of a channel that repeats with an offset: infinite, except for quaternions, which approach the
/// direction of the offset. All of them are sums of the points of the curve and of the offset, each times a factor: in a cone around the
/// value that contains these and is not half a turn wide.
fn rising(channel: &Channel, held: &[f64], side: f64) -> f64 {
    let (curve, last) = (channel.curve(), channel.curve().len() - 1);
    let (Property::Rotation, &[x, y, z, w]) = (channel.property(), held) else { return f64::INFINITY };
    let first = curve.value(0);
    let held =
        quaternion::nearest(quaternion::normalize([x, y, z, w]), [first[0], first[1], first[2], first[3]]);
    let offset = std::array::from_fn(|part| side * (curve.value(last)[part] - first[part]));
    let points = (0..=last).flat_map(|key| {
        let handle = |end: fn(Handles) -> [f64; 2]| {
            std::array::from_fn(|part| curve.value(key)[part] + end(curve.handles(key, part))[1])
        };
        [handle(|_| [0.0; 2]), handle(|handles| handles.into), handle(|handles| handles.out)]
    });
    let mut most = 0.0_f64;
    for point in points.chain([offset]) {
        if quaternion::dot(point, held) <= 0.0 {
            return f64::INFINITY;
        }
        most = most.max(quaternion::angle_between(quaternion::normalize(point), held));
    }
    most
}

/// The largest difference of a channel from a value over a part of its curve: at keys, and between keys where it may be larger there.
fn farthest(channel: &Channel, held: &[f64], [from, to]: [f64; 2], wrap: Wrap) -> f64 {
    let (curve, property) = (channel.curve(), channel.property());
    let mut sampler = Sampler::new(curve);
    let mut value = vec![0.0; curve.width()];
    let mut off = |time: f64| {
        sampler.sample(time, &mut value);
        away(property, held, &value)
    };
    // At its last key a repeating curve starts again. Values come arbitrarily close to that of the last key, except after a step.
    let last = curve.len() - 1;
    let is_shown = |key: usize| key < last || wrap != Wrap::Repeat || curve.ease(last - 1) != Ease::Step;
    let mut most = f64::max(off(from), if wrap == Wrap::Repeat { 0.0 } else { off(to) });
    let first = curve.times().find(from, 0).unwrap_or_default();
    let keys = || (first..).zip(curve.times().iter().skip(first)).take_while(|(_, time)| *time <= to);
    for (key, _) in keys().filter(|(key, time)| *time >= from && is_shown(*key)) {
        most = most.max(away(property, held, curve.value(key)));
    }
    for (key, time) in keys().take_while(|(key, _)| *key < last) {
        if limit(channel, held, key).is_none_or(|limit| limit <= most) {
            continue;
        }
        let (begin, end) = (time.max(from), curve.times().get(key + 1).unwrap_or(to).min(to));
        let at: [f64; PARTS + 1] =
            std::array::from_fn(|part| begin + (end - begin) * part as f64 / PARTS as f64);
        let heights = at.map(&mut off);
        for part in 0..=PARTS {
            let beside = [part.saturating_sub(1), (part + 1).min(PARTS)];
            if beside.iter().all(|&other| heights[other] <= heights[part]) {
                most = most.max(heights[part]).max(climb(beside.map(|other| at[other]), &mut off));
            }
        }
    }
    most
}

/// An upper bound of the difference of a channel from a value between a key and the next one; `None` if the difference is largest at
/// one of the keys.
fn limit(channel: &Channel, held: &[f64], key: usize) -> Option<f64> {
    let (curve, property) = (channel.curve(), channel.property());
    let ends = [key, key + 1].map(|key| curve.value(key));
    match (curve.ease(key), property, ends) {
        (Ease::Step, ..) => None,
        (Ease::Bezier, Property::Rotation, _) => Some(PI),
        // A curve stays in the convex hull of its keys and handles.
        (Ease::Bezier, ..) => {
            let corner = |component: usize| {
                let handles = [key, key + 1].map(|key| curve.handles(key, component));
                let [from, to] = ends.map(|value| value[component]);
                let corners = [from, from + handles[0].out[1], to + handles[1].into[1], to];
                let off = |corner: &f64| (corner - held[component]).abs();
                corners.into_iter().max_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(from)
            };
            Some(away(property, held, &(0..curve.width()).map(corner).collect::<Vec<_>>()))
        }
        // The path between two quaternions is at most the angle between them; the rotations turn twice as far.
        (_, Property::Rotation, [&[ax, ay, az, aw], &[bx, by, bz, bw]]) => {
            let [a, b] = [[ax, ay, az, aw], [bx, by, bz, bw]].map(quaternion::normalize);
            let way = 2.0 * quaternion::angle_between_near(a, b);
            let [from, to] = ends.map(|value| away(property, held, value));
            Some(f64::midpoint(from + to, way))
        }
        // On a straight line, the difference is largest at an end.
        _ => None,
    }
}

/// The distance between two values of a property, in its unit; of weights the largest of their differences.
pub(crate) fn away(property: &Property, a: &[f64], b: &[f64]) -> f64 {
    match (property, a, b) {
        (Property::Rotation, &[ax, ay, az, aw], &[bx, by, bz, bw]) => {
            // Between keys that straight lines join, and at keys of other lengths, the length is not 1.
            let [a, b] = [[ax, ay, az, aw], [bx, by, bz, bw]].map(quaternion::normalize);
            quaternion::angle_between(a, b)
        }
        // The rotations differ by at most the sum of the differences of the angles.
        (Property::Euler(_), a, b) => a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum(),
        // Each is its own quantity.
        (Property::Weights { .. }, a, b) => a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max),
        _ => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
    }
}

#[cfg(test)]
mod tests;
