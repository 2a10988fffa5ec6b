//! A digest of numbers, by which a reader notices that another program changed them.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;

/// The 64-bit FNV-1a hash of the bits of numbers in single precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    pub(crate) fn add(&mut self, number: f32) {
        for byte in number.to_bits().to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// 16 hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        // The hash of no bytes, and of the bytes of two numbers, in wider arithmetic.
        assert_eq!(Digest::default().to_string(), "cbf29ce484222325");
        let mut digest = Digest::default();
        digest.add(f32::from_le_bytes(*b"some"));
        digest.add(f32::from_le_bytes(*b"text"));
        let state = b"sometext".iter().fold(0xcbf2_9ce4_8422_2325_u128, |state, byte| {
            ((state ^ u128::from(*byte)) * 0x0100_0000_01b3) % (1 << 64)
        });
        assert_eq!(digest.to_string(), format!("{state:016x}"));
    }
}
