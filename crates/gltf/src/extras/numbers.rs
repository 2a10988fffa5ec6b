//! Many numbers as JSON.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::number::Number;

/// The maximum number of values that are written as a list.
const LISTED: usize = 16;

/// The name of the form for numbers that single precision holds.
const SINGLES: &str = "singles";

/// Any number of `f64`: as a list, or as their little-endian bytes in base64. Base64 takes half the space of a list with enough
/// digits to be exact, and a tenth of the time. Numbers that single precision holds take half of that.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Numbers(pub(crate) Vec<f64>);

impl Numbers {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<f64> for Numbers {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        Self(numbers.into_iter().collect())
    }
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.len() <= LISTED {
            return serializer.collect_seq(self.0.iter().copied().map(Number));
        }
        if !self.0.iter().all(|&number| is_single(number)) {
            let bytes: Vec<_> = self.0.iter().map(|number| number.to_le_bytes()).collect();
            return base64(bytes.as_flattened())?.serialize(serializer);
        }
        let bytes: Vec<_> = self.0.iter().map(|&number| (number as f32).to_le_bytes()).collect();
        let mut object = serializer.serialize_map(Some(1))?;
        object.serialize_entry(SINGLES, &base64(bytes.as_flattened())?)?;
        object.end()
    }
}

/// Whether single precision holds all bits of a number.
fn is_single(number: f64) -> bool {
    f64::from(number as f32).to_bits() == number.to_bits()
}

/// Bytes in base64, already serialised as JSON, so that no characters are searched for escaping, which base64 does not need.
fn base64<E: serde::ser::Error>(bytes: &[u8]) -> Result<Box<RawValue>, E> {
    let mut json = String::with_capacity(bytes.len().div_ceil(3).saturating_mul(4).saturating_add(2));
    json.push('"');
    STANDARD.encode_string(bytes, &mut json);
    json.push('"');
    RawValue::from_string(json).map_err(E::custom)
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Form)
    }
}

/// Reads all forms.
struct Form;

impl<'de> Visitor<'de> for Form {
    type Value = Numbers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of numbers, doubles in base64, or `singles` in base64")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Numbers, E> {
        decoded(text, f64::from_le_bytes)
            .ok_or_else(|| E::custom("expected base64 of numbers of eight bytes each"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Numbers, A::Error> {
        let expected = || A::Error::custom("expected `singles` alone: base64 of numbers of four bytes each");
        let Some((name, text)) = object.next_entry::<String, String>()? else { return Err(expected()) };
        if name != SINGLES || object.next_key::<String>()?.is_some() {
            return Err(expected());
        }
        decoded(&text, |bytes| f64::from(f32::from_le_bytes(bytes))).ok_or_else(expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
        let mut numbers = Vec::new();
        while let Some(Number(number)) = list.next_element()? {
            numbers.push(number);
        }
        Ok(Numbers(numbers))
    }
}

/// Base64 of numbers of `N` bytes each.
fn decoded<const N: usize>(text: &str, number: impl Fn([u8; N]) -> f64) -> Option<Numbers> {
    let bytes = STANDARD.decode(text).ok()?;
    let (numbers, []) = bytes.as_chunks() else { return None };
    Some(numbers.iter().copied().map(number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_numbers_are_a_list_and_many_are_base64() {
        let few = Numbers(vec![1.5, f64::INFINITY]);
        assert_eq!(serde_json::to_string(&few).unwrap(), r#"[1.5,"inf"]"#);
        let many = |number: f64| {
            let numbers: Numbers = (0..=LISTED).map(|_| number).collect();
            serde_json::to_string(&numbers).unwrap()
        };
        // 1 + 2⁻⁵² is 01 00 00 00 00 00 F0 3F and needs double precision; 1.0 is 00 00 80 3F in single precision.
        let [doubles, singles] = [1.0 + f64::EPSILON, 1.0].map(many);
        assert!(doubles.starts_with("\"AQAAAAAA8D8BAAAAAADwPwEAAAAAAPA/AQAA"), "{doubles}");
        assert!(singles.starts_with("{\"singles\":\"AACAPwAAgD8AAIA/AACAPwAA"), "{singles}");
    }

    #[test]
    fn all_forms_read_back_with_all_bits() {
        let odd = [-0.0, 0.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE / 3.0];
        let single =
            [-0.0, f64::from(0.1f32), f64::INFINITY, f64::from(f32::MIN_POSITIVE / 4.0), f64::from(f32::MAX)];
        let counts = [0, 1, 6, LISTED, LISTED + 1, 1000];
        for (count, all) in counts.into_iter().flat_map(|count| [(count, &odd[..]), (count, &single[..])]) {
            let numbers: Numbers = all.iter().copied().cycle().take(count).collect();
            let read: Numbers = serde_json::from_str(&serde_json::to_string(&numbers).unwrap()).unwrap();
            let bits = |numbers: &Numbers| numbers.0.iter().map(|n| n.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&read), bits(&numbers));
        }
    }

    #[test]
    fn what_is_no_numbers_is_refused() {
        let objects = ["{}", r#"{"singles":"!"}"#, r#"{"singles":"AAAA"}"#, r#"{"ones":"AACAPw=="}"#];
        let two = [r#"{"singles":"AACAPw==","singles":"AACAPw=="}"#];
        let others = ["\"!\"", "\"AAAA\"", "[\"one\"]", "true"];
        for text in objects.into_iter().chain(two).chain(others) {
            let error = serde_json::from_str::<Numbers>(text).unwrap_err();
            assert!(error.to_string().contains("expected"), "{error}");
        }
    }
}
