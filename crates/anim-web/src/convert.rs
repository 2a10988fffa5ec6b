//! Conversions to other formats.

use anim_core::{Beside, Clip, Document, Report};
use anim_formats::json::{Converted, Output};
use anim_formats::{Conversion, Registry, Source, losses_of};

use crate::options::given;
use crate::surroundings::Empty;
use crate::{Animation, ConvertOptions, Error};

/// The result of a conversion.
#[derive(Debug)]
#[non_exhaustive]
pub struct Made {
    /// The files: each output with its companion files.
    pub files: Vec<MadeFile>,
    path: String,
    format: Option<&'static str>,
    report: Report,
    outputs: Vec<MadeOutput>,
}

/// A new file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MadeFile {
    /// Its name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

#[derive(Debug)]
struct MadeOutput {
    name: String,
    clips: Vec<String>,
    bytes: usize,
    report: Report,
}

impl Made {
    /// The report: an entry of `files` in `anim convert --json`.
    pub fn report(&self) -> Converted<'_> {
        let mut converted = Converted::new(&self.path, self.format, &self.report);
        let outputs = self.outputs.iter().map(|output| {
            let MadeOutput { name, clips, bytes, report } = output;
            let earlier = losses_of(&self.report.losses, clips, self.outputs.len() == 1);
            Output::new(name, clips, Some(*bytes), report, earlier)
        });
        converted.outputs = outputs.collect();
        converted
    }

    fn add(&mut self, name: &str, document: &dyn Document, clips: Vec<String>, report: Report) {
        let own = (name.to_owned(), document.to_bytes());
        let files = std::iter::once(own).chain(document.companions());
        let files = files.map(|(name, bytes)| MadeFile { name, bytes: bytes.into_owned() });
        let first = self.files.len();
        self.files.extend(files);
        let bytes = self.files.iter().skip(first).map(|file| file.bytes.len()).sum();
        self.outputs.push(MadeOutput { name: name.to_owned(), clips, bytes, report });
    }
}

impl Animation {
    /// The file in another format, or in its own with other options. `target` is an extension, such as `glb`, or the identifier of
    /// a format. If the target holds one clip, each clip gets its own file.
    ///
    /// Errors: an unknown target, clip or option, and clips that the target refuses.
    pub fn convert(&mut self, target: &str, options: &ConvertOptions) -> Result<Made, Error> {
        // The source is read again with the metadata that conversions record; keeping both would take twice the memory.
        self.forget_clips();
        let conversion = self.conversion(target, options)?;
        let failed = |error| Error::of_conversion(&error, &self.bytes);
        let mut report = Report::new();
        let beside = (self.name.as_str(), &*self.beside);
        let mut source = conversion.read(&self.bytes, &beside, &mut report).map_err(failed)?;
        let stem = match &options.stem {
            Some(stem) => stem.clone(),
            None => (&beside as &dyn Beside).stem().unwrap_or("animation").to_owned(),
        };
        let name = format!("{stem}.{}", conversion.extension());
        let mut made = Made {
            files: Vec::new(),
            path: self.name.clone(),
            format: source.format,
            report,
            outputs: Vec::new(),
        };
        let mut copied = Report::new();
        let files = Empty { name: &name, files: &*self.beside };
        if let Some(document) = conversion.copy(&mut source, &name, &files, &mut copied) {
            // The document is written, not its clips, so what the clips cannot hold is not lost.
            made.report.losses.clear();
            let clips = names(&source.clips);
            made.add(&name, &*document, clips, copied);
            return Ok(made);
        }
        let clips = std::mem::take(&mut source.clips);
        let clips = conversion.join(clips, &mut made.report).map_err(failed)?;
        if source.format != Some(conversion.target().info().id) {
            // The document is no longer needed, and may be large.
            source.document = None;
        }
        for (name, clips) in conversion.split(&stem, clips) {
            self.encode(&conversion, &source, &name, clips, &mut made)?;
        }
        Ok(made)
    }

    fn encode(
        &self,
        conversion: &Conversion<'_>,
        source: &Source,
        name: &str,
        clips: Vec<Clip>,
        made: &mut Made,
    ) -> Result<(), Error> {
        let options = conversion.options_for([source]);
        let files = Empty { name, files: &*self.beside };
        let (names, mut report) = (names(&clips), Report::new());
        let document = conversion.encode(std::slice::from_ref(source), clips, &options, &files, &mut report);
        let document = document.map_err(|error| Error::of_conversion(&error, &self.bytes))?;
        made.add(name, &*document, names, report);
        Ok(())
    }

    fn conversion(&self, target: &str, options: &ConvertOptions) -> Result<Conversion<'static>, Error> {
        let failed = |error| Error::of_conversion(&error, &self.bytes);
        let mut conversion = Conversion::to(Registry::builtin(), target).map_err(failed)?;
        conversion = conversion.with_tolerance(options.tolerances()?).from_format(self.entry);
        conversion = conversion.with_edits(options.edits()?);
        for option in given(&options.options) {
            conversion = conversion.with_target_option(&option.key, &option.value).map_err(failed)?;
        }
        for option in self.given() {
            conversion = conversion.with_option(&option.key, &option.value).map_err(failed)?;
        }
        if let Some(clip) = &options.clip {
            conversion = conversion.with_clip(&clip.0);
        }
        Ok(conversion)
    }
}

fn names(clips: &[Clip]) -> Vec<String> {
    clips.iter().map(|clip| clip.name.clone()).collect()
}
