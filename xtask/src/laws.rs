//! Checks the laws of the formats on files, and the expected diagnostic of each fixture.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anim_core::laws::{self, Broken};
use anim_core::{AnyFormat, Beside, Confidence, Diagnostic, Options, Report, Severity};
use anim_formats::{Entry, Registry};

use crate::checkout;
use crate::failure::{Failure, Result};
use crate::tree::{Folder, folders};

type Outcome = std::result::Result<(), Broken>;

/// The time limit for a file of a fixture's size, in a debug build on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(5);

/// The maximum number of positions at which a fixture is damaged: all of them, for small files like the fixtures.
const MAX_PLACES: usize = 4096;

/// Checks every file under a folder.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let dir = match arguments {
        [] => checkout::root().join("fixtures"),
        [dir] => PathBuf::from(dir),
        _ => return Err(Failure::Usage),
    };
    let mut tally = Tally::default();
    let mut shown = BTreeSet::new();
    for folder in folders(&dir)? {
        match Purpose::of(&folder.path) {
            None => any_files(&folder, &mut tally),
            Some(purpose) => fixtures(&folder, &purpose, &mut shown, &mut tally),
        }
    }
    if !shown.is_empty() {
        every_code(&shown, arguments.is_empty(), &mut tally);
    }
    every_encoder(&mut tally);
    tally.finish()
}

/// The laws for one file, which must neither panic nor exceed the time limit.
pub(crate) fn hold(format: &AnyFormat, bytes: &[u8], beside: &(dyn Beside + Sync)) -> Outcome {
    let start = Instant::now();
    catch_unwind(AssertUnwindSafe(|| laws::file(format, bytes, beside)))
        .unwrap_or_else(|panic| Err(format!("panics: {}", words(&*panic))))?;
    let taken = start.elapsed();
    if taken > AT_ONCE { Err(format!("takes {taken:.1?}")) } else { Ok(()) }
}

/// The extension of a file name.
pub(crate) fn extension(name: &str) -> Option<&str> {
    Path::new(name).extension()?.to_str()
}

/// The purpose of the fixtures in a folder.
enum Purpose {
    /// `FORMAT/valid` and folders in it: files without errors.
    Valid(&'static Entry),
    /// `FORMAT/invalid`: each file gets the diagnostic after which it is named.
    Invalid(&'static Entry),
    /// `FORMAT/invalid/CODE`: files that belong together, one of which gets that diagnostic.
    Together(&'static Entry, String),
}

impl Purpose {
    fn of(path: &Path) -> Option<Self> {
        let mut names = path.iter().rev().filter_map(|name| name.to_str());
        let (name, parent, grandparent) = (names.next()?, names.next()?, names.next());
        let format = |id: &str| Registry::builtin().by_id(id).ok();
        match (grandparent, parent, name) {
            (_, id, "valid") | (Some(id), "valid", _) => Some(Self::Valid(format(id)?)),
            (_, id, "invalid") => Some(Self::Invalid(format(id)?)),
            (Some(id), "invalid", name) => Some(Self::Together(format(id)?, stem(name).to_owned())),
            _ => None,
        }
    }

    fn entry(&self) -> &'static Entry {
        let (Self::Valid(entry) | Self::Invalid(entry) | Self::Together(entry, _)) = self;
        entry
    }
}

/// The part of a name before its first dot.
fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    /// The formats with encoders that have valid fixtures, and whether clips of one of these were encoded.
    encoders: BTreeMap<&'static str, bool>,
}

impl Tally {
    fn count(&mut self, what: impl AsRef<Path>, outcome: Outcome) {
        match outcome {
            Ok(()) => self.passed += 1,
            Err(broken) => {
                self.failed += 1;
                println!("{}: {broken}", what.as_ref().display());
            }
        }
    }

