//! Bytes to characters: UTF-8 mixed with bytes of Windows-1252, references resolved.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;

/// What is not valid XML in some decoded bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Odd {
    /// Bytes that are not UTF-8.
    pub(super) encoding: bool,
    /// References that are not known.
    pub(super) reference: bool,
    /// Characters that XML does not allow.
    pub(super) character: bool,
}

/// The treatment of white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// Line ends become line feeds.
    Keep,
    /// A run with a line end becomes one space, and so does a tab: for values of attributes and of lists.
    Fold,
}

/// The characters 0x80 to 0x9F of Windows-1252.
const CP1252: [char; 32] = [
    '€', '\u{FFFD}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{FFFD}', 'Ž', '\u{FFFD}',
    '\u{FFFD}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{FFFD}', 'ž', 'Ÿ',
];

/// The first character of some bytes, and its length in bytes; a byte that is not UTF-8 is read as Windows-1252.
pub(super) fn first_char(bytes: &[u8]) -> Option<(char, usize)> {
    let first = *bytes.first()?;
    if first.is_ascii() {
        return Some((char::from(first), 1));
    }
    for len in 2..=4 {
        let valid = bytes.get(..len).and_then(|bytes| std::str::from_utf8(bytes).ok());
        if let Some(c) = valid.and_then(|text| text.chars().next()) {
            return Some((c, len));
        }
    }
    Some((single(first), 1))
}

fn single(byte: u8) -> char {
    let known = byte.checked_sub(0x80).and_then(|index| CP1252.get(usize::from(index)));
    known.copied().unwrap_or(char::from(byte))
}

/// The characters of some bytes, with references unresolved.
pub(super) fn characters<'a>(bytes: &'a [u8], odd: &mut Odd) -> Cow<'a, str> {
    let text = if let Ok(text) = std::str::from_utf8(bytes) {
        Cow::Borrowed(text)
    } else {
        odd.encoding = true;
        let mut text = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().copied().map(single));
        }
        Cow::Owned(text)
    };
    odd.character |= !text.chars().all(crate::text::is_xml);
    text
}

/// The characters of some bytes, with references resolved.
pub(super) fn decode<'a>(bytes: &'a [u8], space: Space, odd: &mut Odd) -> Cow<'a, str> {
    let text = characters(bytes, odd);
    let plain = match space {
        Space::Keep => !text.contains(['&', '\r']),
        Space::Fold => !text.contains(['&', '\r', '\n', '\t']),
    };
    if plain {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find(['&', '\r', '\n', '\t']) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        rest = match (found.starts_with('&'), space) {
            (true, _) => reference(found, &mut out, odd),
            (false, Space::Fold) => fold(found, &mut out),
            (false, Space::Keep) => keep(found, &mut out),
        };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Resolves the reference at the beginning of a text, and returns the text after it.
fn reference<'a>(text: &'a str, out: &mut String, odd: &mut Odd) -> &'a str {
    // The longest reference is `&#x10FFFF;`, but leading zeros are allowed.
    let end = text.bytes().take(LONGEST_REFERENCE).position(|byte| byte == b';');
    let parts = end.and_then(|end| Some((text.get(1..end)?, text.get(end.checked_add(1)?..)?)));
    let resolved = parts.and_then(|(name, rest)| Some((resolve(name)?, rest)));
    if let Some((c, rest)) = resolved {
        odd.character |= !crate::text::is_xml(c);
        out.push(c);
        return rest;
    }
    odd.reference = true;
    out.push('&');
    text.get(1..).unwrap_or_default()
}

const LONGEST_REFERENCE: usize = 64;

fn resolve(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => u32::from_str_radix(hex, 16),
                None if number.bytes().all(|b| b.is_ascii_digit()) => number.parse(),
                _ => return None,
            };
            char::from_u32(code.ok()?)
        }
    }
}

/// Replaces a run of white space with a line end, or a tab, by one space.
fn fold<'a>(text: &'a str, out: &mut String) -> &'a str {
    let rest = text.trim_start_matches([' ', '\t', '\r', '\n']);
    let run = text.get(..text.len().saturating_sub(rest.len())).unwrap_or_default();
    if run.contains(['\r', '\n']) {
        out.truncate(out.trim_end_matches(' ').len());
        out.push(' ');
    } else {
        out.extend(run.chars().map(|_| ' '));
    }
    rest
}

/// Replaces a carriage return, with or without a line feed, by a line feed.
fn keep<'a>(text: &'a str, out: &mut String) -> &'a str {
    let end = ["\r\n", "\r", "\n", "\t"].into_iter().find(|end| text.starts_with(end)).unwrap_or_default();
    out.push(if end == "\t" { '\t' } else { '\n' });
    text.get(end.len().max(1)..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_and_line_ends_are_resolved() {
        let cases = [
            ("a &lt;&#65;&#x42; b", "a <AB b", "a <AB b"),
            ("a \r\n  b\tc", "a \n  b\tc", "a b c"),
            ("a\rb", "a\nb", "a b"),
            ("&#10;\u{20}", "\n ", "\n "),
        ];
        for (text, kept, folded) in cases {
            for (space, expected) in [(Space::Keep, kept), (Space::Fold, folded)] {
                let mut odd = Odd::default();
                assert_eq!(decode(text.as_bytes(), space, &mut odd), expected);
                assert_eq!(odd, Odd::default());
            }
        }
    }

    #[test]
    fn what_is_odd_is_noted() {
        let cases = [
            (&b"a\x93b\x94 \x96"[..], "a“b” –", Odd { encoding: true, ..Odd::default() }),
            (b"AT&T &nbsp; &#x110000;", "AT&T &nbsp; &#x110000;", Odd { reference: true, ..Odd::default() }),
            (b"a\0&#1;", "a\0\u{1}", Odd { character: true, ..Odd::default() }),
        ];
        for (bytes, expected, oddity) in cases {
            let mut odd = Odd::default();
            assert_eq!((&*decode(bytes, Space::Keep, &mut odd), odd), (expected, oddity));
        }
    }
}
