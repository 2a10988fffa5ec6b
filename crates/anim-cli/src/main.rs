//! The command `anim`: one verb, one file.

mod build;
mod check;
mod claims;
mod clips;
mod completions;
mod console;
mod convert;
mod diff;
mod dump;
mod exit;
mod formats;
mod hex;
mod info;
mod input;
mod json;
mod man;
mod options;
mod output;
mod place;
mod plot;
mod pose;
mod progress;
mod report;
mod sample;
mod scan;
mod snippet;
mod suggest;
mod text;
mod times;
mod view;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Look into, check, sample, compare, find and convert animation files
#[derive(Debug, Parser)]
#[command(name = "anim", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
    /// Print nothing on standard error but errors
    #[arg(short, long, global = true)]
    quiet: bool,
}

const AFTER_HELP: &str = "\
Data goes to standard output, everything else to standard error; `-` stands for standard input or output.

Exit codes:
  0  done
  1  findings: errors in a checked file, loss under --strict, a difference
  2  wrong usage
  3  a file cannot be opened, read or written, or would be overwritten
  4  not a format we know, or unreadable
  5  a batch that partly failed

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
    let command = match Command::try_parse() {
        Ok(command) => command,
        Err(told) => {
            return match told.print() {
                // Help that nobody reads any more is no failure.
                Err(error) if !told.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
                    Console::new(false).fail(&Failure::system("standard output", &error)).into()
                }
                _ => ExitCode::from(told.exit_code() as u8),
            };
        }
    };
    let console = Console::new(command.quiet);
    match run(&command.verb, &console) {
        Ok(exit) => exit.into(),
        Err(failure) => console.fail(&failure).into(),
    }
}

fn run(verb: &Verb, console: &Console) -> Result<Exit, Failure> {
    match verb {
        Verb::Formats(args) => formats::run(args),
        Verb::Info(args) => info::run(args, console),
        Verb::Check(args) => check::run(args, console),
        Verb::Dump(args) => dump::run(args, console),
        Verb::Build(args) => build::run(args),
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
