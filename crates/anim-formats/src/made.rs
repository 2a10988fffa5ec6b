//! The result of a conversion.

use std::borrow::Cow;

use anim_core::Document;

/// One document that a conversion made.
#[derive(Debug)]
#[non_exhaustive]
pub struct Made {
    /// The name of the file that it is made for.
    pub name: String,
    /// The names of its clips.
    pub clips: Vec<String>,
    /// The document.
    pub document: Box<dyn Document>,
}

impl Made {
    /// The files of the document with their names: its own first, then its companion files.
    pub fn files(&self) -> Vec<(String, Cow<'_, [u8]>)> {
        let own = (self.name.clone(), self.document.to_bytes());
        std::iter::once(own).chain(self.document.companions()).collect()
    }
}
