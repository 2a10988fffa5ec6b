//! Suggestions for misspelt words.

use anim_core::nearest;

/// `` ; did you mean `word`? `` for the candidate nearest to a word, or nothing when none is near.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}
