//! Documents as data for serde: fixed-point numbers by their bits. Data that the constructors reject are rejected here too.

use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Degrees, Factor, Frame, MAX_PAYLOAD, Malformed, Nibble, Packet, Words};

impl From<i32> for Degrees {
    fn from(bits: i32) -> Self {
        Self::from_bits(bits)
    }
}

impl From<Degrees> for i32 {
    fn from(angle: Degrees) -> Self {
        angle.to_bits()
    }
}

impl From<i16> for Factor {
    fn from(bits: i16) -> Self {
        Self::from_bits(bits)
    }
}

impl From<Factor> for i16 {
    fn from(factor: Factor) -> Self {
        factor.to_bits()
    }
}

impl TryFrom<u8> for Nibble {
    type Error = String;

    fn try_from(bits: u8) -> Result<Self, String> {
        if bits < 16 { Ok(Self::new(bits)) } else { Err(format!("found {bits}, expected at most 15")) }
    }
}

impl From<Nibble> for u8 {
    fn from(nibble: Nibble) -> Self {
        nibble.get()
    }
}

impl TryFrom<Vec<u32>> for Words {
    type Error = String;

    fn try_from(words: Vec<u32>) -> Result<Self, String> {
        let count = words.len();
        Self::new(words).ok_or_else(|| format!("found {count} words, expected at most {MAX_PAYLOAD}"))
    }
}

impl Serialize for Frame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_struct("Frame", 3)?;
        parts.serialize_field("number", &self.number)?;
        parts.serialize_field("size_excess", &self.size_excess)?;
        parts.serialize_field("packets", &self.packets().collect::<Vec<_>>())?;
        parts.end()
    }
}

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Frame", deny_unknown_fields)]
        struct Parts {
            number: u32,
            size_excess: u16,
            packets: Vec<Packet>,
        }
        let Parts { number, size_excess, packets } = Parts::deserialize(deserializer)?;
        let count = packets.len();
        let too_many = || {
            serde::de::Error::custom(format!("found {count} packets, expected at most {}", Self::MAX_PACKETS))
        };
        let mut frame = Self::new(number, packets).ok_or_else(too_many)?;
        frame.size_excess = size_excess;
        Ok(frame)
    }
}

impl<'de> Deserialize<'de> for Malformed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Malformed", deny_unknown_fields)]
        struct Parts {
            kind: Nibble,
            flag: Nibble,
            words: Words,
        }
        let Parts { kind, flag, words } = Parts::deserialize(deserializer)?;
        let well_formed = || {
            serde::de::Error::custom(
                "the number of words is right for the type and flag, expected a malformed payload",
            )
        };
        Self::new(kind, flag, words).ok_or_else(well_formed)
    }
}
