//! The motion before a clip begins and after it ends, and how much of it a sequence of poses keeps.

use std::f64::consts::TAU;

use anim_core::{Channel, Clip, Deviation, Property, Report, Wrap, quaternion};

use super::values::{is_held, stands};
use crate::channel::apart;
use crate::codes;

/// The maximum number of periods of the slowest curve within which a common cycle of all curves is searched.
const MOST_PERIODS: u32 = 16;

/// The part of a period by which a cycle may differ from a whole number of periods.
const ROUNDING: f64 = 1e-9;

/// The number of moments compared on each side of the poses.
const MOMENTS: u32 = 64;

/// The conjugate of the golden ratio: its multiples, modulo 1, are spread evenly and rarely coincide with keys.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

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
    if stands(curve) || (curve.end() <= 0.0 && after == Wrap::Hold) {
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
/// pose, after them the last pose, or the poses again if they repeat.
pub(super) fn report(clip: &Clip, end: f64, repeats: bool, report: &mut Report) {
    let shown_after = |time: f64| if repeats { time.rem_euclid(end) } else { end };
    for channel in clip.channels.iter().filter(|channel| is_held(channel.property())) {
        let curve = channel.curve();
        if stands(curve) {
            continue;
        }
        let span = 2.0 * clip.duration.max(end).max(curve.end() - curve.start());
        let moments = || (1..=MOMENTS).map(|index| (f64::from(index) * GOLDEN).fract() * span);
        let sides = [
            (
                "before",
                curve.wrap().0,
                moments().map(|ago| difference(channel, -ago, 0.0)).fold(0.0, f64::max),
            ),
            (
                "after",
                curve.wrap().1,
                moments()
                    .map(|later| end + later)
                    .map(|time| difference(channel, time, shown_after(time)))
                    .fold(0.0, f64::max),
            ),
        ];
        for (side, wrap, error) in sides.into_iter().filter(|(_, _, error)| *error > 0.0) {
            let shown = match (side, repeats) {
                ("before", _) => "the state begins with its first pose",
                (_, true) => "the state repeats",
                (_, false) => "the state holds its last pose",
            };
            let error = Deviation::of(channel.property(), error);
            let message = format!(
                "the motion {side} the poses ({}) is not in the file: {shown}; within {span} s the values differ by up to {error}",
                wrap.name()
            );
            report.lose(codes::OUTSIDE.dropped(message).of_channel(clip, channel));
        }
    }
}

/// The difference between the values at two times; 0 if it is only rounding.
fn difference(channel: &Channel, time: f64, shown: f64) -> f64 {
    let [now, shown] = [time, shown].map(|time| channel.curve().at(time));
    let size = now.iter().chain(&shown).fold(1.0, |size: f64, value| size.max(value.abs()));
    let whole = channel.curve().width() == channel.property().width();
    let error = match (channel.property(), &now[..], &shown[..]) {
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
        _ => now.iter().zip(&shown).fold(0.0, |error: f64, (a, b)| error.max((a - b).abs())),
    };
    if error <= ROUNDING * size { 0.0 } else { error }
}
