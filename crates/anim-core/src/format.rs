//! The traits that a format implements.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;

use crate::{
    Beside, Clip, Code, Diagnostic, Evaluator, Graph, Loss, OptionInfo, OptionSet, Outline, Report, Scene,
    Sink, Space, unrecorded,
};

/// The name and the features of a format.
#[derive(Debug)]
#[non_exhaustive]
pub struct FormatInfo {
    /// The stable identifier, such as `tod`.
    pub id: &'static str,
    /// The name for users.
    pub name: &'static str,
    /// File name extensions without the dot, in lower case, the most usual one first.
    pub extensions: &'static [&'static str],
    /// Whether a file that parses is written back byte for byte (binary formats), rather than in a canonical form (text
    /// formats). For a format with several kinds of files, this describes the main kind; [`Format::is_exact`] is about one
    /// document.
    pub exact: bool,
    /// The largest number of clips in a file; `None` for any number.
    pub max_clips: Option<usize>,
    /// Every code that the reader and the checks report. Each has a fixture.
    pub codes: &'static [&'static Code],
    /// Every code that lowering and encoding report.
    pub conversion_codes: &'static [&'static Code],
}

impl FormatInfo {
    /// A format that is written in a canonical form, with any number of clips in a file.
    pub const fn new(id: &'static str, name: &'static str, extensions: &'static [&'static str]) -> Self {
        Self { id, name, extensions, exact: false, max_clips: None, codes: &[], conversion_codes: &[] }
    }

    /// The same, written back byte for byte.
    #[must_use]
    pub const fn exact(self) -> Self {
        Self { exact: true, ..self }
    }

    /// The same, with at most one clip in a file.
    #[must_use]
    pub const fn with_one_clip(self) -> Self {
        Self { max_clips: Some(1), ..self }
    }

    /// The same with the codes of reading and checking, and those of lowering and encoding.
    #[must_use]
    pub const fn with_codes(
        self,
        codes: &'static [&'static Code],
        conversion_codes: &'static [&'static Code],
    ) -> Self {
        Self { codes, conversion_codes, ..self }
    }

    /// Whether files of this format have this extension, such as `glb`. Letter case is ignored.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
    }
}

/// How likely bytes are a file of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// The bytes are not of this format.
    No,
    /// There is little evidence for the format and none against it: the file name extension decides.
    Maybe,
    /// Every part of the structure that was examined fits.
    Likely,
    /// The bytes have a signature that no other format has.
    Certain,
}

/// What a search finds at a place where a file may begin. The bytes after the file do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// No file begins here.
    No {
        /// The number of bytes that were examined.
        walked: usize,
    },
    /// A file may begin here, but the bytes end before it does.
    Cut {
        /// The number of bytes that were examined.
        walked: usize,
    },
    /// A complete file.
    Whole {
        /// The size of the file in bytes.
        len: usize,
        /// The evidence in bits: n if random bytes have this structure with a probability below 2⁻ⁿ.
        evidence: u32,
    },
}

/// A format, implemented by the type of its documents.
///
/// This trait is for code that works with any format. Users of one format crate need not import it: every document type has the
/// same functions as inherent methods, which [`verbs!`](crate::verbs!) generates.
pub trait Format: Any + Debug + PartialEq + Send + Sync + Sized {
    /// The name and the features of the format.
    const INFO: FormatInfo;

    /// The error of the reader and of the encoder.
    type Error: std::error::Error + Into<Diagnostic> + Send + Sync + 'static;

    /// The options of reading.
    type ReadOptions: OptionSet;

    /// The options of converting a document to clips.
    type ClipOptions: OptionSet;

