//! `anim scan`: files inside of other files.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use anim_core::Row;
use anim_formats::Entry;
use anim_scan::{Find, Limits, Summary};
use serde::Serialize;

use crate::claims::Claims;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{self, is_stream};
use crate::json;
use crate::output::{Output, require_folder};
use crate::progress::Progress;
use crate::text::{counted, spelled, visible};

/// Find files of our formats inside of disc images, archives and other data
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file is found by its first bytes and told of if it can be walked whole and enough speaks for it; confidence says how \
much, from 0.75 to 1. Images of raw sectors of 2,352 bytes are recognised: there a file has two offsets, in the image and \
in the user data of its sectors. Data that are compressed or encrypted show nothing. That nothing is found is no failure.

Examples:
  anim scan disc.bin
  anim scan disc.bin --extract . --json")]
pub(crate) struct Args {
    /// The images, archives or other data; `-` is standard input
    #[arg(value_name = "BLOB", required = true)]
    blobs: Vec<PathBuf>,
    /// Write each file that is found to this folder, which is already there, named by its blob and its offset there
    #[arg(long, value_name = "DIR")]
    extract: Option<PathBuf>,
    /// Find files of this format alone; may be given several times
    #[arg(long, value_name = "ID", value_parser = searchable)]
    format: Vec<&'static Entry>,
    /// Replace files that are there
    #[arg(long)]
    force: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    args.extract.as_deref().map_or(Ok(()), require_folder)?;
    let entries: Vec<_> =
        if args.format.is_empty() { anim_formats::all().iter().collect() } else { args.format.clone() };
    let rows: Vec<Row> = entries.iter().map(|entry| entry.row).collect();
    let claims = Claims::new(args.blobs.iter().map(PathBuf::as_path));
    let mut report = Report { schema: json::SCHEMA, finds: Vec::new(), blobs: Vec::new() };
    let mut out = Output::stdout();
    let mut exits = Vec::new();
    for path in &args.blobs {
        let label = input::label(path);
        let mut tell = |find: Find<'_>, progress: &Progress| {
            let file = extract(args, &claims, path, &find).map_err(Stop::Failed)?;
            let told = Found::new(&label, &find, file);
            if !args.json {
                progress.aside(|| told.write(&mut out)).map_err(|error| Stop::Stdout(out.failure(&error)))?;
            }
            report.finds.push(told);
            Ok(())
        };
        let failure = match scan(path, &rows, console, &mut tell) {
            Ok(summary) => {
                warn(console, &label, &summary);
                report.blobs.push(Blob::new(&label, &summary));
                exits.push(Exit::Done);
                continue;
            }
            Err(Stop::Stdout(failure)) => return Err(failure),
            Err(Stop::Failed(failure)) => failure,
            Err(Stop::Unread(error)) => input::unopened(path, &error),
        };
        exits.push(console.fail(&failure));
        report.blobs.push(Blob::failed(label, failure));
    }
    if args.json {
        let written = serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from);
        written.and_then(|()| out.write_all(b"\n")).map_err(|error| out.failure(&error))?;
    } else {
        report.write_totals(&mut out).map_err(|error| out.failure(&error))?;
    }
    out.commit()?;
    Ok(Exit::of_all(&exits))
}

/// A format whose files can be found, for `--format`.
fn searchable(id: &str) -> Result<&'static Entry, String> {
    let entry = input::format(id)?;
    if entry.row.signature.is_empty() {
        return Err(format!("files of {id} have no signature by which they are found"));
    }
    Ok(entry)
}

/// Why a blob is not scanned to its end.
enum Stop {
    /// It cannot be read.
    Unread(io::Error),
    /// A file that was found cannot be written.
    Failed(Failure),
    /// There is nobody left to tell.
    Stdout(Failure),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Unread(error)
    }
}

