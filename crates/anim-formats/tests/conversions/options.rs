//! A reading option that changes the clips of a document changes the converted document too, or is in the report.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anim_core::{Clip, Fate, Folder, Loss, Poser, Values};
use anim_formats::{Conversion, Entry, Registry, Report};

/// An option and a value, if there is one.
type Given<'a> = Option<(&'a str, &'a str)>;

/// The result of converting a file to its own format, and the losses.
type Made = (Vec<u8>, Vec<Loss>);

/// Some values that an option accepts.
fn values(values: Values) -> Vec<&'static str> {
    match values {
        Values::Choice(words) => words.to_vec(),
        Values::Switch => vec!["true", "false"],
        Values::Integer { .. } => vec!["2"],
        Values::Positive => vec!["0.5"],
        Values::Auto(some) => self::values(*some),
        _ => Vec::new(),
    }
}

/// The result and the clips of a file with an option; `None` if the format refuses.
fn made(entry: &Entry, path: &Path, option: Given<'_>) -> Option<(Made, Vec<Clip>)> {
    let extension = path.extension()?.to_str()?;
    let mut conversion = Conversion::to(Registry::builtin(), extension).ok()?;
    if let Some((key, value)) = option {
        conversion = conversion.with_option(key, value).ok()?;
    }
    let mut report = Report::new();
    let source = conversion.from_format(entry);
    let read = source.read(&fs::read(path).ok()?, &Folder::of(path), &mut report).ok()?;
    let clips = read.clips.clone();
    let name = path.file_name()?.to_str()?;
    let made = source.make(vec![read], name, &Folder::of(path), &mut report).ok()?;
    Some(((made.document.to_bytes().into_owned(), report.losses), clips))
}

/// Whether clips show the same: the same positions at the same times, in axes that do not contradict each other.
fn is_same(a: &Clip, b: &Clip) -> bool {
    let is_space = a.space.or(b.space) == b.space.or(a.space);
    let (mut left, mut right) = (Poser::new(a), Poser::new(b));
    let count = a.nodes.len().min(b.nodes.len());
    // Numbers as bits: a NaN equals itself. Both zeros are equal.
    let bits = |number: f64| (number + 0.0).to_bits();
    let bits = |poser: &mut Poser<'_>, node, time| {
        let place = poser.node(node, time).local();
        (place.translation().map(bits), place.linear().map(|row| row.map(bits)))
    };
    let mut is_place =
        |time: f64| (0..count).all(|node| bits(&mut left, node, time) == bits(&mut right, node, time));
    let times = (0..=40).map(|part| a.duration * f64::from(part) / 37.0);
    is_space
        && a.duration == b.duration
        && a.nodes.len() == b.nodes.len()
        && times.into_iter().all(&mut is_place)
}

#[test]
fn an_option_that_makes_other_clips_makes_another_document_or_is_reported() {
    let (mut silent, mut heeded) = (Vec::new(), BTreeSet::new());
    for path in super::fixtures() {
        let entry = Registry::builtin()
            .formats()
            .iter()
            .find(|entry| path.iter().any(|folder| folder == entry.info().id));
        let Some((entry, (plain, shown))) = entry.and_then(|entry| Some((entry, made(entry, &path, None)?)))
        else {
            continue;
        };
        for (option, _) in entry.options().iter().filter(|(option, _)| entry.decides(option.key)) {
            for value in values(option.values) {
                let Some((found, clips)) = made(entry, &path, Some((option.key, value))) else { continue };
                let is_same =
                    clips.len() == shown.len() && clips.iter().zip(&shown).all(|(a, b)| is_same(a, b));
                if found != plain {
                    heeded.insert(format!("{} {}", entry.info().id, option.key));
                } else if !is_same {
                    silent.push(format!("{} {}={value}", path.display(), option.key));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{} options do nothing:\n{}", silent.len(), silent.join("\n"));
    let heeded: Vec<_> = heeded.iter().map(String::as_str).collect();
    let known = "bvh angles, bvh interpolate, gltf forward, gltf unit, gltf up, mm2-ped forward, mm2-ped interpolate, mm2-ped mirror, \
                 mm2-ped motion, mm2-ped unit, mm2-ped up, stf baked, stf forward, stf origin, stf unit, stf up, stt clock, \
                 stt order, stt sine, tod unit, tod up";
    let known: Vec<_> = known.split(", ").collect();
    assert!(heeded.is_empty() || heeded == known, "{heeded:?}");
}

#[test]
fn a_mirrored_pedestrian_is_read_as_it_was_shown() {
    for option in ["mirror", "motion"] {
        for path in super::fixtures().iter().filter(|path| path.ends_with("pedanim_walkerstride.anim")) {
            let entry = Registry::builtin().by_id("mm2-ped").unwrap();
            let value = if option == "mirror" { "true" } else { "game" };
            let ((bytes, losses), clips) = made(entry, path, Some((option, value))).unwrap();
            let (plain, _) = made(entry, path, None).unwrap();
            assert!(bytes != plain.0 && clips.len() == 1, "{option}");
            let document = entry.read(&bytes, &entry.options(), &Folder::of(path), &mut ()).unwrap();
            let again = document.clips_with(&entry.options(), &(), &mut Report::new()).unwrap();
            assert!(is_same(&clips[0], &again[0]), "{option}");
            let is_error = |loss: &Loss| matches!(loss.fate, Fate::Approximated(error) if error.size > 0.0);
            assert!(!losses.iter().any(is_error), "{losses:?}");
        }
    }
}
