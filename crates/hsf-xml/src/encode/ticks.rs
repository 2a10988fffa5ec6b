//! Seconds as whole ticks.

/// The most times as many ticks a second as asked for, before the finest ones are taken.
const MAX_FACTOR: f64 = 1000.0;

/// So many ticks a second that every time up to a second is as near to one as single precision tells times apart.
const FINEST: f64 = (1_u32 << 23) as f64;

/// The least multiple of `ticks` a second at which these times are whole ticks.
pub(super) fn fitting(times: &[f64], ticks: f64) -> f64 {
    let (mut factor, mut fitting) = (1.0, 0);
    for &time in times.iter().cycle() {
        if fitting == times.len() {
            break;
        }
        if is_whole(time, ticks * factor) {
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

/// Whether a time is a whole tick as far as single precision can tell.
fn is_whole(time: f64, ticks: f64) -> bool {
    let exact = time * ticks;
    (exact - exact.round()).abs() <= time.abs().max(1.0) / (2.0 * FINEST) * ticks
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
        let single: Vec<f64> = frames(30.0).into_iter().map(|time| f64::from(time as f32)).collect();
        for (times, ticks) in [
            (vec![], 4800.0),
            (frames(30.0), 4800.0),
            (single, 4800.0),
            (frames(1000.0), 5.0 * 4800.0),
            (frames(30_000.0 / 1001.0), 25.0 * 4800.0),
            (frames(44_100.0), 147.0 * 4800.0),
            (frames(std::f64::consts::PI), 1748.0 * 4800.0),
        ] {
            assert_eq!(fitting(&times, 4800.0), ticks);
        }
        assert_eq!(fitting(&frames(std::f64::consts::PI), 1e9), 1e9);
    }

    #[test]
    fn times_keep_apart() {
        assert_eq!(whole(&[-0.25, -0.0, 1e-9, 0.25, 0.5], 4.0), [-1.0, 0.0, 1.0, 2.0, 3.0]);
    }
}
