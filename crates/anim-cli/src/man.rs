//! `anim man`: the manual.

mod page;

use std::io::Write as _;
use std::path::PathBuf;

use clap::CommandFactory as _;
use clap::builder::{PossibleValue, StringValueParser};

use crate::Command;
use crate::defaults;
use crate::exit::{Exit, Failure};
use crate::output::{Output, require_place};
use crate::suggest::did_you_mean;
use crate::words::words;

/// Print the manual page of `anim` or of one verb
#[derive(Debug, clap::Args)]
#[command(after_help = "\
With --out-dir every page becomes a file in that folder, `anim.1` and `anim-VERB.1`, as packages install them.

Examples:
  anim man convert
  anim man --out-dir .")]
pub(crate) struct Args {
    /// The verb [default: the page of `anim` itself]
    #[arg(conflicts_with = "out_dir", hide_possible_values = true, value_parser = words(StringValueParser::new(), verbs))]
    verb: Option<String>,
    /// Write all pages to this existing folder
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut command = defaults::command().disable_help_subcommand(true).subcommand_help_heading("COMMANDS");
    command.build();
    let verbs: Vec<_> = command.get_subcommands().cloned().collect();
    if let Some(folder) = &args.out_dir {
        require_place(folder)?;
        for page in std::iter::once(command).chain(verbs) {
            let output = Output::create(&folder.join(format!("{}.1", name(&page))), args.force)?;
            write(page, output)?;
        }
        return Ok(Exit::Done);
    }
    let page = match &args.verb {
        None => command,
        Some(verb) => verbs.iter().find(|known| known.get_name() == verb).cloned().ok_or_else(|| {
            let hint = did_you_mean(verb, verbs.iter().map(clap::Command::get_name));
            Failure::usage(format!("there is no verb `{verb}`{hint}"))
        })?,
    };
    write(page, Output::stdout())?;
    Ok(Exit::Done)
}

/// The name of a page: `anim`, `anim-convert`.
fn name(page: &clap::Command) -> String {
    page.get_bin_name().unwrap_or(page.get_name()).replace(' ', "-")
}

fn write(page: clap::Command, mut output: Output) -> Result<(), Failure> {
    let name = name(&page);
    let written = page::page(page, &name).and_then(|text| output.write_all(text.as_bytes()));
    written.map_err(|error| output.failure(&error))?;
    output.commit()
}

/// The verbs, for shells.
fn verbs() -> Vec<PossibleValue> {
    let word = |verb: &clap::Command| {
        PossibleValue::new(verb.get_name().to_owned()).help(verb.get_about().cloned().unwrap_or_default())
    };
    Command::command().get_subcommands().map(word).collect()
}
