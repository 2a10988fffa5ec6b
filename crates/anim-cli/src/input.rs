//! Inputs and their formats.

mod archive;
mod bytes;
mod gzip;
mod image;
mod limit;
mod met;
mod place;
mod surroundings;

use std::path::{Path, PathBuf};

use anim_core::{
    AnyError, Beside, Clip, Confidence, Diagnostic, Document, Evaluator, Listing, Options, Outline, Report,
    Severity, Space,
};
use anim_formats::{ConvertError, Entry, Error, Given, Registry};

use crate::clips::{Values, missing};
use crate::console::Console;
use crate::edits::explained;
use crate::exit::Failure;
use crate::ids;
use crate::options;
use crate::paths::{extension, is_stream, label};
use crate::text::counted;
use crate::words::words;

/// The number of warnings shown when clips are made from one file; the rest are counted.
const MOST_SHOWN: usize = 5;

/// The help of `-O`.
const OPTION_HELP: &str = "Set an option of the format; `anim formats ID` lists them [env: ANIM_OPTIONS]";

/// How to read the inputs.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadArgs {
    /// Read every input as this format
    #[arg(long, value_name = "ID", hide_possible_values = true, value_parser = words(ids::format, ids::words))]
    pub(crate) format: Option<&'static Entry>,
    /// Options of reading.
    #[arg(short = 'O', long = "option", help = OPTION_HELP, value_name = "KEY=VALUE", hide_possible_values = true, value_parser = words(options::given, options::source_words))]
    pub(crate) options: Vec<Given>,
    #[arg(skip)]
    listing: Listing,
    #[arg(skip)]
    met: Met,
}

/// A file that was read, and whose format is known.
pub(crate) struct Input {
    /// The path for messages.
    pub(crate) label: String,
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    pub(crate) entry: &'static Entry,
    pub(crate) options: Options,
    beside: Box<dyn Beside>,
    /// Whether the content, or at least the name, indicates the format.
    pub(crate) plausible: bool,
}

pub(crate) use self::archive::{is_archive, members};
pub(crate) use self::bytes::{read, read_into, unopened};
pub(crate) use self::gzip::unpacked;
pub(crate) use self::limit::{endless, most_streamed};
use self::met::Met;
pub(crate) use self::place::{Place, containers, file_name, is_inside};

impl ReadArgs {
    /// Reads one input and detects its format. `batch` means that there are other inputs.
    pub(crate) fn load(&self, path: &Path, batch: bool) -> Result<Input, Failure> {
        self.load_into(path, batch, Vec::new())
    }

    /// [`ReadArgs::load`] into memory of an earlier input.
    pub(crate) fn load_into(&self, path: &Path, batch: bool, memory: Vec<u8>) -> Result<Input, Failure> {
        let label = label(path);
        let mut bytes = memory;
        let place = read_into(path, &mut bytes)?;
        let registry = Registry::builtin();
        let entry = match self.format {
            Some(entry) => entry,
            None => registry
                .detect(&bytes, file_name(path).as_deref().map(Path::new).and_then(extension))
                .map_err(|error| unrecognized(path, &bytes, &error))?,
        };
        self.met.add(entry.info().id);
        let plausible = self.format.is_none() || entry.sniff(&bytes) > Confidence::No;
        let mut options = entry.options();
        options::assign(&options::defaults()?, &mut options, true)?;
        options::assign(&self.options, &mut options, batch).map_err(|failure| failure.in_file(&label))?;
        Ok(Input {
            label,
            path: path.to_owned(),
            bytes,
            entry,
            options,
            beside: self.beside(path, place),
            plausible,
        })
    }

    /// Records the format of an input that was not read by [`ReadArgs::load`].
    pub(crate) fn meet(&self, format: Option<&'static str>) {
        if let Some(format) = format {
            self.met.add(format);
        }
    }

    /// Warns about options that neither the inputs so far nor a target have.
    pub(crate) fn warn_of_unused(&self, target: Option<&Options>, console: &Console) {
        self.met.warn_of_unused(&self.options, target, console);
    }

