//! Many files as one stream of record batches.

use std::collections::VecDeque;
use std::path::Path;

use anim_core::edit::Pattern;
use anim_core::{Beside as _, Report};
use anim_formats::{Given, Registry, assign_options};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use super::columns::{Columns, Projection};
use super::cursor::{Choice, Content, Cursor};
use super::schema::What;
use crate::clip::{PyClip, rate};
use crate::error::Failure;
use crate::finding::Finding;
use crate::held::Held;
use crate::loaded::Recognized;
use crate::options;
use crate::source::{Opened, is_url, read_file};

/// The rows of a batch, unless a single moment has more.
const BATCH: usize = 1 << 16;

/// A table of files or of a clip that is made while it is read, batch by batch.
///
/// Everything that takes Arrow streams reads it without a copy: `pyarrow.table(scan)`, `polars.DataFrame(scan)`, DuckDB, pandas. It
/// begins anew each time.
#[pyclass(frozen, module = "animio")]
#[derive(Debug)]
pub(crate) struct Scan {
    pub(super) source: Source,
    pub(super) choice: Choice,
    projection: Projection,
    pub(super) given: Vec<Given>,
    pub(super) errors: Errors,
}

/// What is scanned.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Files(Vec<String>),
    Clip(Held),
}

/// What becomes of a file that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Errors {
    Row,
    Skip,
    Raise,
}

impl Errors {
    pub(super) const ALL: [(&'static str, Self); 3] =
        [("row", Self::Row), ("skip", Self::Skip), ("raise", Self::Raise)];
}

#[pymethods]
impl Scan {
    /// A table of files; `animio.scan` finds them.
    #[new]
    #[pyo3(signature = (paths, what, fps=None, columns=None, clips=Vec::new(), nodes=Vec::new(), start=None, end=None, errors="row",
                        options=None))]
    fn new(
        paths: Vec<String>,
        what: &str,
        fps: Option<f64>,
        columns: Option<Vec<String>>,
        clips: Vec<String>,
        nodes: Vec<String>,
        start: Option<f64>,
        end: Option<f64>,
        errors: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let found = Errors::ALL.into_iter().find(|(name, _)| *name == errors);
        let (_, errors) = found.ok_or_else(|| {
            PyValueError::new_err("errors become a \"row\", or they \"skip\" the file or \"raise\"")
        })?;
        let given = options::given(options)?;
        for Given { key, .. } in &given {
            let known = Registry::builtin().formats().iter().any(|entry| entry.options().knows(key));
            if !known {
                return Err(Failure::Value(format!("no format has an option `{key}`")).into());
            }
        }
        let made = Self::of(Source::Files(paths), what, fps, columns.as_deref())?;
        let patterns = |names: Vec<String>| names.into_iter().map(Pattern::new).collect();
        let choice = Choice {
            clips: patterns(clips),
            nodes: patterns(nodes),
            span: start.unwrap_or(f64::NEG_INFINITY)..end.unwrap_or(f64::INFINITY),
            ..made.choice
        };
        Ok(Self { choice, given, errors, ..made })
    }

    /// The names of the columns.
    #[getter]
    pub(super) fn columns(&self) -> Vec<String> {
        self.projection.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The paths and URLs of the files.
    #[getter]
    fn paths(&self) -> Vec<String> {
        match &self.source {
            Source::Files(paths) => paths.clone(),
            Source::Clip(_) => Vec::new(),
        }
    }

    /// The table as a stream of the Arrow C interface, in a capsule.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface leaves it to the producer whether to cast; the consumer sees the schema.
        let _ = requested_schema;
        let stream = FFI_ArrowArrayStream::new(Box::new(self.rows()));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The columns and their types as a schema of the Arrow C interface, in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.projection.schema);
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    fn __repr__(&self) -> String {
        let of = match &self.source {
            Source::Files(paths) if paths.len() == 1 => "1 file".to_owned(),
            Source::Files(paths) => format!("{} files", paths.len()),
            Source::Clip(held) => format!("clip {:?}", held.clip.name),
        };
        format!("<Scan of {of}: {}>", self.columns().join(", "))
    }
}

impl Scan {
    fn of(source: Source, what: &str, fps: Option<f64>, columns: Option<&[String]>) -> PyResult<Self> {
        let found = What::ALL.into_iter().find(|(name, _)| *name == what);
        let (_, what) = found.ok_or_else(|| {
            PyValueError::new_err(format!(
                "a table is of samples, poses, keys, findings or info, not {what:?}"
            ))
        })?;
        let projection = Projection::new(what, columns).map_err(PyValueError::new_err)?;
        let rate = fps.map(rate).transpose()?;
        let choice = Choice {
            what,
            rate,
            clips: Vec::new(),
            nodes: Vec::new(),
            span: f64::NEG_INFINITY..f64::INFINITY,
        };
        Ok(Self { source, choice, projection, given: Vec::new(), errors: Errors::Raise })
    }

