//! The locations in the file of the parts of a document, for findings of checks.

use anim_core::{Location, Span};

/// The bytes that a part of a document was read from; no bytes for a part that was built. All origins are equal, so that a part
/// that was read equals one that was built.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Origin {
    start: u32,
    len: u32,
}

impl Origin {
    /// The origin of a part that was built.
    pub(crate) const NONE: Self = Self { start: 0, len: 0 };

    /// These bytes; no bytes if they lie beyond 4 GiB.
    pub(crate) fn new(start: usize, len: usize) -> Self {
        match (u32::try_from(start), u32::try_from(len)) {
            (Ok(start), Ok(len)) => Self { start, len },
            _ => Self::default(),
        }
    }

    /// The location in the file, with a path in the document.
    pub(crate) fn location(self, path: String) -> Location {
        let known = (self.len > 0).then(|| Span::at(self.start as usize, self.len as usize));
        Location { span: known, path }
    }
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Origin {}

impl std::hash::Hash for Origin {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
