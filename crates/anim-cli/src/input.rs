//! Files that are read, with their format and what is beside them.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anim_core::{Beside, Clip, Confidence, Diagnostic, Document, Options, Severity};
use anim_formats::Entry;

use crate::console::Console;
use crate::exit::Failure;
use crate::options::{self, Given};
use crate::suggest::did_you_mean;
use crate::text::{counted, spelled};

/// How many warnings of making clips are told for one file; the rest are counted.
const MOST_TOLD: usize = 5;

/// How many names of a folder are compared with one that is not there.
const MOST_NAMES: usize = 10_000;

/// How to read the inputs.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadArgs {
    /// Read every input as this format, whatever it looks like
    #[arg(long, value_name = "ID", value_parser = format)]
    format: Option<&'static Entry>,
    /// Set an option of the format; `anim formats ID` lists them
    #[arg(short = 'O', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<Given>,
    #[arg(skip)]
    listing: Listing,
}

/// A file that was read and whose format is known.
#[derive(Debug)]
pub(crate) struct Input {
    /// The path as people see it.
    pub(crate) label: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) entry: &'static Entry,
    pub(crate) options: Options,
    beside: Place,
    /// Whether the content itself, or at least its name, speaks for the format.
    pub(crate) plausible: bool,
}

/// The path that stands for standard input and output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The path as people see it.
pub(crate) fn label(path: &Path) -> String {
    spelled(path.as_os_str())
}

/// What a picture or a page of a file is called: the file's name; nothing for a stream.
pub(crate) fn title(path: &Path) -> String {
    path.file_name().filter(|_| !is_stream(path)).map(spelled).unwrap_or_default()
}

/// The extension, if it is text.
pub(crate) fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str())
}

/// The bytes of a file or of standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    read_into(path, &mut bytes)?;
    Ok(bytes)
}

/// [`read`] into memory that is there already: fresh memory takes several times as long to fill.
fn read_into(path: &Path, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    bytes.clear();
    let mut read = || {
        if is_stream(path) {
            return io::stdin().lock().read_to_end(bytes);
        }
        if fs::metadata(path)?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // This asks for the size, so that the memory grows once.
        fs::File::open(path)?.read_to_end(bytes)
    };
    read().map(drop).map_err(|error| unopened(path, &error))
}

/// The failure that an error of opening an input is; of a name that is not there it tells the nearest.
pub(crate) fn unopened(path: &Path, error: &io::Error) -> Failure {
    let mut failure = Failure::system(&label(path), error);
    if error.kind() == io::ErrorKind::NotFound
        && let Some(name) = path.file_name().and_then(|name| name.to_str())
    {
        let names = Place::of(path).names();
        // An extension in common makes no name near.
        let stem = |name: &'_ str| name.rsplit_once('.').map_or(name.to_owned(), |(stem, _)| stem.to_owned());
        let is_near = |other: &&String| !did_you_mean(&stem(name), [&*stem(other)]).is_empty();
        let near = names.iter().take(MOST_NAMES).filter(is_near);
        failure.message.push_str(&did_you_mean(name, near.map(String::as_str)));
    }
    failure
}

impl ReadArgs {
    /// Reads one input and finds its format. `batch` says that there are others.
    pub(crate) fn load(&self, path: &Path, batch: bool) -> Result<Input, Failure> {
        self.load_into(path, batch, Vec::new())
    }

    /// [`ReadArgs::load`] into memory that is there already, that of an earlier input.
    pub(crate) fn load_into(&self, path: &Path, batch: bool, memory: Vec<u8>) -> Result<Input, Failure> {
        let mut input = self.load_without_options(path, memory)?;
        options::assign(&self.options, &mut input.options, None, batch)?;
        Ok(input)
    }

    /// [`ReadArgs::load_into`] for a caller who assigns the options.
    pub(crate) fn load_without_options(&self, path: &Path, memory: Vec<u8>) -> Result<Input, Failure> {
        let label = label(path);
        let mut bytes = memory;
        read_into(path, &mut bytes)?;
        let entry = match self.format {
            Some(entry) => entry,
            None => anim_formats::detect(&bytes, extension(path)).map_err(|error| {
                let reason = if bytes.is_empty() {
                    "the file is empty".to_owned()
                } else {
                    format!("{error}; --format ID decides, `anim scan` looks for files inside of it")
                };
                Failure::unreadable(format!("{label}: {reason}"))
            })?,
        };
        let plausible = self.format.is_none() || (entry.row.sniff)(&bytes) > Confidence::No;
        let options = Options::new(entry.row.info.options);
        let beside = Place { listing: self.listing.clone(), ..Place::of(path) };
        Ok(Input { label, bytes, entry, options, beside, plausible })
    }
}

