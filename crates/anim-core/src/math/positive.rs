//! Numbers above 0.

use std::fmt;
use std::hash::{Hash, Hasher};

/// A finite number above 0: a tolerance, a unit, a factor.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Positive(f64);

impl Positive {
    /// The number, or `None` if it is not finite and above 0.
    pub const fn new(value: f64) -> Option<Self> {
        if value.is_finite() && value > 0.0 { Some(Self(value)) } else { None }
    }

    /// [`Positive::new`] for literals.
    ///
    /// Panics if the number is not finite and above 0; in a constant, this is a compile error.
    #[expect(clippy::panic, reason = "it is meant for literals")]
    pub const fn literal(value: f64) -> Self {
        match Self::new(value) {
            Some(value) => value,
            None => panic!("the number is not finite and above 0"),
        }
    }

    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }
}

// No NaN, and no zero of either sign.
impl Eq for Positive {}

impl Hash for Positive {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl From<Positive> for f64 {
    fn from(number: Positive) -> Self {
        number.0
    }
}

/// In the shortest form that reads back: with an exponent if hundreds of zeros would take its place.
impl fmt::Display for Positive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if (1e-7..1e17).contains(&self.0) {
            fmt::Display::fmt(&self.0, f)
        } else {
            fmt::LowerExp::fmt(&self.0, f)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_numbers_above_zero_are_taken() {
        for number in [0.0, -1.0, f64::INFINITY, f64::NAN] {
            assert_eq!(Positive::new(number), None);
        }
        assert_eq!(Positive::literal(0.5).get(), 0.5);
    }

    #[test]
    fn the_text_of_a_number_is_short_and_reads_back() {
        for (number, expected) in [
            (0.001, "0.001"),
            (30.0, "30"),
            (1e-7, "0.0000001"),
            (2.5e-8, "2.5e-8"),
            (1e16, "10000000000000000"),
            (1e308, "1e308"),
            (f64::from_bits(1), "5e-324"),
        ] {
            let text = Positive::literal(number).to_string();
            assert_eq!((text.as_str(), text.parse()), (expected, Ok(number)));
        }
    }
}
