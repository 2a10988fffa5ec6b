//! Files that were read.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError};

use anim_core::{Beside as _, Clip, Loss, Report};
use anim_formats::Registry;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyDict, PyInt, PySlice, PyTuple, PyWeakrefMethods, PyWeakrefReference};

use crate::clip::PyClip;
use crate::error::Failure;
use crate::finding::Finding;
use crate::graph::PyGraph;
use crate::held::Held;
use crate::interrupt::detached;
use crate::loaded::{Loaded, Recognized};
use crate::options;
use crate::report::PyReport;
use crate::source::Opened;

/// A file that was read: its document and its clips.
///
/// It is a sequence of clips: `a[0]`, `a["walk"]`, `a[1:]`, `len(a)`, `for clip in a`, `"walk" in a`.
#[pyclass(frozen, weakref, module = "animio")]
#[derive(Debug)]
pub(crate) struct Animation {
    loaded: Arc<Loaded>,
    found: Vec<Finding>,
    lowered: OnceLock<Lowered>,
}

/// The clips, with what they could not hold.
#[derive(Debug)]
struct Lowered {
    clips: Vec<Held>,
    report: Report,
}

impl Animation {
    /// A document without findings of reading.
    pub(crate) fn of(loaded: Arc<Loaded>) -> Self {
        Self { loaded, found: Vec::new(), lowered: OnceLock::new() }
    }

    /// An animation of a document: one object for all its clips while it lives, so that a pickle contains the file once.
    pub(crate) fn shared<'py>(py: Python<'py>, loaded: &Arc<Loaded>) -> PyResult<Bound<'py, Self>> {
        let mut known = loaded.shared.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        if let Some(animation) = known.as_ref().and_then(|known| known.bind(py).upgrade()) {
            return Ok(animation.cast_into::<Self>()?);
        }
        let animation = Bound::new(py, Self::of(Arc::clone(loaded)))?;
        *known = Some(PyWeakrefReference::new(&animation)?.unbind());
        Ok(animation)
    }

    /// The document that was read.
    pub(crate) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The clips, which are made once.
    fn lowered(&self) -> Result<&Lowered, Failure> {
        if let Some(lowered) = self.lowered.get() {
            return Ok(lowered);
        }
        let mut report = Report::new();
        let clips = self.loaded.lower(&mut report)?;
        let lowered = Lowered { clips: Held::of(clips, &self.loaded, &report), report };
        Ok(self.lowered.get_or_init(|| lowered))
    }

    /// The clips, made while other Python threads run.
    pub(crate) fn held(&self, py: Python<'_>) -> Result<&[Held], Failure> {
        detached(py, || self.lowered()).map(|lowered| lowered.clips.as_slice())
    }

    /// What the clips could not hold.
    pub(crate) fn losses(&self, py: Python<'_>) -> Result<&[Loss], Failure> {
        detached(py, || self.lowered()).map(|lowered| lowered.report.losses.as_slice())
    }

    /// The clip with an index or a name.
    fn clip(&self, py: Python<'_>, clip: &Bound<'_, PyAny>) -> PyResult<PyClip> {
        let clips = self.held(py)?;
        if let Ok(name) = clip.extract::<String>() {
            let found = clips.iter().find(|held| held.clip.name == name);
            return found.cloned().map(PyClip).ok_or_else(|| {
                let names: Vec<_> = clips.iter().map(|held| &held.clip.name).collect();
                let names = anim_formats::list_clips(&names);
                PyKeyError::new_err(format!("there is no clip `{name}`: expected {names}"))
            });
        }
        let Ok(index) = clip.extract::<isize>() else {
            return if clip.is_instance_of::<PyInt>() {
                Err(PyIndexError::new_err(format!("there is no clip {clip} among {}", clips.len())))
            } else {
                Err(PyTypeError::new_err("clips are found by their index or their name"))
            };
        };
        let place = if index < 0 { index + clips.len() as isize } else { index };
        let found = usize::try_from(place).ok().and_then(|place| clips.get(place));
        found
            .cloned()
            .map(PyClip)
            .ok_or_else(|| PyIndexError::new_err(format!("there is no clip {index} among {}", clips.len())))
    }

    /// The index of a clip that is equal.
    pub(crate) fn index_of(&self, clip: &Arc<Clip>) -> Result<Option<usize>, Failure> {
        Ok(self.lowered()?.clips.iter().position(|held| held.clip == *clip))
    }
}

