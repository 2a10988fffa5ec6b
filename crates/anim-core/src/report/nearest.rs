//! The known word nearest to a misspelt one.

use std::fmt;

/// The longest word that is compared, in bytes: words from files can have any length.
const LONGEST: usize = 256;

/// The candidate nearest to a word, or `None` if none is near, or the word has more than 256 bytes.
///
/// Letter case is ignored. A candidate is near if at most a third of its letters, rounded up, have to be inserted, removed,
/// replaced or swapped with their neighbour. Of equally near candidates, one that begins with the word comes first.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let letters = word.chars().count();
    let measured = candidates.into_iter().filter_map(|candidate| {
        let lowercase = candidate.to_lowercase();
        let count = lowercase.chars().count();
        let longest = count.max(letters);
        let allowed = longest.div_ceil(3);
        // The lengths alone exclude most candidates.
        if count.abs_diff(letters) > allowed {
            return None;
        }
        let distance = distance(&word, &lowercase);
        // Of equally near ones, that which continues where the word ends: `bones` for `bone`, and not `none`.
        let is_other = !lowercase.starts_with(&word);
        (distance <= allowed && distance < longest).then_some((distance, is_other, candidate))
    });
    measured.min_by_key(|&(distance, is_other, _)| (distance, is_other)).map(|(.., candidate)| candidate)
}

/// A requested name that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The kind of thing, such as `state`.
    pub kind: &'static str,
    /// The requested name.
    pub name: String,
    /// The known name nearest to it, if one is near.
    pub nearest: Option<String>,
}

impl UnknownName {
    /// The error for a name that is not among the known ones.
    pub fn new<'a>(kind: &'static str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        Self { kind, name: name.to_owned(), nearest: nearest(name, known).map(str::to_owned) }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} `{}`", self.kind, self.name)?;
        self.nearest.as_ref().map_or(Ok(()), |nearest| write!(f, "; did you mean `{nearest}`?"))
    }
}

impl std::error::Error for UnknownName {}

/// The smallest number of edits: to insert, remove or replace a character, or swap it with the next one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<_>, Vec<_>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        for (a, b, expected) in
            [("", "", 0), ("tod", "tod", 0), ("tdo", "tod", 1), ("mod", "tod", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} {b}");
        }
    }

    #[test]
    fn only_near_words_are_suggested() {
        let words = ["tod", "gltf", "container", "none", "bones"];
        for (word, expected) in [
            ("gtlf", Some("gltf")),
            ("bone", Some("bones")),
            ("TODD", Some("tod")),
            ("contaner", Some("container")),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, words), expected);
        }
    }

    #[test]
    fn lengths_exclude_only_what_is_not_near() {
        let words = ["a", "ab", "abc", "xyabc", "жжж", "жжжж", "жabc", "İİ", "İab", "İ", "𝄞𝄞", "𝄞b"];
        for (word, candidate) in words.into_iter().flat_map(|word| words.map(|candidate| (word, candidate))) {
            let (word, lowercase) = (word.to_lowercase(), candidate.to_lowercase());
            let longest = lowercase.chars().count().max(word.chars().count());
            let distance = distance(&word, &lowercase);
            let is_near = distance <= longest.div_ceil(3) && distance < longest;
            assert_eq!(nearest(&word, [candidate]).is_some(), is_near, "{word} {candidate}");
        }
    }

    #[test]
    fn long_words_take_no_time() {
        let long = "x".repeat(10_000_000);
        assert_eq!(nearest(&long, ["tod", &long]), None);
        assert_eq!(nearest("tod", [long.as_str(), "tdo"]), Some("tdo"));
        assert_eq!(
            nearest(&"x".repeat(LONGEST), [long.as_str(), &long[1..LONGEST]]),
            Some(&long[1..LONGEST])
        );
    }

    #[test]
    fn an_unknown_name_suggests_a_known_one() {
        let error = |name| UnknownName::new("state", name, ["walk", "run"]).to_string();
        assert_eq!(error("wlak"), "there is no state `wlak`; did you mean `walk`?");
        assert_eq!(error("swim"), "there is no state `swim`");
    }
}
