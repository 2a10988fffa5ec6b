//! The names and the metadata of clips are in the new file, or the report states them.

use std::fs;

use anim_core::{Clip, Fate, Folder, Metadata};
use anim_formats::{Conversion, Entry, Made, Registry, Report};

use super::fixtures;

/// A name and metadata that no reader makes up.
const NAME: &str = "dance";
const WORD: (&str, &str) = ("studio.take", "7");

/// The clips that a file with these bytes has.
fn read_again(target: &Entry, made: &Made) -> Option<Vec<Clip>> {
    let files: Vec<_> = made.files().into_iter().map(|(name, bytes)| (name, bytes.into_owned())).collect();
    let beside = (made.name.as_str(), files.clone());
    let document = target.read(&files[0].1, &target.options(), &beside, &mut ()).ok()?;
    document.clips_with(&target.options(), &beside, &mut Report::new()).ok()
}

/// Whether an entry of metadata is a fact of a format, other than the one that is meant without it, or a program's own.
fn counts((key, value): &(String, String)) -> bool {
    let facts = Registry::builtin().formats().iter().map(|entry| entry.info().metadata);
    let is_fact = |facts: Metadata| facts.fact(key).is_some_and(|usual| usual != value);
    key == WORD.0 || facts.into_iter().any(is_fact)
}

#[test]
fn what_a_file_does_not_say_about_its_clips_is_reported() {
    let (mut broken, mut count) = (Vec::new(), 0);
    for path in fixtures() {
        let name = path.file_name().unwrap().to_str().unwrap();
        for target in Registry::builtin().formats() {
            let id = target.info().id;
            let conversion = Conversion::to(Registry::builtin(), id).unwrap();
            let (bytes, mut report) = (fs::read(&path).unwrap(), Report::new());
            let Ok(mut source) = conversion.read(&bytes, &Folder::of(&path), &mut report) else { continue };
            if source.format == Some(id) || source.clips.is_empty() {
                continue;
            }
            let origin = source.format.unwrap();
            source.clips.truncate(target.info().max_clips.unwrap_or(usize::MAX));
            let first = &mut source.clips[0];
            NAME.clone_into(&mut first.name);
            first.metadata.push((WORD.0.into(), WORD.1.into()));
            let clips = source.clips.clone();
            report = Report::new();
            let made = format!("made.{}", conversion.extension());
            let Ok(made) = conversion.make(vec![source], &made, &(), &mut report) else { continue };
            let found = read_again(target, &made).unwrap();
            count += 1;
            // A message lists some of many entries.
            let lost = |clip: &Clip, word: &str| {
                report.losses.iter().any(|loss| {
                    loss.code.id == "anim::metadata"
                        && loss.fate == Fate::Dropped
                        && loss.clip.as_ref() == Some(&clip.name)
                        && (loss.message.contains(word) || loss.message.ends_with(" more"))
                })
            };
            for clip in &clips {
                let same = found.iter().find(|other| other.name == clip.name);
                // The name of the clip of a file without names is that of the file.
                let is_named = Registry::builtin().by_id(origin).unwrap().info().max_clips.is_none();
                let is_noted = report.findings.iter().any(|note| note.code.id == "anim::clip-name");
                if clip.name == NAME && (is_named && same.is_none()) != is_noted {
                    broken.push(format!("{name} as {id}: the name"));
                }
                for entry in clip.metadata.iter().filter(|entry| counts(entry)) {
                    let is_there = same.is_some_and(|clip| clip.metadata(&entry.0) == Some(&entry.1));
                    if is_there == lost(clip, &entry.0) {
                        broken.push(format!("{name} as {id}: `{}` of {}", entry.0, clip.name));
                    }
                }
                // What a reader says about the way it reads is no loss.
                let reading = ["`source.", "`stf.id", "`tod.mode", "`bvh.ends", "`stt."];
                if report.losses.iter().any(|loss| reading.iter().any(|key| loss.message.contains(key))) {
                    broken.push(format!("{name} as {id}: {report}"));
                }
            }
        }
    }
    assert!(count >= 100 || fixtures().is_empty(), "{count}");
    assert!(broken.is_empty(), "{}:\n{}", broken.len(), broken.join("\n"));
}