    fn finish(&self) -> Result {
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed > 0 {
            return Err(Failure::broken("not all laws hold"));
        }
        if self.passed == 0 {
            return Err(Failure::broken("there is no file of a known format"));
        }
        Ok(())
    }
}

/// Files without known expectations.
fn any_files(folder: &Folder, tally: &mut Tally) {
    for (name, bytes) in &folder.files {
        if let Ok(entry) = Registry::builtin().detect(bytes, extension(name)) {
            tally.count(folder.path.join(name), hold(entry, bytes, &(name.as_str(), &folder.files)));
        }
    }
}

/// Fixtures; `shown` collects the codes that have one.
fn fixtures(folder: &Folder, purpose: &Purpose, shown: &mut BTreeSet<String>, tally: &mut Tally) {
    let entry = purpose.entry();
    let mut found_together = Vec::new();
    for (name, bytes) in folder.files.iter().filter(|(name, bytes)| is_fixture(entry, name, bytes)) {
        let path = folder.path.join(name);
        let beside = (name.as_str(), &folder.files);
        let mut found = Vec::new();
        if let Err(error) = entry.inspect(bytes, &entry.options(), &beside, &mut found) {
            found.push(error);
        }
        tally.count(&path, hold(entry, bytes, &beside));
        tally.count(&path, damaged(entry, bytes, &beside));
        match purpose {
            Purpose::Valid(_) => {
                tally.count(&path, detected(entry, name, bytes));
                tally.count(&path, without_errors(&found));
                if entry.encodes() {
                    *tally.encoders.entry(entry.info().id).or_default() |= is_encoded(entry, bytes, &beside);
                }
            }
            Purpose::Invalid(_) => tally.count(&path, with_code(entry, stem(name), &found, shown)),
            Purpose::Together(..) => found_together.append(&mut found),
        }
    }
    if let Purpose::Together(_, code) = purpose {
        tally.count(&folder.path, with_code(entry, code, &found_together, shown));
    }
}

/// Whether a file is a fixture: others only belong to one.
fn is_fixture(entry: &Entry, name: &str, bytes: &[u8]) -> bool {
    let is_named = extension(name).is_some_and(|extension| entry.info().has_extension(extension));
    is_named || entry.sniff(bytes) >= Confidence::Likely
}

/// The laws hold however a file is damaged: truncated at any byte, or with any byte inverted.
fn damaged(format: &AnyFormat, bytes: &[u8], beside: &(dyn Beside + Sync)) -> Outcome {
    let stride = bytes.len() / MAX_PLACES + 1;
    let harm = |place: usize| {
        hold(format, &bytes[..place], beside).map_err(|broken| format!("cut to {place} bytes: {broken}"))?;
        let mut inverted = bytes.to_vec();
        inverted[place] ^= 0xFF;
        hold(format, &inverted, beside).map_err(|broken| format!("byte {place} inverted: {broken}"))
    };
    // The positions take about equal time and are shared among the processors.
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let work = |first: usize| (first * stride..bytes.len()).step_by(workers * stride).try_for_each(harm);
        let workers: Vec<_> = (0..workers).map(|first| scope.spawn(move || work(first))).collect();
        let mut outcomes = workers.into_iter().map(thread::ScopedJoinHandle::join);
        outcomes.try_for_each(|outcome| outcome.unwrap_or_else(|_| Err("a worker stops".into())))
    })
}

fn detected(entry: &Entry, name: &str, bytes: &[u8]) -> Outcome {
    match Registry::builtin().detect(bytes, extension(name)) {
        Ok(found) if found.info().id == entry.info().id => Ok(()),
        Ok(found) => Err(format!("is taken for {}", found.info().id)),
        Err(error) => Err(error.to_string()),
    }
}

fn without_errors(found: &[Diagnostic]) -> Outcome {
    match found.iter().find(|diagnostic| diagnostic.severity() == Severity::Error) {
        None => Ok(()),
        Some(error) => Err(error.to_string()),
    }
}

fn with_code(format: &AnyFormat, name: &str, found: &[Diagnostic], shown: &mut BTreeSet<String>) -> Outcome {
    let code = format!("{}::{name}", format.info().id);
    shown.insert(code.clone());
    if found.iter().any(|diagnostic| diagnostic.code.id == code) {
        return Ok(());
    }
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    Err(format!(
        "expected {code}, found {}",
        if found.is_empty() { "nothing".into() } else { found.join("; ") }
    ))
}

/// Every code that a reader or a check can report has a fixture: for all formats, or for those that have fixtures.
fn every_code(shown: &BTreeSet<String>, of_all: bool, tally: &mut Tally) {
    let has_any = |entry: &&Entry| entry.info().codes.iter().any(|code| shown.contains(code.id));
    for entry in Registry::builtin().formats().iter().filter(|entry| of_all || has_any(entry)) {
        for code in entry.info().codes {
            let outcome = if shown.contains(code.id) { Ok(()) } else { Err("has no fixture".into()) };
            tally.count(code.id, outcome);
        }
    }
}

/// Whether a document can be made from the clips of a file.
fn is_encoded(format: &AnyFormat, bytes: &[u8], beside: &dyn Beside) -> bool {
    let options = format.options();
    let Ok(document) = format.read(bytes, &options, beside, &mut ()) else { return false };
    let Ok(mut clips) = document.clips_with(&options, beside, &mut Report::new()) else { return false };
    clips.truncate(format.info().max_clips.unwrap_or(clips.len()));
    !clips.is_empty() && format.encode(&clips, &Options::default(), &(), &mut Report::new()).is_ok()
}

/// Every encoder encodes the clips of some valid fixture: a single file may have clips that it may refuse.
fn every_encoder(tally: &mut Tally) {
    for (id, is_used) in std::mem::take(&mut tally.encoders) {
        tally.count(id, if is_used { Ok(()) } else { Err("encodes no fixture".into()) });
    }
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}
