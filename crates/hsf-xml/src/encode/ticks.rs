//! Seconds as whole ticks.

use std::iter;

/// The largest multiple of the given ticks per second: 4800 ticks become up to 960,000, at which audio rates are exact.
const MAX_FACTOR: u32 = 200;

/// The largest tick: timelines of HOOPS are arrays of 32-bit integers (`HBhvTimeline::SetTimeline`).
const LAST: f64 = i32::MAX as f64;

/// The tolerance for times and their ticks, in seconds, if no multiple puts them exactly on ticks.
pub(super) const NEAR: f64 = 1e-5;

/// The relative difference between a time and its tick that counts as floating-point rounding, as a fraction of the latest
/// time.
const EXACT: f64 = 4.0 * f64::EPSILON;

/// Half the gap of jumps: times that differ by less are equal in single precision, for times up to a second.
const SINGLE: f64 = 1.0 / (1_u32 << 24) as f64;

/// The largest multiple of `ticks` per second at which the times of curves fit into 32 bits, at least 1.
pub(super) fn most<'a>(curves: impl Iterator<Item = &'a [f64]>, ticks: f64) -> u32 {
    let latest = curves.flatten().fold(0.0, |most: f64, time| most.max(time.abs()));
    (LAST / (latest * ticks)).clamp(1.0, MAX_FACTOR.into()) as u32
}

/// The smallest multiple of `ticks` per second at which the times of these curves are whole ticks, and no two of a curve share
/// a tick. If there is none, the smallest at which they are near whole ticks, or else `most` times as many.
pub(super) fn fitting<'a>(curves: impl Iterator<Item = &'a [f64]>, (ticks, most): (f64, u32)) -> f64 {
    let steps = |times: &'a [f64]| {
        let before = iter::once(f64::NEG_INFINITY).chain(times.iter().copied());
        before.zip(times.iter().copied())
    };
    let steps: Vec<_> = curves.flat_map(steps).collect();
    let single = |(before, time): (f64, f64), rate: f64| {
        let slack = SINGLE * time.abs().max(1.0) * rate;
        let tick = (time * rate).round();
        (time * rate - tick).abs() <= slack && (before * rate).round() < tick
    };
    let near = |(before, time): (f64, f64), rate: f64| {
        let tick = (time * rate).round();
        let before_tick = (before * rate).round().min(tick - 1.0);
        let is_near = |time: f64, tick: f64| (time * rate - tick).abs() <= NEAR * rate;
        is_near(time, tick) && (before == f64::NEG_INFINITY || is_near(before, before_tick))
    };
    least(&steps, (ticks, most), single)
        .or_else(|| least(&steps, (ticks, most), near))
        .unwrap_or(ticks * f64::from(most))
}

/// The smallest multiple, at most `most`, at which every time fits after the time before it.
fn least(
    steps: &[(f64, f64)],
    (ticks, most): (f64, u32),
    fits: impl Fn((f64, f64), f64) -> bool,
) -> Option<f64> {
    let (mut factor, mut fitting) = (1, 0);
    for &step in steps.iter().cycle() {
        if fitting == steps.len() {
            break;
        }
        if fits(step, ticks * f64::from(factor)) {
            fitting += 1;
        } else if factor < most {
            (factor, fitting) = (factor + 1, 0);
        } else {
            return None;
        }
    }
    Some(ticks * f64::from(factor))
}

/// The largest difference between a time and its whole tick, in seconds; 0 if it is only floating-point rounding.
pub(super) fn error(times: &[f64], whole: &[f64], ticks: f64) -> f64 {
    let off = times.iter().zip(whole).map(|(time, tick)| (time - tick / ticks).abs());
    let most = off.fold(0.0, f64::max);
    if most <= rounding(times) { 0.0 } else { most }
}

/// The largest difference between ascending times and their ticks, in seconds, that counts as floating-point rounding.
pub(super) fn rounding(times: &[f64]) -> f64 {
    let ends = [times.first(), times.last()];
    EXACT * ends.into_iter().flatten().fold(0.0, |most: f64, time| most.max(time.abs()))
}

/// Ascending times as ticks, all different. If two times share a tick, the earlier one moves, because at a jump the later one
/// is the time of the jump; the first one is kept.
pub(super) fn whole(times: &[f64], ticks: f64) -> Vec<f64> {
    // Without the sign of a zero.
    let mut whole: Vec<f64> = times.iter().map(|time| (time * ticks).round() + 0.0).collect();
    let first = whole.first().copied().unwrap_or_default();
    let mut next = f64::INFINITY;
    for tick in whole.iter_mut().rev() {
        *tick = tick.min(next - 1.0);
        next = *tick;
    }
    let mut least = first;
    for tick in &mut whole {
        *tick = tick.max(least);
        least = *tick + 1.0;
    }
    whole
}

