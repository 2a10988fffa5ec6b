//! Motion before and after a clip, for formats that hold the values at its ends.

use std::collections::HashMap;
use std::f64::consts::PI;

use crate::merge::Reach;
use crate::{
    Channel, Clip, Code, Curve, Deviation, Ease, Property, Report, Sampler, Wrap, climb, quaternion,
};

/// The number of parts of a segment at whose ends values are compared, before the search for the largest difference.
const PARTS: u32 = 4;

/// Reports the channels that move before a clip or after it, for an encoder whose files hold the first and the last value.
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
        if !(property.is_spatial() || matches!(property, Property::Weights { .. })) {
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
        return f64::INFINITY;
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
    let mut peak = (0.0, [from, to]);
    let first = curve.times().find(from, 0).unwrap_or_default();
    for key in first..curve.len() {
        let Some(time) = curve.times().get(key).filter(|time| *time <= to) else { break };
        if time >= from && is_shown(key) {
            most = most.max(away(property, held, curve.value(key)));
        }
        // On a straight line, the difference is largest at an end.
        let is_convex = curve.ease(key) == Ease::Linear && *property != Property::Rotation;
        if curve.ease(key) == Ease::Step || is_convex {
            continue;
        }
        let (begin, end) = (time.max(from), curve.times().get(key + 1).unwrap_or(to).min(to));
        let part = (end - begin) / f64::from(PARTS);
        for step in 1..PARTS {
            let middle = begin + part * f64::from(step);
            let height = off(middle);
            if height > peak.0 {
                peak = (height, [middle - part, middle + part]);
            }
        }
    }
    if peak.0 > 0.0 { most.max(peak.0).max(climb(peak.1, off)) } else { most }
}

