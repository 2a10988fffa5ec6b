//! Sources: a path, bytes, a file object, a URL.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anim_core::{Beside, FileError, FileNames, Folder, inner_path};
use pyo3::exceptions::{
    PyException, PyFileNotFoundError, PyIsADirectoryError, PyNotADirectoryError, PyPermissionError,
    PyTypeError,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMapping, PyMemoryView, PyString};

use crate::error::Failure;

/// The content of a source, and data about it.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) bytes: Bytes,
    /// The path or the URL, as given, for messages.
    pub(crate) label: Option<String>,
    pub(crate) surroundings: Surroundings,
}

/// Bytes that were read, or bytes of Python, which are not copied.
#[derive(Debug)]
pub(crate) enum Bytes {
    Read(Vec<u8>),
    Python(PyBackedBytes),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Read(bytes) => bytes,
            Self::Python(bytes) => bytes,
        }
    }
}

/// The name of a source, and the files next to it.
#[derive(Debug, Default)]
pub(crate) struct Surroundings {
    name: Option<String>,
    files: Vec<(String, Vec<u8>)>,
    folder: Option<Folder>,
    remote: Option<Remote>,
    /// The files that reading requested, with their content at that time.
    asked: Mutex<BTreeMap<String, Option<Vec<u8>>>>,
}

/// A folder behind a URL: a file system of fsspec and a path in it.
#[derive(Debug)]
struct Remote {
    system: Py<PyAny>,
    folder: String,
    /// The names of the files in the folder, once they are asked for.
    names: OnceLock<FileNames>,
    /// The exception that ended a look at a file, unless the file is missing.
    failed: Mutex<Option<PyErr>>,
}

impl Opened {
    /// Opens a source. `name` replaces its name, `beside` the files next to it.
    pub(crate) fn new(
        source: &Bound<'_, PyAny>,
        name: Option<String>,
        beside: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut opened = Self::found(source)?;
        let surroundings = &mut opened.surroundings;
        if let Some(beside) = beside {
            (surroundings.folder, surroundings.remote) = (None, None);
            surroundings.be_beside(beside)?;
        }
        if let Some(name) = name {
            opened.label.get_or_insert_with(|| name.clone());
            surroundings.name = Some(name);
        }
        Ok(opened)
    }

    fn found(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = source.py();
        if is_bytes(source) {
            return Ok(Self { bytes: shared(source)?, label: None, surroundings: Surroundings::default() });
        }
        if source.hasattr("read")? {
            let content = source.call_method0("read")?;
            if !is_bytes(&content) {
                let hint = if content.is_instance_of::<PyString>() {
                    ": open it in binary mode, \"rb\""
                } else {
                    ", expected bytes"
                };
                return Err(PyTypeError::new_err(format!("the file object gives {}{hint}", kind(&content))));
            }
            let path = source.getattr("name").and_then(|name| path_of(&name, "the name of a file")).ok();
            let label = path.as_ref().map(|path| path.display().to_string());
            let folder = path.as_deref().map(folder_of);
            let name = folder.as_ref().and_then(|folder| folder.name()).map(str::to_owned);
            let folder = folder.filter(|_| path.is_some_and(|path| path.is_file()));
            let surroundings = Surroundings { name, folder, ..Surroundings::default() };
            return Ok(Self { bytes: shared(&content)?, label, surroundings });
        }
        if let Some(url) = url(source)? {
            return Self::remote(py, url);
        }
        let path = path_of(source, "a path, bytes, a binary file object or a URL")?;
        let bytes = py.detach(|| read_file(&path))?;
        Ok(Self::local(&path, bytes))
    }

    /// A file on disk with this content.
    pub(crate) fn local(path: &Path, bytes: Vec<u8>) -> Self {
        let folder = folder_of(path);
        let name = folder.name().map(str::to_owned);
        let surroundings = Surroundings { name, folder: Some(folder), ..Surroundings::default() };
        Self { bytes: Bytes::Read(bytes), label: Some(path.display().to_string()), surroundings }
    }