impl Input {
    /// Reports what reading and checking find; the error is the one that ends the reading.
    pub(crate) fn inspect(&self, sink: &mut dyn FnMut(Diagnostic)) -> Result<(), Diagnostic> {
        let mut sink = sink;
        (self.entry.row.inspect)(&self.bytes, &self.options, &self.beside, &mut sink)
    }

    /// The document; what reading has to say goes to the sink.
    pub(crate) fn open(&self, sink: &mut dyn FnMut(Diagnostic)) -> Result<Box<dyn Document>, Failure> {
        let mut sink = sink;
        (self.entry.row.open)(&self.bytes, &self.options, &self.beside, &mut sink)
            .map_err(|error| self.unreadable(&error))
    }

    /// [`Input::open`]; that reading has something to say is told in one line.
    pub(crate) fn document(&self, console: &Console) -> Result<Box<dyn Document>, Failure> {
        let mut warnings = 0;
        let document = self.open(&mut |diagnostic| warnings += usize::from(is_warning(&diagnostic)))?;
        if warnings > 0 {
            let warnings = counted(warnings, "warning");
            console.warn(&format!("{}: {warnings}; `anim check` shows them", self.label));
        }
        Ok(document)
    }

    /// The clips. What making them warns of is told in a line each, since `anim check` does not show it.
    pub(crate) fn clips(&self, console: &Console) -> Result<Vec<Clip>, Failure> {
        Ok(self.clips_of(&*self.document(console)?, console))
    }

    /// [`Input::clips`] of the document that was read.
    pub(crate) fn clips_of(&self, document: &dyn Document, console: &Console) -> Vec<Clip> {
        let mut warnings = 0;
        let clips = document.to_clips(&self.options, &mut |diagnostic: Diagnostic| {
            warnings += usize::from(is_warning(&diagnostic));
            if is_warning(&diagnostic) && warnings <= MOST_TOLD {
                console.warn(&format!("{}: {}", self.label, in_words(&diagnostic)));
            }
        });
        if warnings > MOST_TOLD {
            console.warn(&format!("{}: and {} more", self.label, warnings - MOST_TOLD));
        }
        if clips.is_empty() {
            console.warn(&format!("{}: there is no clip in it", self.label));
        }
        clips
    }

    /// The failure that an error of the reader is.
    pub(crate) fn unreadable(&self, error: &Diagnostic) -> Failure {
        let (label, id) = (&self.label, self.entry.row.info.id);
        let empty = if self.bytes.is_empty() { "the file is empty: " } else { "" };
        let reason = in_words(error);
        let hint = match error.at.span {
            _ if self.bytes.is_empty() => "",
            _ if !self.plausible => "; without --format its content decides",
            Some(_) => "; `anim check` shows the place",
            None => "",
        };
        Failure::unreadable(format!("{label}: {empty}not readable as {id}: {reason}{hint}"))
    }
}

fn is_warning(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity() >= Severity::Warning
}

/// An error of a format within a sentence.
pub(crate) fn in_words(error: &Diagnostic) -> String {
    let Diagnostic { code, message, at, .. } = error;
    if at.is_unknown() {
        format!("{message} [{}]", code.id)
    } else {
        format!("{message} ({at}) [{}]", code.id)
    }
}

/// The format of this identifier, for `--format` and `anim formats ID`.
pub(crate) fn format(id: &str) -> Result<&'static Entry, String> {
    let known = || anim_formats::all().iter().map(|entry| entry.row.info.id);
    let unknown = || {
        let list = known().collect::<Vec<_>>().join(", ");
        format!("there is no such format: expected one of {list}{}", did_you_mean(id, known()))
    };
    anim_formats::by_id(id).ok_or_else(unknown)
}

/// Where a file is: formats that consist of several files find the others in its folder, and, but for those that options
/// name, nowhere else. A stream has neither a folder nor a name.
#[derive(Debug)]
pub(crate) struct Place {
    folder: Option<PathBuf>,
    name: Option<String>,
    listing: Listing,
}

