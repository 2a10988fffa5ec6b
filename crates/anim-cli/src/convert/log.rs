//! The manifest file: the lines that a run writes, and those of an earlier run.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::manifest::{self, Line};
use super::plan::{Plan, Task};
use crate::exit::Failure;
use crate::input;
use crate::interrupt;
use crate::output::{Output, create_log, open_log};
use crate::paths::{is_stream, label};
use crate::text::unescaped_name;

/// A manifest that is being written.
#[derive(Debug)]
pub(super) enum Log {
    Stream(Output),
    /// Each line is in the file before the next conversion is reported.
    File {
        path: PathBuf,
        file: File,
    },
}

impl Log {
    /// Begins a manifest.
    pub(super) fn create(path: &Path, force: bool) -> Result<Self, Failure> {
        if is_stream(path) {
            return Output::create(path, force).map(Self::Stream);
        }
        Ok(Self::File { path: path.to_owned(), file: create_log(path, force)? })
    }

    /// Continues a manifest, or begins one if there is none. An incomplete last line is removed.
    pub(super) fn resume(path: &Path, earlier: &mut Earlier) -> Result<Self, Failure> {
        let Some(file) = earlier.file.take() else {
            let created = Self::create(path, false);
            return created.map_err(|failure| if path.exists() { shared(path) } else { failure });
        };
        file.set_len(earlier.whole).map_err(|error| Failure::system(&label(path), &error))?;
        Ok(Self::File { path: path.to_owned(), file })
    }

    pub(super) fn write(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        match self {
            Self::Stream(out) => line.write(out).map_err(|error| out.failure(&error)),
            Self::File { path, file } => {
                let mut text = Vec::new();
                let written =
                    line.write(&mut text).and_then(|()| interrupt::wholly(|| file.write_all(&text)));
                written.map_err(|error| Failure::system(&label(path), &error))
            }
        }
    }

    /// Ends the manifest. A continued one is sorted in the order of the plan, with one line for each input.
    pub(super) fn finish(self, resumed: Option<&Plan>) -> Result<(), Failure> {
        match (self, resumed) {
            (Self::Stream(out), _) => out.commit(),
            (Self::File { .. }, None) => Ok(()),
            (Self::File { path, file }, Some(plan)) => {
                // Other runs wait until the file is replaced. Windows replaces only files that are closed.
                let _alone = (!cfg!(windows)).then_some(file);
                let text = fs::read(&path).map_err(|error| Failure::system(&label(&path), &error))?;
                let mut lines = Earlier::parse(&path, &text)?.lines;
                let planned = plan.tasks.iter().filter_map(|task| lines.remove(&label(&task.input)));
                let mut planned: Vec<_> = planned.map(|line| line.text).collect();
                // Inputs that are not in this plan come last, in a fixed order.
                let mut others: Vec<_> = lines.into_values().map(|line| line.text).collect();
                others.sort();
                planned.append(&mut others);
                let mut out = Output::create(&path, true)?;
                let written = planned.iter().try_for_each(|line| writeln!(out, "{line}"));
                written.map_err(|error| out.failure(&error))?;
                out.commit()
            }
        }
    }
}

/// The failure for a manifest that another run writes.
fn shared(path: &Path) -> Failure {
    Failure::io("another run is writing this manifest: wait until it ends").in_file(&label(path))
}

/// The manifest of an earlier run.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// The file, which no other run may write; `None` if it does not exist.
    file: Option<File>,
    /// The last line of each input.
    lines: HashMap<String, Noted>,
    /// The length of all complete lines in bytes.
    whole: u64,
}

#[derive(Debug)]
struct Noted {
    text: String,
    /// The size of the input, if it was converted.
    done: Option<u64>,
    /// The recipe of the outputs.
    recipe: String,
    /// The other files that the input needs.
    beside: Vec<(PathBuf, u64)>,
    outputs: Vec<(PathBuf, u64)>,
}

