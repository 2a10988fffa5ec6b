//! Finds where reading can continue after an error.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::token::{Input, space, word};
use crate::error::Expected;

/// The part that begins with a name and the keyword after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    Node,
    State,
}

/// Moves to the next name with a keyword after it, and returns the part that begins there; `None` if there is none.
pub(super) fn next(input: &mut Input<'_>) -> Option<Header> {
    let mut rest = *input;
    loop {
        let start = rest.iter().position(|&byte| byte == b'{')?;
        rest = rest.get(start..)?;
        let end = rest.iter().position(|&byte| byte == b'}')?;
        // A name without a closing brace extends to the end of the next name.
        let inner = rest.get(1..end)?.iter().rposition(|&byte| byte == b'{');
        let name = inner.map_or(0, |inner| inner.saturating_add(1));
        let mut after = rest.get(end.saturating_add(1)..)?;
        space(&mut after);
        let keyword = word(&mut after, Expected::Id);
        let is = |words: [&[u8]; 2]| {
            keyword.as_ref().is_ok_and(|found| words.iter().any(|word| found.eq_ignore_ascii_case(word)))
        };
        let header = if is([b"SINGLE", b"KEYFRAME"]) {
            Some(Header::State)
        } else {
            is([b"STATIC", b"DYNAMIC"]).then_some(Header::Node)
        };
        if header.is_some() {
            *input = rest.get(name..)?;
            return header;
        }
        rest = rest.get(end.saturating_add(1)..)?;
    }
}

/// Moves past the name at the end of a key, or to the next state if that begins earlier. Returns whether a key may follow;
/// `None` at the end of the file.
pub(super) fn next_key(input: &mut Input<'_>) -> Option<bool> {
    let end = input.iter().position(|&byte| byte == b'}')?;
    let behind = input.get(end.saturating_add(1)..)?;
    let mut state = *input;
    let header = next(&mut state);
    // The name that ends here is that of a state or a node.
    if header.is_some() && state.len() > behind.len() {
        *input = state;
        return Some(false);
    }
    *input = behind;
    Some(true)
}
