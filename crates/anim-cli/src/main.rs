//! The command `anim`: one verb, one file.

mod build;
mod check;
mod claims;
mod clips;
mod completions;
mod console;
mod convert;
mod csv;
mod defaults;
mod diff;
mod dump;
mod edits;
mod embedded;
mod exit;
mod formats;
mod hex;
mod ids;
mod info;
mod input;
mod interrupt;
mod json;
mod json_path;
mod man;
mod numbers;
mod options;
mod output;
mod paths;
mod plot;
mod pose;
mod progress;
mod report;
mod sample;
mod sampling;
mod scan;
mod search;
mod snippet;
mod suggest;
mod text;
mod times;
mod values;
mod view;
mod words;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{FromArgMatches as _, Parser, Subcommand};

use crate::console::{Console, colored};
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Inspect, check, sample, compare, find and convert animation files
#[derive(Debug, Parser)]
#[command(name = "anim", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
    /// Print only errors on standard error
    #[arg(short, long, global = true, display_order = 900)]
    quiet: bool,
}

const AFTER_HELP: &str = "\
Data goes to standard output, everything else to standard error. A file named `-` is standard input or output. Inputs may be inside \
other files: `disc.bin@0x1A2B0` begins at this offset, and `takes.zip/walk/walk.tod` is a member of an archive. Files compressed \
with gzip are decompressed.

Exit codes:
  0  done
  1  findings: errors in a checked file, losses under --strict, differences
  2  wrong usage
  3  a file cannot be opened, read or written, or would be overwritten
  4  a file of an unknown format, or a damaged one
  5  some files of a batch failed
Ctrl-C and other signals end the command as they end other programs: shells report 130 for Ctrl-C. Temporary files are removed first.

Environment:
  ANIM_OPTIONS          default reading options, such as `mode=ideal sine=cos`, each for the formats that have it; -O overrides them
  ANIM_JOBS             the default of `convert --jobs`
  ANIM_TOLERANCE        the default of `convert --tolerance`
  ANIM_TOLERANCE_ANGLE  the default of `convert --tolerance-angle`
  ANIM_TOLERANCE_TIME   the default of `convert --tolerance-time`
  ANIM_MAX_INPUT        the largest size in bytes of an input that is compressed or does not state its size [default: 1073741824]
  NO_COLOR              if set, no colours, even on a terminal

Examples:
  anim formats
  anim info walk.tod";

#[derive(Debug, Subcommand)]
enum Verb {
    Formats(formats::Args),
    Info(info::Args),
    Check(check::Args),
    Dump(dump::Args),
    Build(build::Args),
    Sample(sample::Args),
    Pose(pose::Args),
    Convert(convert::Args),
    Diff(diff::Args),
    Plot(plot::Args),
    View(view::Args),
    Scan(scan::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    if let Some(failure) = edits::detached(std::env::args_os()) {
        return Console::new(false).fail(&failure).into();
    }
    let parsed =
        defaults::command().try_get_matches().and_then(|matches| Command::from_arg_matches(&matches));
    let command = match parsed {
        Ok(command) => command,
        Err(told) => return tell(&suggest::with_nearest_flag(defaults::named(told), &defaults::command())),
    };
    let console = Console::new(command.quiet);
    match run(&command.verb, &console) {
        Ok(exit) => exit.into(),
        Err(failure) => console.fail(&failure).into(),
    }
}

/// Prints help, or what is wrong with the arguments.
fn tell(told: &clap::Error) -> ExitCode {
    if told.use_stderr() {
        // There is no other place to report that standard error cannot be written.
        let _ = told.print();
        return ExitCode::from(told.exit_code() as u8);
    }
    let text = told.render();
    let mut out = Output::stdout();
    let written = if colored(&io::stdout()) { write!(out, "{}", text.ansi()) } else { write!(out, "{text}") };
    let written = written.map_err(|error| out.failure(&error)).and_then(|()| out.commit());
    written.map_or_else(|failure| Console::new(false).fail(&failure).into(), |()| Exit::Done.into())
}

fn run(verb: &Verb, console: &Console) -> Result<Exit, Failure> {
    match verb {
        Verb::Formats(args) => formats::run(args),
        Verb::Info(args) => info::run(args, console),
        Verb::Check(args) => check::run(args, console),
        Verb::Dump(args) => dump::run(args, console),
        Verb::Build(args) => build::run(args, console),
        Verb::Sample(args) => sample::run(args, console),
        Verb::Pose(args) => pose::run(args, console),
        Verb::Convert(args) => convert::run(args, console),
        Verb::Diff(args) => diff::run(args, console),
        Verb::Plot(args) => plot::run(args, console),
        Verb::View(args) => view::run(args, console),
        Verb::Scan(args) => scan::run(args, console),
        Verb::Completions(args) => completions::run(args),
        Verb::Man(args) => man::run(args),
    }
}
