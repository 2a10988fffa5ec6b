//! `anim sample`: the values of every channel as a table.

#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod text;

use std::io;
use std::path::Path;
use std::str::FromStr;

use clap::builder::PossibleValue;
use clap::{ArgAction, ValueEnum};

use self::rows::Table;
use crate::console::Console;
use crate::edits::{EditArgs, To, Verb, to};
use crate::exit::{Exit, Failure};
use crate::paths::extension;
use crate::sampling::SamplingArgs;
use crate::suggest::did_you_mean;
use crate::words::words;

/// Print the values of every channel at times, as CSV, JSON Lines or Parquet
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The columns are time (seconds), clip, node, channel, component and value. Rows are sorted by clip, time, node, channel and \
component. Numbers read back to the same bits; a number that is not finite is `inf`, `-inf` or `NaN`, in JSON a string.
Values are those that the format defines; quaternions between keys have length 1, unless each component is a separate channel. \
Standard error names any channel that is only approximate, with its largest error; in JSON Lines the rows of such a channel have it as `error`, with its `unit`.
Operations are applied before sampling: after `--from 12f`, frame 12 of the file is `0f` in --times.
With -r the first column is path, and a failure of one file does not stop the others.
Memory use does not depend on the length of the table.

Examples:
  anim sample walk.tod --fps 30
  anim sample walk.tod --times 0,0.5,12f -o walk.jsonl")]
pub(crate) struct Args {
    // Before the verb's own `--to`: reading that field removes its values from the matches.
    #[command(flatten)]
    edits: EditArgs<Own>,
    /// The kind of table, csv, jsonl or parquet [default: by the extension of the output, else csv]; or the time at which clips
    /// end, such as `1.5` or `12f`
    #[arg(long, value_name = "KIND|TIME", action = ArgAction::Append, allow_hyphen_values = true, hide_possible_values = true, value_parser = words(to::<Kind>, Kind::words))]
    to: Vec<To<Kind>>,
    /// Print JSON Lines, as with `--to jsonl`
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sampling: SamplingArgs,
}

/// The flags of operations to which this verb gives its own meaning.
struct Own;

impl Verb for Own {
    const OWN: &'static [&'static str] = &["to", "fps"];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Comma-separated values with a header
    Csv,
    /// One JSON object per line
    Jsonl,
    /// Columns for data frames
    #[cfg(feature = "parquet")]
    Parquet,
}

impl FromStr for Kind {
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

impl Kind {
    /// The kinds, for shells.
    fn words() -> Vec<PossibleValue> {
        Self::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect()
    }

    fn is_text(self) -> bool {
        matches!(self, Self::Csv | Self::Jsonl)
    }

    /// The kind of table for a file of this name.
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
                Err(Failure::usage(format!("cannot write `.{other}`: expected one of {kinds}{hint}")))
            }
        }
    }
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let sampling = &args.sampling;
    let kind = match To::kind(&args.to)? {
        Some(kind) if args.json && *kind != Kind::Jsonl => {
            return Err(Failure::usage("--json and --to name different kinds of tables"));
        }
        Some(kind) => *kind,
        None if args.json => Kind::Jsonl,
        None => Kind::of(&sampling.output)?,
    };
    let mut out = sampling.create(kind.is_text())?;
    let has_paths = sampling.has_paths();
    let written = match kind {
        Kind::Csv => fill(args, console, text::Lines::new(&mut out, text::Kind::Csv, has_paths)),
        Kind::Jsonl => fill(args, console, text::Lines::new(&mut out, text::Kind::Json, has_paths)),
        #[cfg(feature = "parquet")]
        Kind::Parquet => fill(args, console, parquet::Columns::new(&mut out, has_paths)),
    };
    let exit = written.map_err(|stop| match stop {
        Stop::Failed(failure) => failure,
        Stop::Unwritten(error) => out.failure(&error),
    })?;
    out.commit()?;
    Ok(exit)
}

/// Why a table ends early.
enum Stop {
    Failed(Failure),
    Unwritten(io::Error),
}

/// Writes the rows of all files into a table.
fn fill(args: &Args, console: &Console, table: io::Result<impl Table>) -> Result<Exit, Stop> {
    let mut table = table.map_err(Stop::Unwritten)?;
    let mut written = Ok(());
    let exit = args.sampling.each(&args.edits, console, &mut |sampled| {
        written = rows::write(&mut table, sampled);
        // The caller, which knows the output, reports the failure.
        written.as_ref().map_err(|_| Failure::io("")).copied()
    });
    written.map_err(Stop::Unwritten)?;
    let exit = exit.map_err(Stop::Failed)?;
    table.finish().map_err(Stop::Unwritten)?;
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_names_its_table() {
        for (path, expected) in [
            ("-", Some(Kind::Csv)),
            ("a.CSV", Some(Kind::Csv)),
            ("a.jsonl", Some(Kind::Jsonl)),
            ("a.xml", None),
        ] {
            assert_eq!(Kind::of(Path::new(path)).ok(), expected, "{path}");
        }
    }
}
