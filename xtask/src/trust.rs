//! Evidence for the fourth law: how much memory and time hard files take.

pub(crate) mod clock;
pub(crate) mod generators;
mod growth;
mod heap;
pub(crate) mod law;
mod small;

use std::fs;

use crate::bench::page::Table;
use crate::checkout;
use crate::failure::{Failure, Result};
use crate::process::{self, cargo};
use generators::Generator;
use heap::Peak;

/// The sizes of files in bytes.
struct Sizes {
    /// Of files whose memory is measured while they are read and lowered to clips.
    reading: usize,
    /// Of files that are converted.
    conversion: usize,
}

const SHORT: Sizes = Sizes { reading: 32 << 10, conversion: 2 << 10 };
const LONG: Sizes = Sizes { reading: 1 << 20, conversion: 64 << 10 };

/// The sizes whose times are compared, from the smallest to the largest.
const GROWTH: [usize; 2] = [64 << 10, 16 << 20];

const MEMORY: Table =
    Table { name: "memory", head: &["format", "files of", "reading", "clips", "conversions"] };
const TIME: Table = Table { name: "time", head: &["format", "files of", "reading", "clips"] };

/// A number of bytes larger than anything used here.
const MOST_MEMORY: &str = "17179869184";

/// The measurements of a family of files: a row, and the figures that exceed the law.
type Figures = Result<(Vec<String>, Vec<String>)>;

/// Measures in the build with optimisation and all checks, and writes the page; `--short` measures small files in this build.
pub(crate) fn run(arguments: &[&str]) -> Result {
    match arguments {
        ["--here", "memory", formats @ ..] => {
            write(&MEMORY, measure(|each| memory(each, &LONG), formats), formats)
        }
        ["--here", "small", folders @ ..] => write(&small::TABLE, small::measure(folders), folders),
        ["--here", "time", formats @ ..] => write(&TIME, measure(time, formats), formats),
        ["--short"] => {
            measure(|each| memory(each, &SHORT), &[]).and_then(holds)?;
            small::measure(&[]).and_then(holds)
        }
        [] => ["memory", "small", "time"].iter().try_for_each(|what| fast(&[what])),
        ["memory" | "small" | "time", ..] => fast(arguments),
        _ => Err(Failure::Usage),
    }
}

/// Runs in the build with optimisation and all checks.
fn fast(arguments: &[&str]) -> Result {
    let mut run = cargo("run --quiet --profile soak --package xtask -- trust --here");
    // Freed memory is kept for the next run, so that the system does not have to provide it again from some size on. For glibc.
    run.env("MALLOC_MMAP_MAX_", "0").env("MALLOC_TRIM_THRESHOLD_", MOST_MEMORY);
    process::run(run.args(arguments))
}

/// The rows of all families of files of some formats, or of all, and how many figures exceed the law.
fn measure(of: impl Fn(&Generator) -> Figures, formats: &[&str]) -> Result<(Vec<Vec<String>>, usize)> {
    let (mut rows, mut broken) = (Vec::new(), 0);
    for generator in generators::all().filter(|each| formats.is_empty() || formats.contains(&each.format)) {
        let (figures, failures) = of(generator)?;
        let row = [vec![generator.format.to_owned(), generator.name.to_owned()], figures].concat();
        println!("{}", row.join("  "));
        for failure in &failures {
            println!("  does not hold: {failure}");
        }
        broken += failures.len();
        rows.push(row);
    }
    Ok((rows, broken))
}

fn holds((_, broken): (Vec<Vec<String>>, usize)) -> Result {
    if broken == 0 { Ok(()) } else { Err(Failure::broken(format!("{broken} measurements exceed the law"))) }
}

/// The memory of a family of files.
fn memory(generator: &Generator, sizes: &Sizes) -> Figures {
    let mut failures = Vec::new();
    let mut figure = |what: &str, peak: &Peak| {
        if peak.bytes > peak.allowed {
            failures.push(format!("{what} takes {} bytes, of {}", peak.bytes, peak.allowed));
        }
        let times = peak.bytes as f64 / peak.size as f64;
        if peak.bytes > peak.goal { format!("**{times:.1}×**") } else { format!("{times:.1}×") }
    };
    let (reading, clips) = heap::of_reading(generator, sizes.reading)?;
    let mut row = vec![figure("reading", &reading)];
    row.push(clips.map_or_else(String::new, |clips| figure("clips", &clips)));
    let converted = heap::of_conversions(generator.extension, &(generator.file)(sizes.conversion));
    let largest = converted.iter().max_by_key(|(_, peak)| peak.bytes);
    row.push(largest.map_or_else(String::new, |(id, peak)| format!("{} ({id})", figure(id, peak))));
    Ok((row, failures))
}

/// How the time of a family of files grows.
fn time(generator: &Generator) -> Figures {
    let [from, to] = GROWTH;
    let (mut row, mut failures) = (Vec::new(), Vec::new());
    for growth in growth::of(generator, from, to)? {
        let (size, mut largest) = (growth.size >> 10, format!("{:.2}", growth.largest));
        if growth.largest > law::GROWTH {
            failures.push(format!("{} takes {largest} times as long at {size} KiB", growth.step));
            largest = format!("**{largest}** at {size} KiB");
        }
        row.push(format!("{:.2}, {largest}, {:.1} ns", growth.mean, growth.pace));
    }
    Ok((row, failures))
}

/// Writes a table of the page, if all formats were measured.
fn write(table: &Table, measured: Result<(Vec<Vec<String>>, usize)>, formats: &[&str]) -> Result {
    let (rows, broken) = measured?;
    if formats.is_empty() {
        let path = checkout::root().join("docs/reliability.md");
        let page = fs::read_to_string(&path)?;
        let page = table.with_rows(&page, &rows);
        let page = page.ok_or_else(|| Failure::broken(format!("the page has no table `{}`", table.name)))?;
        fs::write(&path, page)?;
        println!("written to {}", path.display());
    }
    holds((rows, broken))
}
