//! What an operation changed.

use std::fmt;

use crate::Clip;

/// A change that an operation was asked to make.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The operation, in one word: `trim`.
    pub edit: &'static str,
    /// The name of the clip before the operation; `None` if it concerns all clips.
    pub clip: Option<String>,
    /// What changed: lower case, no full stop.
    pub message: String,
}

impl Change {
    /// A change of all clips.
    pub fn new(edit: &'static str, message: impl Into<String>) -> Self {
        Self { edit, clip: None, message: message.into() }
    }

    /// The change with the name of the clip.
    #[must_use]
    pub fn in_clip(self, clip: &Clip) -> Self {
        Self { clip: Some(clip.name.clone()), ..self }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.edit)?;
        if let Some(clip) = &self.clip {
            write!(f, "{clip}: ")?;
        }
        f.write_str(&self.message)
    }
}
