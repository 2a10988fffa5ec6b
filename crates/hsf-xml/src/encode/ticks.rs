//! Seconds as whole ticks.

use std::iter;

/// The most times as many ticks a second as asked for, before the finest ones are taken.
const MAX_FACTOR: f64 = 1000.0;

/// So many ticks a second that every time up to a second is as near to one as single precision tells times apart.
const FINEST: f64 = (1_u32 << 23) as f64;

/// The least multiple of `ticks` a second at which the times of these curves are whole ticks, none on that of the one before.
pub(super) fn fitting<'a>(curves: impl Iterator<Item = &'a [f64]>, ticks: f64) -> f64 {
    let steps = |times: &'a [f64]| {
        let before = iter::once(f64::NEG_INFINITY).chain(times.iter().copied());
        before.zip(times.iter().copied())
    };
    let steps: Vec<_> = curves.flat_map(steps).collect();
    let (mut factor, mut fitting) = (1.0, 0);
    for &step in steps.iter().cycle() {
        if fitting == steps.len() {
            break;
        }
        if fits(step, ticks * factor) {
            fitting += 1;
        } else if factor < MAX_FACTOR {
            (factor, fitting) = (factor + 1.0, 0);
        } else {
            factor = (FINEST / ticks).ceil().max(1.0);
            break;
        }
    }
    ticks * factor
}

/// Whether a time is a whole tick as far as single precision can tell, and another than that before.
fn fits((before, time): (f64, f64), ticks: f64) -> bool {
    let (exact, slack) = (time * ticks, time.abs().max(1.0) / (2.0 * FINEST));
    (exact - exact.round()).abs() <= slack * ticks && (before * ticks).round() < exact.round()
}

/// Ascending times as ticks, no two the same.
pub(super) fn whole(times: &[f64], ticks: f64) -> Vec<f64> {
    let mut before = f64::NEG_INFINITY;
    let tick = |time: &f64| {
        before = (time * ticks).round().max(before + 1.0);
        // Without the sign of a zero.
        before + 0.0
    };
    times.iter().map(tick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_ticks_as_the_times_take() {
        let frames = |rate: f64| (0..500).map(|frame| f64::from(frame) / rate).collect::<Vec<_>>();
        let odd: Vec<f64> = (0..500).map(|n| (f64::from(n) / 500.0).sqrt()).collect();
        let single: Vec<f64> = frames(30.0).into_iter().map(|time| f64::from(time as f32)).collect();
        for (times, ticks) in [
            (vec![], 4800.0),
            (frames(30.0), 4800.0),
            (single, 4800.0),
            (frames(1000.0), 5.0 * 4800.0),
            (frames(30_000.0 / 1001.0), 25.0 * 4800.0),
            (frames(44_100.0), 147.0 * 4800.0),
            (vec![600.0 - 1e-5, 600.0, 600.0 + 1e-5], 11.0 * 4800.0),
            (odd.clone(), 1748.0 * 4800.0),
        ] {
            assert_eq!(fitting(iter::once(times.as_slice()), 4800.0), ticks);
        }
        assert_eq!(fitting(iter::once(odd.as_slice()), 1e9), 1e9);
    }

    #[test]
    fn times_keep_apart() {
        assert_eq!(whole(&[-0.25, -0.0, 1e-9, 0.25, 0.5], 4.0), [-1.0, 0.0, 1.0, 2.0, 3.0]);
    }
}
