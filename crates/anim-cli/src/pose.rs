//! `anim pose`: where every node is.

use std::io::{self, Write};
use std::path::PathBuf;

use anim_core::{Affine, Clip, Deviation, Node, Pose, Poser};

use serde_json::json;

use crate::clips::ClipArgs;
use crate::console::Console;
use crate::edits::{EditArgs, Verb};
use crate::exit::{Exit, Failure};
use crate::input::ReadArgs;
use crate::json::SCHEMA;
use crate::output::Output;
use crate::text::{visible, write_json_number};
use crate::times::TimeArgs;
use crate::values::shown;

/// Print the local and world transforms of every node at times
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A transform is a matrix of three rows and four columns for column vectors: the translation is the last column. With --json each \
line holds one time of one clip, and a number that is not finite is a string. Values are those that the format defines; where \
a channel is approximate all the same, standard error names it with its largest error, and its node has `errors` in JSON.

Examples:
  anim pose walk.tod --times 0.5
  anim pose walk.tod --fps 10 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    edits: EditArgs<Own>,
    /// The file; `-` is standard input
    file: PathBuf,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
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
    const OWN: &'static [&'static str] = &["fps"];
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let input = args.read.load(&args.file, false)?;
    let document = input.document(console)?;
    let (clips, mut report) = input.lower(&*document, console)?;
    let clips = args.edits.apply(args.clip.select(clips)?, &mut report)?;
    let shown = shown(&input, args.edits.unedited(&*document), &clips, &report, console)?;
    let moments = clips.iter().map(|clip| args.times.of(clip)).collect::<Result<Vec<_>, _>>()?;
    let mut out = Output::stdout();
    for (shown, moments) in shown.into_iter().zip(&moments) {
        let clip = shown.sampler.clip();
        let ends: Vec<_> = (0..clip.nodes.len()).map(|node| end(shown.errors_of_node(node))).collect();
        let (mut poser, mut pose) = (Poser::of(shown.sampler), Pose::default());
        for time in moments.iter() {
            poser.pose(time, &mut pose);
            let written = if args.json {
                write_json(&mut out, clip, time, &pose, &ends)
            } else {
                write_text(&mut out, clip, time, &pose)
            };
            written.map_err(|error| out.failure(&error))?;
        }
    }
    out.commit()?;
    Ok(Exit::Done)
}

/// Each node of a pose: the node, its parent, whether it is alive, its local and its world matrix.
fn nodes<'a>(
    clip: &'a Clip,
    pose: &'a Pose,
) -> impl Iterator<Item = (&'a Node, Option<usize>, bool, [Affine; 2])> {
    let maps = pose.local.iter().zip(&pose.world);
    let nodes = clip.nodes.iter().zip(&pose.parent).zip(&pose.alive).zip(maps);
    nodes.map(|(((node, &parent), &alive), (&local, &world))| (node, parent, alive, [local, world]))
}

/// What ends a node in JSON: the errors of its channels, if it has any.
fn end<'a>(errors: impl Iterator<Item = (Option<&'a str>, Deviation)>) -> String {
    let error = |(channel, error): (Option<&str>, Deviation)| {
        let size = if error.size.is_finite() { json!(error.size) } else { json!(error.size.to_string()) };
        json!({ "channel": channel, "error": size, "unit": error.unit.name() })
    };
    let errors: Vec<_> = errors.map(error).collect();
    if errors.is_empty() { "}".to_owned() } else { format!(",\"errors\":{}}}", json!(errors)) }
}

fn write_json(out: &mut Output, clip: &Clip, time: f64, pose: &Pose, ends: &[String]) -> io::Result<()> {
    write!(out, "{{\"schema\":{SCHEMA},\"time\":")?;
    write_json_number(out, time)?;
    out.write_all(b",\"clip\":")?;
    serde_json::to_writer(&mut *out, &clip.name)?;
    out.write_all(b",\"nodes\":[")?;
    for (index, (node, parent, alive, [local, world])) in nodes(clip, pose).enumerate() {
        out.write_all(if index == 0 { b"{\"name\":" } else { b",{\"name\":" })?;
        serde_json::to_writer(&mut *out, &node.name)?;
        out.write_all(b",\"parent\":")?;
        serde_json::to_writer(&mut *out, &parent)?;
        write!(out, ",\"alive\":{alive},\"local\":")?;
        write_rows(out, local)?;
        out.write_all(b",\"world\":")?;
        write_rows(out, world)?;
        out.write_all(ends[index].as_bytes())?;
    }
    out.write_all(b"]}\n")
}

fn write_rows(out: &mut Output, map: Affine) -> io::Result<()> {
    for (index, number) in map.to_rows().into_iter().enumerate() {
        out.write_all(if index == 0 { b"[" } else { b"," })?;
        write_json_number(out, number)?;
    }
    out.write_all(b"]")
}

fn write_text(out: &mut Output, clip: &Clip, time: f64, pose: &Pose) -> io::Result<()> {
    writeln!(out, "{} at {time} s", visible(&clip.name))?;
    for (index, (node, parent, alive, maps)) in nodes(clip, pose).enumerate() {
        let parent = parent.map_or_else(|| "no parent".to_owned(), |parent| format!("parent {parent}"));
        let alive = if alive { "" } else { ", not alive" };
        writeln!(out, "  {index} {}: {parent}{alive}", visible(&node.name))?;
        for (row, words) in ["local", "     ", "     "].iter().enumerate() {
            let [local, world] = maps.map(|map| map.0[row].map(|number| format!("{number:>12.6}")).join(" "));
            let between = if row == 0 { "world" } else { "     " };
            writeln!(out, "    {words} {local}   {between} {world}")?;
        }
    }
    Ok(())
}