    /// A file behind a URL, read by fsspec.
    pub(crate) fn remote(py: Python<'_>, url: String) -> PyResult<Self> {
        let (system, path) = file_system(py, &url)?;
        let bytes = shared(&system.call_method1("cat_file", (&path,))?)?;
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let remote = Some(Remote::new(system, folder));
        let surroundings = Surroundings { name: file_name(&path), remote, ..Surroundings::default() };
        Ok(Self { bytes, label: Some(url), surroundings })
    }
}

/// The text of a URL, or of a chain of URLs.
pub(crate) fn url(source: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let Ok(Ok(text)) = source.cast::<PyString>().map(|text| text.extract::<String>()) else {
        return Ok(None);
    };
    Ok(is_url(&text)?.then_some(text))
}

/// Whether fsspec opens it.
pub(crate) fn is_url(text: &str) -> PyResult<bool> {
    if !text.contains("::") {
        return Ok(text.contains("://"));
    }
    Python::attach(|py| py.import("animio._urls")?.call_method1("is_url", (text,))?.extract())
}

/// The path in a string, in bytes, or in a path object. Exceptions of the object are passed on.
pub(crate) fn path_of(object: &Bound<'_, PyAny>, expected: &str) -> PyResult<PathBuf> {
    let is_text = object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>();
    if !(is_text || object.hasattr("__fspath__")?) {
        return Err(PyTypeError::new_err(format!("expected {expected}, not {}", kind(object))));
    }
    object.py().import("os")?.call_method1("fsdecode", (object,))?.extract()
}

/// The name of the type of an object.
fn kind(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| String::new(), |name| name.to_string())
}

/// The file name in a URL.
pub(crate) fn url_name(py: Python<'_>, url: &str) -> PyResult<String> {
    let (_, link, _): (String, String, String) =
        py.import("animio._urls")?.call_method1("links", (url,))?.extract()?;
    Ok(file_name(&link).unwrap_or_default())
}

/// The file system of fsspec for a URL, and the path in it.
pub(crate) fn file_system<'py>(py: Python<'py>, url: &str) -> PyResult<(Bound<'py, PyAny>, String)> {
    py.import("fsspec.core")?.call_method1("url_to_fs", (url,))?.extract()
}

/// Reads a file. It runs without Python.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| FileError::new(path, error).into())
}

/// The folder of a file, even if the current directory changes.
fn folder_of(path: &Path) -> Folder {
    Folder::of(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

fn is_bytes(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || object.is_instance_of::<PyMemoryView>()
}

/// The bytes of an object: `bytes` are shared, anything else is copied.
fn shared(object: &Bound<'_, PyAny>) -> PyResult<Bytes> {
    let bytes = object.py().get_type::<PyBytes>().call1((object,))?;
    Ok(Bytes::Python(bytes.cast_into::<PyBytes>()?.into()))
}

fn copied(object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    Ok(shared(object)?.to_vec())
}

fn file_name(path: &str) -> Option<String> {
    Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned())
}

impl Surroundings {
    /// Takes a folder, its URL, or a mapping of names to bytes.
    fn be_beside(&mut self, beside: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(files) = beside.cast::<PyMapping>() {
            for file in files.items()?.iter() {
                let (name, content): (String, Bound<'_, PyAny>) = file.extract()?;
                if !is_bytes(&content) {
                    let expected = format!("`beside` has {} for `{name}`, expected bytes", kind(&content));
                    return Err(PyTypeError::new_err(expected));
                }
                self.files.push((name, copied(&content)?));
            }
            self.files.sort();
        } else if let Some(url) = url(beside)? {
            let (system, folder) = file_system(beside.py(), &url)?;
            self.remote = Some(Remote::new(system, folder));
        } else {
            let folder = path_of(beside, "a folder, its URL or a dict of names and bytes")?;
            let place = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
            fs::read_dir(place).map_err(|error| Failure::from(FileError::new(&folder, error)))?;
            self.folder = Some(folder_of(&folder.join(self.name.as_deref().unwrap_or("_"))));
        }
        Ok(())
    }

    /// The requested files next to the source, with the contents that were read.
    pub(crate) fn used(&self) -> Vec<(String, Vec<u8>)> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.iter().filter_map(|(path, content)| Some((path.clone(), content.clone()?))).collect()
    }

    /// Errors: the exception of Python that ended a look at a file. A file that is missing is none.
    pub(crate) fn checked(&self) -> Result<(), Failure> {
        let failed = self.remote.as_ref().and_then(Remote::failure);
        failed.map_or(Ok(()), |error| Err(Failure::Python(Box::new(error))))
    }

    fn look(&self, path: &str) -> Option<Vec<u8>> {
        let held = || self.files.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes.clone());
        let on_disk = || self.folder.as_ref()?.read(path);
        held().or_else(on_disk).or_else(|| self.remote.as_ref()?.read(path))
    }

    /// The content of a file, read on the first request.
    fn once(&self, path: &str, read: impl FnOnce() -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        let known = || self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(content) = known().get(path) {
            return content.clone();
        }
        // A Python file system may run other threads meanwhile: the first answer is kept.
        let content = read();
        known().entry(path.to_owned()).or_insert(content).clone()
    }
}

