//! The words of a skeleton's text.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::limits::MAX_NAME;
use crate::text::{after_mark, encode, is_blank, is_stable};

/// The first word of every skeleton.
pub(super) const NUM_BONES: &[u8] = b"NumBones";

/// The words that cannot begin an unknown property.
const KEYWORDS: [&str; 4] = ["bone", "offset", "rotmin", "rotmax"];

/// Whether a text begins like a skeleton.
pub(crate) fn begins(text: &[u8]) -> bool {
    let rest = after_mark(text, is_blank).trim_ascii_start().strip_prefix(NUM_BONES);
    rest.is_some_and(|rest| rest.first().is_none_or(|&byte| ends_word(byte)))
}

/// Whether a byte ends a word: a blank or a brace.
pub(super) fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'{' | b'}')
}

/// Whether a text can be a bone's name.
pub(super) fn is_name(name: &str) -> bool {
    let bytes = encode(name);
    (1..=MAX_NAME).contains(&bytes.len()) && bytes.iter().all(|&byte| !ends_word(byte)) && is_stable(name)
}

/// Whether a text can be the line of an unknown property.
pub(super) fn is_unknown(line: &str) -> bool {
    let word = line.split(|c: char| u8::try_from(c).is_ok_and(ends_word)).next().unwrap_or_default();
    let stays = !line.contains(['\n', '{', '}']) && line.as_bytes().trim_ascii() == line.as_bytes();
    stays && !word.is_empty() && !KEYWORDS.contains(&word) && is_stable(line)
}
