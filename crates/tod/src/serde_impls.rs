//! Documents as data for serde: fixed-point numbers by their bits, and nothing that could not be built by hand.

use serde::{Deserialize, Deserializer};

use crate::{Degrees, Factor, MAX_PAYLOAD, Malformed, Nibble, Packet, Words};

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
        if bits < 16 { Ok(Self::new(bits)) } else { Err(format!("{bits} has more than four bits")) }
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
        Self::new(words).ok_or_else(|| format!("{count} words, expected at most {MAX_PAYLOAD}"))
    }
}

/// A frame record before its packets are counted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Frame {
    number: u32,
    size_excess: u16,
    packets: Vec<Packet>,
}

impl TryFrom<Frame> for crate::Frame {
    type Error = String;

    fn try_from(Frame { number, size_excess, packets }: Frame) -> Result<Self, String> {
        let count = packets.len();
        let mut frame = Self::new(number, packets)
            .ok_or_else(|| format!("{count} packets, expected at most {}", Self::MAX_PACKETS))?;
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
        let well_formed = || serde::de::Error::custom("the words fit the type and flag: not malformed");
        Self::new(kind, flag, words).ok_or_else(well_formed)
    }
}
