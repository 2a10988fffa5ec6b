//! A document that was read, with its source.

use std::sync::Mutex;

use anim_core::{Beside as _, Clip, Diagnostic, Document, Evaluator, Options, Report, Space};
use anim_formats::{Entry, Error, Given, Registry, recorded};

use pyo3::Py;
use pyo3::types::PyWeakrefReference;

use crate::error::Failure;
use crate::options::assign;
use crate::source::{Bytes, Opened, Surroundings};

/// A document that was read, with its source: clips and their exact values come from both.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) entry: &'static Entry,
    pub(crate) document: Box<dyn Document>,
    pub(crate) options: Options,
    pub(crate) surroundings: Surroundings,
    /// The path or the URL, as given.
    pub(crate) label: Option<String>,
    /// The animation that clips are pickled with, see [`Animation::shared`](crate::animation::Animation::shared).
    pub(crate) shared: Mutex<Option<Py<PyWeakrefReference>>>,
}

/// A file whose format and options are known.
pub(crate) struct Recognized {
    entry: &'static Entry,
    options: Options,
    opened: Opened,
}

impl Opened {
    /// The format that the content and the name of the file decide.
    pub(crate) fn format(&self) -> Result<&'static Entry, Failure> {
        let extension = self.surroundings.name().and_then(|name| name.rsplit_once('.'));
        let entry = Registry::builtin().detect(&self.bytes, extension.map(|(_, extension)| extension));
        entry.map_err(|error| Failure::from(error).in_file(self.label.as_deref()))
    }
}

impl Recognized {
    /// Finds the format of a file by its content and its name, if none is given, and sets the options of reading.
    pub(crate) fn new(opened: Opened, format: Option<&str>, given: &[Given]) -> Result<Self, Failure> {
        let entry = match format {
            Some(id) => Registry::builtin().by_id(id)?,
            None => opened.format()?,
        };
        let mut options = entry.options();
        assign(given, &mut options)?;
        Ok(Self { entry, options, opened })
    }

    /// Reads the file. The findings are added to the report. Returns the bytes too, to which the locations of findings refer.
    pub(crate) fn read(self, report: &mut Report) -> Result<(Loaded, Bytes), Failure> {
        let Self { entry, options, opened: Opened { bytes, label, surroundings } } = self;
        let document = entry.read(&bytes, &options, &surroundings, report);
        surroundings.checked()?;
        let document = document.map_err(|error| {
            Failure::reading(label.as_deref(), &bytes, Error::of_reader(entry.info().id, error))
        })?;
        let shared = Mutex::default();
        Ok((Loaded { entry, document, options, surroundings, label, shared }, bytes))
    }

    /// The findings of reading and checking, with the file and its bytes. If an error ends the reading, it is the last finding.
    ///
    /// Errors: the exception of Python that ended a look at a neighbouring file.
    pub(crate) fn inspect(&self) -> Result<Vec<Diagnostic>, Failure> {
        let mut findings = Vec::new();
        let Self { entry, options, opened } = self;
        let ended = entry.inspect(&opened.bytes, options, &opened.surroundings, &mut findings);
        opened.surroundings.checked()?;
        findings.extend(ended.err());
        Ok(findings)
    }

    /// The content of the file and the path or the URL of it.
    pub(crate) fn opened(&self) -> &Opened {
        &self.opened
    }
}

impl Loaded {
    /// A document without a file.
    pub(crate) fn made(entry: &'static Entry, document: Box<dyn Document>) -> Self {
        let (options, surroundings) = (entry.options(), Surroundings::default());
        Self { entry, document, options, surroundings, label: None, shared: Mutex::default() }
    }

    /// The clips of the document, each with a record of its source. The losses are added to the report.
    pub(crate) fn lower(&self, report: &mut Report) -> Result<Vec<Clip>, Failure> {
        let clips = self.document.clips_with(&self.options, &self.surroundings, report);
        self.surroundings.checked()?;
        let mut clips = clips?;
        for clip in &mut clips {
            for (key, value) in [
                ("source.format", self.entry.info().id.to_owned()),
                ("source.options", recorded(&self.options)),
            ] {
                if clip.metadata(key).is_none() && !value.is_empty() {
                    clip.metadata.push((key.to_owned(), value));
                }
            }
        }
        report.set_severities(&clips, Space::UNKNOWN);
        Ok(clips)
    }

    /// Whether both have the same content, read with the same options.
    pub(crate) fn is_equal(&self, other: &Self) -> bool {
        let id = |loaded: &Self| loaded.entry.info().id;
        id(self) == id(other)
            && self.options.iter_given().eq(other.options.iter_given())
            && self.document.to_bytes() == other.document.to_bytes()
    }

    /// The evaluator of the values that the curves of a clip approximate.
    pub(crate) fn evaluator<'a>(&'a self, clip: &Clip) -> Result<Option<Box<dyn Evaluator + 'a>>, Failure> {
        Ok(self.document.evaluator_with(&self.options, &self.surroundings, clip)?)
    }
}
