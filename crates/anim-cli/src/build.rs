//! `anim build`: a file from the JSON of `anim dump`.

use std::path::PathBuf;

use crate::exit::{Exit, Failure};
use crate::input::{self, is_stream};
use crate::output::{Files, stdout_is_terminal};

/// Make a file from the JSON that `anim dump` printed
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  anim build walk.json -o copy.tod\n  anim build walk.json -o walk.tod --force"
)]
pub(crate) struct Args {
    /// The JSON; `-` is standard input
    json: PathBuf,
    /// Where the file goes
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    if is_stream(&args.output) && stdout_is_terminal() {
        return Err(Failure::usage("bytes are not for a terminal: give a file with -o"));
    }
    let label = input::label(&args.json);
    let refuse = |error: String| Failure::unreadable(format!("{label}: {error}"));
    let text = String::from_utf8(input::read(&args.json)?).map_err(|error| refuse(error.to_string()))?;
    let document = anim_formats::build(&text).map_err(|error| refuse(error.to_string()))?;
    Files::of(&*document, &args.output)?.write(args.force)?;
    Ok(Exit::Done)
}
