//! The clock, which may advance in steps of any size, and the resolution of times.

/// The time with at most nine decimals that differs from `time` only by the rounding of sums: 0.3 for 0.1 + 0.2. Other times
/// are unchanged.
pub(crate) fn plain(time: f64) -> f64 {
    let plain = (time * 1e9).round() / 1e9;
    if (plain - time).abs() <= 4.0 * f64::EPSILON * time.abs() { plain } else { time }
}

/// Seconds as an unevaluated sum of two numbers, so that a thousand steps of 1 ms end exactly where one step of 1 s does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moment {
    high: f64,
    low: f64,
}

impl Moment {
    /// The moment this many seconds later.
    pub(crate) fn plus(self, seconds: f64) -> Self {
        // The rounding error of a sum is itself a floating-point number, which Knuth's TwoSum computes.
        let sum = self.high + seconds;
        let part = sum - self.high;
        let error = (self.high - (sum - part)) + (seconds - part);
        let low = self.low + error;
        let high = sum + low;
        Self { high, low: low - (high - sum) }
    }

    pub(crate) fn is_finite(self) -> bool {
        self.high.is_finite() && self.low.is_finite()
    }

    /// The seconds from an earlier moment to this one.
    pub(crate) fn since(self, earlier: Self) -> f64 {
        (self.high - earlier.high) + (self.low - earlier.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_plain_but_for_rounding() {
        for (time, expected) in [
            (0.1 + 0.2, 0.3),
            (-0.7 + 1.0, 0.3),
            (0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1, 0.6),
            (1.0 / 3.0, 1.0 / 3.0),
            (0.300_000_000_000_1, 0.300_000_000_000_1),
            (-0.1 - 0.2, -0.3),
            (1e300, 1e300),
            (f64::INFINITY, f64::INFINITY),
            (5e-324, 5e-324),
            (0.0, 0.0),
        ] {
            assert_eq!(plain(time), expected, "{time}");
        }
    }

    #[test]
    fn many_steps_end_where_one_does() {
        for (count, step, whole) in
            [(1000, 0.001, 1.0), (10, 0.1, 1.0), (60_000, 1.0 / 60.0, 1000.0), (3_000_000, 1e-4, 300.0)]
        {
            let end = (0..count).fold(Moment::default(), |moment, _| moment.plus(step));
            assert_eq!(end.since(Moment::default()), whole, "{count} × {step}");
        }
    }
}
