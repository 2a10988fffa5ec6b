//! Numbers with all their bits.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::checkpoint;

/// A number if it is finite; otherwise `"inf"`, `"-inf"`, `"NaN"`, or for a NaN with other bits these bits, such as
/// `"0xfff8000000000001"`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number(pub(super) f64);

/// The bits of the NaN that is written as a word.
const NAN: u64 = 0x7FF8_0000_0000_0000;

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(number) = *self;
        match number.to_bits() {
            _ if number.is_finite() => serializer.serialize_f64(number),
            _ if number.is_infinite() => serializer.serialize_str(if number > 0.0 { "inf" } else { "-inf" }),
            NAN => serializer.serialize_str("NaN"),
            bits => serializer.collect_str(&format_args!("{bits:#018x}")),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Spelling;

        impl Visitor<'_> for Spelling {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a number, \"inf\", \"-inf\", \"NaN\", or the bits of a NaN as \"0x\" and 16 digits",
                )
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Number, E> {
                Ok(Number(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                let number = match text {
                    "inf" => Some(f64::INFINITY),
                    "-inf" => Some(f64::NEG_INFINITY),
                    "NaN" => Some(f64::from_bits(NAN)),
                    _ => from_hexadecimal(text),
                };
                number.map(Number).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(Spelling)
    }
}

fn from_hexadecimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix("0x")?;
    let all = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let bits = all.then(|| u64::from_str_radix(digits, 16).ok())?;
    bits.map(f64::from_bits)
}

/// A list of numbers, each as [`Number`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<T>(pub(super) T);

impl<T: AsRef<[f64]>> Serialize for Numbers<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.as_ref().iter().map(|&number| Number(number)))
    }
}

/// Reads a list into a collection.
struct List<T>(PhantomData<T>);

impl<'de> Visitor<'de> for List<Vec<f64>> {
    type Value = Vec<f64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<f64>, A::Error> {
        let mut numbers = Vec::new();
        while let Some(Number(number)) = list.next_element()? {
            numbers.push(number);
        }
        Ok(numbers)
    }
}

impl<'de, const N: usize> Visitor<'de> for List<[f64; N]> {
    type Value = [f64; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {N} numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<[f64; N], A::Error> {
        let mut numbers = [0.0; N];
        for (index, number) in numbers.iter_mut().enumerate() {
            *number =
                list.next_element()?.map(|Number(n)| n).ok_or_else(|| Error::invalid_length(index, &self))?;
        }
        match list.next_element::<Number>()? {
            None => Ok(numbers),
            Some(_) => Err(Error::invalid_length(N + 1, &self)),
        }
    }
}

impl<'de> Deserialize<'de> for Numbers<Vec<f64>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        checkpoint();
        deserializer.deserialize_seq(List::<Vec<f64>>(PhantomData)).map(Self)
    }
}

impl<'de> Deserialize<'de> for Numbers<Cow<'_, [f64]>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Numbers::<Vec<f64>>::deserialize(deserializer).map(|Numbers(numbers)| Self(Cow::Owned(numbers)))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Numbers<[f64; N]> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(List::<[f64; N]>(PhantomData)).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_spelling() {
        for (bits, json) in [
            (0x3FB9_9999_9999_999A, "0.1"),
            (1 << 63, "-0.0"),
            (1, "5e-324"),
            (0x7FF0_0000_0000_0000, "\"inf\""),
            (0xFFF0_0000_0000_0000, "\"-inf\""),
            (0x7FF8_0000_0000_0000, "\"NaN\""),
            (0x7FF0_0000_0000_0001, "\"0x7ff0000000000001\""),
            (0xFFF8_0000_0000_0000, "\"0xfff8000000000000\""),
        ] {
            assert_eq!(serde_json::to_string(&Number(f64::from_bits(bits))).unwrap(), json);
            let read: Number = serde_json::from_str(json).unwrap();
            assert_eq!(read.0.to_bits(), bits, "{json}");
        }
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        for bad in
            ["1e999", "null", "true", "\"\"", "\"nan\"", "\"1\"", "\"0x7ff\"", "\"0x+ff8000000000001\""]
        {
            assert!(serde_json::from_str::<Number>(bad).is_err(), "{bad}");
        }
        let error = serde_json::from_str::<Numbers<[f64; 3]>>("[1, 2]").unwrap_err().to_string();
        assert!(error.starts_with("invalid length 2, expected a list of 3 numbers"), "{error}");
        let error = serde_json::from_str::<Numbers<[f64; 1]>>("[1, 2]").unwrap_err().to_string();
        assert!(error.starts_with("invalid length 2, expected a list of 1 numbers"), "{error}");
    }
}
