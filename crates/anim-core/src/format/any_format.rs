//! Type-erased formats, so that programs can handle all of them in the same way.

use std::any::Any;

use super::document::clip_options;
use crate::format::source_options;
use crate::{
    AnyError, Beside, Clip, Code, Confidence, Diagnostic, Document, Encode, Extent, Format, FormatInfo,
    Location, OptionError, OptionInfo, OptionSet as _, Options, Outline, Property, Report, Sink, Space,
};

type Read = fn(&[u8], &Options, &dyn Beside, &mut dyn Sink) -> Result<Box<dyn Document>, AnyError>;
type Inspect = fn(&[u8], &Options, &dyn Beside, &mut dyn Sink) -> Result<(), Diagnostic>;
type ReadClips = fn(&[u8], &Options, &dyn Beside, &mut dyn Sink, &mut Report) -> Result<Vec<Clip>, AnyError>;
type Survey =
    fn(&[u8], &Options, &dyn Beside, [&mut dyn Sink; 2], &mut Report) -> Result<Vec<Outline>, AnyError>;
type Stored = fn(&dyn Document, &Options, &dyn Beside, &mut Report) -> Option<Box<dyn Document>>;
type Part = fn(&dyn Document, usize) -> Option<Box<dyn Document>>;
type Edited = fn(
    &dyn Document,
    &[Clip],
    &Options,
    &dyn Beside,
    &mut Report,
) -> Option<Result<Box<dyn Document>, AnyError>>;
type SpaceOf = fn(&Options, &dyn Beside) -> Option<Space>;
type Retargets = fn(&Options, &dyn Beside) -> bool;
type IsDefault = fn(&str, &str, &dyn Beside) -> bool;
type FromClips = fn(
    Option<&dyn Document>,
    &[Clip],
    &Options,
    &dyn Beside,
    &mut Report,
) -> Result<Box<dyn Document>, AnyError>;

/// The format can only be read: documents cannot be made from clips.
static READ_ONLY: Code = Code::error("anim::read-only", "a format is only read");

/// A type-erased format: its functions, with options by name.
#[derive(Clone, Copy, Debug)]
pub struct AnyFormat {
    info: &'static FormatInfo,
    signature: &'static [u8],
    sniff: fn(&[u8]) -> Confidence,
    extent: fn(&[u8]) -> Extent,
    options: fn() -> Vec<OptionInfo>,
    decides: fn(&str) -> bool,
    read: Read,
    inspect: Inspect,
    read_clips: ReadClips,
    survey: Survey,
    equal: fn(&dyn Document, &dyn Document) -> bool,
    encoder: Option<Encoder>,
}

#[derive(Clone, Copy, Debug)]
struct Encoder {
    at_rest: &'static [&'static Code],
    replaces: fn(&Code, &Property) -> bool,
    refusals: &'static [&'static Code],
    has_one_unit: bool,
    options: fn() -> Vec<OptionInfo>,
    from_clips: FromClips,
    stored: Stored,
    part: Part,
    edited: Edited,
    retargets: Retargets,
    space: SpaceOf,
    is_default: IsDefault,
}

