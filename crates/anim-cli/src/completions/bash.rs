//! Completions for Bash.

use clap_complete::Shell;

use super::generated;
use crate::defaults;

/// Wraps the generated function `_anim`.
const WORDS: &str = include_str!("words.bash");

pub(super) fn script() -> String {
    let generated = generated(Shell::Bash, &mut defaults::command());
    [WORDS, &generated.replace("complete -F _anim ", "complete -F _anim_words ")].concat()
}
