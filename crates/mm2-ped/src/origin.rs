//! The source bytes of the parts of a text.

use anim_core::{Location, Span};

/// The source bytes of the parts of a text, in order; empty for parts that were built. All origins are equal, so that a
/// document that was read equals one that was built.
#[derive(Clone, Debug)]
pub(crate) struct Origins<T>(pub(crate) Vec<T>);

impl<T> Default for Origins<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> Origins<T> {
    /// The location of a part, with a path in the document; `of` chooses the bytes.
    pub(crate) fn location(&self, part: usize, path: String, of: impl FnOnce(T) -> Span) -> Location {
        Location { span: self.0.get(part).copied().map(of), ..Location::path(path) }
    }
}

impl<T> PartialEq for Origins<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