fn scan(
    path: &Path,
    rows: &[Row],
    console: &Console,
    tell: &mut dyn FnMut(Find<'_>, &Progress) -> Result<(), Stop>,
) -> Result<Summary, Stop> {
    let (blob, length): (Box<dyn Read>, _) = if is_stream(path) {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(path)?;
        let there = file.metadata()?;
        if there.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        (Box::new(file), there.is_file().then_some(there.len()))
    };
    let progress = Progress::of_bytes(console, length);
    let blob = Counted { blob, progress: &progress };
    anim_scan::scan(blob, rows, Limits::default(), &mut |find| tell(find, &progress))
}

/// Bytes that are counted as they are read.
struct Counted<'a> {
    blob: Box<dyn Read>,
    progress: &'a Progress,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.blob.read(buffer)?;
        self.progress.add(count as u64);
        Ok(count)
    }
}

/// Writes a file that was found, where that is wanted, and tells its path.
fn extract(args: &Args, claims: &Claims, blob: &Path, find: &Find<'_>) -> Result<Option<String>, Failure> {
    let Some(folder) = &args.extract else { return Ok(None) };
    let stem =
        if is_stream(blob) { "stdin".to_owned() } else { blob.file_stem().map(spelled).unwrap_or_default() };
    let extension = find.row.info.extensions.first().unwrap_or(&find.row.info.id);
    let path = folder.join(format!("{stem}-{:08x}.{extension}", find.offset));
    claims.claim(&path, blob)?;
    let mut output = Output::create(&path, args.force)?;
    output.write_all(find.bytes).map_err(|error| output.failure(&error))?;
    output.commit()?;
    Ok(Some(input::label(&path)))
}

fn warn(console: &Console, label: &str, summary: &Summary) {
    if summary.too_long > 0 {
        let longest = Limits::default().longest >> 20;
        let candidates = counted(summary.too_long as usize, "candidate");
        console.warn(&format!("{label}: {candidates} of more than {longest} MiB were passed over"));
    }
    if summary.unexamined > 0 {
        let candidates = counted(summary.unexamined as usize, "candidate");
        console.warn(&format!("{label}: {candidates} were not looked at, after too many that were none"));
    }
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    finds: Vec<Found>,
    blobs: Vec<Blob>,
}

#[derive(Serialize)]
struct Found {
    path: String,
    format: &'static str,
    offset: u64,
    user_offset: u64,
    length: usize,
    confidence: f64,
    /// Where it was written.
    file: Option<String>,
}

#[derive(Serialize)]
struct Blob {
    path: String,
    /// How many bytes it has; `None` if it was not read to its end.
    bytes: Option<u64>,
    /// Whether it is an image of raw sectors.
    raw: bool,
    error: Option<String>,
}

impl Found {
    fn new(path: &str, find: &Find<'_>, file: Option<String>) -> Self {
        Self {
            path: path.to_owned(),
            format: find.row.info.id,
            offset: find.offset,
            user_offset: find.user_offset,
            length: find.bytes.len(),
            confidence: find.confidence(),
            file,
        }
    }

    fn write(&self, out: &mut Output) -> io::Result<()> {
        let Self { path, format, offset, user_offset, length, confidence, file } = self;
        write!(out, "{} at {offset}", visible(path))?;
        if user_offset != offset {
            write!(out, " ({user_offset} of user data)")?;
        }
        write!(out, ": {format}, {}, confidence {confidence:.2}", counted(*length, "byte"))?;
        if let Some(file) = file {
            write!(out, " -> {}", visible(file))?;
        }
        writeln!(out)?;
        // The next may be minutes away.
        out.flush()
    }
}

impl Blob {
    fn new(path: &str, summary: &Summary) -> Self {
        Self { path: path.to_owned(), bytes: Some(summary.bytes), raw: summary.is_raw, error: None }
    }

    fn failed(path: String, failure: Failure) -> Self {
        Self { path, bytes: None, raw: false, error: Some(failure.message) }
    }
}

impl Report {
    /// Writes a line for each blob.
    fn write_totals(&self, out: &mut Output) -> io::Result<()> {
        for Blob { path, bytes, raw, .. } in &self.blobs {
            let Some(bytes) = bytes else { continue };
            let finds = self.finds.iter().filter(|find| find.path == *path).count();
            let raw = if *raw { " of raw sectors" } else { "" };
            let bytes = counted(*bytes as usize, "byte");
            writeln!(out, "{}: {bytes}{raw}, {}", visible(path), counted(finds, "find"))?;
        }
        Ok(())
    }
}
