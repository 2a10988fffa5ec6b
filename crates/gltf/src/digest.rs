//! A digest of numbers, which tells a reader whether another program changed them.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;

/// A hash of the bits of numbers in single precision: FNV-1a in steps of 32 bits, which takes a quarter of the time of steps of
/// bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    pub(crate) fn add(&mut self, number: f32) {
        self.0 = (self.0 ^ u64::from(number.to_bits())).wrapping_mul(0x0100_0000_01b3);
    }
}

/// Adds one list of little-endian numbers to each digest. Each step of a digest depends on the previous one, so four digests
/// are computed in parallel.
pub(crate) fn add_all(digests: &mut [Digest; 4], lists: [&[[u8; 4]]; 4]) {
    let common = lists.iter().map(|list| list.len()).min().unwrap_or(0);
    let parts = lists.map(|list| list.split_at_checked(common).unwrap_or_default());
    let add = |digest: &mut Digest, number: &[u8; 4]| digest.add(f32::from_le_bytes(*number));
    let ([a, b, c, d], [(e, _), (f, _), (g, _), (h, _)]) = (&mut *digests, parts);
    for (((e, f), g), h) in e.iter().zip(f).zip(g).zip(h) {
        add(a, e);
        add(b, f);
        add(c, g);
        add(d, h);
    }
    for (digest, (_, rest)) in digests.iter_mut().zip(parts) {
        for number in rest {
            add(digest, number);
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
    fn the_hash_depends_on_every_bit_and_on_the_order() {
        let of = |numbers: &[f32]| {
            let mut digest = Digest::default();
            for &number in numbers {
                digest.add(number);
            }
            digest
        };
        // The published hash of no bytes, and two steps from it in wider arithmetic.
        assert_eq!(of(&[]).to_string(), "cbf29ce484222325");
        let state = [1.0f32, -2.5].iter().fold(0xcbf2_9ce4_8422_2325_u128, |state, number| {
            ((state ^ u128::from(number.to_bits())) * 0x0100_0000_01b3) % (1 << 64)
        });
        assert_eq!(of(&[1.0, -2.5]).to_string(), format!("{state:016x}"));
        assert_ne!(of(&[1.0, -2.5]), of(&[-2.5, 1.0]));
        for bit in 0..32 {
            assert_ne!(of(&[f32::from_bits(1 << bit), 7.0]), of(&[0.0, 7.0]), "bit {bit}");
        }
    }

    #[test]
    fn lists_of_any_lengths_go_side_by_side() {
        let numbers: Vec<[u8; 4]> = (0..20u16).map(|number| f32::from(number).to_le_bytes()).collect();
        for lengths in [[5, 5, 5, 5], [3, 0, 20, 7], [20, 19, 18, 17]] {
            let lists = lengths.map(|len| &numbers[20 - len..]);
            let mut found = [Digest(1), Digest(2), Digest(3), Digest(4)];
            let mut expected = found;
            add_all(&mut found, lists);
            for (digest, list) in expected.iter_mut().zip(lists) {
                for number in list {
                    digest.add(f32::from_le_bytes(*number));
                }
            }
            assert_eq!(found, expected);
        }
    }
}
