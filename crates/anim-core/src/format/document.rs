//! Type-erased documents.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::path::Path;

use crate::{
    Beside, Clip, Diagnostic, Evaluator, FileError, Format, FormatInfo, Graph, OptionError, OptionSet as _,
    Options, Report, Scene, Sink, save,
};

/// A document of any format, for programs that work with many formats.
///
/// Every type that implements [`Format`] implements this trait. `dyn Document` has the same methods as a document whose type
/// is known: `clips`, `check` and `save`.
pub trait Document: Any + Debug + Send + Sync {
    /// The format of the document.
    fn info(&self) -> &'static FormatInfo;

    /// [`Format::to_bytes`].
    fn to_bytes(&self) -> Cow<'_, [u8]>;

    /// [`Format::is_exact`].
    fn is_exact(&self) -> bool;

    /// [`Format::extension`].
    fn extension(&self) -> Option<&'static str>;

    /// [`Format::companions`].
    fn companions(&self) -> Vec<(String, Cow<'_, [u8]>)>;

    /// [`Format::graph`].
    fn graph(&self) -> Option<Graph>;

    /// [`Format::scene`].
    fn scene(&self, sink: &mut dyn Sink) -> Option<Scene>;

    /// [`Format::check_with`].
    fn check_with(&self, sink: &mut dyn Sink);

    /// [`Format::to_clips`] with options by name.
    ///
    /// `files` reads the files that options name. Errors: the content of such a file is not what the option expects, or `forward`
    /// lies along `up`.
    fn clips_with(
        &self,
        options: &Options,
        files: &dyn Beside,
        report: &mut Report,
    ) -> Result<Vec<Clip>, OptionError>;

    /// [`Format::evaluators`] with options by name, and the files that they name.
    ///
    /// Errors: as for [`Document::clips_with`].
    fn evaluators_with<'a>(
        &'a self,
        options: &Options,
        files: &dyn Beside,
        clips: &[Clip],
    ) -> Result<Vec<Option<Box<dyn Evaluator + 'a>>>, OptionError>;
}

impl<F: Format> Document for F {
    fn info(&self) -> &'static FormatInfo {
        const { &F::INFO }
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        Format::to_bytes(self)
    }

    fn is_exact(&self) -> bool {
        Format::is_exact(self)
    }

    fn extension(&self) -> Option<&'static str> {
        Format::extension(self)
    }

    fn companions(&self) -> Vec<(String, Cow<'_, [u8]>)> {
        Format::companions(self)
    }

    fn graph(&self) -> Option<Graph> {
        Format::graph(self)
    }

    fn scene(&self, sink: &mut dyn Sink) -> Option<Scene> {
        Format::scene(self, sink)
    }

    fn check_with(&self, sink: &mut dyn Sink) {
        Format::check_with(self, sink);
    }

    fn clips_with(
        &self,
        options: &Options,
        files: &dyn Beside,
        report: &mut Report,
    ) -> Result<Vec<Clip>, OptionError> {
        Ok(self.to_clips(&clip_options::<F>(options, files)?, report))
    }

    fn evaluators_with<'a>(
        &'a self,
        options: &Options,
        files: &dyn Beside,
        clips: &[Clip],
    ) -> Result<Vec<Option<Box<dyn Evaluator + 'a>>>, OptionError> {
        Ok(self.evaluators(&options.typed(files)?, clips))
    }
}

impl dyn Document {
    /// The evaluator of one clip: see [`Document::evaluators_with`].
    ///
    /// Errors: as for [`Document::clips_with`].
    pub fn evaluator_with<'a>(
        &'a self,
        options: &Options,
        files: &dyn Beside,
        clip: &Clip,
    ) -> Result<Option<Box<dyn Evaluator + 'a>>, OptionError> {
        let evaluators = self.evaluators_with(options, files, std::slice::from_ref(clip))?;
        Ok(evaluators.into_iter().next().flatten())
    }

    /// The document as clips, with default options and without a report.
    pub fn clips(&self) -> Vec<Clip> {
        // Default options name no files, so there is no error.
        self.clips_with(&Options::default(), &(), &mut Report::new()).unwrap_or_default()
    }

    /// The errors and doubtful places in the document.
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        self.check_with(&mut findings);
        findings
    }

    /// Writes the file and its companion files; if one of them cannot be written, none is replaced.
    ///
    /// Errors: the path and the error of the system.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        save(path.as_ref(), &self.to_bytes(), &self.companions())
    }
}

/// The options of lowering, with valid axes.
pub(crate) fn clip_options<F: Format>(
    options: &Options,
    files: &dyn Beside,
) -> Result<F::ClipOptions, OptionError> {
    let typed: F::ClipOptions = options.typed(files)?;
    typed.checked_space(F::SPACE)?;
    Ok(typed)
}
