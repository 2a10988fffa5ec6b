//! `anim formats`: the formats and their options.

use std::io::{self, Write};

use anim_formats::json::{CodeInfo, FormatInfo, FormatOption, SCHEMA};
use anim_formats::{Entry, Registry};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::text::{columns, padded};
use crate::{ids, json};

/// List the formats, or describe one: extensions, options, codes
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  anim formats\n  anim formats tod --json")]
pub(crate) struct Args {
    /// The format to describe
    #[arg(value_name = "ID", hide_possible_values = true, value_parser = crate::words::words(ids::format, ids::words))]
    id: Option<&'static Entry>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// One line for each format.
pub(crate) fn summary() -> String {
    let does = |entry: &Entry| if entry.encodes() { "reads, writes, encodes" } else { "reads, writes" };
    let width = Registry::builtin().ids().map(columns).max().unwrap_or(0);
    let line = |entry: &Entry| format!("  {}  {}\n", padded(entry.info().id, width), does(entry));
    Registry::builtin().formats().iter().map(line).collect()
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let entries = args.id.map_or(Registry::builtin().formats(), std::slice::from_ref);
    if args.json {
        json::print(&Formats { schema: SCHEMA, formats: entries.iter().map(FormatInfo::from).collect() })?;
        return Ok(Exit::Done);
    }
    let mut out = Output::stdout();
    let written = match args.id {
        Some(entry) => write_one(&mut out, entry),
        None => write_table(&mut out, entries),
    };
    written.map_err(|error| out.failure(&error))?;
    out.commit()?;
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct Formats {
    schema: u32,
    formats: Vec<FormatInfo>,
}

fn write_table(out: &mut impl Write, entries: &[Entry]) -> io::Result<()> {
    let head = ["id", "name", "extensions", "reads", "writes", "encodes"].map(str::to_owned);
    let rows = entries.iter().map(|entry| {
        let FormatInfo { id, name, extensions, reads, writes, encodes, .. } = FormatInfo::from(entry);
        let extensions: Vec<_> = extensions.iter().map(|extension| format!(".{extension}")).collect();
        let [reads, writes, encodes] = [reads, writes, encodes].map(|does| if does { "yes" } else { "no" });
        [id, name, &extensions.join(" "), reads, writes, encodes].map(str::to_owned)
    });
    let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
    let widths: [usize; 6] =
        std::array::from_fn(|column| rows.iter().map(|row| columns(&row[column])).max().unwrap_or(0));
    for row in &rows {
        let cells: Vec<_> = row.iter().zip(widths).map(|(cell, width)| padded(cell, width)).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

fn write_one(out: &mut impl Write, entry: &Entry) -> io::Result<()> {
    let format = FormatInfo::from(entry);
    write_table(out, std::slice::from_ref(entry))?;
    writeln!(out, "\nFiles are written back {}.", written_back(entry.info()))?;
    if let Some(most) = format.max_clips {
        writeln!(out, "A file can be made from at most {most} clip.")?;
    }
    write_options(out, "Options of reading (-O)", &format.options)?;
    write_options(out, "Options of making a file (--to-option)", &format.target_options)?;
    write_codes(out, "Codes of reading and checking", &format.codes)?;
    write_codes(out, "Codes of converting", &format.conversion_codes)
}

/// How files of a format are written back: `byte for byte, but .gltf in a canonical form`.
fn written_back(format: &anim_core::FormatInfo) -> String {
    let how = |exact| if exact { "byte for byte" } else { "in a canonical form" };
    let except: Vec<_> = format.except.iter().map(|extension| format!(".{extension}")).collect();
    match &except[..] {
        [] => how(format.exact).to_owned(),
        _ => format!("{}, but {} {}", how(format.exact), except.join(" and "), how(!format.exact)),
    }
}

fn write_codes(out: &mut impl Write, title: &str, codes: &[CodeInfo]) -> io::Result<()> {
    let width = codes.iter().map(|code| columns(code.id)).max().unwrap_or(0);
    if width > 0 {
        writeln!(out, "\n{title}:")?;
    }
    for CodeInfo { id, severity, summary, .. } in codes {
        writeln!(out, "  {}  {severity:<7}  {summary}", padded(id, width))?;
    }
    Ok(())
}

fn write_options(out: &mut impl Write, title: &str, options: &[FormatOption]) -> io::Result<()> {
    if options.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}:")?;
    for FormatOption { key, values, default, help, .. } in options {
        let default = if default.is_empty() { String::new() } else { format!(" (default {default})") };
        writeln!(out, "  {key}={values}{default}\n      {help}")?;
    }
    Ok(())
}
