//! Many files as one stream of record batches.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};

use anim_core::Report;
use anim_formats::{Given, Registry, assign_options};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use super::choice::Choice;
use super::columns::{Columns, Projection};
use super::cursor::{Content, Cursor};
use super::scan::{Errors, Scan, Source};
use super::schema::What;
use crate::error::Failure;
use crate::finding::Finding;
use crate::held::Held;
use crate::loaded::Recognized;
use crate::source::{Opened, is_url, read_file};

/// The number of rows in a batch, unless a single time has more.
const BATCH: usize = 1 << 16;

/// The rows of a scan, batch by batch. At most one file and one batch are in memory.
///
/// Consumers of streams do not keep threads from reading the same one: each batch is for one of them.
pub(super) struct Rows {
    schema: SchemaRef,
    rest: Mutex<Rest>,
}

/// What has not been read.
struct Rest {
    files: VecDeque<OsString>,
    current: Option<Cursor>,
    choice: Choice,
    projection: Projection,
    given: Vec<Given>,
    errors: Errors,
    /// The Python thread that requested the rows.
    thread: ThreadId,
}

impl Rows {
    /// All rows of a scan.
    pub(super) fn of(scan: &Scan) -> Self {
        let rest = Mutex::new(Rest::of(scan));
        Self { schema: Arc::clone(&scan.projection.schema), rest }
    }

    /// The rest, locked against other threads.
    fn rest(&self) -> MutexGuard<'_, Rest> {
        let locked = match self.rest.try_lock() {
            Ok(rest) => return rest,
            Err(TryLockError::Poisoned(error)) => return error.into_inner(),
            // The other thread may be waiting for the interpreter.
            Err(TryLockError::WouldBlock) => Python::try_attach(|py| self.rest.lock_py_attached(py)),
        };
        locked.unwrap_or_else(|| self.rest.lock()).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rest {
    fn of(scan: &Scan) -> Self {
        let (files, current) = match scan.source.clone() {
            Source::Files(paths) => (paths.into(), None),
            Source::Clip(held) => {
                let source = held.source.as_ref().map(|source| source.entry.info().id);
                let format = source.or_else(|| held.clip.metadata("source.format")).unwrap_or_default();
                let content = Content::Clips { format: format.to_owned(), held: vec![held], bytes: 0 };
                (VecDeque::new(), Some(Cursor::new(String::new(), content)))
            }
        };
        Self {
            files,
            current,
            choice: scan.choice.clone(),
            projection: scan.projection.clone(),
            given: scan.given.clone(),
            errors: scan.errors,
            thread: thread::current().id(),
        }
    }

    /// Adds rows until there are enough or none are left.
    fn fill(&mut self, columns: &mut Columns) -> Result<(), Failure> {
        while columns.rows < BATCH {
            self.heed()?;
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
            self.current = Some(Cursor::new(path.to_string_lossy().into_owned(), content));
        }
        Ok(())
    }

    /// Ends a long scan when Python gets a signal, such as that of Ctrl-C.
    ///
    /// Only in the thread that began it: a thread that holds the interpreter may be waiting for another one.
    fn heed(&self) -> Result<(), Failure> {
        if thread::current().id() != self.thread {
            return Ok(());
        }
        Python::try_attach(|py| py.check_signals().map_err(Failure::from)).unwrap_or(Ok(()))
    }

    fn open(&self, path: &OsStr) -> Result<Content, Failure> {
        let opened = match path.to_str() {
            Some(url) if is_url(url)? => Python::attach(|py| Opened::remote(py, url.to_owned()))?,
            _ => Opened::local(Path::new(path), read_file(Path::new(path))?),
        };
        let size = opened.bytes.len();
        let entry = opened.format()?;
        let mut set = entry.options();
        assign_options(&self.given, &mut set, None, Some(Registry::builtin()))?;
        let own: Vec<_> = set.iter_given().map(|(key, value)| Given::new(key, value)).collect();
        let file = Recognized::new(opened, Some(entry.info().id), &own)?;
        if self.choice.what == What::Findings {
            let Opened { bytes, label, .. } = file.opened();
            return Ok(Content::Findings(Finding::all(&file.inspect()?, label.as_deref(), bytes)));
        }
        let mut report = Report::new();
        let (loaded, _) = file.read(&mut report)?;
        let loaded = Arc::new(loaded);
        let held = Held::of(loaded.lower(&mut report)?, &loaded, &report);
        Ok(Content::Clips { held, format: entry.info().id.to_owned(), bytes: size })
    }
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rest().next()
    }
}

impl Rest {
    /// The next batch.
    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        let mut columns = self.projection.empty();
        match self.fill(&mut columns) {
            Ok(()) if columns.rows == 0 => None,
            Ok(()) => Some(columns.finish()),
            Err(failure) => {
                // Nothing follows an error.
                (self.files, self.current) = (VecDeque::new(), None);
                let error = PyErr::from(failure);
                let message = error.to_string();
                interrupt_again(&error);
                Some(Err(ArrowError::ExternalError(message.into())))
            }
        }
    }
}

/// Raises the interruption again: streams have no exceptions, so a stream ended by Ctrl-C has only failed. No Python code may run here
/// afterwards, because it would be interrupted.
fn interrupt_again(error: &PyErr) {
    Python::try_attach(|py| {
        if error.is_instance_of::<PyKeyboardInterrupt>(py) {
            let again = py.import("_thread").and_then(|module| module.call_method0("interrupt_main"));
            again.map_or_else(|error| error.write_unraisable(py, None), drop);
        }
    });
}

impl RecordBatchReader for Rows {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
