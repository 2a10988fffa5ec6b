//! `anim completions`: completion scripts for shells.

use std::io::Write as _;

use clap::Arg;
use clap::builder::PossibleValue;
use clap_complete::Shell;

use crate::defaults;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Bash reads it from ~/.local/share/bash-completion/completions/anim, fish from ~/.config/fish/completions/anim.fish, zsh from \
a file _anim in a folder of its $fpath.

Examples:
  anim completions bash
  anim completions fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Joins the words that Bash splits.
const BASH_WORDS: &str = include_str!("completions/words.bash");

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut out = Output::stdout();
    out.write_all(script(args.shell).as_bytes()).map_err(|error| out.failure(&error))?;
    out.commit()?;
    Ok(Exit::Done)
}

fn script(shell: Shell) -> String {
    let mut command = defaults::command();
    if shell == Shell::Zsh {
        command = command.mut_subcommands(|verb| verb.mut_args(with_escaped_colons));
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "anim", &mut script);
    let script = String::from_utf8_lossy(&script);
    match shell {
        Shell::Bash => {
            [BASH_WORDS, &script.replace("complete -F _anim ", "complete -F _anim_words ")].concat()
        }
        _ => script.into_owned(),
    }
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