    /// The files next to an input at this place; a stream has neither a folder nor a name.
    pub(crate) fn beside(&self, path: &Path, place: Place) -> Box<dyn Beside> {
        surroundings::beside(path, place, &self.listing)
    }

    /// The failure for an error of the library, for an input with these bytes.
    pub(crate) fn refused(&self, path: &Path, bytes: &[u8], error: &ConvertError) -> Failure {
        let label = &label(path);
        match error {
            ConvertError::Source(Error::Unreadable { id, error }) => {
                let plausible = self.format.is_none_or(|entry| entry.sniff(bytes) > Confidence::No);
                unreadable(label, id, bytes.is_empty(), plausible, error)
            }
            ConvertError::Source(Error::Option(error)) => options::refused(error).in_file(label),
            ConvertError::Source(error) => unrecognized(path, bytes, error),
            ConvertError::Edit(error) => Failure::usage(explained(error)).in_file(label),
            ConvertError::NoClip { .. } => Failure::usage(error.to_string()).in_file(label),
            error => Failure::usage(error.to_string()),
        }
    }
}

/// The failure for a file of an unknown format.
fn unrecognized(path: &Path, bytes: &[u8], error: &Error) -> Failure {
    let label = label(path);
    let reason = if bytes.is_empty() {
        "the file is empty".to_owned()
    } else if archive::is_zip(bytes) && path.parent().is_some_and(Path::is_file) {
        "is an archive inside an archive, which is not read: unpack the outer one first".to_owned()
    } else if archive::is_zip(bytes)
        && extension(path).is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
    {
        "is a compressed zip archive: decompress it first".to_owned()
    } else if archive::is_zip(bytes) && is_stream(path) {
        "is a zip archive, which standard input cannot hold: name the archive itself".to_owned()
    } else if archive::is_zip(bytes) {
        format!("is a zip archive: name a file in it, {label}/FILE, or take all with -r")
    } else {
        format!("{error}; choose one with --format ID, or look for files inside it with `anim scan`")
    };
    Failure::unreadable(reason).in_file(&label)
}

/// The failure for a file that its format cannot read.
fn unreadable(label: &str, id: &str, is_empty: bool, plausible: bool, error: &Diagnostic) -> Failure {
    let empty = if is_empty { "the file is empty: " } else { "" };
    let reason = in_words(error);
    let hint = match error.at.span {
        _ if is_empty => "",
        _ if !plausible => "; without --format its content decides",
        Some(_) => "; `anim check` shows the location",
        None => "",
    };
    Failure::unreadable(format!("{empty}not readable as {id}: {reason}{hint}")).in_file(label)
}

impl Input {
    /// Reports the findings of reading and checking; the error is the one that ends reading.
    pub(crate) fn inspect(&self, sink: &mut dyn FnMut(Diagnostic)) -> Result<(), Diagnostic> {
        let mut sink = sink;
        self.entry.inspect(&self.bytes, &self.options, &*self.beside, &mut sink)
    }

    /// The document. Findings of reading are announced in one line.
    pub(crate) fn document(&self, console: &Console) -> Result<Box<dyn Document>, Failure> {
        let mut findings = Counted::default();
        let document = self.entry.read(&self.bytes, &self.options, &*self.beside, &mut findings.sink());
        let document = document.map_err(|error| self.refused(&error))?;
        self.announce(&findings, console);
        Ok(document)
    }

    /// The outlines of the clips, and whether the file has no error. Findings are announced in one line for reading and one for
    /// checks.
    pub(crate) fn survey(&self, console: &Console) -> Result<(Vec<Outline>, bool), Failure> {
        let (mut read, mut checked) = (Counted::default(), Counted::default());
        let (options, beside, mut report) = (&self.options, &*self.beside, Report::new());
        let outlines = {
            let (mut reading, mut checks) = (read.sink(), checked.sink());
            self.entry.survey(&self.bytes, options, beside, [&mut reading, &mut checks], &mut report)
        };
        let outlines = outlines.map_err(|error| self.refused(&error))?;
        self.announce(&read, console);
        self.announce(&Counted { warnings: 0, ..checked }, console);
        self.warn_of_lowering(&report, Values::OfDocument, outlines.is_empty(), console);
        Ok((outlines, read.errors == 0 && checked.errors == 0))
    }

