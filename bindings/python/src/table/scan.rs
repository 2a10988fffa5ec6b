//! Tables of many files or of a clip, as Python objects.

use std::collections::BTreeSet;
use std::ffi::OsString;

use anim_core::OptionError;
use anim_core::edit::Pattern;
use anim_formats::{Given, Registry};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use super::choice::Choice;
use super::columns::Projection;
use super::schema::What;
use super::stream::Rows;
use crate::clip::{PyClip, rate};
use crate::error::Failure;
use crate::held::Held;
use crate::options;

/// A table of files or of a clip that is computed while it is read, batch by batch.
///
/// Every consumer of Arrow streams reads it without a copy: `pyarrow.table(scan)`, `polars.DataFrame(scan)`, DuckDB, pandas. Each
/// time it starts again from the beginning.
#[pyclass(frozen, module = "animio")]
#[derive(Debug)]
pub(crate) struct Scan {
    pub(super) source: Source,
    pub(super) choice: Choice,
    pub(super) projection: Projection,
    pub(super) given: Vec<Given>,
    pub(super) errors: Errors,
}

/// The source of the rows.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Files(Vec<OsString>),
    Clip(Held),
}

/// The treatment of a file that cannot be read.
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
    #[pyo3(signature = (paths, what, fps=None, columns=None, clips=None, nodes=None, start=None, end=None, errors="row", options=None))]
    fn new(
        paths: Vec<OsString>,
        what: &str,
        fps: Option<f64>,
        columns: Option<Vec<String>>,
        clips: Option<Vec<String>>,
        nodes: Option<Vec<String>>,
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
        given.iter().try_for_each(is_possible)?;
        if [start, end].into_iter().flatten().any(f64::is_nan) {
            return Err(PyValueError::new_err("`start` and `end` must be numbers of seconds, not NaN"));
        }
        let made = Self::of(Source::Files(paths), what, fps, columns.as_deref())?;
        let patterns =
            |names: Option<Vec<String>>| Some(names?.into_iter().map(Pattern::new).collect::<Vec<_>>());
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
    fn paths(&self) -> Vec<OsString> {
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
        // The interface lets the producer decide whether to cast; the consumer sees the schema.
        let _ = requested_schema;
        let stream = FFI_ArrowArrayStream::new(Box::new(Rows::of(self)));
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

/// Whether a format has an option with this name and this value.
fn is_possible(Given { key, value }: &Given) -> Result<(), Failure> {
    let options = Registry::builtin().formats().iter().map(|entry| entry.options());
    let mut set = options.filter(|options| options.knows(key)).map(|mut options| options.set(key, value));
    let Some(first) = set.next() else {
        let all = Registry::builtin().formats().iter().map(|entry| entry.options());
        let known = all.flat_map(|options| options.iter().map(|(option, _)| option.key).collect::<Vec<_>>());
        let known = known.collect::<BTreeSet<_>>().into_iter().collect();
        return Err(OptionError::UnknownKey { key: key.clone(), known }.into());
    };
    Ok(first.or_else(|error| if set.any(|set| set.is_ok()) { Ok(()) } else { Err(error) })?)
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
        let span = f64::NEG_INFINITY..f64::INFINITY;
        let choice = Choice { what, rate, clips: None, nodes: None, span };
        Ok(Self { source, choice, projection, given: Vec::new(), errors: Errors::Raise })
    }
}

/// One name or several.
#[derive(FromPyObject)]
enum Names {
    One(String),
    Many(Vec<String>),
}

#[pymethods]
impl PyClip {
    /// The clip as a table for every consumer of Arrow streams: `polars.DataFrame(clip.to_arrow())`.
    ///
    /// Args:
    ///     what: "samples", "poses", "keys" or "info", as for `animio.scan`.
    ///     fps: frames a second; by default those of the clip.
    ///     columns: the names of the columns, or one; by default all.
    #[pyo3(signature = (what="poses", fps=None, columns=None))]
    fn to_arrow(&self, what: &str, fps: Option<f64>, columns: Option<Names>) -> PyResult<Scan> {
        if what == "findings" {
            return Err(PyValueError::new_err(
                "a clip has no findings: `animio.check` lists those of a file",
            ));
        }
        let columns = columns.map(|names| match names {
            Names::One(name) => vec![name],
            Names::Many(names) => names,
        });
        Scan::of(Source::Clip(self.0.clone()), what, fps, columns.as_deref())
    }
}
