//! The files that an input needs besides itself.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anim_core::Beside;

use super::manifest::Listed;
use crate::claims::Claims;
use crate::paths::label;

/// The files beside an input, each remembered when it is read. Those that the run makes are not among them.
pub(super) struct Neighbours<'a> {
    beside: &'a dyn Beside,
    input: &'a Path,
    claims: &'a Claims,
    /// Whether there is a manifest.
    are_listed: bool,
    read: RefCell<Vec<(PathBuf, Option<Listed>)>>,
}

impl<'a> Neighbours<'a> {
    pub(super) fn new(beside: &'a dyn Beside, input: &'a Path, claims: &'a Claims, are_listed: bool) -> Self {
        Self { beside, input, claims, are_listed, read: RefCell::default() }
    }

    /// The files that were read, each once, as the manifest lists them.
    pub(super) fn listed(self) -> Vec<Listed> {
        self.read.into_inner().into_iter().filter_map(|(_, listed)| listed).collect()
    }

    /// The paths of the files that were read, each once.
    pub(super) fn paths(self) -> Vec<PathBuf> {
        self.read.into_inner().into_iter().map(|(path, _)| path).collect()
    }

    /// The path of a file in the folder of the input.
    fn path(&self, name: &str) -> PathBuf {
        self.input.with_file_name("").join(name)
    }

    fn remember(&self, path: &Path, bytes: impl FnOnce() -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        if self.claims.is_made(path) {
            return None;
        }
        let bytes = bytes()?;
        let mut read = self.read.borrow_mut();
        if !read.iter().any(|(known, _)| known == path) {
            let listed = self.are_listed.then(|| Listed::new(label(path), &bytes));
            read.push((path.to_owned(), listed));
        }
        Some(bytes)
    }
}

impl Beside for Neighbours<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.remember(&self.path(path), || self.beside.read(path))
    }

    fn name(&self) -> Option<&str> {
        self.beside.name()
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        let names = self.beside.names(extension);
        let is_made = |name: &String| self.claims.is_made(&self.path(name));
        if names.iter().any(is_made) {
            names.iter().filter(|name| !is_made(name)).cloned().collect()
        } else {
            names
        }
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        self.remember(Path::new(path), || self.beside.given(path))
    }
}