/// [`whole`] of the times of a loop. The span from the first to the last is rounded separately; if it has an error, the loop
/// drifts.
pub(super) fn of_loop(times: &[f64], ticks: f64) -> Vec<f64> {
    let mut whole = whole(times, ticks);
    if let (&[start, .., end], [first, .., last]) = (times, whole.as_mut_slice()) {
        *last = *first + ((end - start) * ticks).round();
    }
    if let [.., before, last] = whole.as_mut_slice() {
        *last = last.max(*before + 1.0);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_as_fine_as_the_times_need() {
        let frames = |rate: f64| (0..500).map(|frame| f64::from(frame) / rate).collect::<Vec<_>>();
        let odd: Vec<f64> = (0..500).map(|n| (f64::from(n) / 500.0).sqrt()).collect();
        let single: Vec<f64> = frames(30.0).into_iter().map(|time| f64::from(time as f32)).collect();
        let bvh: Vec<f64> = (0..300).map(|frame| f64::from(frame) * 0.033_333_3).collect();
        for (times, ticks) in [
            (vec![], 4800.0),
            (frames(30.0), 4800.0),
            (single, 4800.0),
            (frames(1000.0), 5.0 * 4800.0),
            (frames(30_000.0 / 1001.0), 25.0 * 4800.0),
            (frames(44_100.0), 147.0 * 4800.0),
            (vec![600.0 - 1e-5, 600.0, 600.0 + 1e-5], 11.0 * 4800.0),
            (bvh, 4800.0),
            (odd.clone(), 11.0 * 4800.0),
            (vec![1.0, 1.0 + 1e-9], 21.0 * 4800.0),
            (vec![1.0, 1.0 + 1e-9, 1.0 + 2e-9, 1.0 + 3e-9], 21.0 * 4800.0),
        ] {
            assert_eq!(fitting(iter::once(times.as_slice()), (4800.0, MAX_FACTOR)), ticks);
        }
        assert_eq!(fitting(iter::once(odd.as_slice()), (1e9, MAX_FACTOR)), 1e9);
    }

    #[test]
    fn the_ticks_of_long_clips_fit_into_32_bits() {
        // Frames of 44,100 per second need 705,600 ticks, which reach 2³¹ after 3,043 s. To be within 10 µs of any time, ticks are
        // 20 µs apart at most, 50,000 per second.
        let until =
            |end: f64, step: f64| (0..1000).map(|n| f64::from(n) * step).chain([end]).collect::<Vec<_>>();
        for (times, ticks) in [
            (until(3_043.0, 1.0 / 44_100.0), 147.0 * 4800.0),
            (until(3_044.0, 1.0 / 44_100.0), 11.0 * 4800.0),
            (until(400_000.0, 1e-4), 4800.0),
            (until(1e9, 1.0 / 30.0), 4800.0),
        ] {
            let found =
                fitting(iter::once(times.as_slice()), (4800.0, most(iter::once(times.as_slice()), 4800.0)));
            let end = times.last().unwrap();
            assert_eq!(found, ticks, "{end} s");
            assert!(end * found < 2f64.powi(31) || found == 4800.0, "{end} s");
        }
    }

    #[test]
    fn the_error_is_the_largest_one_of_a_time() {
        // Half a tick of 1/4 s; then a time that has to move because of the one before it.
        let off = |times: &[f64], ticks: f64| error(times, &whole(times, ticks), ticks);
        assert_eq!(off(&[0.0, 0.375, 1.0], 4.0), 0.125);
        assert!((off(&[0.5, 0.5 + 1e-9], 4.0) - 0.25).abs() < 1e-8);
        let thirds: Vec<f64> = (0..90).map(|frame| f64::from(frame) / 30.0).collect();
        assert_eq!(off(&thirds, 4800.0), 0.0);
    }

    #[test]
    fn different_times_get_different_ticks() {
        assert_eq!(whole(&[-0.25, -0.0, 1e-9, 0.25, 0.5], 4.0), [-1.0, 0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_loop_of_whole_ticks_stays_as_long_as_it_is() {
        // Half ticks are rounded away from 0, on both sides.
        assert_eq!(whole(&[-0.125, 0.125], 4.0), [-1.0, 1.0]);
        assert_eq!(of_loop(&[-0.125, 0.125], 4.0), [-1.0, 0.0]);
        assert_eq!(of_loop(&[-0.125, 0.25, 0.875], 4.0), [-1.0, 1.0, 3.0]);
        // No two keys are on one tick.
        assert_eq!(of_loop(&[-0.125, 0.0, 0.125], 4.0), [-1.0, 0.0, 1.0]);
        assert_eq!((of_loop(&[0.5], 4.0), of_loop(&[], 4.0)), (vec![2.0], vec![]));
    }
}
