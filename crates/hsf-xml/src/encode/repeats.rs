//! Curves that repeat in the way that animations do.

use std::borrow::Cow;
use std::f64::consts::TAU;

use anim_core::{Channel, ClipError, Curve, Handles, Property, Times, Wrap};

/// The largest difference of a number of turns, or of periods, from a whole number at which it counts as one.
const ROUNDING: f64 = 1e-9;

/// The maximum number of periods after which accumulating angles have to return to the initial rotation, and the maximum number of
/// periods of the slowest curve within which a common cycle is searched: the clip of the file lasts as long.
const MOST_PERIODS: u32 = 16;

/// Whether a curve is the loop of an animation, which lasts from its first keyframe to its last.
pub(super) fn is_loop(curve: &Curve) -> bool {
    matches!(curve.wrap(), (Wrap::Hold, Wrap::Repeat | Wrap::PingPong)) && curve.len() > 1
}

/// A channel with an equal curve from time 0 on that is a loop, if possible: an animation shows nothing before its clip. Angles
/// that accumulate over periods may return to the initial rotation after some periods.
pub(super) fn as_loop(channel: &Channel) -> Cow<'_, Channel> {
    let curve = channel.curve();
    let angles = matches!(channel.property(), Property::Euler(_) | Property::Angle { .. });
    let turned = if angles { in_turns(curve) } else { None };
    let looped = from_start(turned.as_ref().unwrap_or(curve)).or(turned);
    let found = looped.and_then(|curve| channel.with_curve(curve).ok());
    found.map_or(Cow::Borrowed(channel), Cow::Owned)
}

/// A curve that repeats, as a loop; `None` if it already is one, or if it differs at the beginning.
fn from_start(curve: &Curve) -> Option<Curve> {
    let (before, after) = curve.wrap();
    if before == Wrap::Hold || !is_loop(&curve.clone().with_wrap(Wrap::Hold, after)) {
        return None;
    }
    if curve.start() <= 0.0 {
        return Some(curve.clone().with_wrap(Wrap::Hold, after));
    }
    if before != after {
        return None;
    }
    let period = curve.end() - curve.start();
    let cycle = if after == Wrap::PingPong { 2.0 * period } else { period };
    let earlier = (curve.start() / cycle).ceil() * cycle;
    runs(curve, 1, -earlier).ok().map(|curve| curve.with_wrap(Wrap::Hold, after))
}

/// Angles that accumulate over periods as angles that repeat, if they reach full turns.
fn in_turns(curve: &Curve) -> Option<Curve> {
    let (before, after) = curve.wrap();
    if after != Wrap::RepeatWithOffset {
        return None;
    }
    let rises: Vec<f64> = rise(curve).map(|rise| rise / TAU).collect();
    let counts = 1..=MOST_PERIODS as usize;
    let is_whole = |count: &usize| {
        let turns = |rise: &f64| *count as f64 * rise;
        rises.iter().map(turns).all(|turns| (turns - turns.round()).abs() <= ROUNDING)
    };
    let even = |wrap: Wrap| if wrap == Wrap::RepeatWithOffset { Wrap::Repeat } else { wrap };
    let turned = runs(curve, { counts }.find(is_whole)?, 0.0).ok()?;
    Some(turned.with_wrap(even(before), Wrap::Repeat))
}

/// The difference between the last and the first key of a curve.
fn rise(curve: &Curve) -> impl Iterator<Item = f64> {
    curve.value(0).iter().zip(curve.value(curve.len() - 1)).map(|(first, last)| last - first)
}

/// A curve some seconds later, with held ends.
pub(super) fn shifted(curve: &Curve, later: f64) -> Option<Curve> {
    if later == 0.0 { Some(curve.clone()) } else { runs(curve, 1, later).ok() }
}

