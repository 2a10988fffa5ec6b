//! `anim pose`: the transforms of every node.

mod json;
mod table;
mod text;

use std::path::Path;

use anim_core::{Affine, Clip, Node, Pose, Poser};

use crate::console::Console;
use crate::edits::{EditArgs, Verb};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::paths::extension;
use crate::sampling::{Sampled, SamplingArgs};
use crate::suggest::did_you_mean;

/// Print the local and world transforms of every node at times
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A transform is a matrix of three rows and four columns for column vectors: the translation is the last column. With --json each \
line holds one time of one clip, and a number that is not finite is a string. With --csv each node has a row for each time, with \
the columns time (seconds), clip, node, parent (its name, empty for none), alive, local_m00 to local_m23 and world_m00 to \
world_m23: the row and the column of the matrix. With -r each line and row has the path too. Values are those that the format defines. \
Standard error names any channel that is only approximate, with its largest error; in JSON its node has `errors`.
Operations are applied before sampling: after `--from 12f`, frame 12 of the file is `0f` in --times.

Examples:
  anim pose walk.tod --fps 10 --json
  anim pose walk.tod --times 0,0.5 -o walk.csv")]
pub(crate) struct Args {
    #[command(flatten)]
    edits: EditArgs<Own>,
    /// Print JSON Lines [default: by the extension of the output, else text]
    #[arg(long)]
    json: bool,
    /// Print comma-separated values with a header, one row for each node and time
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    sampling: SamplingArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Csv,
}

impl Form {
    /// The form for a file of this name.
    fn of(path: &Path) -> Result<Self, Failure> {
        match extension(path).map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::Json),
            None | Some("txt") => Ok(Self::Text),
            Some("parquet") => Err(Failure::usage(
                "poses are not written as Parquet: choose .csv or .jsonl; `anim sample` writes Parquet",
            )),
            Some(other) => {
                let known = ["csv", "jsonl", "txt"];
                let hint = did_you_mean(other, known);
                let known = known.join(", ");
                Err(Failure::usage(format!("cannot write `.{other}`: expected one of {known}{hint}")))
            }
        }
    }
}

/// The flags of operations to which this verb gives its own meaning.
struct Own;

impl Verb for Own {
    const OWN: &'static [&'static str] = &["fps"];
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let form = match (args.json, args.csv) {
        (true, _) => Form::Json,
        (_, true) => Form::Csv,
        _ => Form::of(&args.sampling.output)?,
    };
    let mut out = args.sampling.create(true)?;
    if form == Form::Csv {
        table::write_header(&mut out, args.sampling.has_paths()).map_err(|error| out.failure(&error))?;
    }
    let exit = args.sampling.each(&args.edits, console, &mut |sampled| {
        write(&mut out, form, sampled).map_err(|error| out.failure(&error))
    })?;
    out.commit()?;
    Ok(exit)
}

fn write(out: &mut Output, form: Form, sampled: Sampled<'_>) -> std::io::Result<()> {
    let path = sampled.path;
    for (shown, moments) in sampled.clips {
        let clip = shown.sampler.clip();
        let ends: Vec<_> = (0..clip.nodes.len()).map(|node| json::end(shown.errors_of_node(node))).collect();
        let (mut poser, mut pose) = (Poser::of(shown.sampler), Pose::default());
        for time in moments.seconds() {
            poser.pose(time, &mut pose);
            let posed = Posed { path, clip, time, pose: &pose };
            match form {
                Form::Text => text::write(out, &posed)?,
                Form::Json => json::write(out, &posed, &ends)?,
                Form::Csv => table::write(out, &posed)?,
            }
        }
    }
    Ok(())
}

/// A clip at a time.
struct Posed<'a> {
    /// The file, if there may be several.
    path: Option<&'a str>,
    clip: &'a Clip,
    time: f64,
    pose: &'a Pose,
}

impl<'a> Posed<'a> {
    /// Each node: the node, its parent, whether it is alive, its local and its world matrix.
    fn nodes(&self) -> impl Iterator<Item = (&'a Node, Option<usize>, bool, [Affine; 2])> + use<'a> {
        let maps = self.pose.local.iter().zip(&self.pose.world);
        let nodes = self.clip.nodes.iter().zip(&self.pose.parent).zip(&self.pose.alive).zip(maps);
        nodes.map(|(((node, &parent), &alive), (&local, &world))| (node, parent, alive, [local, world]))
    }
}