#[pymethods]
impl Animation {
    /// The identifier of the format, such as "tod".
    #[getter]
    fn format(&self) -> &'static str {
        self.loaded.entry.info().id
    }

    /// The name of the file; None if it is not known.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.loaded.surroundings.name()
    }

    /// The clips, in the order of the file. They are made on first access.
    #[getter]
    fn clips(&self, py: Python<'_>) -> PyResult<Vec<PyClip>> {
        Ok(self.held(py)?.iter().cloned().map(PyClip).collect())
    }

    /// The findings of reading. `animio.check` finds more.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        self.found.clone()
    }

    /// The findings of reading, and the data that the clips cannot hold.
    #[getter]
    fn report(&self, py: Python<'_>) -> PyResult<PyReport> {
        let lowered = detached(py, || self.lowered())?;
        let mut report = PyReport::default();
        let findings = Finding::all(&lowered.report.findings, self.loaded.label.as_deref(), &[]);
        report.add(&lowered.report, [self.found.clone(), findings].concat());
        Ok(report)
    }

    /// The document in the format's own terms.
    #[getter]
    fn document(&self) -> PyDocument {
        PyDocument(Arc::clone(&self.loaded))
    }

    /// The states or parts of the document and the connections between them; None for formats that have neither.
    #[getter]
    fn graph(&self) -> Option<PyGraph> {
        self.loaded.document.graph().map(PyGraph)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.held(py)?.len())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, clip: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if clip.is_instance_of::<PySlice>() {
            return self.clips(py)?.into_pyobject(py)?.get_item(clip);
        }
        Ok(self.clip(py, clip)?.into_pyobject(py)?.into_any())
    }

    /// Whether it has a clip, or a clip with a name.
    fn __contains__(&self, py: Python<'_>, clip: &Bound<'_, PyAny>) -> PyResult<bool> {
        let clips = self.held(py)?;
        if let Ok(name) = clip.extract::<String>() {
            return Ok(clips.iter().any(|held| held.clip.name == name));
        }
        let Ok(PyClip(wanted)) = clip.cast::<PyClip>().map(Bound::get) else { return Ok(false) };
        for held in clips {
            if detached(py, || held.is_equal(wanted))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.clips(py)?.into_pyobject(py)?.call_method0("__reversed__")
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.clips(py)?.into_pyobject(py)?.call_method0("__iter__")
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[staticmethod]
    #[pyo3(signature = (*_error))]
    fn __exit__(_error: &Bound<'_, PyTuple>) -> bool {
        false
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// The content of the file and of the other files that were used with it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let options = PyDict::new(py);
        for (key, value) in self.loaded.options.iter_given() {
            options.set_item(key.replace('-', "_"), value)?;
        }
        let beside = PyDict::new(py);
        let used = || {
            // Clips that are made later may need further files.
            let _ = self.lowered();
            Ok(self.loaded.surroundings.used())
        };
        for (name, bytes) in detached(py, used)? {
            beside.set_item(name, PyBytes::new(py, &bytes))?;
        }
        let content = self.document().to_bytes(py)?;
        let arguments = (content, self.name(), self.format(), beside, options).into_pyobject(py)?;
        Ok((py.import("animio._pickle")?.getattr("animation_of")?, arguments))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let clips = self.held(py)?.len();
        let s = if clips == 1 { "" } else { "s" };
        let name = self.name().map_or_else(String::new, |name| format!(" {name:?}"));
        Ok(format!("<Animation{name}: {}, {clips} clip{s}>", self.format()))
    }
}

/// A document in its format's own terms.
#[pyclass(frozen, name = "Document", module = "animio")]
#[derive(Debug)]
pub(crate) struct PyDocument(pub(crate) Arc<Loaded>);

#[pymethods]
impl PyDocument {
    /// The identifier of the format, such as "tod".
    #[getter]
    fn format(&self) -> &'static str {
        self.0.entry.info().id
    }

    /// The document as strict JSON, `{"format": "tod", "document": {…}}`, without loss. `animio.build` turns it back into a
    /// file.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        Ok(detached(py, || Ok(Registry::builtin().dump(&*self.0.document)?))?)
    }

    /// The bytes of the file. Binary formats give the bytes that were read, text formats their canonical form.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || Ok(self.0.document.to_bytes()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes the file, and the files that belong to it, in the same folder. Raises ValueError if the extension is that of another
    /// format, which `animio.convert` makes.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let (own, extension) =
            (self.0.entry.info().id, path.extension().and_then(|extension| extension.to_str()));
        let other =
            extension.and_then(|extension| Some((extension, Registry::builtin().by_extension(extension)?)));
        if let Some((extension, other)) = other.filter(|(_, other)| other.info().id != own) {
            return Err(PyValueError::new_err(format!(
                "the document is {own}, and `.{extension}` is {}: `animio.convert` changes the format",
                other.info().id
            )));
        }
        Ok(detached(py, || Ok(self.0.document.save(path)?))?)
    }

    /// The file that contains the document.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arguments = (Animation::shared(py, &self.0)?,).into_pyobject(py)?;
        Ok((py.import("animio._pickle")?.getattr("document_of")?, arguments))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<Document of {}>", self.format())
    }
}

