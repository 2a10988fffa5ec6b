//! Finite numbers: JSON has no others.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A finite number: JSON cannot represent infinities and NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Finite(f64);

impl Finite {
    /// The number, or `None` if it is infinite or NaN.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(value))
    }

    /// All of these numbers, or `None` if one is not finite.
    pub fn array<const N: usize>(values: [f64; N]) -> Option<[Self; N]> {
        values.iter().all(|value| value.is_finite()).then(|| values.map(Self))
    }

    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl From<f32> for Finite {
    /// The number, or 0 if it is not finite.
    fn from(value: f32) -> Self {
        Self::new(value.into()).unwrap_or_default()
    }
}

impl Serialize for Finite {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Finite {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(f64::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("expected a finite number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finite_number_is_finite() {
        assert_eq!(Finite::new(2.5).map(Finite::get), Some(2.5));
        assert_eq!((Finite::new(f64::NAN), Finite::array([0.0, f64::INFINITY])), (None, None));
    }
}
