//! The allowed errors of a conversion.

use anim_core::{Fate, Loss, Positive, Unit};

/// The allowed errors of a conversion, each kind in its own unit.
///
/// It limits the error of curves that a target approximates with keys, and it decides what counts as lost in a strict conversion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tolerance {
    /// For lengths, ratios and other values, in the unit of the value.
    pub value: Positive,
    /// For angles, in radians.
    pub angle: Positive,
    /// For times, in seconds.
    pub time: Positive,
}

impl Default for Tolerance {
    /// A thousandth of each unit.
    fn default() -> Self {
        const THOUSANDTH: Positive = Positive::literal(1e-3);
        Self { value: THOUSANDTH, angle: THOUSANDTH, time: THOUSANDTH }
    }
}

impl Tolerance {
    /// Whether a loss is acceptable: the thing is kept, or its error is within the tolerance for its unit.
    pub fn allows(&self, loss: &Loss) -> bool {
        match loss.fate {
            Fate::Kept | Fate::Equivalent(_) => true,
            Fate::Approximated(error) => {
                let most = match error.unit {
                    Unit::Angle => self.angle,
                    Unit::Time => self.time,
                    _ => self.value,
                };
                // A NaN is not a small error.
                error.size <= most.get()
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Code, Deviation};

    use super::*;

    #[test]
    fn errors_are_compared_with_the_tolerance_of_their_unit() {
        static CODE: Code = Code::note("toy::note", "");
        let tolerance = Tolerance { angle: Positive::literal(0.1), ..Tolerance::default() };
        let cases = [
            (CODE.dropped(""), false),
            (CODE.kept(""), true),
            (CODE.equivalent(Unit::Time, ""), true),
            (CODE.approximated(Deviation::length(0.001), ""), true),
            (CODE.approximated(Deviation::length(0.002), ""), false),
            (CODE.approximated(Deviation::angle(0.002), ""), true),
            (CODE.approximated(Deviation::angle(0.2), ""), false),
            (CODE.approximated(Deviation::time(0.002), ""), false),
            (CODE.approximated(Deviation::ratio(f64::NAN), ""), false),
        ];
        for (loss, expected) in cases {
            assert_eq!(tolerance.allows(&loss), expected, "{loss}");
        }
    }
}