/// The distance between two values of a property, in its unit.
pub(crate) fn away(property: &Property, a: &[f64], b: &[f64]) -> f64 {
    match (property, a, b) {
        (Property::Rotation, &[ax, ay, az, aw], &[bx, by, bz, bw]) => {
            // Between keys that straight lines join, and at keys of other lengths, the length is not 1.
            let [a, b] = [[ax, ay, az, aw], [bx, by, bz, bw]].map(quaternion::normalize);
            quaternion::angle_between(a, b)
        }
        // The rotations differ by at most the sum of the differences of the angles.
        (Property::Euler(_), a, b) => a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum(),
        _ => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fate, Handles, Node, Rate, Times};

    static ENDS: Code = Code::warning("toy::ends", "");

    /// The error reported for a ramp from 1 at −1 s to 5 at 1 s.
    fn size(before: Wrap, after: Wrap, duration: f64, from_zero: bool) -> Option<f64> {
        let curve =
            Curve::new(Times::keys([-1.0, 1.0]).unwrap(), 3, vec![1., 0., 0., 5., 0., 0.], Ease::Linear);
        let curve = curve.unwrap().with_wrap(before, after);
        let clip = Clip::new("c")
            .with_duration(duration)
            .with_nodes(vec![Node::new("n")])
            .with_channels(vec![Channel::new(0, Property::Translation, curve).unwrap()]);
        let mut report = Report::new();
        report_ends(&clip, from_zero, "TOY", &ENDS, &mut report);
        match report.losses.first()?.fate {
            Fate::Approximated(error) => Some(error.size),
            _ => None,
        }
    }

    #[test]
    fn motion_outside_is_measured_from_the_value_that_is_held() {
        use Wrap::{Hold, PingPong, Repeat, RepeatWithOffset};
        assert_eq!(size(Hold, Hold, 1.0, false), None);
        // At 0 s the value is 3; before that it starts at 1.
        assert_eq!(size(Hold, Hold, 1.0, true), Some(2.0));
        // At the end of a period the value is 1, and rises to 5; a ping-pong falls from 5 to 1.
        assert_eq!(size(Hold, Repeat, 1.0, false), Some(4.0));
        assert_eq!(size(Hold, PingPong, 1.0, false), Some(4.0));
        // At 2 s a ping-pong is at 3.
        assert_eq!(size(Hold, PingPong, 2.0, false), Some(2.0));
        assert_eq!(size(Hold, RepeatWithOffset, 1.0, false), Some(f64::INFINITY));
    }

    #[test]
    fn what_is_added_up_is_held_where_the_first_of_both_begins() {
        let curve = |times: [f64; 2], to: f64| {
            let values = vec![0.0, 0.0, 0.0, to, 0.0, 0.0];
            Curve::new(Times::keys(times).unwrap(), 3, values, Ease::Linear).unwrap()
        };
        let round = curve([0.25, 0.75], 1.0).with_wrap(Wrap::Repeat, Wrap::Repeat);
        let channels = [(Property::Displacement, round), (Property::Translation, curve([-0.25, 1.0], 0.0))];
        let clip = Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("n")]).with_channels(
            channels.map(|(property, curve)| Channel::new(0, property, curve).unwrap()).to_vec(),
        );
        let mut report = Report::new();
        report_ends(&clip, false, "TOY", &ENDS, &mut report);
        // At -0.25 s the loop begins at 0, and before that it comes to 1.
        assert!(matches!(report.losses[0].fate, Fate::Approximated(error) if error.size == 1.0), "{report}");
    }

    #[test]
    fn nodes_and_properties_are_held_each_at_its_own_ends() {
        let curve = |times: [f64; 2], wrap: Wrap| {
            let values = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
            Curve::new(Times::keys(times).unwrap(), 3, values, Ease::Linear).unwrap().with_wrap(wrap, wrap)
        };
        let round = || Channel::new(0, Property::Translation, curve([0.25, 0.75], Wrap::Repeat)).unwrap();
        let early = || curve([-0.25, 1.0], Wrap::Hold);
        for other in [
            Channel::new(1, Property::Translation, early()).unwrap(),
            Channel::new(0, Property::Scale, early()).unwrap(),
        ] {
            let clip = Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("a"), Node::new("b")]);
            let mut report = Report::new();
            report_ends(&clip.with_channels(vec![round(), other]), false, "TOY", &ENDS, &mut report);
            // At 0 s and at 1 s the loop is in the middle of its period, not at its start as at -0.25 s.
            assert_eq!(report.losses.len(), 1);
            assert!(
                matches!(report.losses[0].fate, Fate::Approximated(error) if error.size == 0.5),
                "{report}"
            );
        }
    }

    #[test]
    fn a_moment_of_a_long_loop_is_found_and_peaks_between_keys_are() {
        let lost = |curve: Curve, property: Property| {
            let clip = Clip::new("c")
                .with_duration(1.0)
                .with_nodes(vec![Node::new("n")])
                .with_channels(vec![Channel::new(0, property, curve).unwrap()]);
            let mut report = Report::new();
            report_ends(&clip, false, "TOY", &ENDS, &mut report);
            match report.losses.first().map(|loss| loss.fate) {
                Some(Fate::Approximated(error)) => error.size,
                _ => 0.0,
            }
        };
        for ease in [Ease::Step, Ease::Linear] {
            let mut values = vec![0.0; 3 * 100_000];
            values[3 * 77_777] = 9.0;
            let times = Times::uniform(0.0, Rate::per_second(100_000), 100_000).unwrap();
            let curve = Curve::new(times, 3, values, ease).unwrap().with_wrap(Wrap::Hold, Wrap::Repeat);
            assert_eq!(lost(curve, Property::Translation), 9.0, "{ease:?}");
        }
        // The last value of steps that repeat is never shown; a ping-pong holds it, and returns to the first.
        for (wrap, expected) in [(Wrap::Repeat, 2.0), (Wrap::PingPong, 5.0)] {
            let times = Times::keys([0.0, 0.5, 1.0]).unwrap();
            let values = vec![0., 0., 0., 2., 0., 0., 5., 0., 0.];
            let curve = Curve::new(times, 3, values, Ease::Step).unwrap().with_wrap(wrap, wrap);
            assert_eq!(lost(curve, Property::Translation), expected, "{wrap:?}");
        }
        // A cubic from 0 to 0 whose handles rise to 1: 3·u·(1−u) is 0.75 in the middle.
        let times = || Times::keys([0.0, 1.0]).unwrap();
        let handles = vec![
            Handles { into: [-0.1, 0.0], out: [1.0 / 3.0, 1.0] },
            Handles { into: [-1.0 / 3.0, 1.0], out: [0.1, 0.0] },
        ];
        let curve =
            Curve::new(times(), 1, vec![0.0; 2], Ease::Bezier).unwrap().with_handles(handles).unwrap();
        let size = lost(curve.with_wrap(Wrap::Repeat, Wrap::Repeat), Property::Weights { count: 1 });
        assert!((size - 0.75).abs() < 1e-9, "{size}");
        // The same hump long after a time, in the last second of a curve that holds.
        let handles = [[0.0; 2], [0.0; 2], [1.0 / 3.0, 1.0], [0.1, 0.0]]
            .map(|out| Handles { into: [-out[0], out[1]], out });
        let curve = Curve::new(Times::keys([0.0, 1.0, 8.0, 9.0]).unwrap(), 1, vec![0.0; 4], Ease::Bezier);
        let mut handles = handles.to_vec();
        handles[3].into = [-1.0 / 3.0, 1.0];
        let curve = curve.unwrap().with_handles(handles).unwrap();
        let channel = Channel::new(0, Property::Weights { count: 1 }, curve).unwrap();
        let size = difference(&channel, 1.0, 1.0);
        assert!((size - 0.75).abs() < 1e-9, "{size}");
        // Held at 0°, where a loop of 200° begins again: between its keys, it comes to be half a turn away.
        let turn = |degrees: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], degrees.to_radians());
        let values = [0.0, 100.0, 200.0].map(turn);
        let keys = Times::keys([0.0, 0.5, 1.0]).unwrap();
        let curve = Curve::new(keys, 4, values.as_flattened().to_vec(), Ease::Slerp).unwrap();
        let size = lost(curve.with_wrap(Wrap::Hold, Wrap::Repeat), Property::Rotation);
        assert!((size - PI).abs() < 1e-5, "{size}");
        // So it does where a straight line joins quaternions, whatever their lengths, and steps of one direction do not move at all.
        for (ease, lengths, degrees, expected) in [
            (Ease::Linear, [1.0, 1.0], 200.0, PI),
            (Ease::Linear, [2.0, 0.5], 200.0, PI),
            (Ease::Step, [1.0, 2.0], 0.0, 0.0),
        ] {
            let values =
                [turn(0.0).map(|part| part * lengths[0]), turn(degrees).map(|part| part * lengths[1])];
            let curve = Curve::new(times(), 4, values.as_flattened().to_vec(), ease).unwrap();
            let size = lost(curve.with_wrap(Wrap::Hold, Wrap::PingPong), Property::Rotation);
            assert!((size - expected).abs() < 1e-5, "{ease:?} {lengths:?}: {size}");
        }
    }
}
