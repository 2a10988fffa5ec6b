//! The files next to a file, and those that options name.

use anim_core::Beside;

/// The [`Beside`] of a new file: it has the files that options name, but none next to it.
pub(crate) struct Empty<'a> {
    /// The name of the new file.
    pub(crate) name: &'a str,
    /// The source of the files that options name.
    pub(crate) files: &'a dyn Beside,
}

impl Beside for Empty<'_> {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn name(&self) -> Option<&str> {
        Some(self.name)
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        self.files.given(path)
    }
}
