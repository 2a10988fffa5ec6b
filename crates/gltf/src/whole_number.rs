//! Whole numbers in the spellings of JSON: `2`, but also `2.0` and `2e0` (glTF 2.0, 2.7).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::members::Named;

/// The first number above which `f64` cannot represent every whole number: 2⁵³.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Reads a member that is a whole number, or that contains some.
pub(crate) fn read<'de, D: Deserializer<'de>, T: Whole>(deserializer: D) -> Result<T, D::Error> {
    let read = T::Read::deserialize(deserializer)?;
    T::from_read(read).ok_or_else(|| D::Error::custom("expected a smaller whole number"))
}

/// The index in a JSON value.
pub(crate) fn index(value: &Value) -> Option<usize> {
    usize::from_read(Spelled::deserialize(value).ok()?)
}

/// A type that is read from whole numbers.
pub(crate) trait Whole: Sized {
    /// The type in the file.
    type Read: for<'de> Deserialize<'de>;

    /// The value; `None` if a number is too large.
    fn from_read(read: Self::Read) -> Option<Self>;
}

impl Whole for u64 {
    type Read = Spelled;

    fn from_read(Spelled(number): Spelled) -> Option<Self> {
        Some(number)
    }
}

impl Whole for u32 {
    type Read = Spelled;

    fn from_read(Spelled(number): Spelled) -> Option<Self> {
        number.try_into().ok()
    }
}

impl Whole for usize {
    type Read = Spelled;

    fn from_read(Spelled(number): Spelled) -> Option<Self> {
        number.try_into().ok()
    }
}

impl<T: Whole> Whole for Option<T> {
    type Read = Option<T::Read>;

    fn from_read(read: Self::Read) -> Option<Self> {
        match read {
            Some(read) => T::from_read(read).map(Some),
            None => Some(None),
        }
    }
}

impl<T: Whole> Whole for Vec<T> {
    type Read = Vec<T::Read>;

    fn from_read(read: Self::Read) -> Option<Self> {
        read.into_iter().map(T::from_read).collect()
    }
}

impl<T: Whole> Whole for BTreeMap<String, T> {
    type Read = Named<T::Read>;

    fn from_read(Named(read): Self::Read) -> Option<Self> {
        read.into_iter().map(|(name, read)| Some((name, T::from_read(read)?))).collect()
    }
}

/// A whole number in the file.
pub(crate) struct Spelled(u64);

impl<'de> Deserialize<'de> for Spelled {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(Numbers).map(Self)
    }
}

struct Numbers;

impl Visitor<'_> for Numbers {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, 0 or more")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u64, E> {
        number.try_into().map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<u64, E> {
        let is_whole = number.fract() == 0.0 && (0.0..=EXACT).contains(&number);
        if is_whole { Ok(number as u64) } else { Err(E::invalid_value(Unexpected::Float(number), &self)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_have_points_and_exponents() {
        let number = |text: &str| read::<_, u64>(&mut serde_json::Deserializer::from_str(text));
        let cases = [("2", 2), ("2.0", 2), ("2e0", 2), ("1e2", 100), ("120E-1", 12), ("-0.0", 0)];
        for (text, expected) in cases {
            assert_eq!(number(text).unwrap(), expected, "{text}");
            assert_eq!(index(&text.parse().unwrap()), usize::try_from(expected).ok(), "{text}");
        }
        assert_eq!(number("18446744073709551615").unwrap(), u64::MAX);
        for text in ["2.5", "-1", "-1.0", "1e16", "1e300", "\"2\"", "true", "null", "[2]"] {
            let error = number(text).unwrap_err().to_string();
            assert!(error.contains("expected a whole number"), "{text}: {error}");
            assert_eq!(index(&text.parse().unwrap()), None, "{text}");
        }
        assert!(read::<_, u32>(&mut serde_json::Deserializer::from_str("4294967296.0")).is_err());
    }
}
