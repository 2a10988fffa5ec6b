//! `anim completions`: completion scripts for shells.

mod bash;
mod fish;
mod zsh;

use std::io::Write as _;

use clap::builder::PossibleValue;
use clap::{Arg, Command};
use clap_complete::Shell;

use crate::defaults;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Bash reads the script from ~/.local/share/bash-completion/completions/anim if bash-completion is installed, fish from \
~/.config/fish/completions/anim.fish, Zsh from a file _anim in a folder of its $fpath. `source <(anim completions bash)` loads it \
into a running Bash.

Examples:
  anim completions bash
  anim completions fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let script = match args.shell {
        Shell::Bash => bash::script(),
        Shell::Fish => fish::script(),
        Shell::Zsh => zsh::script(),
        other => generated(other, &mut defaults::command()),
    };
    let mut out = Output::stdout();
    out.write_all(script.as_bytes()).map_err(|error| out.failure(&error))?;
    out.commit()?;
    Ok(Exit::Done)
}

/// The script that clap makes for a shell.
fn generated(shell: Shell, command: &mut Command) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, "anim", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The arguments of a verb that are lists of words.
fn lists(verb: &Command) -> impl Iterator<Item = &Arg> {
    verb.get_arguments().filter(|arg| arg.get_value_delimiter().is_some() && !words(arg).is_empty())
}

/// The words of an argument, separated by spaces.
fn words(arg: &Arg) -> String {
    let words = arg.get_possible_values();
    words.iter().map(PossibleValue::get_name).collect::<Vec<_>>().join(" ")
}
