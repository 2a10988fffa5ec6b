//! The sources of a conversion.

use anim_core::{Clip, Document, Loss, Options};

use crate::{Entry, Given, recorded};

/// A file that was read: the clips to convert, and the document if it is needed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Source {
    /// The name of the file without its extension; clips that share a name are renamed after it. May be empty.
    pub stem: String,
    /// The identifier of its format; `None` for clips that are not from a file.
    pub format: Option<&'static str>,
    /// The extension of the file in lower case, if it has one.
    pub extension: Option<String>,
    /// The options with which it was read.
    pub options: Options,
    /// The document, if it is in the target's format.
    pub document: Option<Box<dyn Document>>,
    /// The clips to convert.
    pub clips: Vec<Clip>,
    /// The number of its clips among those of all sources that become one file.
    pub(crate) count: usize,
    /// Whether its options do not change what its clips show.
    pub(crate) is_plain: bool,
    /// The index of the clip in the document, if the document has others too.
    pub(crate) part: Option<usize>,
    /// Whether files next to it were read or looked up.
    pub(crate) has_neighbours: bool,
    /// The options that were given for it and belong to the target.
    pub(crate) for_target: Vec<Given>,
    /// Content of a document in the target's format that none of its clips can hold: lost unless the document is kept.
    pub(crate) beyond: Vec<Loss>,
    /// The losses that the report of reading received, if there is a document: what its clips cannot hold is not lost where the
    /// document is copied.
    pub(crate) reported: Vec<Loss>,
}

impl Source {
    /// Clips that a program made.
    pub fn of_clips(stem: impl Into<String>, clips: Vec<Clip>) -> Self {
        Self {
            stem: stem.into(),
            format: None,
            extension: None,
            options: Options::default(),
            document: None,
            clips,
            count: 0,
            is_plain: true,
            part: None,
            has_neighbours: false,
            for_target: Vec::new(),
            beyond: Vec::new(),
            reported: Vec::new(),
        }
    }

    /// Takes the losses of content that none of its clips can hold. They are its own where several sources become one file, which
    /// keeps the document of none of them.
    pub fn take_beyond(&mut self) -> Vec<Loss> {
        std::mem::take(&mut self.beyond)
    }

    /// Takes the losses that the report of reading received out of a report, which may have those of other files, too.
    pub(crate) fn take_back(&mut self, losses: &mut Vec<Loss>) {
        let mut own = std::mem::take(&mut self.reported).into_iter().peekable();
        losses.retain(|loss| own.next_if_eq(loss).is_none());
    }

    /// The clips of a document, with metadata about their source.
    pub(crate) fn lowered(
        entry: &Entry,
        document: Option<Box<dyn Document>>,
        mut clips: Vec<Clip>,
        options: Options,
        files: &dyn anim_core::Beside,
    ) -> Self {
        for clip in &mut clips {
            record(clip, "source.format", entry.info().id.to_owned());
            record(clip, "source.options", recorded(&options));
        }
        let stem = files.stem().unwrap_or_default().to_owned();
        let format = Some(entry.info().id);
        let extension = files.name().and_then(|name| name.rsplit_once('.'));
        let extension = extension.map(|(_, extension)| extension.to_ascii_lowercase());
        Self {
            stem,
            format,
            extension,
            options,
            document,
            clips,
            count: 0,
            is_plain: true,
            part: None,
            has_neighbours: false,
            for_target: Vec::new(),
            beyond: Vec::new(),
            reported: Vec::new(),
        }
    }
}

/// Adds metadata to a clip. An entry from an earlier conversion stays.
fn record(clip: &mut Clip, key: &str, value: String) {
    if clip.metadata(key).is_none() && !value.is_empty() {
        clip.metadata.push((key.to_owned(), value));
    }
}
