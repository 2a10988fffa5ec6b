//! Words without meaning that are near known words, and so probably misspelt. The reader keeps and ignores them.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::nearest;

use crate::target::PREFIXES;

/// The minimum length of a misspelt word: every shorter word is near to some known word.
const FEWEST: usize = 3;

/// The known word nearest to a misspelt one. Words that begin with `$` belong to the file's author.
pub(super) fn misspelt<'k>(word: &str, known: impl Iterator<Item = &'k str> + Clone) -> Option<&'k str> {
    let word = word.trim();
    let is_known = known.clone().any(|known| known.eq_ignore_ascii_case(word));
    if is_known || word.starts_with('$') || word.chars().count() < FEWEST {
        return None;
    }
    nearest(word, known)
}

/// The prefix of a target, and the known prefix nearest to it.
pub(super) fn misspelt_prefix(target: &str) -> Option<(&str, &'static str)> {
    let (prefix, _) = target.split_once(':')?;
    misspelt(prefix, PREFIXES.iter().map(|(known, _)| *known)).map(|near| (prefix.trim(), near))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_misspelt_and_others_are_the_authors_own() {
        let words = ["ONLCLICK", "ONRCLICK", "RESTART"];
        for (word, expected) in [
            ("ONCLICK", Some("ONLCLICK")),
            ("START", Some("RESTART")),
            ("onlclick", None),
            ("$ONCLICK", None),
            ("ONTHUNDER", None),
            ("", None),
        ] {
            assert_eq!(misspelt(word, words.into_iter()), expected, "{word}");
        }
        assert_eq!(misspelt_prefix("TBO: lid"), Some(("TBO", "TOB")));
        assert_eq!(["C:/a.hsf", "SPATH: a:b", "tob:x", "a"].map(misspelt_prefix), [None; 4]);
    }
}