/// Several periods of a curve in succession, each starting at the last value of the previous one, shifted by `later` seconds.
fn runs(curve: &Curve, count: usize, later: f64) -> Result<Curve, ClipError> {
    let (last, width, period) = (curve.len() - 1, curve.width(), curve.end() - curve.start());
    let rises: Vec<f64> = rise(curve).collect();
    // The last key of a period is the first one of the next.
    let places = (0..count).flat_map(|run| (0..last).map(move |key| (run, key)));
    let places: Vec<(usize, usize)> = places.chain([(count - 1, last)]).collect();
    let time = |key: usize| curve.times().get(key).unwrap_or_default();
    let times = places.iter().map(|&(run, key)| time(key) + later + run as f64 * period);
    let value = |&(run, key): &(usize, usize)| {
        curve
            .value(key)
            .iter()
            .zip(&rises)
            .map(move |(value, rise)| value + run as f64 * rise)
            .collect::<Vec<_>>()
    };
    let made = Curve::new(
        Times::keys(times.collect::<Vec<_>>())?,
        width,
        places.iter().flat_map(value).collect(),
        curve.ease(0),
    )?;
    let made = made.with_eases(places.iter().map(|&(_, key)| curve.ease(key)).collect())?;
    if !curve.has_handles() {
        return Ok(made);
    }
    let handles = places.iter().flat_map(|&(run, key)| {
        (0..width).map(move |part| {
            let before = if key == 0 && run > 0 { last } else { key };
            Handles { into: curve.handles(before, part).into, out: curve.handles(key, part).out }
        })
    });
    made.with_handles(handles.collect())
}

/// The time after which all loops repeat together, from time 0 on; `None` if there are no loops, or it is not within a few
/// periods.
pub(super) fn cycle(curves: &[&Curve]) -> Option<f64> {
    let mut periods = Vec::new();
    for curve in curves.iter().filter(|curve| curve.len() > 1) {
        let period = curve.end() - curve.start();
        match curve.wrap().1 {
            _ if !is_loop(curve) || curve.start() > 0.0 => return None,
            Wrap::PingPong => periods.push(2.0 * period),
            _ => periods.push(period),
        }
    }
    let longest = periods.iter().copied().fold(0.0, f64::max);
    let fits = |time: &f64| {
        let counts = periods.iter().map(|period| time / period);
        { counts }.all(|count| (count - count.round()).abs() <= ROUNDING * count)
    };
    (1..=MOST_PERIODS).map(|count| longest * f64::from(count)).find(|time| *time > 0.0 && fits(time))
}

#[cfg(test)]
mod tests {
    use anim_core::Ease;

    use super::*;

    #[test]
    fn a_cycle_is_the_least_time_of_whole_periods() {
        let curve = |start: f64, period: f64, wrap: Wrap| {
            let times = Times::keys(vec![start, start + period]).unwrap();
            Curve::new(times, 1, vec![0.0, 1.0], Ease::Linear).unwrap().with_wrap(Wrap::Hold, wrap)
        };
        let (repeat, back) = (Wrap::Repeat, Wrap::PingPong);
        for (curves, expected) in [
            (vec![], None),
            (vec![curve(0.0, 2.0, repeat)], Some(2.0)),
            (vec![curve(0.0, 2.0, repeat), curve(0.0, 3.0, repeat)], Some(6.0)),
            (vec![curve(0.0, 2.0, back), curve(0.0, 1.5, back)], Some(12.0)),
            (vec![curve(0.0, 1.0, repeat), curve(0.0, 0.75, back)], Some(3.0)),
            (vec![curve(0.0, 1.0, repeat), curve(0.5, 1.0, repeat)], None),
            (vec![curve(0.0, 1.0, repeat), curve(0.0, 1.0, Wrap::Hold)], None),
            (vec![curve(0.0, 1.0, repeat), curve(0.0, f64::sqrt(2.0), repeat)], None),
        ] {
            let found = cycle(&curves.iter().collect::<Vec<_>>());
            assert_eq!(found, expected, "{curves:?}");
        }
        assert_eq!(cycle(&[&Curve::constant(&[1.0]).unwrap()]), None);
    }
}