impl AnyFormat {
    /// A format that can be read.
    pub const fn reader<F: Format>() -> Self {
        Self {
            info: const { &F::INFO },
            signature: F::SIGNATURE,
            sniff: F::sniff,
            extent: F::extent,
            options: || source_options::<F>().collect(),
            decides: |key| {
                !F::DETAIL.contains(&key) && F::ClipOptions::LIST.iter().any(|option| option.key == key)
            },
            read: |bytes, options, beside, sink| {
                let options = options.typed(beside)?;
                match F::read(bytes, &options, beside, sink) {
                    Ok(document) => Ok(Box::new(document)),
                    Err(error) => Err(AnyError::File(error.into())),
                }
            },
            inspect: |bytes, options, beside, sink| {
                let options = options.typed(beside)?;
                F::inspect(bytes, &options, beside, sink).map_err(Into::into)
            },
            read_clips: |bytes, options, beside, sink, report| {
                let clip_options = clip_options::<F>(options, beside)?;
                let options = options.typed(beside)?;
                let clips = F::read_clips(bytes, &options, &clip_options, beside, sink, report);
                clips.map_err(|error| AnyError::File(error.into()))
            },
            survey: |bytes, options, beside, sinks, report| {
                let clip_options = clip_options::<F>(options, beside)?;
                let options = options.typed(beside)?;
                let outlines = F::survey(bytes, &options, &clip_options, beside, sinks, report);
                outlines.map_err(|error| AnyError::File(error.into()))
            },
            equal: |a, b| {
                let (a, b): (&dyn Any, &dyn Any) = (a, b);
                matches!((a.downcast_ref::<F>(), b.downcast_ref::<F>()), (Some(a), Some(b)) if a == b)
            },
            encoder: None,
        }
    }

    /// A format that can be read, and made from clips.
    pub const fn encoder<F: Encode>() -> Self {
        let encoder = Encoder {
            at_rest: F::AT_REST,
            replaces: F::replaces,
            refusals: F::REFUSALS,
            has_one_unit: F::HAS_ONE_UNIT,
            options: || F::EncodeOptions::LIST.to_vec(),
            from_clips: |source, clips, given, beside, report| {
                let options = checked_options::<F>(given, beside)?;
                report_unused::<F>(given, &options, report);
                let made = match source.and_then(|source| (source as &dyn Any).downcast_ref::<F>()) {
                    Some(source) => source.renewed(clips, &options, report),
                    None => F::of_clips(clips, &options, report),
                };
                match made {
                    Ok(document) => Ok(Box::new(document)),
                    Err(error) => Err(AnyError::File(error.into())),
                }
            },
            stored: |document, options, beside, report| {
                let document = (document as &dyn Any).downcast_ref::<F>()?;
                options.iter_given().all(|(key, _)| F::STORAGE.contains(&key)).then_some(())?;
                let typed = encode_options::<F>(options, beside).ok()?;
                let stored = document.stored(&typed, report)?;
                report_unused::<F>(options, &typed, report);
                Some(Box::new(stored))
            },
            part: |document, clip| {
                let document = (document as &dyn Any).downcast_ref::<F>()?;
                Some(Box::new(document.part(clip)?))
            },
            edited: |document, clips, given, beside, report| {
                let document = (document as &dyn Any).downcast_ref::<F>()?;
                let options = checked_options::<F>(given, beside).ok()?;
                let edited = document.edited(clips, &options, report)?;
                report_unused::<F>(given, &options, report);
                Some(match edited {
                    Ok(document) => Ok(Box::new(document)),
                    Err(error) => Err(AnyError::File(error.into())),
                })
            },
            retargets: |options, beside| {
                encode_options::<F>(options, beside).is_ok_and(|options| F::retargets(&options))
            },
            space: |options, beside| Some(F::space(&encode_options::<F>(options, beside).ok()?)),
            is_default: |key, value, beside| {
                let default = beside.name().map(F::options_for).unwrap_or_default();
                let mut set = default.clone();
                !F::STORAGE.contains(&key) && set.set(key, value, beside).is_ok() && set == default
            },
        };
        Self { encoder: Some(encoder), ..Self::reader::<F>() }
    }

