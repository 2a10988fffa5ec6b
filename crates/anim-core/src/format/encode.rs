//! The trait of formats whose documents can be made from clips.

use std::borrow::Cow;

use crate::report::unrecorded;
use crate::{Clip, Code, Format, Loss, OptionSet, Property, Report, Space};

/// A format whose documents can be made from clips.
pub trait Encode: Format {
    /// The options of making a document from clips.
    type EncodeOptions: OptionSet + PartialEq;

    /// The names of the options that choose only how a document is stored, such as `container`.
    const STORAGE: &'static [&'static str] = &[];

    /// The codes of losses of [`Format::lower`] that concern no motion: [`Encode::edited`] keeps what they report.
    const AT_REST: &'static [&'static Code] = &[];

    /// The codes of errors with which [`Encode::encode`] may refuse clips of the format's own documents, such as ones that are too
    /// large. Clips of other formats may be refused with any error.
    const REFUSALS: &'static [&'static Code] = &[];

    /// Whether a new file has the unit of [`Encode::space`] whatever the unit of its clips.
    const HAS_ONE_UNIT: bool = false;

    /// The default options for a file with this name. A format whose extensions belong to different kinds of files chooses the
    /// kind.
    fn options_for(_file_name: &str) -> Self::EncodeOptions {
        Self::EncodeOptions::default()
    }

    /// Whether a channel of this property replaces what a loss in [`Encode::AT_REST`] reports of its node.
    fn replaces(_at_rest: &Code, _property: &Property) -> bool {
        true
    }

    /// Reports options that were given by name and have no effect, as far as their values do not show it: [`Encode::options_for`]
    /// may have chosen the same ones.
    fn report_unused(_options: &Self::EncodeOptions, _is_given: &dyn Fn(&str) -> bool, _report: &mut Report) {
    }

    /// The document with the same content, stored as the options ask. Only the options in [`Encode::STORAGE`] count. The report
    /// receives what cannot be stored that way.
    ///
    /// `None` if the document cannot be stored that way, or if the format does not support this.
    fn stored(&self, _options: &Self::EncodeOptions, _report: &mut Report) -> Option<Self> {
        None
    }

    /// The document with only one of its clips, by its index among the clips of [`Format::lower`], and with what that clip needs.
    /// Everything that is not a clip stays.
    ///
    /// `None` if there is no such clip, or if the format does not support this.
    fn part(&self, _clip: usize) -> Option<Self> {
        None
    }

    /// This document with these clips in place of its own. Everything that is not motion and everything that clips cannot hold
    /// stays; the report receives what does not.
    ///
    /// `None`, without a report, if the nodes of the clips are not those of the document, if the options ask for a different
    /// document, or if the format does not support this.
    ///
    /// Errors: as for [`Encode::encode`].
    fn edited(
        &self,
        _clips: &[Clip],
        _options: &Self::EncodeOptions,
        _report: &mut Report,
    ) -> Option<Result<Self, Self::Error>> {
        None
    }

    /// A new document from clips of this one, which takes its place. If the options name no files, it uses the files that this
    /// document is stored in or refers to. By default, nothing is taken from this document.
    ///
    /// Errors: as for [`Encode::of_clips`].
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
    ///
    /// No clips make a document without clips, if the format has such files. A format whose file is always one motion refuses them, as
    /// it refuses several clips.
    ///
    /// Errors: a clip is not [valid](Clip::validate), there are more clips than a file holds, or the clips exceed a limit of the
    /// options.
    fn encode(
        clips: &[Clip],
        options: &Self::EncodeOptions,
        report: &mut Report,
    ) -> Result<Self, Self::Error>;

    /// Whether the options name another figure, or another document, to which the motion of the clips is transferred. Other
    /// numbers show the same motion there, so comparing them with those of the clips finds no errors: the encoder reports its own.
    fn retargets(_options: &Self::EncodeOptions) -> bool {
        false
    }

    /// The axes and the length unit of a new file: as the options state, else [`Format::SPACE`]. Unknown ones stay as in the
    /// clips.
    fn space(options: &Self::EncodeOptions) -> Space {
        options.space().or(Self::SPACE)
    }

    /// The axes and the unit that readers assume for a new file: [`Format::SPACE`] unless files state more.
    fn recorded_space(_options: &Self::EncodeOptions) -> Space {
        Self::SPACE
    }

    /// The loss for axes and a unit that a new file does not record; `options` are the reading options that state them.
    fn unrecorded(options: &str) -> Loss {
        unrecorded::loss(options)
    }

    /// [`Encode::encode`] of the clips in [`Encode::space`]. Errors of length in the report are in the unit of the new file.
    ///
    /// The report has the axes and the unit that the clips or the options state, where they differ from
    /// [`Encode::recorded_space`].
    ///
    /// Errors: as for [`Encode::encode`].
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
