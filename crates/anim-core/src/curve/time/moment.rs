//! Time that advances in many small steps.

/// A time as an unevaluated sum of two numbers, so that a thousand steps of 1 ms end exactly where one step of 1 s does: the clock of
/// players. The unit is the caller's.
///
/// ```
/// use anim_core::time::Moment;
///
/// let end = (0..1000).fold(Moment::default(), |moment, _| moment.plus(0.001));
/// assert_eq!(end.get(), 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    high: f64,
    low: f64,
}

impl Moment {
    /// The moment that is later by this much.
    #[must_use]
    pub fn plus(self, time: f64) -> Self {
        // The rounding error of a sum is itself a floating-point number, which Knuth's TwoSum computes.
        let sum = self.high + time;
        let part = sum - self.high;
        let error = (self.high - (sum - part)) + (time - part);
        let low = self.low + error;
        let high = sum + low;
        Self { high, low: low - (high - sum) }
    }

    /// The moment as one number, the nearest.
    pub fn get(self) -> f64 {
        self.since(Self::default())
    }

    /// The time from an earlier moment to this one.
    pub fn since(self, earlier: Self) -> f64 {
        (self.high - earlier.high) + (self.low - earlier.low)
    }

    /// Whether it is finite.
    pub fn is_finite(self) -> bool {
        self.high.is_finite() && self.low.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_steps_end_where_one_does() {
        for (count, step, whole) in
            [(1000, 0.001, 1.0), (10, 0.1, 1.0), (60_000, 1.0 / 60.0, 1000.0), (3_000_000, 1e-4, 300.0)]
        {
            let end = (0..count).fold(Moment::default(), |moment, _| moment.plus(step));
            assert_eq!(end.get(), whole, "{count} × {step}");
        }
    }
}
