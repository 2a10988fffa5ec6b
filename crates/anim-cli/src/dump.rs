//! `anim dump`: a file's own document as JSON.

use std::io::Write;
use std::path::PathBuf;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::ReadArgs;
use crate::output::Output;

/// Print a file's own document as JSON, from which `anim build` makes the same file
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  anim dump walk.tod\n  anim dump walk.tod -o walk.json")]
pub(crate) struct Args {
    /// The file; `-` is standard input
    file: PathBuf,
    /// Where the JSON goes
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    read: ReadArgs,
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let input = args.read.load(&args.file, false)?;
    let document = input.document(console)?;
    let text = (input.entry.dump)(&*document)
        .map_err(|error| Failure::unreadable(format!("{}: {error}", input.label)))?;
    let mut output = Output::create(&args.output, args.force)?;
    output.write_all(text.as_bytes()).map_err(|error| output.failure(&error))?;
    output.commit()?;
    Ok(Exit::Done)
}
