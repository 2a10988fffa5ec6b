//! Files that are read, with their format.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use anim_core::{Beside, Clip, Confidence, Diagnostic, Document, Options, Severity};
use anim_formats::Entry;

use crate::console::Console;
use crate::exit::Failure;
use crate::options::{self, Given};
use crate::place::{Listing, Place};
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
        // A link that leads nowhere is among them.
        let is_near =
            |other: &&String| *other != name && !did_you_mean(&stem(name), [&*stem(other)]).is_empty();
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
        let beside = Place::listed(path, &self.listing);
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