    /// The name and the features of the format.
    pub const fn info(&self) -> &'static FormatInfo {
        self.info
    }

    /// [`Format::SIGNATURE`].
    pub const fn signature(&self) -> &'static [u8] {
        self.signature
    }

    /// [`Format::sniff`].
    pub fn sniff(&self, bytes: &[u8]) -> Confidence {
        (self.sniff)(bytes)
    }

    /// [`Format::extent`].
    pub fn extent(&self, bytes: &[u8]) -> Extent {
        (self.extent)(bytes)
    }

    /// The options of reading and of converting to clips, at their defaults.
    pub fn options(&self) -> Options {
        Options::new((self.options)())
    }

    /// Whether this option of converting to clips changes what a document shows: the options in [`Format::DETAIL`] do not.
    pub fn decides(&self, key: &str) -> bool {
        (self.decides)(key)
    }

    /// The options of making documents from clips, at their defaults; `None` if the format can only be read.
    pub fn encode_options(&self) -> Option<Options> {
        self.encoder.map(|encoder| Options::new((encoder.options)()))
    }

    /// Whether documents can be made from clips.
    pub const fn encodes(&self) -> bool {
        self.encoder.is_some()
    }

    /// [`Format::read`] with options by name.
    ///
    /// Errors: that of the format, and that of an option whose file cannot be used.
    pub fn read(
        &self,
        bytes: &[u8],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Box<dyn Document>, AnyError> {
        (self.read)(bytes, options, beside, sink)
    }

    /// [`Format::inspect`] with options by name.
    ///
    /// Errors: as for [`AnyFormat::read`].
    pub fn inspect(
        &self,
        bytes: &[u8],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<(), Diagnostic> {
        (self.inspect)(bytes, options, beside, sink)
    }

    /// [`Format::read_clips`] with options by name.
    pub fn read_clips(
        &self,
        bytes: &[u8],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
        report: &mut Report,
    ) -> Result<Vec<Clip>, AnyError> {
        (self.read_clips)(bytes, options, beside, sink, report)
    }

    /// [`Format::survey`] with options by name.
    pub fn survey(
        &self,
        bytes: &[u8],
        options: &Options,
        beside: &dyn Beside,
        sinks: [&mut dyn Sink; 2],
        report: &mut Report,
    ) -> Result<Vec<Outline>, AnyError> {
        (self.survey)(bytes, options, beside, sinks, report)
    }

    /// [`Encode::of_clips`] with options by name. `beside` has the name of the new file, from which [`Encode::options_for`] derives
    /// the options that are not set, and the files that options name.
    ///
    /// Errors: those of the format, and one for a format that can only be read.
    pub fn encode(
        &self,
        clips: &[Clip],
        options: &Options,
        beside: &dyn Beside,
        report: &mut Report,
    ) -> Result<Box<dyn Document>, AnyError> {
        self.make(None, clips, options, beside, report)
    }

    /// [`Encode::edited`] with options by name, as in [`AnyFormat::encode`].
    ///
    /// Also `None` for invalid option values and for a document of another format.
    ///
    /// Errors: those of the format.
    pub fn edited(
        &self,
        document: &dyn Document,
        clips: &[Clip],
        options: &Options,
        beside: &dyn Beside,
        report: &mut Report,
    ) -> Option<Result<Box<dyn Document>, AnyError>> {
        self.encoder.and_then(|encoder| (encoder.edited)(document, clips, options, beside, report))
    }

    /// [`Encode::HAS_ONE_UNIT`].
    pub fn has_one_unit(&self) -> bool {
        self.encoder.is_some_and(|encoder| encoder.has_one_unit)
    }

    /// Whether losses with this code concern no motion: [`Encode::AT_REST`].
    pub fn is_at_rest(&self, code: &Code) -> bool {
        self.encoder.is_some_and(|encoder| encoder.at_rest.iter().any(|known| known.id == code.id))
    }

    /// [`Encode::replaces`].
    pub fn replaces(&self, at_rest: &Code, property: &Property) -> bool {
        self.encoder.is_none_or(|encoder| (encoder.replaces)(at_rest, property))
    }

    /// Whether clips of the format's own documents may be refused with this code: [`Encode::REFUSALS`].
    pub fn may_refuse(&self, code: &Code) -> bool {
        self.encoder.is_some_and(|encoder| encoder.refusals.iter().any(|known| known.id == code.id))
    }

    /// [`Encode::renewed`] with options by name, as in [`AnyFormat::encode`]; the same as [`AnyFormat::encode`] for a document of
    /// another format.
    ///
    /// Errors: those of [`AnyFormat::encode`].
    pub fn renewed(
        &self,
        document: &dyn Document,
        clips: &[Clip],
        options: &Options,
        beside: &dyn Beside,
        report: &mut Report,
    ) -> Result<Box<dyn Document>, AnyError> {
        self.make(Some(document), clips, options, beside, report)
    }

    fn make(
        &self,
        source: Option<&dyn Document>,
        clips: &[Clip],
        options: &Options,
        beside: &dyn Beside,
        report: &mut Report,
    ) -> Result<Box<dyn Document>, AnyError> {
        match self.encoder {
            Some(encoder) => (encoder.from_clips)(source, clips, options, beside, report),
            None => Err(AnyError::File(READ_ONLY.at(Location::default(), "the format is only read"))),
        }
    }

    /// [`Encode::retargets`] with options by name, as in [`AnyFormat::encode`]; `false` for a format that can only be read and for
    /// invalid options.
    pub fn retargets(&self, options: &Options, beside: &dyn Beside) -> bool {
        self.encoder.is_some_and(|encoder| (encoder.retargets)(options, beside))
    }

    /// [`Encode::space`] with options by name, as in [`AnyFormat::encode`]; unknown for a format that can only be read and for
    /// invalid options.
    pub fn space(&self, options: &Options, beside: &dyn Beside) -> Space {
        self.encoder.and_then(|encoder| (encoder.space)(options, beside)).unwrap_or(Space::UNKNOWN)
    }

    /// [`Encode::stored`] with options by name, the others derived from the name of the new file as in [`AnyFormat::encode`].
    ///
    /// Also `None` for options that are not in [`Encode::STORAGE`], for invalid values, and for a document of another format.
    pub fn stored(
        &self,
        document: &dyn Document,
        options: &Options,
        beside: &dyn Beside,
        report: &mut Report,
    ) -> Option<Box<dyn Document>> {
        self.encoder.and_then(|encoder| (encoder.stored)(document, options, beside, report))
    }

    /// [`Encode::part`]; also `None` for a document of another format.
    pub fn part(&self, document: &dyn Document, clip: usize) -> Option<Box<dyn Document>> {
        self.encoder.and_then(|encoder| (encoder.part)(document, clip))
    }

    /// Whether this value is the default of an option of making documents, for a new file with the name that `beside` has. Always
    /// `false` for the options in [`Encode::STORAGE`]: a document that is not rebuilt from clips keeps its storage.
    pub fn is_default(&self, key: &str, value: &str, beside: &dyn Beside) -> bool {
        self.encoder.is_some_and(|encoder| (encoder.is_default)(key, value, beside))
    }

    /// Whether two documents are equal and of this format.
    pub fn equal(&self, a: &dyn Document, b: &dyn Document) -> bool {
        (self.equal)(a, b)
    }
}

/// [`Encode::report_unused`] for options by name, and what was made of them.
fn report_unused<F: Encode>(given: &Options, options: &F::EncodeOptions, report: &mut Report) {
    F::report_unused(options, &|key| given.iter_given().any(|(given, _)| given == key), report);
}

/// The default options for the name of a new file, replaced by those that are given.
fn encode_options<F: Encode>(
    options: &Options,
    beside: &dyn Beside,
) -> Result<F::EncodeOptions, OptionError> {
    let mut typed = beside.name().map(F::options_for).unwrap_or_default();
    for (key, value) in options.iter_given() {
        typed.set(key, value, beside)?;
    }
    Ok(typed)
}

/// [`encode_options`], whose axes fit together.
fn checked_options<F: Encode>(
    options: &Options,
    beside: &dyn Beside,
) -> Result<F::EncodeOptions, OptionError> {
    let options = encode_options::<F>(options, beside)?;
    options.checked_space(F::SPACE)?;
    Ok(options)
}
