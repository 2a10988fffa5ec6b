//! How far apart two times may be that count as one, and the clock of players.

mod moment;

pub use moment::Moment;

/// The least distance in seconds between two times that differ.
///
/// A time near 0 is often what is left of larger ones, such as the time since a start, and has their rounding: a nanosecond is that of
/// thirteen days, and far less than any frame lasts.
pub const TOUCHING: f64 = 1e-9;

/// The difference in seconds that rounding may cause at a time: four times the precision of a number as large, at least [`TOUCHING`].
///
/// Each operation is wrong by at most half of [`f64::EPSILON`], as a part of its result, so this covers the eight operations that lead
/// from the times in a file to one in a repetition.
///
/// ```
/// use anim_core::time::touching;
///
/// assert_eq!([0.0, -60.0].map(touching), [1e-9; 2]);
/// assert_eq!(touching(2f64.powi(31)), 2f64.powi(31 - 50));
/// ```
pub fn touching(time: f64) -> f64 {
    (4.0 * f64::EPSILON * time.abs()).max(TOUCHING)
}

/// [`touching`] in a motion that repeats: at most a quarter of its period, so that tiny periods keep a beginning, a middle and an end.
pub fn touching_within(time: f64, period: f64) -> f64 {
    touching(time).min(period / 4.0)
}

/// The difference in seconds that single precision may cause at a time: [`f32::EPSILON`] as a part of it, and ten times [`TOUCHING`].
///
/// Rounding moves a time by at most half of that part, and therefore two times by at most all of it from each other. Near 0 the rest
/// keeps a difference above what counts as none in double precision.
pub fn single(time: f64) -> f64 {
    10.0 * TOUCHING + f64::from(f32::EPSILON) * time.abs()
}

/// The times in seconds just before and just after a jump, near enough that little else happens, and so far that neither is the time of
/// the jump, if single precision has rounded both: twice [`single`] away.
pub fn beside(time: f64) -> [f64; 2] {
    [time - 2.0 * single(time), time + 2.0 * single(time)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_eight_times_touches_its_exact_value() {
        for step in [0.1, 1.0 / 3.0, 1e7 / 7.0, 1e15 / 9.0] {
            let sum = (0..8).fold(0.0, |sum: f64, _| sum + step);
            assert!((sum - 8.0 * step).abs() <= touching(sum), "{step}");
        }
        assert_eq!([0.1, 1e-7, 1e-10].map(|period| touching_within(5.0, period)), [1e-9, 1e-9, 2.5e-11]);
    }

    #[test]
    fn a_jump_and_the_times_beside_it_stay_apart_in_single_precision() {
        for exponent in -20..40 {
            let time = 1.234_567_89 * 2f64.powi(exponent);
            let [before, after] = beside(time);
            let [low, jump, high] = [before, time, after].map(|time| f64::from(time as f32));
            assert!(low < jump && jump < high, "{time}");
            assert!((jump - time).abs() <= single(time) / 2.0, "{time}");
        }
    }
}
