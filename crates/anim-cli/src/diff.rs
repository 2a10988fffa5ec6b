//! `anim diff`: what tells two animations apart.

mod channels;
mod clips;
mod difference;
mod events;
mod motion;
mod nodes;
mod pairs;
mod report;

use std::path::{Path, PathBuf};

use anim_core::Clip;
use clap::ValueEnum;
use serde::Serialize;

use crate::clips::ClipArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{self, ReadArgs, is_stream};
use crate::text::spelled;

/// Tell what differs between two animations, key by key, in values and in time
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Clips, nodes and channels are the same if they have the same names, in whatever order; a clip that is named after its \
file is the one that is named after the other. With --by keys every key is compared, with --by values only what the curves \
give over time, however they are made, with --by pose only where the nodes are in the world. Metadata are not compared.
Ends with exit code 1 if anything differs.

Examples:
  anim diff walk.tod walk.tod
  anim diff walk.tod walk.tod --by pose --tolerance 0.001 --json")]
pub(crate) struct Args {
    /// The one file; `-` is standard input
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The other file
    #[arg(value_name = "B")]
    b: PathBuf,
    /// What has to be the same
    #[arg(long, value_name = "WHAT", default_value = "keys")]
    by: By,
    /// How far apart values may be, in the unit of the value; rotations in radians
    #[arg(long, value_name = "X", default_value_t = 0.0, allow_negative_numbers = true, value_parser = tolerance)]
    tolerance: f64,
    /// How many seconds apart times may be
    #[arg(long, value_name = "S", default_value_t = 0.0, allow_negative_numbers = true, value_parser = tolerance)]
    time_tolerance: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    clip: ClipArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// What has to be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum By {
    /// The keys of every channel, with all that is between them
    Keys,
    /// The values of every channel over time
    Values,
    /// The place of every node in the world over time
    Pose,
}

/// What counts as different.
#[derive(Clone, Copy, Debug, Serialize)]
struct Rules {
    by: By,
    /// How far apart values may be.
    tolerance: f64,
    /// How many seconds apart times may be.
    time_tolerance: f64,
}

/// One of the two files.
struct Side {
    label: String,
    format: &'static str,
    /// The file's name without its extension.
    stem: String,
    clips: Vec<Clip>,
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    if is_stream(&args.a) && is_stream(&args.b) {
        return Err(Failure::usage("standard input can be one of the two only: the other has to be a file"));
    }
    let sides = [read(args, &args.a, console)?, read(args, &args.b, console)?];
    let rules = Rules { by: args.by, tolerance: args.tolerance, time_tolerance: args.time_tolerance };
    let groups = clips::compare([&sides[0], &sides[1]], &rules);
    if args.json {
        report::print_json([&sides[0], &sides[1]], &rules, &groups)?;
    } else {
        report::print_text([&sides[0], &sides[1]], &groups)?;
    }
    Ok(if groups.is_empty() { Exit::Done } else { Exit::Findings })
}

fn read(args: &Args, path: &Path, console: &Console) -> Result<Side, Failure> {
    let input = args.read.load(path, true)?;
    let clips = args.clip.select(input.clips(console)?)?;
    let stem = path.file_stem().map(spelled).unwrap_or_default();
    Ok(Side { label: input::label(path), format: input.entry.row.info.id, stem, clips })
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number not below 0".to_owned())
}
