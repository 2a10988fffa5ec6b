//! The fixed-point numbers of TOD.

use std::fmt;

use fixed::types::extra::U12;
use fixed::{FixedI16, FixedI32};

/// An angle with 4096 steps a degree: 1 sign, 19 integer and 12 fraction bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "i32", into = "i32")
)]
pub struct Degrees(FixedI32<U12>);

impl Degrees {
    /// The angle with these bits: 4096 is one degree.
    pub const fn from_bits(bits: i32) -> Self {
        Self(FixedI32::from_bits(bits))
    }

    /// The angle of the file nearest to a number of degrees. Values beyond the range are clamped; NaN becomes 0.
    pub fn from_degrees(degrees: f64) -> Self {
        // `as` saturates and maps NaN to 0.
        Self::from_bits((degrees * 4096.0).round() as i32)
    }

    /// The bits in the file.
    pub const fn to_bits(self) -> i32 {
        self.0.to_bits()
    }

    /// The angle in degrees, exactly.
    pub fn degrees(self) -> f64 {
        self.0.into()
    }
}

impl fmt::Debug for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}°", self.degrees())
    }
}

/// A factor with 4096 steps to 1: 1 sign, 3 integer and 12 fraction bits, −8 to almost 8.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "i16", into = "i16")
)]
pub struct Factor(FixedI16<U12>);

impl Factor {
    /// The factor 1.
    pub const ONE: Self = Self::from_bits(4096);

    /// The factor with these bits: 4096 is 1.
    pub const fn from_bits(bits: i16) -> Self {
        Self(FixedI16::from_bits(bits))
    }

    /// The factor of the file nearest to a number. Values beyond the range are clamped; NaN becomes 0.
    pub fn from_number(number: f64) -> Self {
        Self::from_bits((number * 4096.0).round() as i16)
    }

    /// The bits in the file.
    pub const fn to_bits(self) -> i16 {
        self.0.to_bits()
    }

    /// The factor as a number, exactly.
    pub fn number(self) -> f64 {
        self.0.into()
    }
}

impl fmt::Debug for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// Four bits: a packet's type or its flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Nibble(u8);

impl Nibble {
    /// The lowest four bits of a byte.
    pub const fn new(bits: u8) -> Self {
        Self(bits & 15)
    }

    /// The four bits, 0 to 15.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Whether bit 0, 1, 2 or 3 is set.
    pub const fn bit(self, bit: u8) -> bool {
        self.0 >> (bit & 3) & 1 == 1
    }

    /// Four bits from bit 0 up.
    pub const fn of_bits(bits: [bool; 4]) -> Self {
        Self(bits[0] as u8 | (bits[1] as u8) << 1 | (bits[2] as u8) << 2 | (bits[3] as u8) << 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_their_bits_over_4096() {
        for (bits, degrees) in [(4096, 1.0), (-1, -1.0 / 4096.0), (i32::MAX, 2_147_483_647.0 / 4096.0)] {
            assert_eq!(Degrees::from_bits(bits).degrees(), degrees);
            assert_eq!(Degrees::from_degrees(degrees).to_bits(), bits);
        }
        for (bits, number) in [(4096, 1.0), (-32768, -8.0), (32767, 32767.0 / 4096.0)] {
            assert_eq!(Factor::from_bits(bits).number(), number);
            assert_eq!(Factor::from_number(number).to_bits(), bits);
        }
    }

    #[test]
    fn values_beyond_the_range_are_clamped() {
        assert_eq!(Factor::from_number(9.0).to_bits(), i16::MAX);
        assert_eq!(Factor::from_number(-9.0).to_bits(), i16::MIN);
        assert_eq!(Factor::from_number(f64::NAN).to_bits(), 0);
        assert_eq!(Degrees::from_degrees(1e9).to_bits(), i32::MAX);
    }

    /// A number of 8192nds rounded to 4096ths by integer arithmetic: halves are rounded away from 0.
    fn rounded(halves: i64, least: i64, most: i64) -> i64 {
        ((halves.abs() + 1) / 2 * halves.signum()).clamp(least, most)
    }

    #[test]
    fn every_factor_and_every_middle_of_two_rounds_as_integers_do() {
        for bits in i16::MIN..=i16::MAX {
            let number = Factor::from_bits(bits).number();
            // A power of two times a double is exact.
            assert_eq!((number * 4096.0) as i64, i64::from(bits));
            assert_eq!((number * 4096.0).fract(), 0.0);
            assert_eq!(Factor::from_number(number).to_bits(), bits);
        }
        for halves in -70_000..=70_000_i64 {
            let expected = rounded(halves, -32768, 32767);
            assert_eq!(
                i64::from(Factor::from_number(halves as f64 / 8192.0).to_bits()),
                expected,
                "{halves}"
            );
        }
    }

    #[test]
    fn angles_round_as_integers_do_at_both_ends_and_about_0() {
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        for around in [least, -1 << 16, 0, 1 << 16, most] {
            for bits in (around - 32768..around + 32768).filter(|bits| (least..=most).contains(bits)) {
                let angle = Degrees::from_bits(bits as i32);
                assert_eq!((angle.degrees() * 4096.0) as i64, bits);
                assert_eq!(Degrees::from_degrees(angle.degrees()), angle);
            }
            for halves in 2 * around - 32768..2 * around + 32768 {
                let found = Degrees::from_degrees(halves as f64 / 8192.0).to_bits();
                assert_eq!(i64::from(found), rounded(halves, least, most), "{halves}");
            }
        }
    }

    #[test]
    fn a_nibble_has_four_bits() {
        assert_eq!(Nibble::new(0xFE).get(), 14);
        assert_eq!(Nibble::of_bits([false, true, true, true]), Nibble::new(14));
        assert_eq!([0, 1, 2, 3].map(|bit| Nibble::new(0b0101).bit(bit)), [true, false, true, false]);
    }
}
