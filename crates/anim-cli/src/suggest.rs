//! What a mistyped word may have meant.

/// `` ; did you mean `word`? `` for the candidate nearest to a word, or nothing when none is near.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let word = word.to_lowercase();
    let near = candidates
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(word.len()).div_ceil(3))
        .min_by_key(|(distance, _)| *distance);
    near.map_or_else(String::new, |(_, candidate)| format!("; did you mean `{candidate}`?"))
}

/// The least number of characters to put in, take out, change, or swap with the next one.
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
        let words = ["tod", "gltf", "container"];
        for (word, expected) in [
            ("gtlf", Some("gltf")),
            ("TODD", Some("tod")),
            ("contaner", Some("container")),
            ("xyz", None),
            ("", None),
        ] {
            let expected = expected.map_or_else(String::new, |word| format!("; did you mean `{word}`?"));
            assert_eq!(did_you_mean(word, words), expected);
        }
    }
}
