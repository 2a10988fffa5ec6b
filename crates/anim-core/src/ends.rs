//! Motion outside of a clip, for formats that hold the values at its ends.

use crate::{Channel, Clip, Code, Deviation, Property, Report, quaternion};

/// How many times are compared on each side.
const TIMES: u32 = 64;

/// Reports the channels that move before a clip or after it, for an encoder whose files hold the first value and the last value.
///
/// The file has all keys of the clip, or those from time 0 on if `from_zero`: keys count as a part of the clip. The code is that
/// of the losses, which have the largest difference from the held value within the next three periods; infinite where the
/// motion never returns ([`Wrap::RepeatWithOffset`](crate::Wrap::RepeatWithOffset)).
pub fn report_ends(clip: &Clip, from_zero: bool, format: &str, code: &'static Code, report: &mut Report) {
    // Of each node, whether it has a translation, and whether it has a displacement.
    let mut added = vec![[false; 2]; clip.nodes.len()];
    for channel in &clip.channels {
        if let (Some(place), Some(added)) = (added_as(channel), added.get_mut(channel.node())) {
            added[place] = true;
        }
    }
    for channel in &clip.channels {
        let property = channel.property();
        if !(property.is_spatial() || matches!(property, Property::Weights { .. })) {
            continue;
        }
        let curve = channel.curve();
        // What is added up is sampled over the clip alone.
        let adds_up = added_as(channel).is_some() && added.get(channel.node()) == Some(&[true; 2]);
        let start = if from_zero || adds_up { 0.0 } else { curve.start().min(0.0) };
        let end = curve.end().max(clip.duration);
        let [before, after] = [(start, -1.0), (end, 1.0)].map(|(end, side)| difference(channel, end, side));
        // Rounding at the seam of a loop is no motion.
        let size = [before, after].into_iter().filter(|size| *size > 1e-9).fold(0.0, f64::max);
        if size > 0.0 {
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

/// Which of the two it is that formats with one position add up.
fn added_as(channel: &Channel) -> Option<usize> {
    match channel.property() {
        Property::Translation => Some(0),
        Property::Displacement => Some(1),
        _ => None,
    }
}

/// Whether a channel moves before a span or after it.
pub(crate) fn reaches(channel: &Channel, [from, to]: [f64; 2]) -> bool {
    difference(channel, from, -1.0) > 1e-9 || difference(channel, to, 1.0) > 1e-9
}

/// The largest difference of a channel on one side of a time from its value at that time.
fn difference(channel: &Channel, end: f64, side: f64) -> f64 {
    let curve = channel.curve();
    let wrap = if side < 0.0 { curve.wrap().0 } else { curve.wrap().1 };
    let period = curve.end() - curve.start();
    let held = curve.at(end);
    let last = curve.len() - 1;
    if wrap == crate::Wrap::RepeatWithOffset && period > 0.0 && curve.value(0) != curve.value(last) {
        return f64::INFINITY;
    }
    // With a held value there may still be keys between the end and the curve.
    let reach = if wrap == crate::Wrap::Hold { (end - curve.start()).abs() } else { 3.0 * period };
    let times = (1..=TIMES).map(|step| end + side * reach * f64::from(step) / f64::from(TIMES));
    let keys = curve.unrolled_times([end.min(end + side * reach), end.max(end + side * reach)], 4096);
    let times = times.chain(keys.unwrap_or_default());
    times.map(|time| away(channel.property(), &held, &curve.at(time))).fold(0.0, f64::max)
}

/// How far two values of a property are from each other, in its unit.
pub(crate) fn away(property: &Property, a: &[f64], b: &[f64]) -> f64 {
    match (property, a, b) {
        (Property::Rotation, &[ax, ay, az, aw], &[bx, by, bz, bw]) => {
            quaternion::angle_between([ax, ay, az, aw], [bx, by, bz, bw])
        }
        // The rotation differs by no more than all angles together.
        (Property::Euler(_), a, b) => a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum(),
        _ => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Curve, Ease, Fate, Node, Times, Wrap};

    static ENDS: Code = Code::warning("toy::ends", "");

    /// What is reported of a ramp from 1 at −1 s to 5 at 1 s.
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
        // At 0 the value is 3, before that it comes from 1.
        assert_eq!(size(Hold, Hold, 1.0, true), Some(2.0));
        // At the end of a period the value is 1, and rises to 5; a ping-pong falls from 5 to 1.
        let repeat = size(Hold, Repeat, 1.0, false).unwrap();
        assert!((3.8..=4.0).contains(&repeat), "{repeat}");
        assert_eq!(size(Hold, PingPong, 1.0, false), Some(4.0));
        // At 2 s a ping-pong is at 3.
        assert_eq!(size(Hold, PingPong, 2.0, false), Some(2.0));
        assert_eq!(size(Hold, RepeatWithOffset, 1.0, false), Some(f64::INFINITY));
    }
}
