//! `anim sample`: the values of every channel as a table.

#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod text;

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{ArgAction, ValueEnum};

use crate::clips::ClipArgs;
use crate::console::Console;
use crate::edits::{EditArgs, To, Verb, to};
use crate::exit::{Exit, Failure};
use crate::input::is_stream;
use crate::input::{ReadArgs, extension};
use crate::output::{Output, stdout_is_terminal};
use crate::suggest::did_you_mean;
use crate::times::{Moments, TimeArgs};
use crate::values::{Shown, shown};

/// Print the values of every channel at times, as CSV, JSON Lines or Parquet
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The columns are time (seconds), clip, node, channel, component and value. Rows are sorted by clip, time, node, channel and \
component. Numbers read back to the same bits; a number that is not finite is `inf`, `-inf` or `NaN`, in JSON a string.
Values are those that the format defines. Standard error names each channel that is approximate all the same, with its largest \
error; in JSON Lines the rows of such a channel have it as `error`, with its `unit`.
Memory use does not depend on the length of the table.

Examples:
  anim sample walk.tod --fps 30
  anim sample walk.tod --times 0,0.5,12f --to jsonl -o walk.jsonl")]
pub(crate) struct Args {
    // Before what else has a `--to`, whose values are taken away one by one.
    #[command(flatten)]
    edits: EditArgs<Own>,
    /// The file; `-` is standard input
    file: PathBuf,
    /// The kind of table, csv, jsonl or parquet [default: by the extension of the output, else csv]; or the time where clips end
    #[arg(long, value_name = "KIND|TIME", action = ArgAction::Append, allow_hyphen_values = true, value_parser = to::<Table>)]
    to: Vec<To<Table>>,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    clip: ClipArgs,
    #[command(flatten)]
    times: TimeArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// What the verb means by flags of operations itself.
struct Own;

impl Verb for Own {
    const OWN: &'static [&'static str] = &["to", "fps"];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Table {
    /// Comma-separated values with a header
    Csv,
    /// One JSON object per line
    Jsonl,
    /// Columns for data frames
    #[cfg(feature = "parquet")]
    Parquet,
}

impl FromStr for Table {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        ValueEnum::from_str(text, false).map_err(|_| {
            let kinds = Self::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let kinds: Vec<_> = kinds.map(|kind| kind.get_name().to_owned()).collect();
            let hint = did_you_mean(text, kinds.iter().map(String::as_str));
            format!("expected a time or one of {}{hint}", kinds.join(", "))
        })
    }
}

impl Table {
    fn is_text(self) -> bool {
        matches!(self, Self::Csv | Self::Jsonl)
    }

    /// The table that a file of this name holds.
    fn of(path: &Path) -> Result<Self, Failure> {
        match extension(path).map(str::to_ascii_lowercase).as_deref() {
            None | Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::Jsonl),
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(Self::Parquet),
            Some(other) => {
                let kinds = Self::value_variants().iter().filter_map(ValueEnum::to_possible_value);
                let kinds: Vec<_> = kinds.map(|kind| kind.get_name().to_owned()).collect();
                let hint = did_you_mean(other, kinds.iter().map(String::as_str));
                let kinds = kinds.join(", ");
                Err(Failure::usage(format!("there is no table `.{other}`: expected one of {kinds}{hint}")))
            }
        }
    }
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let table = To::kind(&args.to).map_or_else(|| Table::of(&args.output), |kind| Ok(*kind))?;
    let input = args.read.load(&args.file, false)?;
    let document = input.document(console)?;
    let (clips, mut report) = input.lower(&*document, console)?;
    let clips = args.edits.apply(args.clip.select(clips)?, &mut report)?;
    let shown = shown(&input, args.edits.unedited(&*document), &clips, &report, console)?;
    let moments = clips.iter().map(|clip| args.times.of(clip)).collect::<Result<Vec<_>, _>>()?;
    if !table.is_text() && is_stream(&args.output) && stdout_is_terminal() {
        return Err(Failure::usage("the output is binary: choose a file with -o"));
    }
    let mut output = Output::create(&args.output, args.force)?;
    write(&mut output, table, shown, &moments).map_err(|error| output.failure(&error))?;
    output.commit()?;
    Ok(Exit::Done)
}

fn write(out: &mut Output, table: Table, shown: Vec<Shown<'_>>, moments: &[Moments]) -> io::Result<()> {
    match table {
        Table::Csv => rows::write(&mut text::Lines::new(out, text::Kind::Csv)?, shown, moments),
        Table::Jsonl => rows::write(&mut text::Lines::new(out, text::Kind::Json)?, shown, moments),
        #[cfg(feature = "parquet")]
        Table::Parquet => {
            let mut columns = parquet::Columns::new(out)?;
            rows::write(&mut columns, shown, moments)?;
            columns.finish()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_names_its_table() {
        for (path, expected) in [
            ("-", Some(Table::Csv)),
            ("a.CSV", Some(Table::Csv)),
            ("a.jsonl", Some(Table::Jsonl)),
            ("a.xml", None),
        ] {
            assert_eq!(Table::of(Path::new(path)).ok(), expected, "{path}");
        }
    }
}