    /// The names of those [`Format::ClipOptions`] that do not decide what a document shows: how exact clips are, how much they may
    /// hold, which of them there are, what they call things. A document is copied whatever these options are; with others
    /// that make other clips of it, a new document is made of those.
    const DETAIL: &'static [&'static str] = &[];

    /// What the format defines of the axes and the length unit of its files. The document may state more, and options override
    /// both: see [`Format::to_clips`].
    const SPACE: Space = Space::UNKNOWN;

    /// The bytes with which every file begins, if files of the format can be found inside other data; otherwise empty.
    const SIGNATURE: &'static [u8] = &[];

    /// How likely these bytes are a file of this format. The bytes may end anywhere in the file.
    fn sniff(bytes: &[u8]) -> Confidence;

    /// The extent of the file that may begin with these bytes, for a format with a [`Format::SIGNATURE`].
    ///
    /// The complete file is examined, by rules as strict as real files allow, in time linear in its size. A text that ends
    /// where the bytes end counts as complete, although its last word may continue: a caller that has more bytes calls the
    /// function again with more.
    fn extent(_bytes: &[u8]) -> Extent {
        Extent::No { walked: 0 }
    }

    /// Reads a file. `beside` has the name of the file and the other files in its folder. The sink receives what the document
    /// cannot represent.
    fn read(
        bytes: &[u8],
        options: &Self::ReadOptions,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Self::Error>;

    /// Reports the findings of [`Format::read`] and [`Format::check_with`]. A format may do this without building the document.
    fn inspect(
        bytes: &[u8],
        options: &Self::ReadOptions,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<(), Self::Error> {
        Self::read(bytes, options, beside, sink)?.check_with(sink);
        Ok(())
    }

    /// The document as the bytes of a file. This never fails: a document that cannot be written cannot be built.
    fn to_bytes(&self) -> Cow<'_, [u8]>;

    /// Whether a file that reads as this document is written back byte for byte.
    fn is_exact(&self) -> bool {
        Self::INFO.exact
    }

    /// The companion files, with relative paths. Most formats have none.
    fn companions(&self) -> Vec<(String, Cow<'_, [u8]>)> {
        Vec::new()
    }

    /// The states or parts of the document, and the transitions or links between them. Most formats have none.
    fn graph(&self) -> Option<Graph> {
        None
    }

    /// The meshes, cameras and lights of the document, for programs that draw them; what cannot be read is reported and left
    /// out. Most formats have none.
    fn scene(&self, sink: &mut dyn Sink) -> Option<Scene> {
        let _ = sink;
        None
    }

    /// Reports the errors and doubtful places in the document.
    fn check_with(&self, sink: &mut dyn Sink);

    /// The document as clips, with the numbers of the file. The report receives what clips cannot represent. Of
    /// [`Clip::space`] only what the document states is set.
    fn lower(&self, options: &Self::ClipOptions, report: &mut Report) -> Vec<Clip>;

    /// [`Format::lower`] with what is known of the axes and the unit of each clip: what the options state, else what the
    /// document states, else [`Format::SPACE`].
    fn to_clips(&self, options: &Self::ClipOptions, report: &mut Report) -> Vec<Clip> {
        let mut clips = self.lower(options, report);
        for clip in &mut clips {
            clip.space = Self::space_of(clip, options);
        }
        clips
    }

    /// What is known of the axes and the unit of a clip that [`Format::lower`] made: see [`Format::to_clips`].
    fn space_of(clip: &Clip, options: &Self::ClipOptions) -> Space {
        options.space().or(clip.space).or(Self::SPACE)
    }

    /// [`Format::read`] and [`Format::to_clips`] in one, for callers that need no document. A format may do this without building
    /// it.
    fn read_clips(
        bytes: &[u8],
        options: &Self::ReadOptions,
        clip_options: &Self::ClipOptions,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
        report: &mut Report,
    ) -> Result<Vec<Clip>, Self::Error> {
        Ok(Self::read(bytes, options, beside, sink)?.to_clips(clip_options, report))
    }

    /// What is in the clips that [`Format::read_clips`] makes. The first sink receives what [`Format::read`] reports, the other what
    /// [`Format::check_with`] does. A format may do this without making all keys.
    fn survey(
        bytes: &[u8],
        options: &Self::ReadOptions,
        clip_options: &Self::ClipOptions,
        beside: &dyn Beside,
        [reading, checks]: [&mut dyn Sink; 2],
        report: &mut Report,
    ) -> Result<Vec<Outline>, Self::Error> {
        let document = Self::read(bytes, options, beside, reading)?;
        document.check_with(checks);
        Ok(document.to_clips(clip_options, report).iter().map(Outline::from).collect())
    }

    /// What computes the values that the curves of clips approximate, one for each clip, for clips that [`Format::lower`] made of
    /// this document with these options. `None` where all curves are exact, or if the document has no such clip. The curves of
    /// most formats are exact. What several clips need is prepared once.
    fn evaluators<'a>(
        &'a self,
        _options: &Self::ClipOptions,
        clips: &[Clip],
    ) -> Vec<Option<Box<dyn Evaluator + 'a>>> {
        clips.iter().map(|_| None).collect()
    }
}

/// A format whose documents can be made from clips.
pub trait Encode: Format {
    /// The options of making a document from clips.
    type EncodeOptions: OptionSet + PartialEq;

