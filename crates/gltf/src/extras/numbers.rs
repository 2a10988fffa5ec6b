//! Many numbers as JSON.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::number::Number;

/// The most numbers that are written as a list.
const LISTED: usize = 16;

/// Any number of `f64`: as a list, or else as their bytes, little-endian, in base64. That takes half the room of the digits
/// that a list needs to be exact, and a tenth of the time.
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
        let bytes: Vec<[u8; 8]> = self.0.iter().map(|number| number.to_le_bytes()).collect();
        let bytes = bytes.as_flattened();
        // As a value that is JSON already, so that nothing looks for characters to escape, of which base64 has none.
        let mut json = String::with_capacity(bytes.len().div_ceil(3).saturating_mul(4).saturating_add(2));
        json.push('"');
        STANDARD.encode_string(bytes, &mut json);
        json.push('"');
        RawValue::from_string(json).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Form)
    }
}

/// Reads both forms.
struct Form;

impl<'de> Visitor<'de> for Form {
    type Value = Numbers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of numbers, or doubles in base64")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Numbers, E> {
        let expected = || E::custom("expected base64 of numbers of eight bytes each");
        let bytes = STANDARD.decode(text).map_err(|_| expected())?;
        let (numbers, []) = bytes.as_chunks() else { return Err(expected()) };
        Ok(numbers.iter().map(|number| f64::from_le_bytes(*number)).collect())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
        let mut numbers = Vec::new();
        while let Some(Number(number)) = list.next_element()? {
            numbers.push(number);
        }
        Ok(Numbers(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_numbers_are_a_list_and_many_are_base64() {
        let few = Numbers(vec![1.5, f64::INFINITY]);
        assert_eq!(serde_json::to_string(&few).unwrap(), r#"[1.5,"inf"]"#);
        let many: Numbers = (0..=LISTED).map(|_| 1.0).collect();
        let text = serde_json::to_string(&many).unwrap();
        // 1.0 is 00 00 00 00 00 00 F0 3F.
        assert!(text.starts_with("\"AAAAAAAA8D8AAAAAAADwPwAAAAAAAPA/AAAA"), "{text}");
    }

    #[test]
    fn both_forms_read_back_with_all_bits() {
        let odd = [-0.0, 0.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE / 3.0];
        for count in [0, 1, 6, LISTED, LISTED + 1, 1000] {
            let numbers: Numbers = odd.into_iter().cycle().take(count).collect();
            let read: Numbers = serde_json::from_str(&serde_json::to_string(&numbers).unwrap()).unwrap();
            let bits = |numbers: &Numbers| numbers.0.iter().map(|n| n.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&read), bits(&numbers));
        }
    }

    #[test]
    fn text_that_is_no_doubles_is_refused() {
        for text in ["\"!\"", "\"AAAA\"", "[\"one\"]", "true"] {
            let error = serde_json::from_str::<Numbers>(text).unwrap_err();
            assert!(error.to_string().contains("expected"), "{error}");
        }
    }
}
