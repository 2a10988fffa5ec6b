//! Every conversion is honest: a file converted to another format shows the same poses, within the error that the report states,
//! or the report names the node.

mod bones;
mod broken;
mod compare;
mod findings;
mod kept;
mod made;
mod options;
mod playing;
mod random;
mod sizes;
mod small;
mod space;
mod storage;
mod tolerances;
mod unheld;
mod weights;

use std::fs;
use std::path::{Path, PathBuf};

use anim_core::{Clip, Folder};
use anim_formats::{Entry, Registry};

use compare::compare;
use findings::findings;

#[test]
fn poses_of_files_agree_within_the_reported_error() {
    let fixtures = fixtures();
    let expected = if fixtures.is_empty() { 0 } else { 200 };
    let files = fixtures.into_iter().filter_map(|path| {
        let name = path.file_name()?.display().to_string();
        Some((name, clips_of(&path)?))
    });
    all_agree(files, expected);
}

#[test]
fn poses_of_made_clips_agree_within_the_reported_error() {
    all_agree(made::clips().unwrap_or_default(), 600);
}

#[test]
fn poses_of_random_clips_agree_within_the_reported_error() {
    // ANIM_RANDOM_CLIPS=2000..3000 compares others.
    let given = std::env::var("ANIM_RANDOM_CLIPS").unwrap_or_else(|_| "1100..1200".to_owned());
    let (from, to) = given.split_once("..").unwrap();
    let seeds = from.parse::<u64>().unwrap()..to.parse().unwrap();
    let expected = seeds.clone().count() * 6;
    all_agree(seeds.map(|seed| (format!("random {seed}"), vec![random::clip(seed).unwrap()])), expected);
}

#[test]
fn what_is_made_of_a_file_passes_the_check_of_its_format() {
    let mut broken = Vec::new();
    for path in fixtures() {
        let Some(clips) = clips_of(&path) else { continue };
        // In its own format a file stays as it was, flaws included.
        let own = |target: &&Entry| path.iter().any(|folder| folder == target.info().id);
        for target in Registry::builtin().formats().iter().filter(|target| !own(target)) {
            let most = target.info().max_clips.unwrap_or(clips.len()).max(1);
            for set in clips.chunks(most) {
                let found = findings(target, set).into_iter();
                broken
                    .extend(found.map(|line| format!("{} as {}: {line}", path.display(), target.info().id)));
            }
        }
    }
    assert!(broken.is_empty(), "{} findings:\n{}", broken.len(), broken.join("\n"));
}

/// Fails if any conversion of these clips is not honest, or if the number of conversions is not the expected one.
fn all_agree(sources: impl IntoIterator<Item = (String, Vec<Clip>)>, expected: usize) {
    let mut broken = Vec::new();
    let mut count = 0;
    for (name, clips) in sources {
        for target in Registry::builtin().formats() {
            let most = target.info().max_clips.unwrap_or(clips.len()).max(1);
            for set in clips.chunks(most).filter(|set| holds_itself(target, set)) {
                let Some(found) = compare(target, set) else { continue };
                count += 1;
                broken
                    .extend(found.into_iter().map(|line| format!("{name} as {}: {line}", target.info().id)));
            }
        }
    }
    assert!(count >= expected, "{count} conversions");
    assert!(broken.is_empty(), "{} differences:\n{}", broken.len(), broken.join("\n"));
}

/// Whether a format stores all poses of clips in the file itself, and by their names.
fn holds_itself(target: &Entry, clips: &[Clip]) -> bool {
    match target.info().id {
        // There, `*` means the complete file.
        "hsf-xml" => clips.iter().all(|clip| clip.name != "*"),
        _ => !clips.is_empty(),
    }
}

/// The clips of a file, if it can be read.
fn clips_of(path: &Path) -> Option<Vec<Clip>> {
    let bytes = fs::read(path).ok()?;
    let entry = Registry::builtin().detect(&bytes, path.extension()?.to_str()).ok()?;
    let document = entry.read(&bytes, &entry.options(), &Folder::of(path), &mut ()).ok()?;
    let mut report = anim_core::Report::new();
    let clips = document.clips_with(&entry.options(), &Folder::of(path), &mut report).ok()?;
    assert_eq!(anim_core::laws::joins(&report, &clips), Ok(()), "{}", path.display());
    Some(clips)
}

/// The files in every folder `valid` of the fixtures; none if the crate is outside the project.
fn fixtures() -> Vec<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = project.join("xtask").is_dir().then(|| project.join("fixtures"));
    let formats = root.and_then(|root| fs::read_dir(root).ok()).into_iter().flatten().flatten();
    let mut folders: Vec<_> = formats.map(|format| format.path().join("valid")).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}
