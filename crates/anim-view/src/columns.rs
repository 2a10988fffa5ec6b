//! Numbers as text: little-endian bytes in base64, which a browser turns into typed arrays.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Numbers in single precision.
pub(crate) fn singles(numbers: impl IntoIterator<Item = f64>) -> String {
    encode(numbers.into_iter().flat_map(|number| (number as f32).to_le_bytes()))
}

/// Numbers in double precision.
pub(crate) fn doubles(numbers: impl IntoIterator<Item = f64>) -> String {
    encode(numbers.into_iter().flat_map(f64::to_le_bytes))
}

/// Whole numbers of 32 bits.
pub(crate) fn integers(numbers: impl IntoIterator<Item = u32>) -> String {
    encode(numbers.into_iter().flat_map(u32::to_le_bytes))
}

fn encode(bytes: impl Iterator<Item = u8>) -> String {
    STANDARD.encode(bytes.collect::<Vec<u8>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_little_endian() {
        assert_eq!(singles([1.0]), "AACAPw==");
        assert_eq!(doubles([1.0]), "AAAAAAAA8D8=");
        assert_eq!(integers([1, 256]), "AQAAAAABAAA=");
    }
}
