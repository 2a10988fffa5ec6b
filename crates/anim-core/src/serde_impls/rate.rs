//! Rates: `[frames, seconds]`, or frames per second.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number::Numbers;
use crate::Rate;

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Numbers(self.parts()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Spelling;

        impl<'de> Visitor<'de> for Spelling {
            type Value = Rate;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("frames per second, or a list of a number of frames and the seconds they take")
            }

            fn visit_f64<E: Error>(self, frames: f64) -> Result<Rate, E> {
                Rate::new(frames, 1.0).map_err(E::custom)
            }

            fn visit_i64<E: Error>(self, frames: i64) -> Result<Rate, E> {
                self.visit_f64(frames as f64)
            }

            fn visit_u64<E: Error>(self, frames: u64) -> Result<Rate, E> {
                self.visit_f64(frames as f64)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Rate, A::Error> {
                let Numbers([frames, seconds]) = Numbers::deserialize(SeqAccessDeserializer::new(list))?;
                Rate::new(frames, seconds).map_err(A::Error::custom)
            }
        }

        deserializer.deserialize_any(Spelling)
    }
}
