//! Completions for Zsh.

use clap::Arg;
use clap::builder::PossibleValue;
use clap_complete::Shell;

use super::{generated, lists, words};
use crate::defaults;

pub(super) fn script() -> String {
    let mut command = defaults::command().mut_subcommands(|verb| verb.mut_args(with_escaped_colons));
    let mut script = generated(Shell::Zsh, &mut command);
    for list in command.get_subcommands().flat_map(lists) {
        let words = words(list);
        script = script.replace(&format!(":({words})"), &format!(":_sequence compadd - {words}"));
    }
    script
}

/// Escapes the colons in words with a description: Zsh takes what follows the first colon as the description.
fn with_escaped_colons(arg: Arg) -> Arg {
    let words = arg.get_possible_values();
    if words.is_empty() {
        return arg;
    }
    let escaped = words.into_iter().map(|word| match word.get_help() {
        Some(help) => PossibleValue::new(word.get_name().replace(':', "\\:")).help(help.clone()),
        None => word,
    });
    arg.value_parser(escaped.collect::<Vec<_>>())
}
