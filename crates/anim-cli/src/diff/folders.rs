//! Two folders, compared file by file.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anim_formats::json::SCHEMA;
use serde::Serialize;

use super::difference::Group;
use super::report::{Entries, write_text};
use super::{Args, Rules, Side, compare};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::paths::label;
use crate::search::{Found, SearchArgs};
use crate::text::{counted, visible};

/// The files with one path in the two folders.
type Pair = [Option<PathBuf>; 2];

pub(super) fn run(args: &Args, rules: &Rules, console: &Console) -> Result<Exit, Failure> {
    if let Some(file) = [&args.a, &args.b].into_iter().find(|path| !args.search.is_tree(path)) {
        return Err(Failure::usage(format!("{} is not a folder: -r compares two folders", label(file))));
    }
    let mut exits = Vec::new();
    let pairs = pairs(args.search, [&args.a, &args.b], console, &mut exits);
    let mut out = Output::stdout_with_exit();
    let mut counts = Counts::default();
    let failed = |out: &Output, error: &io::Error| out.failure(error);
    open(args, rules, &mut out).map_err(|error| failed(&out, &error))?;
    for (index, (path, pair)) in pairs.iter().enumerate() {
        let compared = match pair {
            [Some(a), Some(b)] => match compare(args, rules, [a, b], console) {
                Ok((sides, groups)) => Compared::Both(Box::new(sides), groups),
                Err(failure) => {
                    exits.push(console.fail(&failure));
                    Compared::Failed(failure)
                }
            },
            [Some(alone), None] => Compared::Alone(0, label(alone)),
            [None, alone] => Compared::Alone(1, alone.as_deref().map(label).unwrap_or_default()),
        };
        if !matches!(compared, Compared::Failed(_)) {
            exits.push(if compared.is_equal() { Exit::Done } else { Exit::Findings });
        }
        counts.add(&compared);
        let written = if args.json {
            write_json(&mut out, index, path, &compared)
        } else {
            write_pair(&mut out, &compared)
        };
        written.map_err(|error| failed(&out, &error))?;
    }
    args.read.warn_of_unused(None, console);
    let exit = Exit::of_checks(&exits);
    let written = if args.json {
        writeln!(out, "],\"equal\":{}}}", exit == Exit::Done)
    } else {
        writeln!(out, "{} and {}: {}", visible(&label(&args.a)), visible(&label(&args.b)), counts.in_words())
    };
    written.map_err(|error| failed(&out, &error))?;
    out.commit()?;
    Ok(exit)
}

/// The files of both folders by their relative paths. A folder that cannot be searched is reported.
fn pairs(
    search: SearchArgs,
    folders: [&PathBuf; 2],
    console: &Console,
    exits: &mut Vec<Exit>,
) -> BTreeMap<PathBuf, Pair> {
    let mut pairs: BTreeMap<PathBuf, Pair> = BTreeMap::new();
    for (side, folder) in folders.into_iter().enumerate() {
        for Found { input, folder } in search.files(std::slice::from_ref(folder), console) {
            match folder {
                Ok(folder) => {
                    let path = folder.join(input.file_name().unwrap_or_default());
                    pairs.entry(path).or_default()[side] = Some(input);
                }
                Err(failure) => exits.push(console.fail(&failure)),
            }
        }
    }
    pairs
}

/// The result of comparing a pair.
enum Compared {
    Both(Box<[Side; 2]>, Vec<Group>),
    /// A file that only the first or only the second folder has.
    Alone(usize, String),
    Failed(Failure),
}

impl Compared {
    fn is_equal(&self) -> bool {
        matches!(self, Self::Both(_, groups) if groups.is_empty())
    }
}

/// The numbers of pairs of each kind.
#[derive(Default)]
struct Counts {
    equal: usize,
    different: usize,
    alone: [usize; 2],
    failed: usize,
}

impl Counts {
    fn add(&mut self, compared: &Compared) {
        match compared {
            Compared::Both(_, groups) if groups.is_empty() => self.equal += 1,
            Compared::Both(..) => self.different += 1,
            Compared::Alone(side, _) => self.alone[*side] += 1,
            Compared::Failed(_) => self.failed += 1,
        }
    }

    fn in_words(&self) -> String {
        let Self { equal, different, alone: [first, second], failed } = *self;
        let others = [
            (different, "different"),
            (first, "only in the first"),
            (second, "only in the second"),
            (failed, "unreadable"),
        ];
        let mut words = vec![format!("{} without a difference", counted(equal, "file"))];
        words.extend(
            others.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")),
        );
        words.join(", ")
    }
}

fn open(args: &Args, rules: &Rules, out: &mut Output) -> io::Result<()> {
    if !args.json {
        return Ok(());
    }
    let folders = [&args.a, &args.b].map(|folder| label(folder));
    // The fields of the rules go into the enclosing object.
    let rules = serde_json::to_string(rules)?;
    let rules = rules.trim_start_matches('{').trim_end_matches('}');
    write!(out, "{{\"schema\":{SCHEMA},\"folders\":{},{rules},\"pairs\":[", serde_json::to_string(&folders)?)
}

#[derive(Serialize)]
struct PairEntry<'a> {
    path: String,
    formats: [Option<&'static str>; 2],
    only: Option<&'static str>,
    error: Option<String>,
    equal: bool,
    differences: Entries<'a>,
}

fn write_json(out: &mut Output, index: usize, path: &Path, compared: &Compared) -> io::Result<()> {
    let mut entry = PairEntry {
        path: label(path),
        formats: [None; 2],
        only: None,
        error: None,
        equal: compared.is_equal(),
        differences: Entries(&[]),
    };
    match compared {
        Compared::Both(sides, groups) => {
            entry.formats = [Some(sides[0].format), Some(sides[1].format)];
            entry.differences = Entries(groups);
        }
        Compared::Alone(side, _) => entry.only = Some(["a", "b"][*side]),
        Compared::Failed(failure) => entry.error = Some(failure.to_string()),
    }
    out.write_all(if index > 0 { b",\n" } else { b"\n" })?;
    Ok(serde_json::to_writer(out, &entry)?)
}

fn write_pair(out: &mut Output, compared: &Compared) -> io::Result<()> {
    match compared {
        Compared::Both(sides, groups) if !groups.is_empty() => {
            write_text(out, [&sides[0], &sides[1]], groups)
        }
        Compared::Alone(side, label) => {
            writeln!(out, "{}: only in the {}", visible(label), ["first", "second"][*side])
        }
        _ => Ok(()),
    }
}
