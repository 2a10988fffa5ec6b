//! Open files.

use anim_core::{Beside, Clip, Document, Evaluator, Options, Report};
use anim_formats::json::{ClipInfo, FileInfo};
use anim_formats::{Entry, Given, Registry};

use crate::detect::format_of;
use crate::error::codes;
use crate::options::{Word, given, index_of};
use crate::{Checked, Error, OpenOptions, check};

/// An open file, with the files next to it.
pub struct Animation {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) beside: Box<dyn Beside>,
    pub(crate) open: OpenOptions,
    pub(crate) entry: &'static Entry,
    pub(crate) options: Options,
    document: Box<dyn Document>,
    /// The clips with their report, once they are needed.
    lowered: Option<(Vec<Clip>, Report)>,
}

impl std::fmt::Debug for Animation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Animation").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Animation {
    /// Reads a file. `name` is its name with the extension, `beside` has the files next to it and those that options name.
    ///
    /// Errors: no format recognizes the file, its format cannot read it, and options that its format does not have.
    pub fn open(
        bytes: Vec<u8>,
        name: &str,
        beside: Box<dyn Beside>,
        open: OpenOptions,
    ) -> Result<Self, Error> {
        let (entry, options) = format_of(Registry::builtin(), &bytes, name, &open)?;
        let document = entry.read(&bytes, &options, &(name, &*beside), &mut ());
        let document = document
            .map_err(|error| Error::of(&anim_formats::Error::of_reader(entry.info().id, error), &bytes))?;
        Ok(Self { name: name.to_owned(), bytes, beside, open, entry, options, document, lowered: None })
    }

    /// The contents of the file: an entry of `files` in `anim info --json`.
    ///
    /// Errors: those of options that name files.
    pub fn info(&mut self) -> Result<FileInfo, Error> {
        let clips = self.clips()?.0.iter().map(ClipInfo::from).collect();
        Ok(FileInfo::new(self.name.clone(), self.entry.info().id, self.bytes.len(), clips))
    }

    /// Everything that is wrong or doubtful in the file.
    ///
    /// Errors: those of [`check`].
    pub fn check(&self) -> Result<Checked, Error> {
        check(&self.bytes, &self.name, &*self.beside, &self.open)
    }

    /// The document.
    pub fn document(&self) -> &dyn Document {
        &*self.document
    }

    /// The clips, and a report of what they cannot hold.
    ///
    /// Errors: those of options that name files.
    pub fn clips(&mut self) -> Result<&(Vec<Clip>, Report), Error> {
        let lowered = if let Some(lowered) = self.lowered.take() {
            lowered
        } else {
            let mut report = Report::new();
            let beside = (self.name.as_str(), &*self.beside);
            let clips = self.document.clips_with(&self.options, &beside, &mut report);
            (clips.map_err(|error| Error::from(&error))?, report)
        };
        Ok(self.lowered.insert(lowered))
    }

    /// The clips, if they have been made before.
    #[cfg(feature = "view")]
    pub(crate) fn lowered_clips(&self) -> &[Clip] {
        self.lowered.as_ref().map(|(clips, _)| &clips[..]).unwrap_or_default()
    }

    /// Frees the clips, which may be large. They are made again when needed.
    pub(crate) fn forget_clips(&mut self) {
        self.lowered = None;
    }

    /// One clip, the report, and the evaluator of the values that the curves only approximate.
    pub(crate) fn clip(&mut self, wanted: Option<&Word>) -> Result<Chosen<'_>, Error> {
        let clips = &self.clips()?.0;
        let index = wanted.map_or(Ok(0), |wanted| index_of(clips, wanted))?;
        let this = &*self;
        let Some((clips, report)) = &this.lowered else { return Err(no_clip()) };
        let clip = clips.get(index).ok_or_else(no_clip)?;
        let beside = (this.name.as_str(), &*this.beside);
        let evaluator = this.document.evaluator_with(&this.options, &beside, clip);
        Ok((clip, report, evaluator.map_err(|error| Error::from(&error))?))
    }

    /// The options of the file, as they were given.
    pub(crate) fn given(&self) -> Vec<Given> {
        given(&self.open.options)
    }
}

/// A clip, the report of all clips, and the evaluator of the clip.
type Chosen<'a> = (&'a Clip, &'a Report, Option<Box<dyn Evaluator + 'a>>);

fn no_clip() -> Error {
    Error::new(codes::NO_CLIP, "the file has no clip")
}

#[cfg(all(test, feature = "gltf", feature = "tod"))]
mod tests {
    use super::*;
    use crate::{ConvertOptions, SampleOptions};

    /// Two ticks per frame, and one empty frame.
    const EMPTY: [u8; 16] = [0x50, 0, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];

    fn opened(bytes: &[u8]) -> Result<Animation, Error> {
        Animation::open(bytes.to_vec(), "walk.tod", Box::new(()), OpenOptions::default())
    }

    #[test]
    fn a_file_is_told_of_and_converted() {
        let mut animation = opened(&EMPTY).unwrap();
        let info = animation.info().unwrap();
        assert_eq!((info.format, info.bytes, info.clips.len()), (Some("tod"), Some(16), 1));
        assert!(animation.check().unwrap().diagnostics.is_empty());
        let made = animation.convert("glb", &ConvertOptions::default()).unwrap();
        assert_eq!(made.files[0].name, "walk.glb");
        assert!(made.files[0].bytes.starts_with(b"glTF"));
        assert_eq!(made.report().outputs[0].bytes, Some(made.files[0].bytes.len()));
    }

    #[test]
    fn more_numbers_than_fit_are_refused() {
        let mut animation = opened(&EMPTY).unwrap();
        let options: SampleOptions = serde_json::from_str(r#"{ "fps": 1e300 }"#).unwrap();
        assert_eq!(animation.sample(&options).unwrap_err().code, "anim::too-large");
        assert_eq!(animation.pose(&options).unwrap_err().code, "anim::too-large");
    }

    #[test]
    fn a_copy_is_the_file_itself() {
        let made = opened(&EMPTY).unwrap().convert("tod", &ConvertOptions::default()).unwrap();
        assert_eq!(made.files[0].bytes, EMPTY);
    }

    #[test]
    fn errors_have_codes_and_places() {
        let code = |error: Error| error.code;
        let error = opened(&EMPTY[..14]).unwrap_err();
        assert!(error.code.starts_with("tod::") && error.place.span.is_some(), "{error:?}");
        let mut animation = opened(&EMPTY).unwrap();
        let convert = animation.convert("fbx", &ConvertOptions::default());
        assert_eq!(convert.map_err(code).unwrap_err(), "anim::unknown-target");
        let options: SampleOptions = serde_json::from_str(r#"{ "clip": 7 }"#).unwrap();
        assert_eq!(animation.sample(&options).map_err(code).unwrap_err(), "anim::no-clip");
        let options: OpenOptions = serde_json::from_str(r#"{ "options": { "mode": "odd" } }"#).unwrap();
        let opened = Animation::open(EMPTY.to_vec(), "walk.tod", Box::new(()), options);
        assert_eq!(opened.map_err(code).unwrap_err(), "anim::option");
    }
}