impl Beside for Surroundings {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.once(path, || self.look(path))
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        let held = self.files.names(extension);
        let on_disk = self.folder.as_ref().map(|folder| folder.names(extension)).unwrap_or_default();
        let remote = self.remote.as_ref().map(|remote| remote.names(extension)).unwrap_or_default();
        held.iter().chain(&*on_disk).chain(&*remote).cloned().collect::<FileNames>().with_extension(extension)
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        let held = || self.files.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes.clone());
        self.once(path, || held().or_else(|| fs::read(path).ok()))
    }
}

impl Remote {
    fn new(system: Bound<'_, PyAny>, folder: String) -> Self {
        Self { system: system.unbind(), folder, names: OnceLock::new(), failed: Mutex::default() }
    }

    fn failure(&self) -> Option<PyErr> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn fail(&self, error: PyErr) {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        inner_path(path)?;
        Python::attach(|py| {
            let path = format!("{}/{path}", self.folder);
            let content = self.system.bind(py).call_method1("cat_file", (path,));
            content
                .and_then(|content| copied(&content))
                .map_err(|error| self.fail_unless_missing(py, error))
                .ok()
        })
    }

    /// Stores tell a file that is missing and one that may not be read alike.
    fn fail_unless_missing(&self, py: Python<'_>, error: PyErr) {
        let is_missing = error.is_instance_of::<PyFileNotFoundError>(py)
            || error.is_instance_of::<PyPermissionError>(py)
            || error.is_instance_of::<PyIsADirectoryError>(py)
            || error.is_instance_of::<PyNotADirectoryError>(py);
        if !is_missing {
            self.fail(error);
        }
    }

    /// The names of the files in the folder with an extension; none where the system cannot list them.
    fn names(&self, extension: &str) -> Arc<[String]> {
        if self.names.get().is_none() {
            // A Python file system may run other threads meanwhile: the first answer is kept.
            let listed = self.listed();
            self.names.get_or_init(|| listed);
        }
        self.names.get().map(|names| names.with_extension(extension)).unwrap_or_default()
    }

    fn listed(&self) -> FileNames {
        Python::attach(|py| {
            let listed = || -> PyResult<Vec<String>> {
                let arguments = PyDict::new(py);
                arguments.set_item("detail", false)?;
                self.system.bind(py).call_method("ls", (&self.folder,), Some(&arguments))?.extract()
            };
            let names = listed().map_err(|error| {
                // An interruption is not an answer.
                if !error.is_instance_of::<PyException>(py) {
                    self.fail(error);
                }
            });
            names.unwrap_or_default().iter().filter_map(|path| file_name(path)).collect()
        })
    }
}
