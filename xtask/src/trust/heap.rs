//! The peak memory while a file is read and checked, lowered to clips, and converted.

use anim_core::{Clip, Diagnostic, Document, Options, Report};
use anim_formats::{Conversion, ConvertError, Entry, Registry, Source};

use super::generators::Generator;
use super::law;
use crate::failure::{Failure, Result};

/// The peak memory of one step on one file.
pub(crate) struct Peak {
    /// Bytes of memory beyond those of the file itself.
    pub(crate) bytes: u64,
    /// The size of the file in bytes.
    pub(crate) size: usize,
    /// Bytes that the law allows.
    pub(crate) allowed: u64,
    /// Bytes that would be desirable.
    pub(crate) goal: u64,
}

/// The peaks of reading a file and of making its clips; no clips for a file that is rejected.
pub(crate) fn of_reading(generator: &Generator, size: usize) -> Result<(Peak, Option<Peak>)> {
    let bytes = (generator.file)(size);
    let (entry, law, size) = (entry(generator)?, law::of(generator.extension), bytes.len());
    let times = |factor: u64| factor * size as u64;
    let mut document = None;
    // Findings belong to the caller, who may keep them or not.
    let mut findings = 0_usize;
    let read = allocation_counter::measure(|| {
        let mut count = |_: Diagnostic| findings += 1;
        document = entry.read(&bytes, &entry.options(), &(), &mut count).ok();
        if let Some(document) = &document {
            document.check_with(&mut count);
        }
    });
    let reading = Peak {
        bytes: read.bytes_max,
        size,
        allowed: times(law.reading) + law.free,
        goal: times(law.goal) + law::FREE,
    };
    let lowered = document.map(|document| {
        let lowered = allocation_counter::measure(|| drop(clips(entry, &*document)));
        Peak {
            bytes: lowered.bytes_max,
            size,
            allowed: times(law.clips) + law::FREE_CLIPS,
            goal: times(law::CLIPS_GOAL) + law::FREE,
        }
    });
    Ok((reading, lowered))
}

/// The peaks of converting a file to every format: reading, lowering, encoding and writing, including rejections. Of the command's
/// tolerances and the encoder's own, those count that take more.
pub(crate) fn of_conversions(extension: &str, bytes: &[u8]) -> Vec<(&'static str, Peak)> {
    let times = |factor: u64| factor * bytes.len() as u64;
    let targets = Registry::builtin().formats().iter().filter(|format| format.encodes());
    let peak = |target: &Entry| {
        let id = target.info().id;
        let choices: [Choice; 2] = [
            |conversion, source| conversion.options_for([source]),
            |conversion, _| conversion.target_options().clone(),
        ];
        let has_tolerances = target.encode_options().is_some_and(|options| options.knows("tolerance"));
        let held = choices[..if has_tolerances { 2 } else { 1 }].iter().map(|options| {
            allocation_counter::measure(|| drop(convert(extension, bytes, id, *options))).bytes_max
        });
        let allowed = times(law::of(extension).conversion) + law::FREE_CONVERSION;
        let goal = times(law::CONVERSION_GOAL) + law::FREE_CONVERSION_GOAL;
        (id, Peak { bytes: held.max().unwrap_or_default(), size: bytes.len(), allowed, goal })
    };
    targets.map(peak).collect()
}

/// The format of a family of files.
pub(crate) fn entry(generator: &Generator) -> Result<&'static Entry> {
    Registry::builtin().by_id(generator.format).map_err(|error| Failure::broken(error.to_string()))
}

/// The clips of a document, with default options.
pub(crate) fn clips(entry: &Entry, document: &dyn Document) -> Vec<Clip> {
    document.clips_with(&entry.options(), &(), &mut Report::new()).unwrap_or_default()
}

/// The options for the target of a conversion of a source.
type Choice = fn(&Conversion<'_>, &Source) -> Options;

/// The size of all files made from a file, in the same way as in the command.
fn convert(
    extension: &str,
    bytes: &[u8],
    id: &str,
    options: Choice,
) -> std::result::Result<usize, ConvertError> {
    let conversion = Conversion::to(Registry::builtin(), id)?;
    let name = format!("made.{extension}");
    let source = conversion.read(bytes, &(name.as_str(), ()), &mut Report::new())?;
    let options = options(&conversion, &source);
    let mut size = 0;
    for (name, clips) in conversion.split("made", source.clips) {
        let made = conversion.encode(&[], clips, &options, &(name.as_str(), ()), &mut Report::new())?;
        size += made.to_bytes().len();
    }
    Ok(size)
}
