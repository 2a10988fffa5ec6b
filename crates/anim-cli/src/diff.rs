//! `anim diff`: the differences between two animations.

mod channels;
mod clips;
mod companions;
mod difference;
mod documents;
mod events;
mod folders;
mod metric;
mod motion;
mod nearby;
mod nodes;
mod pairs;
mod report;
mod short;
mod targets;

use std::path::{Path, PathBuf};

use anim_core::{Clip, Document, escaped_name};
use anim_formats::Given;
use clap::ValueEnum;
use serde::Serialize;

use self::difference::Group;
use crate::clips::{ClipArgs, Values};
use crate::console::Console;
use crate::edits::{EditArgs, Verb};
use crate::exit::{Exit, Failure};
use crate::input::{ReadArgs, file_name};
use crate::options;
use crate::paths::{is_stream, label};
use crate::search::SearchArgs;
use crate::words::words;

/// Show what differs between two animations, key by key, in values and in time
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Clips, nodes and channels are paired by name, in any order. Two clips that are each named after their own file are paired too, and so \
are two nodes with the same id if neither has a partner by name. Weights of morph targets are paired by the names of these. --by keys \
compares every key. --by values compares the values of curves, and --by pose the world matrices of nodes, both from time 0 to the end \
of the longer clip. Metadata is not compared. If axes or length units differ and are known, B is converted to those of A. For two \
files of one format, --by keys without a tolerance also compares the documents: states, sensors, exits, unknown content.
With -r, files with the same path in two folders are compared; a file that only one of them has is a difference, and files without \
differences are not printed.
The exit code is 1 if anything differs.

Examples:
  anim diff walk.tod walk.tod --right mode=ideal --by pose --tolerance 0.01 --json
  anim diff . . -r --by pose --tolerance 0.001")]
pub(crate) struct Args {
    #[command(flatten)]
    edits: EditArgs<Own>,
    /// The first file, or with -r a folder; `-` is standard input
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The second file or folder
    #[arg(value_name = "B")]
    b: PathBuf,
    /// What to compare
    #[arg(long, value_name = "WHAT", default_value = "keys")]
    by: By,
    /// Differences of values up to this size count as equal: in the unit of the value, radians for rotations
    #[arg(long, value_name = "X", default_value_t = 0.0, allow_negative_numbers = true, value_parser = tolerance)]
    tolerance: f64,
    /// Differences of times up to this size, in seconds, count as equal: a value matches if the other side has it so soon before or
    /// after
    #[arg(long, value_name = "S", default_value_t = 0.0, allow_negative_numbers = true, value_parser = tolerance)]
    time_tolerance: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Set a reading option only for A
    #[arg(long, value_name = "KEY=VALUE", hide_possible_values = true, value_parser = words(options::given, options::source_words))]
    left: Vec<Given>,
    /// Set a reading option only for B
    #[arg(long, value_name = "KEY=VALUE", hide_possible_values = true, value_parser = words(options::given, options::source_words))]
    right: Vec<Given>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    clip: ClipArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// The flags of operations to which this verb gives its own meaning.
struct Own;

impl Verb for Own {
    const OWN: &'static [&'static str] = &[];
}

/// What to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum By {
    /// The keys of every channel, with their interpolation
    Keys,
    /// The values of every channel over time
    Values,
    /// The world matrix of every node over time
    Pose,
}

/// What counts as different.
#[derive(Clone, Copy, Debug, Serialize)]
struct Rules {
    by: By,
    /// Differences of values up to this size count as equal.
    tolerance: f64,
    /// Differences of times up to this size, in seconds, count as equal.
    time_tolerance: f64,
}

/// One of the two files.
struct Side {
    label: String,
    format: &'static str,
    /// The file's name without its extension.
    stem: String,
    clips: Vec<Clip>,
    document: Box<dyn Document>,
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    if is_stream(&args.a) && is_stream(&args.b) {
        return Err(Failure::usage("only one of the two can be standard input"));
    }
    let rules = Rules { by: args.by, tolerance: args.tolerance, time_tolerance: args.time_tolerance };
    if [&args.a, &args.b].into_iter().any(|path| args.search.is_tree(path)) {
        return folders::run(args, &rules, console);
    }
    if let Some(folder) = [&args.a, &args.b].into_iter().find(|path| path.is_dir()) {
        let what = "is a folder, a file is needed; -r compares two folders";
        return Err(Failure::io(what).in_file(&label(folder)));
    }
    let exit = files(args, &rules, console)?;
    args.read.warn_of_unused(None, console);
    Ok(exit)
}

/// Compares two files.
fn files(args: &Args, rules: &Rules, console: &Console) -> Result<Exit, Failure> {
    let (sides, groups) = compare(args, rules, [&args.a, &args.b], console)?;
    if args.json {
        report::print_json([&sides[0], &sides[1]], rules, &groups)?;
    } else {
        report::print_text([&sides[0], &sides[1]], &groups)?;
    }
    Ok(if groups.is_empty() { Exit::Done } else { Exit::Findings })
}

/// The differences between two files.
fn compare(
    args: &Args,
    rules: &Rules,
    [a, b]: [&Path; 2],
    console: &Console,
) -> Result<([Side; 2], Vec<Group>), Failure> {
    let sides = [read(args, a, &args.left, console)?, read(args, b, &args.right, console)?];
    let pair = [&sides[0], &sides[1]];
    // A tolerance asks for the motion only, not for the documents.
    let is_exact = rules.tolerance == 0.0
        && rules.time_tolerance == 0.0
        && rules.by == By::Keys
        && args.edits.edits().is_empty();
    // Documents as JSON take the most memory, so they are compared before anything else is in memory.
    let documents = if is_exact && args.clip.clip.is_none() { documents::compare(pair) } else { Vec::new() };
    let mut groups = clips::compare(pair, rules);
    groups.extend(documents);
    Ok((sides, groups))
}

fn read(args: &Args, path: &Path, own: &[Given], console: &Console) -> Result<Side, Failure> {
    let mut input = args.read.load(path, true)?;
    // With two files every option must fit its file; in a folder an option may be for other files.
    let label = input.label.clone();
    let in_file = |failure: Failure| failure.in_file(&label);
    options::assign(own, &mut input.options, args.search.recursive).map_err(in_file)?;
    let document = input.document(console)?;
    let (clips, _) = args.clip.edited(&args.edits, &input, (&*document, Values::OfCurves), console)?;
    let name = file_name(path).unwrap_or_default();
    let stem = Path::new(&name).file_stem().map(escaped_name).unwrap_or_default();
    Ok(Side { label: input.label, format: input.entry.info().id, stem, clips, document })
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected 0 or a number above 0".to_owned())
}
