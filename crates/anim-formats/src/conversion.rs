//! Conversions from any format to any format that can be made from clips.

mod at_rest;
mod copy;
mod edits;
mod lengths;
mod names;
mod options;
mod unheld;

pub use names::split_by;

use anim_core::edit::Edit;
use anim_core::{AnyError, Beside, Clip, Diagnostic, Document, Loss, Options, Report, Space};

use crate::clip_choice::clip_at;
use crate::recoded;
use crate::unique_names::make_unique;
use crate::watched::Watched;
use crate::{ConvertError, Entry, Error, Given, Made, Registry, Source, Tolerance, clip_index};

/// A conversion: the target format and all options. It can be used for any number of files.
///
/// ```
/// # #[cfg(all(feature = "gltf", feature = "tod"))] {
/// use anim_formats::{Conversion, Registry, Report};
///
/// // A PlayStation TOD: two ticks a frame, one frame, nothing in it.
/// let tod = [0x50, 0, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
/// let conversion = Conversion::to(Registry::builtin(), "glb")?.with_option("mode", "ideal")?;
/// let mut report = Report::new();
/// let source = conversion.read(&tod, &("walk.tod", ()), &mut report)?;
/// let made = conversion.make(vec![source], "walk.glb", &(), &mut report)?;
/// assert!(made.document.to_bytes().starts_with(b"glTF"));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Conversion<'r> {
    registry: &'r Registry,
    target: &'r Entry,
    extension: String,
    source_format: Option<&'r Entry>,
    given: Vec<Given>,
    /// Defaults for the options of sources; options that were given override them.
    defaults: Vec<Given>,
    options: Options,
    clip: Option<String>,
    /// The number of the only clip, instead of its name.
    clip_number: Option<usize>,
    edits: Vec<Edit>,
    tolerance: Tolerance,
    batch: bool,
}

impl<'r> Conversion<'r> {
    /// A conversion to the format with this extension, such as `glb`, or with this identifier.
    ///
    /// Errors: [`ConvertError::Target`].
    pub fn to(registry: &'r Registry, wanted: &str) -> Result<Self, ConvertError> {
        let wanted = wanted.strip_prefix('.').unwrap_or(wanted).to_ascii_lowercase();
        let by_extension = registry.by_extension(&wanted).map(|entry| (entry, wanted.as_str()));
        let by_id = || {
            registry.by_id(&wanted).ok().and_then(|entry| Some((entry, *entry.info().extensions.first()?)))
        };
        let found = by_extension.or_else(by_id);
        let encoder = found.and_then(|(entry, extension)| Some((entry, extension, entry.encode_options()?)));
        let Some((target, extension, options)) = encoder else {
            let encoders = registry.formats().iter().filter(|entry| entry.encodes());
            let known = encoders.flat_map(|entry| entry.info().extensions.iter().copied()).collect();
            return Err(ConvertError::Target { wanted, known });
        };
        Ok(Self {
            registry,
            target,
            extension: extension.to_owned(),
            source_format: None,
            given: Vec::new(),
            defaults: Vec::new(),
            options,
            clip: None,
            clip_number: None,
            edits: Vec::new(),
            tolerance: Tolerance::default(),
            batch: false,
        })
    }

    /// The conversion of files of one given format, without detection.
    #[must_use]
    pub fn from_format(self, format: &'r Entry) -> Self {
        Self { source_format: Some(format), ..self }
    }

    /// The conversion with an option of the sources, or of the target if only the target has the option.
    ///
    /// Errors: [`OptionError`](anim_core::OptionError) for an option that none of these formats has.
    pub fn with_option(mut self, key: &str, value: &str) -> Result<Self, ConvertError> {
        if !self.options.knows(key) {
            let all = self.registry.all_options();
            if !all.knows(key) {
                let mut known: Vec<_> =
                    all.iter().chain(self.options.iter()).map(|(option, _)| option.key).collect();
                known.sort_unstable();
                known.dedup();
                return Err(anim_core::OptionError::UnknownKey { key: key.to_owned(), known }.into());
            }
        }
        self.given.push(Given::new(key, value));
        Ok(self)
    }

    /// The conversion with other defaults for options of sources; they apply to sources whose formats have these options.
    #[must_use]
    pub fn with_defaults(self, defaults: impl IntoIterator<Item = Given>) -> Self {
        Self { defaults: defaults.into_iter().collect(), ..self }
    }

    /// The conversion with an option of the target.
    ///
    /// Errors: [`OptionError`](anim_core::OptionError).
    pub fn with_target_option(mut self, key: &str, value: &str) -> Result<Self, ConvertError> {
        self.options.set(key, value)?;
        Ok(self)
    }

    /// The conversion of one clip of each source: by name, or by number counted from 0.
    #[must_use]
    pub fn with_clip(self, clip: impl Into<String>) -> Self {
        Self { clip: Some(clip.into()), ..self }
    }

    /// The conversion of one clip of each source, by its number counted from 0, whatever the names of clips.
    #[must_use]
    pub fn with_clip_number(self, number: usize) -> Self {
        Self { clip_number: Some(number), ..self }
    }

