//! Completions for fish.

use clap::{Arg, Command};
use clap_complete::Shell;

use super::{generated, lists, words};
use crate::defaults;

pub(super) fn script() -> String {
    let mut command = defaults::command();
    let mut script = generated(Shell::Fish, &mut command);
    for verb in command.get_subcommands() {
        script.extend(
            verb.get_positionals().filter(|arg| !words(arg).is_empty()).map(|arg| positional(verb, arg)),
        );
        script.extend(lists(verb).map(|arg| list(verb, arg)));
    }
    script
}

/// Completes a positional argument, which the generated script does not.
fn positional(verb: &Command, arg: &Arg) -> String {
    format!("{} -f -a \"{}\"\n", complete(verb), words(arg))
}

/// Completes the words of a list after its first comma.
fn list(verb: &Command, arg: &Arg) -> String {
    let flag = arg.get_long().unwrap_or_default();
    let before = format!(r"(string replace -rf '^(--{flag}=)?(.*,)[^,]*\$' '\$2' -- (commandline -ct))");
    format!("{} -l {flag} -r -f -a \"{before}{{{}}}\"\n", complete(verb), words(arg).replace(' ', ","))
}

fn complete(verb: &Command) -> String {
    format!("complete -c anim -n \"__fish_anim_using_subcommand {}\"", verb.get_name())
}