/// The names in the folder that was listed last, since most inputs are in the same one.
#[derive(Clone, Debug, Default)]
struct Listing(Arc<Mutex<Option<(PathBuf, Vec<String>)>>>);

impl Place {
    pub(crate) fn of(path: &Path) -> Self {
        if is_stream(path) {
            return Self { folder: None, name: None, listing: Listing::default() };
        }
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        Self {
            folder: Some(parent.unwrap_or(Path::new(".")).to_owned()),
            name: path.file_name().map(spelled),
            listing: Listing::default(),
        }
    }
}

impl Beside for Place {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let folder = self.folder.as_deref()?;
        let real = fs::canonicalize(folder.join(inner(path)?)).ok()?;
        // A link may not lead out, and reading a pipe might never end.
        let inside = real.starts_with(fs::canonicalize(folder).ok()?);
        if inside && real.is_file() { fs::read(real).ok() } else { None }
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn names(&self) -> Vec<String> {
        let Some(folder) = self.folder.as_deref() else { return Vec::new() };
        // What a thread that panicked left behind is whole: it is set at once.
        let mut listed = self.listing.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*listed {
            Some((last, names)) if last == folder => names.clone(),
            _ => listed.insert((folder.to_owned(), file_names(folder))).1.clone(),
        }
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(path).ok()
    }
}

/// The names of the files in a folder, sorted.
fn file_names(folder: &Path) -> Vec<String> {
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names =
        entries.filter(|entry| !is_folder(entry)).filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    names
}

/// A relative path that stays in the folder it is relative to.
pub(crate) fn inner(path: &str) -> Option<&Path> {
    let path = Path::new(path);
    let stays = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (stays && path.file_name().is_some()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_out_are_refused() {
        for path in ["a.bin", "sub/a.bin", "./a.bin"] {
            assert!(inner(path).is_some(), "{path}");
        }
        for path in ["", ".", "..", "../a.bin", "sub/../../a.bin", "/etc/passwd", "sub/.."] {
            assert!(inner(path).is_none(), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn files_beside_are_read_and_links_that_lead_out_are_not() {
        let root = std::env::temp_dir().join(format!("anim-beside-{}", std::process::id()));
        let folder = root.join("folder");
        fs::create_dir_all(folder.join("c.bin")).unwrap();
        fs::write(root.join("secret"), "s").unwrap();
        fs::write(folder.join("a.bin"), "a").unwrap();
        std::os::unix::fs::symlink("a.bin", folder.join("inside")).unwrap();
        std::os::unix::fs::symlink("../secret", folder.join("outside")).unwrap();
        let beside = Place::of(&folder.join("b.bin"));
        let names = (beside.name().map(str::to_owned), beside.names());
        let given = beside.given(&root.join("secret").to_string_lossy());
        let found = ["a.bin", "inside", "outside", "../secret", "missing", "."].map(|path| beside.read(path));
        fs::remove_dir_all(root).unwrap();
        assert_eq!(found, [Some(b"a".to_vec()), Some(b"a".to_vec()), None, None, None, None]);
        assert_eq!(names.0.as_deref(), Some("b.bin"));
        assert_eq!(names.1, ["a.bin", "inside", "outside"]);
        assert_eq!(given, Some(b"s".to_vec()));
        let stream = Place::of(Path::new("-"));
        assert_eq!((stream.read("Cargo.toml"), stream.name(), stream.names()), (None, None, vec![]));
    }

    #[test]
    fn a_folder_is_listed_once_in_a_run() {
        let folder = std::env::temp_dir().join(format!("anim-listing-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.bin"), "a").unwrap();
        let first = Place::of(&folder.join("a.bin"));
        let second = Place { listing: first.listing.clone(), ..Place::of(&folder.join("b.bin")) };
        let before = first.names();
        fs::write(folder.join("b.bin"), "b").unwrap();
        let (same_run, other_run) = (second.names(), Place::of(&folder.join("a.bin")).names());
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!([before, same_run], [["a.bin"], ["a.bin"]]);
        assert_eq!(other_run, ["a.bin", "b.bin"]);
        // Another folder is not taken for the last one.
        let elsewhere = Place { listing: first.listing.clone(), ..Place::of(&folder.join("c/a.bin")) };
        assert!(elsewhere.names().is_empty());
    }
}