    /// The names of the options that choose how a document is stored, and nothing else, such as `container`.
    const STORAGE: &'static [&'static str] = &[];

    /// The codes of what [`Format::lower`] loses of a document that is no motion: [`Encode::edited`] keeps it.
    const AT_REST: &'static [&'static Code] = &[];

    /// The default options for a file with this name. A format whose extensions stand for different kinds of files chooses the
    /// kind.
    fn options_for(_file_name: &str) -> Self::EncodeOptions {
        Self::EncodeOptions::default()
    }

    /// The document with the same content, stored as options ask. Of the options only those of [`Encode::STORAGE`] count. The
    /// report receives what cannot be stored like that.
    ///
    /// `None` if the document cannot be stored like that, or if the format knows no way.
    fn stored(&self, _options: &Self::EncodeOptions, _report: &mut Report) -> Option<Self> {
        None
    }

    /// The document with only one of its clips, by its index in what [`Format::lower`] makes of the document, and with what that
    /// clip needs. Everything else stays.
    ///
    /// `None` if there is no such clip, or if the format knows no way.
    fn part(&self, _clip: usize) -> Option<Self> {
        None
    }

    /// This document with these clips in place of its own. Everything else stays: what is no motion, and what clips cannot hold. The
    /// report receives what does not.
    ///
    /// `None`, and nothing reported, if the clips have other nodes than the document, if the options ask for a document that is
    /// otherwise another one, or if the format knows no way.
    fn edited(
        &self,
        _clips: &[Clip],
        _options: &Self::EncodeOptions,
        _report: &mut Report,
    ) -> Option<Result<Self, Self::Error>> {
        None
    }

    /// Clips of this document as a document that takes its place, with the files that this document is stored in or refers to
    /// where the options name no others. By default nothing is taken from this document.
    fn renewed(
        &self,
        clips: &[Clip],
        options: &Self::EncodeOptions,
        report: &mut Report,
    ) -> Result<Self, Self::Error> {
        Self::of_clips(clips, options, report)
    }

    /// Clips as a document, with the axes and the unit of the clips. The report receives everything that the format cannot
    /// represent.
    fn encode(
        clips: &[Clip],
        options: &Self::EncodeOptions,
        report: &mut Report,
    ) -> Result<Self, Self::Error>;

    /// The axes and the length unit of a new file: what the options state, else [`Format::SPACE`]. What is unknown stays as in
    /// the clips.
    fn space(options: &Self::EncodeOptions) -> Space {
        options.space().or(Self::SPACE)
    }

    /// What readers of a new file take its axes and its unit to be: [`Format::SPACE`] unless files state more.
    fn recorded_space(_options: &Self::EncodeOptions) -> Space {
        Self::SPACE
    }

    /// The loss of axes and a unit that a new file does not record, with the options of reading that state them.
    fn unrecorded(options: &str) -> Loss {
        unrecorded::loss(options)
    }

    /// [`Encode::encode`] of the clips in [`Encode::space`]. Errors of length in the report are in the unit of the new file.
    ///
    /// The report has what the clips or the options state of the new file's axes and unit, as far as it is not what
    /// [`Encode::recorded_space`] has.
    fn of_clips(
        clips: &[Clip],
        options: &Self::EncodeOptions,
        report: &mut Report,
    ) -> Result<Self, Self::Error> {
        let space = Self::space(options);
        let is_there = clips.iter().all(|clip| clip.is_in_space(space));
        let turned = || clips.iter().map(|clip| clip.in_space(space).into_owned()).collect();
        let clips: Cow<'_, [Clip]> = if is_there { Cow::Borrowed(clips) } else { Cow::Owned(turned()) };
        unrecorded::report::<Self>(&clips, options, report);
        Self::encode(&clips, options, report)
    }
}

/// The options of reading and lowering a format, in this order.
pub(crate) fn source_options<F: Format>() -> impl Iterator<Item = OptionInfo> {
    F::ReadOptions::LIST.iter().chain(F::ClipOptions::LIST).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_written_anew_and_holds_any_number_of_clips_unless_it_says_otherwise() {
        let [plain, limited] = [(); 2].map(|()| FormatInfo::new("key", "Keys", &["key", "keys"]));
        let limited = limited.exact().with_one_clip();
        assert_eq!((plain.exact, plain.max_clips), (false, None));
        assert_eq!((limited.exact, limited.max_clips), (true, Some(1)));
        assert!(limited.has_extension("KEYS") && !limited.has_extension("ke"));
    }
}
