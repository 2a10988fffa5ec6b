//! `anim scan`: files inside other files.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use anim_core::AnyFormat;
use anim_formats::json::SCHEMA;
use anim_formats::{Entry, Registry};
use anim_scan::{Find, Limits, Summary};
use serde::Serialize;

use crate::claims::Claims;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::ids;
use crate::input::{self, endless, most_streamed, unpacked};
use crate::numbers::whole;
use crate::output::{Output, require_place};
use crate::paths::{self, is_stream};
use crate::progress::Progress;
use crate::text::{counted, visible};
use crate::words::words;

/// Find animation files inside disc images, archives and other data
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file is found by its signature and listed if its complete structure is sound. Its confidence, from 0.75 to 1, grows with the \
amount of structure. Images of raw sectors of 2,352 bytes are recognized: a file in them has two offsets, in the image and in the \
user data of the sectors. A blob compressed with gzip is decompressed; compressed and encrypted files inside a blob are not found. \
Finding nothing is not a failure.

Examples:
  anim scan disc.bin
  anim scan disc.bin --extract . --json")]
pub(crate) struct Args {
    /// The images, archives or other data; `-` is standard input
    #[arg(value_name = "BLOB", required = true)]
    blobs: Vec<PathBuf>,
    /// Write each found file to this existing folder, named after the blob and the offset in it
    #[arg(long, value_name = "DIR")]
    extract: Option<PathBuf>,
    /// Find only files of this format; may be given several times
    #[arg(long, value_name = "ID", hide_possible_values = true, value_parser = words(searchable, ids::words))]
    format: Vec<&'static Entry>,
    /// The length in bytes of the longest file that can be found; memory use is at most twice this
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().longest, allow_negative_numbers = true, value_parser = whole(0_usize..))]
    longest: usize,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    args.extract.as_deref().map_or(Ok(()), require_place)?;
    let entries: Vec<_> = if args.format.is_empty() {
        Registry::builtin().formats().iter().collect()
    } else {
        args.format.clone()
    };
    let formats: Vec<AnyFormat> = entries.iter().map(|entry| ***entry).collect();
    let claims = Claims::new(args.blobs.iter().map(PathBuf::as_path));
    let mut report = Report { schema: SCHEMA, finds: Vec::new(), blobs: Vec::new() };
    let mut out = Output::stdout();
    let mut exits = Vec::new();
    for path in &args.blobs {
        let label = paths::label(path);
        let mut unwritten = None;
        let mut tell = |find: Find<'_>, progress: &Progress| {
            // A file that cannot be written does not stop the search.
            let file = extract(args, &claims, path, &find).unwrap_or_else(|failure| {
                exits.push(progress.aside(|| console.fail(&failure)));
                unwritten.get_or_insert(failure);
                None
            });
            let told = Found::new(&label, &find, file);
            if !args.json {
                progress.aside(|| told.write(&mut out)).map_err(|error| Stop::Stdout(out.failure(&error)))?;
            }
            report.finds.push(told);
            Ok(())
        };
        let failure = match scan(path, (&formats, Limits { longest: args.longest }), console, &mut tell) {
            Ok(summary) => {
                warn(console, &label, &summary, args.longest);
                exits.extend(unwritten.is_none().then_some(Exit::Done));
                report.blobs.push(Blob::new(&label, &summary, unwritten));
                continue;
            }
            Err(Stop::Stdout(failure)) => return Err(failure),
            Err(Stop::Failed(failure)) => failure,
            Err(Stop::Unread(error)) => input::unopened(path, &error),
        };
        exits.push(console.fail(&failure));
        report.blobs.push(Blob::failed(label, &failure));
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

/// A format whose files `scan` can find, for `--format`.
fn searchable(id: &str) -> Result<&'static Entry, String> {
    let entry = ids::format(id)?;
    if entry.signature().is_empty() {
        return Err(format!("files of {id} cannot be found: they have no signature"));
    }
    Ok(entry)
}

/// The size limit in bytes of a blob that does not state its size: several times the largest disc.
const MOST_STREAMED: u64 = 1 << 38;

