//! The motion before a clip begins and after it ends, and how much of it a sequence of poses keeps.

use std::f64::consts::TAU;

use anim_core::{
    Channel, Clip, Deviation, Difference, Outside, Peaks, Property, Report, Winding, Wrap, quaternion,
};

use super::values::is_held;
use crate::channel::apart;
use crate::codes;

/// The maximum number of periods of the slowest curve within which a common cycle of all curves is searched.
const MOST_PERIODS: u32 = 16;

/// The part of a period by which a cycle may differ from a whole number of periods.
const ROUNDING: f64 = 1e-9;

/// The period of everything that a clip moves, from time 0 on: the duration if it is such a period. `None` if the motion is
/// constant or ends, or if its periods have no small common multiple.
pub(super) fn cycle(clip: &Clip) -> Option<f64> {
    let held = clip.channels.iter().filter(|channel| is_held(channel.property()));
    let mut periods = Vec::new();
    for channel in held {
        match repetition(channel) {
            Repetition::Still => {}
            Repetition::Every(seconds) => periods.push(seconds),
            Repetition::Never => return None,
        }
    }
    let longest = periods.iter().copied().fold(0.0, f64::max);
    let fits = |time: &f64| {
        periods.iter().all(|period| {
            let count = time / period;
            count.round() >= 1.0 && (count - count.round()).abs() <= ROUNDING * count
        })
    };
    let multiples = (1..=MOST_PERIODS).map(|count| longest * f64::from(count));
    let mut all = [clip.duration].into_iter().chain(multiples);
    all.find(|time| *time > 0.0 && time.is_finite() && fits(time))
}

/// How a curve continues from time 0 on.
enum Repetition {
    Still,
    Every(f64),
    Never,
}

fn repetition(channel: &Channel) -> Repetition {
    let (curve, (before, after)) = (channel.curve(), channel.curve().wrap());
    let period = curve.end() - curve.start();
    if curve.is_still() || (curve.end() <= 0.0 && after == Wrap::Hold) {
        return Repetition::Still;
    }
    // Before its first key, the curve has to repeat in the same way.
    let begins = curve.start() <= 0.0 || before == after;
    match after {
        Wrap::Repeat if begins => Repetition::Every(period),
        Wrap::PingPong if begins => Repetition::Every(2.0 * period),
        Wrap::RepeatWithOffset if begins && turns_fully(channel) => Repetition::Every(period),
        _ => Repetition::Never,
    }
}

/// Whether the angles of a channel change by whole turns in a period.
fn turns_fully(channel: &Channel) -> bool {
    let curve = channel.curve();
    let is_angle = matches!(channel.property(), Property::Euler(_) | Property::Angle { .. });
    let (first, last) = (curve.value(0), curve.value(curve.len() - 1));
    let whole = |rise: f64| {
        let turns = if is_angle { rise / TAU } else { rise };
        (turns - turns.round()).abs() <= 1e-12 * turns.abs() && (is_angle || rise == 0.0)
    };
    first.iter().zip(last).all(|(first, last)| whole(last - first))
}

/// Reports each channel whose motion before time 0 or after `end` differs from what the poses show there: before them the first
/// pose, after them the last pose, unless they repeat as the motion does.
pub(super) fn report(clip: &Clip, end: f64, repeats: bool, report: &mut Report) {
    for channel in clip.channels.iter().filter(|channel| is_held(channel.property())) {
        let curve = channel.curve();
        if curve.is_still() {
            continue;
        }
        let [before, after] = Outside::of(&[channel], [0.0, end]);
        let sides = [
            ("before", curve.wrap().0, &before, 0.0, "the state begins with its first pose"),
            ("after", curve.wrap().1, &after, end, "the state holds its last pose"),
        ];
        for (side, wrap, outside, held, shown) in sides.into_iter().take(if repeats { 1 } else { 2 }) {
            let error = farthest(channel, outside, held);
            if error > 0.0 {
                let error = Deviation::of(channel.property(), error);
                let message =
                    format!("the motion {side} the poses ({}) is not in the file: {shown}", wrap.name());
                report.lose(codes::OUTSIDE.approximated(error, message).of_channel(clip, channel));
            }
        }
    }
}

/// The largest difference of a channel on one side of the poses from its value at a time; 0 if it is only rounding.
fn farthest(channel: &Channel, outside: &Outside, held: f64) -> f64 {
    let shown = channel.curve().at(held);
    let size = |values: &[f64]| values.iter().fold(1.0, |size: f64, value| size.max(value.abs()));
    let mut scale = size(&shown);
    let mut at = |time: f64| {
        let now = channel.curve().at(time);
        scale = scale.max(size(&now));
        Away { channel, off: difference(channel, &now, &shown), now }
    };
    let mut peaks = Peaks::new([0.0]);
    let mut winding = Winding::new([channel]);
    for times in outside.spans() {
        peaks.search(0, times, &mut winding, &mut at);
    }
    peaks.limit(0, outside.limit([channel], held), outside.first());
    let peaks = peaks.finish(|_, time| at(time));
    peaks.first().map_or(0.0, |peak| if peak.size <= ROUNDING * scale { 0.0 } else { peak.size })
}

/// The value of a channel at a time, and its difference from another.
struct Away<'a> {
    channel: &'a Channel,
    now: Vec<f64>,
    off: f64,
}

impl Difference for Away<'_> {
    fn parts(&self) -> usize {
        1
    }

    fn size(&self, _: usize) -> f64 {
        self.off
    }

    fn change(&self, other: &Self, _: usize) -> f64 {
        difference(self.channel, &self.now, &other.now)
    }

    fn is_angle(&self, _: usize) -> bool {
        self.channel.property().is_rotation()
    }
}

/// The difference between two values of a channel: a distance, or the angle between two rotations.
fn difference(channel: &Channel, now: &[f64], shown: &[f64]) -> f64 {
    let whole = channel.curve().width() == channel.property().width();
    match (channel.property(), now, shown) {
        (Property::Euler(order), &[a, b, c], &[d, e, f]) if whole => {
            quaternion::angle_between(order.to_quaternion([a, b, c]), order.to_quaternion([d, e, f]))
        }
        (Property::Angle { .. }, &[a], &[b]) => {
            let off = (a - b).rem_euclid(TAU);
            off.min(TAU - off)
        }
        (Property::Rotation, &[a, b, c, d], &[e, f, g, h]) => quaternion::angle_between(
            quaternion::normalize([a, b, c, d]),
            quaternion::normalize([e, f, g, h]),
        ),
        (Property::Translation | Property::Displacement, &[a, b, c], &[d, e, f]) => {
            apart([a, b, c], [d, e, f])
        }
        _ => now.iter().zip(shown).fold(0.0, |error: f64, (a, b)| error.max((a - b).abs())),
    }
}
