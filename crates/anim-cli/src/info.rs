//! `anim info`: the contents of files.

mod rows;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anim_core::Brief;
use anim_formats::json::{ClipInfo, FileInfo, SCHEMA};
use serde::Serialize;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::info::rows::Field;
use crate::input::ReadArgs;
use crate::json;
use crate::output::Output;
use crate::paths;
use crate::search::{Found, SearchArgs};
use crate::text::{columns, counted, padded, visible};
use crate::words::words;

/// Show the format, size and clips of files
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The exit code is that of `anim check`: 1 for a file with errors. With --csv each clip has a row, and so has a file without clips; \
the fields have the names of the JSON form, those of the file first. Unknown values are empty.

Examples:
  anim info walk.tod jump.tod --json
  anim info . -r --csv --fields path,duration,rate")]
pub(crate) struct Args {
    /// The files, with -r folders and zip archives too; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print comma-separated values with a header, one row per clip
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// The columns of the table, in this order [default: all]
    #[arg(long, value_name = "A,B,...", requires = "csv", value_delimiter = ',', hide_possible_values = true, value_parser = words(Field::named, Field::words))]
    fields: Vec<Field>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    read: ReadArgs,
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let mut info = Info { schema: SCHEMA, files: Vec::new(), totals: Totals::default() };
    let mut exits = Vec::new();
    let found = args.search.files(&args.files, console);
    for Found { input: path, folder } in &found {
        let looked = folder.as_ref().map_err(Clone::clone);
        let (file, exit) = match looked.and_then(|_| look(args, path, found.len() > 1, console)) {
            Ok(looked) => looked,
            Err(failure) if failure.exit == Exit::Usage => return Err(failure),
            Err(failure) => (failed(paths::label(path), &failure), console.fail(&failure)),
        };
        info.totals.add(&file);
        info.files.push(file);
        exits.push(exit);
    }
    args.read.warn_of_unused(None, console);
    if args.json {
        json::print(&info)?;
    } else {
        let mut out = Output::stdout_with_exit();
        let written =
            if args.csv { rows::write(&mut out, &info.files, &args.fields) } else { info.write(&mut out) };
        written.map_err(|error| out.failure(&error))?;
        out.commit()?;
    }
    Ok(Exit::of_checks(&exits))
}

fn look(args: &Args, path: &Path, batch: bool, console: &Console) -> Result<(FileInfo, Exit), Failure> {
    let input = args.read.load(path, batch)?;
    let (outlines, is_sound) = match input.survey(console) {
        Ok(surveyed) => surveyed,
        // The format is known, but the file violates it: a finding, as in `anim check`.
        Err(failure) if failure.exit == Exit::Unreadable && input.plausible => {
            let mut file = failed(input.label, &failure);
            (file.format, file.bytes) = (Some(input.entry.info().id), Some(input.bytes.len()));
            return Ok((file, console.fail(&Failure { exit: Exit::Findings, ..failure })));
        }
        Err(failure) => return Err(failure),
    };
    let clips = outlines.into_iter().map(ClipInfo::from).collect();
    let file = FileInfo::new(input.label, input.entry.info().id, input.bytes.len(), clips);
    Ok((file, if is_sound { Exit::Done } else { Exit::Findings }))
}

/// A file that could not be read.
fn failed(label: String, failure: &Failure) -> FileInfo {
    FileInfo::failed(label, failure.to_string())
}

#[derive(Serialize)]
struct Info {
    schema: u32,
    files: Vec<FileInfo>,
    totals: Totals,
}

#[derive(Default, Serialize)]
struct Totals {
    files: usize,
    bytes: usize,
    clips: usize,
    nodes: usize,
    channels: usize,
    keys: usize,
}

impl Totals {
    fn add(&mut self, file: &FileInfo) {
        self.files += usize::from(file.error.is_none());
        self.bytes += file.bytes.filter(|_| file.error.is_none()).unwrap_or(0);
        self.clips += file.clips.len();
        for clip in &file.clips {
            self.nodes += clip.nodes;
            self.channels += clip.channels;
            self.keys += clip.keys;
        }
    }
}

impl Info {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for file in &self.files {
            if let (Some(format), Some(bytes), None) = (file.format, file.bytes, &file.error) {
                let clips = counted(file.clips.len(), "clip");
                writeln!(out, "{}: {format}, {}, {clips}", visible(&file.path), counted(bytes, "byte"))?;
                write_clips(out, &file.clips)?;
            }
        }
        let Totals { files, bytes, clips, nodes, channels, keys } = self.totals;
        if self.files.len() > 1 {
            let counts = [
                (files, "file"),
                (bytes, "byte"),
                (clips, "clip"),
                (nodes, "node"),
                (channels, "channel"),
                (keys, "key"),
            ];
            let counts = counts.map(|(count, thing)| counted(count, thing)).join(", ");
            writeln!(out, "total: {counts}")?;
        }
        Ok(())
    }
}

/// The largest width of the column of names; longer names stick out.
const MAX_NAME: usize = 64;

fn write_clips(out: &mut impl Write, clips: &[ClipInfo]) -> io::Result<()> {
    let names: Vec<_> = clips.iter().map(|clip| visible(&clip.name)).collect();
    // One long name must not widen all other lines.
    let width = names.iter().map(|name| columns(name)).max().unwrap_or(0).clamp(4, MAX_NAME);
    if !clips.is_empty() {
        writeln!(
            out,
            "  {:>3}  {:<width$}  {:>10}  {:>5}  {:>8}  {:>8}  {:>8}  {:>2}  {:>9}  euler",
            "", "clip", "seconds", "nodes", "channels", "keys", "frames/s", "up", "unit"
        )?;
    }
    for (index, (clip, name)) in clips.iter().zip(names).enumerate() {
        let ClipInfo { duration, nodes, channels, keys, .. } = clip;
        let name = padded(&name, width);
        let rate = clip.rate.map_or_else(|| "-".to_owned(), short);
        let orders: Vec<_> = clip.euler.iter().copied().collect();
        let euler = if orders.is_empty() { "-".to_owned() } else { orders.join(" ") };
        let duration = short(*duration);
        let up = clip.up.unwrap_or("-");
        let unit = clip.unit.map_or_else(|| "-".to_owned(), |unit| format!("{unit} m"));
        writeln!(
            out,
            "  {index:>3}  {name}  {duration:>10}  {nodes:>5}  {channels:>8}  {keys:>8}  {rate:>8}  {up:>2}  {unit:>9}  {euler}"
        )?;
    }
    Ok(())
}

/// A number with at most four decimals. One that is very large, or so small that they would all be 0, is a [`Brief`] one.
fn short(number: f64) -> String {
    if number != 0.0 && !(5e-5..1e9).contains(&number.abs()) {
        return Brief(number).to_string();
    }
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_not_0_is_not_shown_as_0() {
        for (number, expected) in [
            (0.0, "0"),
            (30.0, "30"),
            (24000.0 / 1001.0, "23.976"),
            (6e-5, "0.0001"),
            (5e-5, "0.0001"),
            (4.9e-5, "0.000049"),
            (4.9e-7, "4.9e-7"),
            (1e-300, "1e-300"),
            (999_999_999.5, "999999999.5"),
            (1e301, "1e301"),
        ] {
            assert_eq!(short(number), expected, "{number:e}");
        }
    }
}