/// Why a scan ends early.
enum Stop {
    /// It cannot be read.
    Unread(io::Error),
    /// It cannot be read, for a reason with its own message.
    Failed(Failure),
    /// Standard output cannot be written.
    Stdout(Failure),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Unread(error)
    }
}

fn scan(
    path: &Path,
    (formats, limits): (&[AnyFormat], Limits),
    console: &Console,
    tell: &mut dyn FnMut(Find<'_>, &Progress) -> Result<(), Stop>,
) -> Result<Summary, Stop> {
    let (stream, length): (Box<dyn Read>, _) = if is_stream(path) {
        (Box::new(io::stdin().lock()), None)
    } else if input::is_inside(path) {
        let bytes = input::read(path).map_err(Stop::Failed)?;
        let length = bytes.len() as u64;
        (Box::new(io::Cursor::new(bytes)), Some(length))
    } else {
        let file = File::open(path)?;
        let there = file.metadata()?;
        if there.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        (Box::new(file), there.is_file().then_some(there.len()))
    };
    let (blob, is_packed) = unpacked(stream)?;
    // The decompressed size of a file is known only at its end.
    let length = length.filter(|_| !is_packed);
    let progress = Progress::of_bytes(console, length);
    let most = match length {
        None => most_streamed(MOST_STREAMED).map_err(Stop::Failed)?,
        Some(_) => u64::MAX,
    };
    let blob = Counted { blob, progress: &progress, most, left: most };
    anim_scan::scan(blob, formats, limits, &mut |find| tell(find, &progress))
}

/// Bytes that are counted as they are read.
struct Counted<'a> {
    blob: Box<dyn Read>,
    progress: &'a Progress,
    /// The limit in bytes, and the number of bytes left.
    most: u64,
    left: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.blob.read(buffer)?;
        self.progress.add(count as u64);
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| endless(self.most))?;
        Ok(count)
    }
}

/// Writes a found file if requested, and returns its path.
fn extract(args: &Args, claims: &Claims, blob: &Path, find: &Find<'_>) -> Result<Option<String>, Failure> {
    let Some(folder) = &args.extract else { return Ok(None) };
    let stem = if is_stream(blob) { Some(OsStr::new("stdin")) } else { blob.file_stem() };
    let mut name = stem.unwrap_or_default().to_owned();
    let extension = find.format.info().extensions.first().unwrap_or(&find.format.info().id);
    name.push(format!("-{:08x}.{extension}", find.offset));
    let path = folder.join(name);
    claims.claim(&path, blob)?;
    let mut output = Output::create(&path, args.force)?;
    output.write_all(find.bytes).map_err(|error| output.failure(&error))?;
    output.commit()?;
    Ok(Some(paths::label(&path)))
}

fn warn(console: &Console, label: &str, summary: &Summary, longest: usize) {
    if summary.too_long > 0 {
        let candidates = counted(summary.too_long as usize, "candidate");
        console.warn(&format!(
            "{label}: skipped {candidates} longer than {longest} bytes; `--longest` allows longer ones"
        ));
    }
    if summary.unexamined > 0 {
        let candidates = counted(summary.unexamined as usize, "candidate");
        console.warn(&format!("{label}: did not examine {candidates}: too many before them were not files"));
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
    /// The path to which it was written.
    file: Option<String>,
}

#[derive(Serialize)]
struct Blob {
    path: String,
    /// Its size in bytes; `None` if it was not read to its end.
    bytes: Option<u64>,
    /// Whether it is an image of raw sectors.
    raw: bool,
    /// Why it was not read to its end, or why a found file could not be written (the first such error).
    error: Option<String>,
}

impl Found {
    fn new(path: &str, find: &Find<'_>, file: Option<String>) -> Self {
        Self {
            path: path.to_owned(),
            format: find.format.info().id,
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
        // The next find may be minutes away.
        out.flush()
    }
}

impl Blob {
    fn new(path: &str, summary: &Summary, unwritten: Option<Failure>) -> Self {
        let error = unwritten.map(|failure| failure.to_string());
        Self { path: path.to_owned(), bytes: Some(summary.bytes), raw: summary.is_raw, error }
    }

    fn failed(path: String, failure: &Failure) -> Self {
        Self { path, bytes: None, raw: false, error: Some(failure.to_string()) }
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