/// Read a file of any format.
///
/// Args:
///     source: a path, bytes, a binary file object, or a URL that fsspec opens ("s3://…", "memory://…").
///     name: the name of the file, for bytes and file objects: its extension helps to find the format.
///     format: the identifier of the format, such as "tod"; by default the content decides.
///     beside: the files that belong to it: a folder or its URL, or a dict of names and bytes; by default the folder of the
///         path or of the file object.
///     options: options of the format, such as `mode="ideal"` for TOD; `animio.formats()` lists them.
///
/// Raises:
///     animio.Error: the content is damaged; code, path, span, line and column give the location.
///     animio.UnknownFormatError: no format recognises the content.
///     animio.OptionError: an option has an unknown name or value.
///     OSError: the file cannot be opened.
#[pyfunction]
#[pyo3(signature = (source, *, name=None, format=None, beside=None, **options))]
pub(crate) fn read(
    source: &Bound<'_, PyAny>,
    name: Option<String>,
    format: Option<&str>,
    beside: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Animation> {
    let (given, opened) = (options::given(options)?, Opened::new(source, name, beside)?);
    let read = || -> Result<Animation, Failure> {
        let mut report = Report::new();
        let (loaded, bytes) = Recognized::new(opened, format, &given)?.read(&mut report)?;
        let found = Finding::all(&report.findings, loaded.label.as_deref(), &bytes);
        Ok(Animation { loaded: Arc::new(loaded), found, lowered: OnceLock::new() })
    };
    Ok(detached(source.py(), read)?)
}

/// List everything that is wrong or doubtful in a file. If an error ends the reading, it is the last finding.
///
/// The arguments are those of `animio.read`.
///
/// Raises:
///     animio.UnknownFormatError: no format recognises the content, or more than one; `format` chooses one.
///     animio.OptionError: an option has an unknown name or value.
///     OSError: the file cannot be opened.
#[pyfunction]
#[pyo3(signature = (source, *, name=None, format=None, beside=None, **options))]
pub(crate) fn check(
    source: &Bound<'_, PyAny>,
    name: Option<String>,
    format: Option<&str>,
    beside: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Finding>> {
    let (given, opened) = (options::given(options)?, Opened::new(source, name, beside)?);
    let check = || -> Result<Vec<Finding>, Failure> {
        let file = Recognized::new(opened, format, &given)?;
        let Opened { bytes, label, .. } = file.opened();
        Ok(Finding::all(&file.inspect()?, label.as_deref(), bytes))
    };
    Ok(detached(source.py(), check)?)
}

/// Make a file from the JSON of `Document.to_json`, possibly edited.
///
/// Raises animio.Error if the text is not such JSON.
#[pyfunction]
pub(crate) fn build(py: Python<'_>, json: &str) -> PyResult<Animation> {
    let built = || -> Result<Animation, Failure> {
        let document = Registry::builtin().build(json)?;
        let entry = Registry::builtin().by_id(document.info().id)?;
        Ok(Animation::of(Arc::new(Loaded::made(entry, document))))
    };
    Ok(detached(py, built)?)
}