impl Earlier {
    /// Reads a manifest to be continued. If the file does not exist, nothing was done.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let read = || {
            let mut file = open_log(File::options().read(true).append(true), path)?;
            let mut text = Vec::new();
            file.read_to_end(&mut text)?;
            Ok::<_, io::Error>((file, text))
        };
        match read() {
            Ok((file, text)) => Ok(Self { file: Some(file), ..Self::parse(path, &text)? }),
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound => Ok(Self::default()),
                io::ErrorKind::WouldBlock => Err(shared(path)),
                _ => Err(Failure::system(&label(path), &error)),
            },
        }
    }

    /// Whether all lines were made with other recipes.
    pub(super) fn is_of_others(&self, recipe: &str) -> bool {
        !self.lines.is_empty() && self.lines.values().all(|noted| noted.recipe != recipe)
    }

    /// The files that the manifest lists as outputs.
    pub(super) fn outputs(&self) -> HashSet<PathBuf> {
        self.lines.values().flat_map(|noted| &noted.outputs).map(|(path, _)| path.clone()).collect()
    }

    fn parse(path: &Path, text: &[u8]) -> Result<Self, Failure> {
        let mut earlier = Self::default();
        for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let noted = match line.strip_suffix(b"\n") {
                Some(line) => str::from_utf8(line).ok().and_then(Noted::parse),
                None if manifest::may_begin_line(line) => break,
                None => None,
            };
            let Some((input, noted)) = noted else {
                let place = index + 1;
                let what =
                    format!("line {place} is not a line of a manifest: `convert --manifest` writes them");
                return Err(Failure::unreadable(what).in_file(&label(path)));
            };
            earlier.lines.insert(input, noted);
            earlier.whole += line.len() as u64;
        }
        Ok(earlier)
    }

    /// The files made by a task, if it was done with this recipe and in the folder where its output belongs, and if its input and
    /// outputs have the recorded sizes.
    pub(super) fn made(&self, task: &Task, recipe: &str) -> Option<Vec<PathBuf>> {
        let size =
            |path: &Path| fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|there| there.len());
        // The size of an input that is compressed, or inside another file, is that of its content.
        let has = |path: &Path, bytes: u64| {
            size(path) == Some(bytes) || input::read(path).is_ok_and(|read| read.len() as u64 == bytes)
        };
        let noted = self.lines.get(&label(&task.input))?;
        let is_it = noted.recipe == recipe
            && noted.is_in(task)
            && noted.done.is_some_and(|bytes| has(&task.input, bytes))
            && noted
                .beside
                .iter()
                .all(|(path, bytes)| has(unescaped_name(path).as_deref().unwrap_or(path), *bytes));
        let there = |(path, bytes): &(PathBuf, u64)| {
            let mut names = [Some(path.clone()), unescaped_name(path)].into_iter().flatten();
            names.find(|path| size(path) == Some(*bytes))
        };
        is_it.then(|| noted.outputs.iter().map(there).collect())?
    }
}

impl Noted {
    /// The input of a line, and its entry.
    fn parse(text: &str) -> Option<(String, Self)> {
        let line: Value = serde_json::from_str(text).ok()?;
        let file = |listed: &Value| Some((listed["path"].as_str()?.to_owned(), listed["bytes"].as_u64()));
        let (input, bytes) = file(line["inputs"].as_array()?.first()?)?;
        let output = |listed| file(listed).and_then(|(path, bytes)| Some((PathBuf::from(path), bytes?)));
        let outputs = line["outputs"].as_array()?.iter().map(output).collect::<Option<_>>()?;
        let beside = line["beside"].as_array().into_iter().flatten().map(output).collect::<Option<_>>()?;
        let done = bytes.filter(|_| line["error"].is_null());
        // Without a recipe, it is unknown how the outputs were made.
        let recipe = line["recipe"].as_str().unwrap_or_default().to_owned();
        Some((input, Self { text: text.to_owned(), done, recipe, beside, outputs }))
    }

    /// Whether the outputs are below the folder planned for them.
    fn is_in(&self, task: &Task) -> bool {
        let folder = PathBuf::from(label(&task.folder));
        self.outputs.iter().all(|(path, _)| path.starts_with(&folder))
    }
}
