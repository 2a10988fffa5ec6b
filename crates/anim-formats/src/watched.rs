//! Whether a file depends on the files next to it.

use std::cell::Cell;
use std::sync::Arc;

use anim_core::Beside;

/// A [`Beside`] that remembers whether anything but the name of the file was requested.
pub(crate) struct Watched<'a> {
    beside: &'a dyn Beside,
    is_used: Cell<bool>,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(beside: &'a dyn Beside) -> Self {
        Self { beside, is_used: Cell::new(false) }
    }

    /// Whether another file, or the names of the others, were requested. Files that options name do not count.
    pub(crate) fn is_used(&self) -> bool {
        self.is_used.get()
    }
}

impl Beside for Watched<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.is_used.set(true);
        self.beside.read(path)
    }

    fn name(&self) -> Option<&str> {
        self.beside.name()
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        self.is_used.set(true);
        self.beside.names(extension)
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        self.beside.given(path)
    }
}
