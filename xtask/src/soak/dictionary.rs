//! The words of a format, shared with its fuzz targets: `fuzz/dictionaries/ID.dict`, in the notation of libFuzzer.

use std::fs;

use crate::checkout;
use crate::failure::{Failure, Result};

/// The words of a format.
pub(super) fn read(id: &str) -> Result<Vec<Vec<u8>>> {
    let path = checkout::root().join("fuzz/dictionaries").join(id).with_extension("dict");
    let text =
        fs::read_to_string(&path).map_err(|error| Failure::broken(format!("{}: {error}", path.display())))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            word(line).ok_or_else(|| Failure::broken(format!("{}: not a word: {line}", path.display())))
        })
        .collect()
}

/// The bytes of `"word"` or `name="word"`, in which `\\`, `\"` and `\xAB` stand for bytes.
fn word(line: &str) -> Option<Vec<u8>> {
    let (_, quoted) = line.split_once('"')?;
    let mut rest = quoted.strip_suffix('"')?.bytes();
    let mut word = Vec::new();
    while let Some(byte) = rest.next() {
        word.push(match byte {
            b'\\' => match rest.next()? {
                b'x' => {
                    let digits = [rest.next()?, rest.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                other => other,
            },
            other => other,
        });
    }
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use anim_formats::Registry;

    use super::*;

    #[test]
    fn a_word_is_bytes_between_quotes() {
        assert_eq!(word(r#""JOINT""#).as_deref(), Some(b"JOINT".as_slice()));
        assert_eq!(word(r#"kind="a\"\\\x00\xfF""#).as_deref(), Some(b"a\"\\\x00\xff".as_slice()));
        for broken in ["", "JOINT", "\"", "\"\"", r#""\x0""#] {
            assert_eq!(word(broken), None, "{broken}");
        }
    }

    #[test]
    fn every_format_has_words() {
        for id in Registry::builtin().ids() {
            assert!(read(id).unwrap().len() >= 10, "{id}");
        }
    }
}
