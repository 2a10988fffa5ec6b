//! The seeds of a target: fixtures, earlier failures, and the words of its format.

use std::fs;
use std::path::{Path, PathBuf};

use anim_formats::{Entry, Registry, Report};

use crate::checkout;
use crate::failure::{Failure, Result};
use crate::tree;

/// The largest input of a target in bytes: larger ones only repeat and take time.
pub(super) fn largest(target: &str) -> usize {
    match target {
        // Every few bytes are a key, and each conversion takes much longer than reading.
        "encode" | "edit" => 128,
        "convert" => 1 << 10,
        _ => 16 << 10,
    }
}

/// The folders of seeds, none larger than [`largest`]. The fuzzer adds new inputs to the first.
pub(super) fn folders(target: &str) -> Result<Vec<PathBuf>> {
    let root = checkout::root();
    let learned = root.join("fuzz/corpus").join(target);
    fs::create_dir_all(&learned)?;
    let seeds = root.join("fuzz/corpus").join(format!("{target}-seeds"));
    if seeds.is_dir() {
        fs::remove_dir_all(&seeds)?;
    }
    fs::create_dir_all(&seeds)?;
    let largest = largest(target);
    let made = format(target).map_or_else(|| made_for(target), of_format)?;
    for (name, bytes) in made.into_iter().filter(|(_, bytes)| bytes.len() <= largest) {
        fs::write(seeds.join(name), bytes)?;
    }
    Ok(vec![learned, seeds])
}

/// Fixtures of a format, without the files that they are compared with, and its earlier failures.
fn of_format(id: &str) -> Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for place in ["fixtures", "fuzz/regressions"] {
        for folder in tree::folders(&checkout::root().join(place).join(id))? {
            let kind = folder.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let files = folder
                .files
                .into_iter()
                .filter(|(name, _)| Path::new(name).extension().is_none_or(|extension| extension != "jsonl"));
            found.extend(files.map(|(name, bytes)| (format!("{kind}-{name}"), bytes)));
        }
    }
    Ok(found)
}

/// The words of the target's format.
pub(super) fn dictionary(target: &str) -> Option<PathBuf> {
    let path = checkout::root().join("fuzz/dictionaries").join(format(target)?).with_extension("dict");
    path.is_file().then_some(path)
}

/// The format whose name begins the target's; `None` for a target of all formats.
fn format(target: &str) -> Option<&'static str> {
    Registry::builtin().ids().filter(|id| target.starts_with(id)).max_by_key(|id| id.len())
}

/// Inputs of a target of all formats: the fixtures, preceded by the bytes that such targets expect.
fn made_for(target: &str) -> Result<Vec<(String, Vec<u8>)>> {
    let mut made = Vec::new();
    for (index, entry) in Registry::builtin().formats().iter().enumerate() {
        let id = entry.info().id;
        let folder = checkout::root().join("fixtures").join(id).join("valid");
        let files = tree::folders(&folder)?.into_iter().flat_map(|folder| folder.files);
        for (name, bytes) in files.filter(|(name, _)| is_of(entry, name)) {
            let heads: Vec<Vec<u8>> = match target {
                "convert" => {
                    // The formats, and the bytes for options and operations.
                    let head = |to| [vec![index as u8, to as u8], vec![0x3f; 24]].concat();
                    (0..Registry::builtin().formats().len()).map(head).collect()
                }
                "play" => player(id)
                    .map(|player| vec![player, 3, 3, 12, 3, 20, 5, 3, 28, 3, 4, 3, 7])
                    .into_iter()
                    .collect(),
                "build-json" => {
                    made.extend(json(entry, &bytes)?.map(|json| (format!("{id}-{name}"), json.into_bytes())));
                    Vec::new()
                }
                // A document for `dump`; `encode` and `edit` can make clips from any bytes.
                _ => vec![vec![index as u8]],
            };
            made.extend(
                heads
                    .into_iter()
                    .enumerate()
                    .map(|(at, head)| (format!("{id}-{at}-{name}"), [head, bytes.clone()].concat())),
            );
        }
    }
    Ok(made)
}

fn is_of(entry: &Entry, name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| entry.info().has_extension(extension))
}

/// The byte that selects a player in `play`.
fn player(id: &str) -> Option<u8> {
    ["stt", "hsf-xml", "mm2-ped"].iter().position(|known| *known == id).map(|index| index as u8)
}

/// A document as JSON, if the file can be read without other files.
fn json(entry: &Entry, bytes: &[u8]) -> Result<Option<String>> {
    let Ok(document) = entry.read(bytes, &entry.options(), &(), &mut Report::new()) else { return Ok(None) };
    Registry::builtin().dump(&*document).map(Some).map_err(|error| Failure::broken(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_of_all_formats_starts_from_files_of_each() {
        for target in ["convert", "dump", "build-json", "encode"] {
            let names: Vec<String> = made_for(target).unwrap().into_iter().map(|(name, _)| name).collect();
            for id in Registry::builtin().ids() {
                assert!(names.iter().any(|name| name.starts_with(id)), "{target}: {id}");
            }
        }
        assert!(made_for("play").unwrap().iter().all(|(_, bytes)| bytes[0] < 3 && bytes.len() > 13));
    }

    #[test]
    fn a_target_of_one_format_starts_from_its_fixtures_and_failures() {
        for id in Registry::builtin().ids() {
            let names: Vec<String> = of_format(id).unwrap().into_iter().map(|(name, _)| name).collect();
            for kind in ["valid-", "invalid-", id] {
                assert!(names.iter().any(|name| name.starts_with(kind)), "{id}: {kind}");
            }
        }
    }

    #[test]
    fn the_longest_name_of_a_format_counts() {
        assert_eq!(format("mm2-ped-states-laws"), Some("mm2-ped"));
        assert_eq!(format("tod"), Some("tod"));
        assert_eq!(format("convert"), None);
        assert!(dictionary("stf-json").is_some_and(|path| path.ends_with("stf.dict")));
    }
}
