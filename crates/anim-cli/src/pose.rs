//! `anim pose`: where every node is.

use std::io::{self, Write};
use std::path::PathBuf;

use anim_core::{Affine, Clip, Node, Pose, Poser};

use crate::clips::ClipArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::ReadArgs;
use crate::json::SCHEMA;
use crate::output::Output;
use crate::text::{visible, write_json_number};
use crate::times::TimeArgs;

/// Print the local and world transforms of every node at times
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A transform is three rows of four numbers for column vectors, the translation last in each row. With --json each line is \
one time of one clip; what is not finite is a string there.

Examples:
  anim pose walk.tod --times 0.5
  anim pose walk.tod --fps 10 --json")]
pub(crate) struct Args {
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

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let input = args.read.load(&args.file, false)?;
    let clips = args.clip.select(input.clips(console)?)?;
    let moments = clips.iter().map(|clip| args.times.of(clip)).collect::<Result<Vec<_>, _>>()?;
    let mut out = Output::stdout();
    let write: fn(&mut Output, &Clip, f64, &Pose) -> io::Result<()> =
        if args.json { write_json } else { write_text };
    for (clip, moments) in clips.iter().zip(&moments) {
        let (mut poser, mut pose) = (Poser::new(clip), Pose::default());
        for time in moments.iter() {
            poser.pose(time, &mut pose);
            write(&mut out, clip, time, &pose).map_err(|error| out.failure(&error))?;
        }
    }
    out.commit()?;
    Ok(Exit::Done)
}

/// Each node of a pose: itself, its parent, whether it is alive, its local and its world map.
fn nodes<'a>(
    clip: &'a Clip,
    pose: &'a Pose,
) -> impl Iterator<Item = (&'a Node, Option<usize>, bool, [Affine; 2])> {
    let maps = pose.local.iter().zip(&pose.world);
    let nodes = clip.nodes.iter().zip(&pose.parent).zip(&pose.alive).zip(maps);
    nodes.map(|(((node, &parent), &alive), (&local, &world))| (node, parent, alive, [local, world]))
}

fn write_json(out: &mut Output, clip: &Clip, time: f64, pose: &Pose) -> io::Result<()> {
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
        out.write_all(b"}")?;
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