    fn rows(&self) -> Rows {
        let (files, current) = match self.source.clone() {
            Source::Files(paths) => (paths.into(), None),
            Source::Clip(held) => {
                let format = held.source.as_ref().map_or("", |source| source.entry.info().id);
                let content = Content::Clips { held: vec![held], format, bytes: 0 };
                (VecDeque::new(), Some(Cursor::new(String::new(), content)))
            }
        };
        Rows {
            files,
            current,
            choice: self.choice.clone(),
            projection: self.projection.clone(),
            given: self.given.clone(),
            errors: self.errors,
        }
    }
}

#[pymethods]
impl PyClip {
    /// The clip as a table that everything reads which takes Arrow streams: `polars.DataFrame(clip.to_arrow())`.
    ///
    /// Args:
    ///     what: "samples", "poses", "keys" or "info", as for `animio.scan`.
    ///     fps: frames a second; by default those of the clip.
    ///     columns: the names of the columns; by default all.
    #[pyo3(signature = (what="poses", fps=None, columns=None))]
    fn to_arrow(&self, what: &str, fps: Option<f64>, columns: Option<Vec<String>>) -> PyResult<Scan> {
        if what == "findings" {
            return Err(PyValueError::new_err(
                "a clip has no findings: `animio.check` lists those of a file",
            ));
        }
        Scan::of(Source::Clip(self.0.clone()), what, fps, columns.as_deref())
    }
}

/// The rows of a scan, batch by batch. At most one file and one batch are in memory.
struct Rows {
    files: VecDeque<String>,
    current: Option<Cursor>,
    choice: Choice,
    projection: Projection,
    given: Vec<Given>,
    errors: Errors,
}

impl Rows {
    /// Adds rows until there are enough or none are left.
    fn fill(&mut self, columns: &mut Columns) -> Result<(), Failure> {
        while columns.rows < BATCH {
            if let Some(cursor) = &mut self.current {
                match (cursor.fill(&self.choice, BATCH, columns), self.errors) {
                    (Ok(true), _) => {}
                    (Ok(false), _) => self.current = None,
                    (Err(failure), Errors::Raise) => return Err(failure),
                    (Err(_), Errors::Skip) => cursor.next_clip(),
                    (Err(failure), Errors::Row) => {
                        cursor.fail(self.choice.what, &PyErr::from(failure).to_string(), columns);
                        cursor.next_clip();
                    }
                }
                continue;
            }
            let Some(path) = self.files.pop_front() else { break };
            let content = match (self.open(&path), self.errors) {
                (Ok(content), _) => content,
                (Err(failure), Errors::Raise) => return Err(failure),
                (Err(_), Errors::Skip) => continue,
                (Err(failure), Errors::Row) => Content::Failed(PyErr::from(failure).to_string()),
            };
            self.current = Some(Cursor::new(path, content));
        }
        Ok(())
    }

    fn open(&self, path: &str) -> Result<Content, Failure> {
        let opened = if is_url(path)? {
            Python::attach(|py| Opened::remote(py, path.to_owned()))?
        } else {
            Opened::local(Path::new(path), read_file(Path::new(path))?)
        };
        let size = opened.bytes.len();
        let registry = Registry::builtin();
        let extension = opened.surroundings.name().and_then(|name| name.rsplit_once('.'));
        let entry = registry.detect(&opened.bytes, extension.map(|(_, extension)| extension))?;
        let mut set = entry.options();
        assign_options(&self.given, &mut set, None, Some(registry))?;
        let own: Vec<_> = set.iter_given().map(|(key, value)| Given::new(key, value)).collect();
        let file = Recognized::new(opened, Some(entry.info().id), &own)?;
        if self.choice.what == What::Findings {
            let Opened { bytes, label, .. } = file.opened();
            return Ok(Content::Findings(Finding::all(&file.inspect(), label.as_deref(), bytes)));
        }
        let mut report = Report::new();
        let (loaded, _) = file.read(&mut report)?;
        let loaded = std::sync::Arc::new(loaded);
        let held = Held::of(loaded.lower(&mut report)?, &loaded, &report);
        Ok(Content::Clips { held, format: entry.info().id, bytes: size })
    }
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut columns = self.projection.empty();
        match self.fill(&mut columns) {
            Ok(()) if columns.rows == 0 => None,
            Ok(()) => Some(columns.finish()),
            Err(failure) => {
                // Nothing follows an error.
                (self.files, self.current) = (VecDeque::new(), None);
                Some(Err(ArrowError::ExternalError(PyErr::from(failure).to_string().into())))
            }
        }
    }
}

impl RecordBatchReader for Rows {
    fn schema(&self) -> SchemaRef {
        self.projection.schema.clone()
    }
}
