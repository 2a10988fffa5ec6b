//! Names of clips and metadata that the files of a format do not hold.

use anim_core::{Clip, Code, Location, Report, listed, portable_name};

use super::Conversion;
use crate::Source;

static NAME: Code = Code::note("anim::clip-name", "the files of a format have no names for their clips");

static METADATA: Code =
    Code::note("anim::metadata", "the files of a format do not state what the metadata of a clip do");

impl Conversion<'_> {
    /// Reports the names and the metadata of clips from these sources that a file of the target with this name does not hold: names as
    /// notes, since people name such files after their clips, and metadata as losses.
    ///
    /// Names that readers make up do not count, nor those at the end of the file's name, whatever their case. Of metadata with a
    /// format's prefix, only [facts](anim_core::Metadata) of that format count: the others tell how a file was read, or describe
    /// its motion.
    pub(super) fn report_unheld(
        &self,
        sources: &[Source],
        clips: &[Clip],
        name: Option<&str>,
        report: &mut Report,
    ) {
        let stem =
            name.map_or("", |name| name.rsplit_once('.').map_or(name, |(stem, _)| stem)).to_lowercase();
        let has_names = self.target.info().max_clips != Some(1);
        for clip in clips {
            let is_told = has_names || stem.ends_with(&portable_name(&clip.name).to_lowercase());
            if !is_told && !self.is_made_up(sources, clip) {
                let message = format!("the file has no name for its clip `{}`", clip.name);
                report.push(NAME.at(Location::default(), message));
            }
            let lost = clip.metadata.iter().filter(|(key, value)| self.is_unheld(key, value));
            let lost: Vec<String> = lost.map(|(key, value)| shown(key, value)).collect();
            if !lost.is_empty() {
                let message = format!("the file does not state {}", listed(&lost));
                report.lose(METADATA.dropped(message).in_clip(clip));
            }
        }
    }

    /// Whether the name of a clip is one that a reader gave it: that of its file, or one for a clip without a name.
    fn is_made_up(&self, sources: &[Source], clip: &Clip) -> bool {
        let name = &*clip.name;
        let number = name.strip_prefix("animation").map(str::trim_start);
        let is_nameless = name.is_empty()
            || name == "*"
            || number.is_some_and(|rest| rest.chars().all(|letter| letter.is_ascii_digit()));
        let origin = clip.metadata("source.format").and_then(|id| self.registry.by_id(id).ok());
        // A table of states gives names to parts of files.
        let is_whole = sources.iter().all(|source| source.part.is_none());
        let is_of_file = is_whole && origin.is_some_and(|format| format.info().max_clips == Some(1));
        is_nameless || is_of_file || sources.iter().any(|source| source.stem == name)
    }

    /// Whether an entry of metadata states what a file of the target does not.
    fn is_unheld(&self, key: &str, value: &str) -> bool {
        let prefix = key.split('.').next().unwrap_or_default();
        let of_prefix =
            |id: &str| id.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        let mut own =
            self.registry.formats().iter().map(|entry| entry.info()).filter(|info| of_prefix(info.id));
        let counts = match own.next() {
            Some(info) => info.metadata.fact(key).is_some_and(|default| default != value),
            None => prefix != "source",
        };
        counts && !self.target.info().metadata.states(key)
    }
}

/// The length of a value that is too long for a message, in bytes.
const LONG: usize = 64;

fn shown(key: &str, value: &str) -> String {
    if value.len() < LONG { format!("{key}={value}") } else { key.to_owned() }
}