    /// Announces findings in one line.
    fn announce(&self, findings: &Counted, console: &Console) {
        let kinds = [(findings.errors, "error"), (findings.warnings, "warning")];
        let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
        let found: Vec<_> = kinds.map(|(count, kind)| counted(count, kind)).collect();
        if !found.is_empty() {
            let them = if findings.errors + findings.warnings == 1 { "it" } else { "them" };
            console.warn(&format!("{}: {}; `anim check` shows {them}", self.label, found.join(", ")));
        }
    }

    /// The evaluators of the values that the curves of clips only approximate, for each clip.
    pub(crate) fn evaluators<'a>(
        &self,
        document: &'a dyn Document,
        clips: &[Clip],
    ) -> Result<Vec<Option<Box<dyn Evaluator + 'a>>>, Failure> {
        let evaluators = document.evaluators_with(&self.options, &*self.beside, clips);
        evaluators.map_err(|error| options::refused(&error).in_file(&self.label))
    }

    /// The clips of the document, with the report. Warnings of lowering are shown in one line each, since `anim check` does not
    /// show them.
    pub(crate) fn lower(
        &self,
        document: &dyn Document,
        console: &Console,
    ) -> Result<(Vec<Clip>, Report), Failure> {
        let (clips, report) = self.lowered(document)?;
        self.warn_of_lowering(&report, Values::OfCurves, clips.is_empty(), console);
        Ok((clips, report))
    }

    /// The clips of a document, with the report, whose warnings are those of conversions.
    pub(crate) fn lowered(&self, document: &dyn Document) -> Result<(Vec<Clip>, Report), Failure> {
        let mut report = Report::new();
        let clips = document.clips_with(&self.options, &*self.beside, &mut report);
        let clips = clips.map_err(|error| options::refused(&error).in_file(&self.label))?;
        report.set_severities(&clips, Space::UNKNOWN);
        Ok((clips, report))
    }

    /// Shows what lowering a file to clips warns of.
    pub(crate) fn warn_of_lowering(
        &self,
        report: &Report,
        values: Values,
        is_empty: bool,
        console: &Console,
    ) {
        let findings = report.findings.iter().filter(|finding| is_warning(finding)).map(in_words);
        self.warn(console, &findings.chain(missing(report, values)).collect::<Vec<_>>());
        if is_empty {
            console.warn(&format!("{}: the file has no clip", self.label));
        }
    }

    /// Shows the first warnings about the file, and counts the others.
    pub(crate) fn warn(&self, console: &Console, warnings: &[String]) {
        for warning in warnings.iter().take(MOST_SHOWN) {
            console.warn(&format!("{}: {warning}", self.label));
        }
        if warnings.len() > MOST_SHOWN {
            console.warn(&format!("{}: and {} more", self.label, warnings.len() - MOST_SHOWN));
        }
    }

    /// The failure for an error of the format, or of its options.
    fn refused(&self, error: &AnyError) -> Failure {
        match error {
            AnyError::Option(error) => options::refused(error).in_file(&self.label),
            AnyError::File(error) => self.unreadable(error),
        }
    }

    /// The failure for an error of the reader.
    pub(crate) fn unreadable(&self, error: &Diagnostic) -> Failure {
        unreadable(&self.label, self.entry.info().id, self.bytes.is_empty(), self.plausible, error)
    }
}

/// The numbers of findings.
#[derive(Default)]
struct Counted {
    errors: usize,
    warnings: usize,
}

impl Counted {
    fn sink(&mut self) -> impl FnMut(Diagnostic) {
        |diagnostic| {
            self.errors += usize::from(diagnostic.severity() == Severity::Error);
            self.warnings += usize::from(diagnostic.severity() == Severity::Warning);
        }
    }
}

fn is_warning(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity() >= Severity::Warning
}

/// An error of a format, to be used within a sentence.
pub(crate) fn in_words(error: &Diagnostic) -> String {
    let Diagnostic { code, message, at, .. } = error;
    if at.is_unknown() {
        format!("{message} [{}]", code.id)
    } else {
        format!("{message} ({at}) [{}]", code.id)
    }
}
