//! The files that an input needs besides itself, as the manifest lists them.

use std::cell::RefCell;
use std::path::Path;

use anim_core::Beside;

use super::manifest::Listed;
use crate::paths::label;

/// The files beside an input, each listed when it is read.
pub(super) struct Neighbours<'a> {
    beside: &'a dyn Beside,
    input: &'a Path,
    /// Whether there is a manifest.
    are_listed: bool,
    read: RefCell<Vec<Listed>>,
}

impl<'a> Neighbours<'a> {
    pub(super) fn new(beside: &'a dyn Beside, input: &'a Path, are_listed: bool) -> Self {
        Self { beside, input, are_listed, read: RefCell::default() }
    }

    /// The files that were read, each once.
    pub(super) fn listed(self) -> Vec<Listed> {
        self.read.into_inner()
    }

    fn list(&self, path: &Path, bytes: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let bytes = bytes?;
        if self.are_listed {
            let (path, mut read) = (label(path), self.read.borrow_mut());
            if !read.iter().any(|listed| listed.path == path) {
                read.push(Listed::new(path, &bytes));
            }
        }
        Some(bytes)
    }
}

impl Beside for Neighbours<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.list(&self.input.with_file_name("").join(path), self.beside.read(path))
    }

    fn name(&self) -> Option<&str> {
        self.beside.name()
    }

    fn names(&self) -> Vec<String> {
        self.beside.names()
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        self.list(Path::new(path), self.beside.given(path))
    }
}