    /// The conversion with other tolerances than [`Tolerance::default`], for curves that the source's clips or the target
    /// approximate. An option of either format that states a tolerance takes precedence.
    #[must_use]
    pub fn with_tolerance(self, tolerance: Tolerance) -> Self {
        Self { tolerance, ..self }
    }

    /// The conversion of a batch of files in several formats: an option that one format does not have may be for another.
    #[must_use]
    pub fn of_a_batch(self) -> Self {
        Self { batch: true, ..self }
    }

    /// The target format.
    pub fn target(&self) -> &'r Entry {
        self.target
    }

    /// The extension of the target files, without the dot.
    pub fn extension(&self) -> &str {
        &self.extension
    }

    /// The options of the target: those that were set, and defaults for the others.
    pub fn target_options(&self) -> &Options {
        &self.options
    }

    /// Reads a source and converts it to clips. `beside` has the name of the file and the files next to it. The report receives the
    /// findings of reading and what the clips cannot hold. Content that is not in clips, of a document in the target's format, is
    /// not reported here: it is lost only if [`Conversion::encode`] does not keep the document.
    ///
    /// Errors: [`ConvertError::Source`], [`ConvertError::Option`], [`ConvertError::NoClip`], [`ConvertError::Edit`].
    pub fn read(
        &self,
        bytes: &[u8],
        beside: &dyn Beside,
        report: &mut Report,
    ) -> Result<Source, ConvertError> {
        let extension = beside.name().and_then(|name| name.rsplit_once('.')).map(|(_, extension)| extension);
        let entry = match self.source_format {
            Some(entry) => entry,
            None => self.registry.detect(bytes, extension)?,
        };
        let (options, for_target) = self.source_options(entry)?;
        let watched = Watched::new(beside);
        let mut lost = Report::new();
        let unreadable = |error| Error::of_reader(entry.info().id, error);
        let (document, clips) = if entry.info().id == self.target.info().id {
            let document = entry.read(bytes, &options, &watched, report).map_err(unreadable)?;
            let clips = document.clips_with(&options, beside, &mut lost).map_err(Error::from)?;
            (Some(document), clips)
        } else {
            let clips = entry.read_clips(bytes, &options, &watched, report, &mut lost);
            (None, clips.map_err(unreadable)?)
        };
        let mut source = Source::lowered(entry, document, clips, options, beside);
        source.is_plain = recoded::is_plain(self.target, &self.options, &source, beside);
        let number = self.clip_number.map(|number| clip_at(&source.clips, number));
        let named = self.clip.as_ref().map(|wanted| clip_index(&source.clips, wanted));
        if let Some(index) = number.or(named).transpose()? {
            source.part = Some(index).filter(|_| source.clips.len() > 1);
            let clip = source.clips.swap_remove(index);
            lost.choose_clip(&clip.name);
            source.clips = vec![clip];
        }
        source.for_target = for_target;
        lost.set_severities(&source.clips, Space::UNKNOWN);
        self.edit(&mut source.clips, &mut lost)?;
        self.in_unit_of_target(&source, &mut lost);
        if source.document.is_some() {
            let is_beyond = |loss: &mut Loss| self.target.is_at_rest(loss.code);
            source.beyond = lost.losses.extract_if(.., is_beyond).collect();
            source.reported.clone_from(&lost.losses);
        }
        append(report, lost);
        Ok(Source { has_neighbours: watched.is_used(), ..source })
    }

    /// Converts the lengths in the losses of a source to the unit of the file made from it.
    fn in_unit_of_target(&self, source: &Source, lost: &mut Report) {
        // A document rebuilt from its own clips keeps their unit, unless that was changed and the format has only one.
        let sets_unit = |edit: &Edit| matches!(edit, Edit::Space(space) if space.unit.is_some());
        let is_own = source.format == Some(self.target.info().id);
        if !is_own || self.target.has_one_unit() && self.edits.iter().any(sets_unit) {
            let name = format!("clip.{}", self.extension);
            let space = self.target.space(&self.options_for([source]), &(name.as_str(), ()));
            lengths::into_unit(lost, &source.clips, space.or(self.common_space()));
        }
    }

    /// Makes one document from the clips of all sources. A single source of the same format is copied if no change is asked for:
    /// see [`Conversion::copy`]. Clips that share a name are renamed after their sources.
    ///
    /// `name` is the name of the new file; its extension may decide the kind of file. `files` has the files that options name.
    /// The report receives what the target cannot hold. If a source is copied, what [`Conversion::read`] has reported as lost from
    /// its clips is removed from it; what the report has of other files stays.
    ///
    /// Errors: [`ConvertError::TooManyClips`], [`ConvertError::Refused`], [`ConvertError::Option`], [`ConvertError::Edit`].
    pub fn make(
        &self,
        mut sources: Vec<Source>,
        name: &str,
        files: &dyn Beside,
        report: &mut Report,
    ) -> Result<Made, ConvertError> {
        if let [source] = sources.as_mut_slice()
            && let mut copied = Report::new()
            && let Some(document) = self.copy(source, name, files, &mut copied)
        {
            // The document is written, not its clips, so what the clips cannot hold is not lost.
            source.take_back(&mut report.losses);
            append(report, copied);
            let clips = source.clips.iter().map(|clip| clip.name.clone()).collect();
            return Ok(Made { name: name.to_owned(), clips, document });
        }
        report.findings.extend(self.rename(&mut sources).into_iter().map(|(_, finding)| finding));
        let options = self.options_for(&sources);
        let clips: Vec<Clip> =
            sources.iter_mut().flat_map(|source| std::mem::take(&mut source.clips)).collect();
        let clips = self.join(clips, report)?;
        self.require_room(&clips)?;
        let names = clips.iter().map(|clip| clip.name.clone()).collect();
        let document = self.encode(&sources, clips, &options, &(name, files), report)?;
        Ok(Made { name: name.to_owned(), clips: names, document })
    }

    /// Makes the names of the clips of all sources unique, as [`Conversion::make`] does. Returns a finding for each renamed clip,
    /// with the index of its source.
    pub fn rename(&self, sources: &mut [Source]) -> Vec<(usize, Diagnostic)> {
        for source in &mut *sources {
            source.count = source.clips.len();
        }
        make_unique(sources)
    }

    /// Errors if one file of the target cannot hold all the clips.
    ///
    /// Errors: [`ConvertError::TooManyClips`].
    pub fn require_room(&self, clips: &[Clip]) -> Result<(), ConvertError> {
        let info = self.target.info();
        match info.max_clips.filter(|most| clips.len() > *most) {
            Some(most) => {
                let names = clips.iter().map(|clip| clip.name.clone()).collect();
                Err(ConvertError::TooManyClips { id: info.id, most, names })
            }
            None => Ok(()),
        }
    }

    /// Clips of these sources in the space of the target, changed in place: a copy could be large.
    fn in_space_of_target(
        &self,
        sources: &[Source],
        clips: Vec<Clip>,
        options: &Options,
        beside: &dyn Beside,
    ) -> Vec<Clip> {
        // A document rebuilt from its own clips is compared with them as they are.
        if sources.iter().any(|source| source.format == Some(self.target.info().id)) {
            return clips;
        }
        let space = self.target.space(options, beside);
        clips.into_iter().map(|clip| clip.into_space(space)).collect()
    }

    /// Makes a document from clips that were taken out of these sources, with options from [`Conversion::options_for`]. `beside` has
    /// the name of the new file and the files that options name. Losses that the report has already are those of the operations on
    /// the clips.
    ///
    /// The document of a single source in the target's format is kept if the clips still have its nodes and no option asks for
    /// another document: only its clips are replaced, see [`Encode::edited`](anim_core::Encode::edited). Otherwise the report
    /// states that the document was rebuilt, unless it is the same as before, and what was lost.
    ///
    /// Errors: [`ConvertError::Refused`], [`ConvertError::Option`].
    pub fn encode(
        &self,
        sources: &[Source],
        clips: Vec<Clip>,
        options: &Options,
        beside: &dyn Beside,
        report: &mut Report,
    ) -> Result<Box<dyn Document>, ConvertError> {
        let clips = &self.in_space_of_target(sources, clips, options, beside);
        let id = self.target.info().id;
        let own = |source: &&Source| source.format == Some(id) && source.document.is_some();
        // The losses of the sources have been weighed already, in their own units.
        let mut lost = Report::new();
        let alone = sources.first().filter(|_| sources.len() == 1).filter(own);
        let document = alone.and_then(|source| source.document.as_deref());
        // Meshes keep their size.
        let is_same_size = !self.edits.iter().any(|edit| matches!(edit, Edit::Scale(_)));
        let edited = document.filter(|_| is_same_size);
        let edited = edited.and_then(|own| self.target.edited(own, clips, options, beside, &mut lost));
        let is_kept = edited.is_some();
        let made = edited.unwrap_or_else(|| match document {
            Some(document) => self.target.renewed(document, clips, options, beside, &mut lost),
            None => self.target.encode(clips, options, beside, &mut lost),
        });
        report.losses.extend(self.lost_at_rest(sources, clips, is_kept));
        let made = match made {
            Ok(made) => made,
            Err(error) => {
                append(report, lost);
                return Err(match error {
                    AnyError::Option(error) => ConvertError::Option(error),
                    AnyError::File(error) => ConvertError::Refused { id, error },
                });
            }
        };
        if sources.iter().any(|source| own(&source)) {
            let before = &report.losses;
            recoded::report(
                (self.target, options),
                (sources, before),
                clips,
                (&*made, is_kept),
                beside,
                &mut lost,
            );
        }
        self.report_unheld(sources, clips, beside.name(), &mut lost);
        if is_kept {
            copy::report_errors(&*made, &mut lost);
        }
        lost.set_severities(clips, self.target.space(options, beside));
        append(report, lost);
        Ok(made)
    }
}

/// Adds everything in another report.
fn append(report: &mut Report, mut other: Report) {
    report.changes.append(&mut other.changes);
    report.findings.append(&mut other.findings);
    report.losses.append(&mut other.losses);
}
