//! Key times: a list of seconds, or frames of a rate.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number::{Number, Numbers};
use crate::{Rate, Times};

pub(super) enum KeyTimes<'a> {
    Uniform(Uniform),
    Keys(Cow<'a, [f64]>),
}

/// Keys one frame apart.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Uniform {
    /// The frame of the first key.
    #[serde(default = "zero")]
    first: Number,
    rate: Rate,
    /// The number of keys; by default the number of values.
    count: Option<usize>,
}

fn zero() -> Number {
    Number(0.0)
}

impl<'a> From<&'a Times> for KeyTimes<'a> {
    fn from(times: &'a Times) -> Self {
        match (times.rate(), times.first_frame()) {
            (Some(rate), Some(first)) => {
                Self::Uniform(Uniform { first: Number(first), rate, count: Some(times.len()) })
            }
            _ => Self::Keys(times.iter().collect()),
        }
    }
}

impl KeyTimes<'_> {
    /// The times of a curve, given the number of its values and their width.
    pub(super) fn times(self, values: usize, width: usize) -> Result<Times, String> {
        match self {
            Self::Uniform(Uniform { first: Number(first), rate, count }) => {
                let count = count.unwrap_or_else(|| values.checked_div(width).unwrap_or_default());
                let refused = |error| format!("{count} keys from frame {first} on: {error}");
                Times::uniform(first, rate, count).map_err(refused)
            }
            Self::Keys(keys) => {
                let broken = keys.iter().position(|time| !time.is_finite());
                let broken =
                    broken.or_else(|| keys.windows(2).position(|pair| pair[0] >= pair[1]).map(|key| key + 1));
                let refused = |error| match broken {
                    Some(key) => format!("key {key} at {} s: {error}", keys[key]),
                    None => format!("{error}"),
                };
                Times::keys(&*keys).map_err(refused)
            }
        }
    }
}

impl Serialize for KeyTimes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Uniform(uniform) => uniform.serialize(serializer),
            Self::Keys(keys) => Numbers(keys).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for KeyTimes<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Spelling;

        impl<'de> Visitor<'de> for Spelling {
            type Value = KeyTimes<'static>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of seconds, or an object with a rate")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Uniform::deserialize(MapAccessDeserializer::new(map)).map(KeyTimes::Uniform)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
                let Numbers(keys) = Numbers::deserialize(SeqAccessDeserializer::new(list))?;
                Ok(KeyTimes::Keys(keys))
            }
        }

        deserializer.deserialize_any(Spelling)
    }
}
