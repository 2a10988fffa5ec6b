//! Clips as a file.

use crate::Clip;

/// Clips in a form that every program with a JSON library can read and write: `{"schema": 1, "clips": […]}`.
///
/// The type implements `Serialize` and `Deserialize` for any self-describing format of serde, such as JSON. Reading checks:
/// unknown fields, values that do not fit their keys, unknown nodes and clips with the same name are errors that name the clip
/// and the channel. Every clip that [`Clip::validate`] accepts reads back with the same bits.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClipFile {
    /// The clips. Their names are unique.
    pub clips: Vec<Clip>,
}

impl ClipFile {
    /// The version of the form, the value of the field `schema`.
    pub const SCHEMA: u32 = 1;

    /// A file of these clips.
    pub fn new(clips: Vec<Clip>) -> Self {
        Self { clips }
    }
}

impl From<Vec<Clip>> for ClipFile {
    fn from(clips: Vec<Clip>) -> Self {
        Self::new(clips)
    }
}

impl From<ClipFile> for Vec<Clip> {
    fn from(file: ClipFile) -> Self {
        file.clips
    }
}
