//! Finds the end of the plain part of a JSON string.

/// The number of bytes before the first quote, backslash or control character, or before the end.
#[inline]
pub(super) fn plain(bytes: &[u8]) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let mut at = 0_usize;
    let mut rest = bytes;
    while let Some((eight, after)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*eight);
        // Sets the highest bit of each byte below a limit. A borrow only reaches bytes after the first such byte.
        let below = |word: u64, limit: u64| {
            word.wrapping_sub(EACH.wrapping_mul(limit)) & !word & EACH.wrapping_mul(0x80)
        };
        let quote = below(word ^ EACH.wrapping_mul(u64::from(b'"')), 1);
        let backslash = below(word ^ EACH.wrapping_mul(u64::from(b'\\')), 1);
        let found = quote | backslash | below(word, u64::from(b' '));
        if found != 0 {
            return at.wrapping_add(found.trailing_zeros() as usize / 8);
        }
        at = at.wrapping_add(8);
        rest = after;
    }
    at.wrapping_add(rest.iter().take_while(|&&byte| byte != b'"' && byte != b'\\' && byte >= b' ').count())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::plain;

    proptest! {
        #[test]
        fn the_first_special_byte_is_found(bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0x20..0x24_u8, Just(b'\\')], 0..40)) {
            let expected = bytes.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ');
            prop_assert_eq!(plain(&bytes), expected.unwrap_or(bytes.len()));
        }
    }
}
