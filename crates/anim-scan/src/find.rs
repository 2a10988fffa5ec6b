//! A file that was found.

use anim_core::AnyFormat;

/// The least evidence, in bits, of a reported file. A blob of a tebibyte has 2⁴⁰ offsets: of 65,536 random blobs of this size,
/// one gives a false file.
pub const MIN_EVIDENCE: u32 = 56;

/// A file among other data.
#[derive(Clone, Copy, Debug)]
pub struct Find<'a> {
    /// Its format.
    pub format: &'a AnyFormat,
    /// The offset of its first byte in the blob.
    pub offset: u64,
    /// The offset of its first byte in the user data of the blob's sectors; the same as in the blob where that has none.
    pub user_offset: u64,
    /// The evidence for it in bits, at least [`MIN_EVIDENCE`].
    pub evidence: u32,
    /// The file.
    pub bytes: &'a [u8],
}

impl Find<'_> {
    /// The confidence that this is a file, between 0 and 1: [`confidence`] of its evidence.
    pub fn confidence(&self) -> f64 {
        confidence(self.evidence)
    }
}

/// The confidence for a number of bits of evidence: 1 − 2^((40 − bits)/8), at least 0.
///
/// The first 40 bits do not count, since a search examines up to 2⁴⁰ offsets. Each further 8 bits halve the doubt: real data is
/// not random, so its evidence is worth fewer bits than it seems.
pub fn confidence(evidence: u32) -> f64 {
    (1.0 - ((40.0 - f64::from(evidence)) / 8.0).exp2()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_grows_with_the_evidence() {
        for (evidence, expected) in [(0, 0.0), (40, 0.0), (48, 0.5), (MIN_EVIDENCE, 0.75), (u32::MAX, 1.0)] {
            assert_eq!(confidence(evidence), expected, "{evidence} bits");
        }
    }
}
