//! How the sources of conversions are read.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

use std::path::{Path, PathBuf};

use anim_core::Folder;
use anim_formats::{Conversion, ConvertError, Registry, Report};

fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(path)
}

fn to(extension: &str) -> Conversion<'static> {
    Conversion::to(Registry::builtin(), extension).unwrap()
}

/// The number of clips of a fixture.
fn read(conversion: &Conversion<'_>, path: &str) -> Result<usize, ConvertError> {
    let path = fixture(path);
    let bytes = std::fs::read(&path).unwrap();
    Ok(conversion.read(&bytes, &Folder::of(&path), &mut Report::new())?.clips.len())
}

#[test]
fn a_source_is_of_the_format_that_is_stated() {
    let format = |id: &str| Registry::builtin().by_id(id).unwrap();
    assert_eq!(read(&to("glb"), "tod/valid/walk.tod").unwrap(), 1);
    assert_eq!(read(&to("glb").from_format(format("tod")), "tod/valid/walk.tod").unwrap(), 1);
    let error = read(&to("glb").from_format(format("bvh")), "tod/valid/walk.tod").unwrap_err();
    assert!(matches!(error, ConvertError::Source(_)), "{error}");
}

#[test]
fn an_option_of_another_format_is_for_other_files_of_a_batch() {
    let order = || to("glb").with_option("order", "zyx").unwrap();
    assert!(read(&order(), "stt/valid/gate.stt").is_ok());
    let error = read(&order(), "tod/valid/walk.tod").unwrap_err();
    assert!(matches!(error, ConvertError::Option(_)), "{error}");
    assert_eq!(read(&order().of_a_batch(), "tod/valid/walk.tod").unwrap(), 1);
}

#[test]
fn a_copy_that_needs_files_beside_it_is_reported_where_they_are_not() {
    let path = fixture("mm2-ped/valid/pedanim_walkerstride.anim");
    let bytes = std::fs::read(&path).unwrap();
    let made = |to: &str, there: &Folder| {
        let conversion = self::to("anim");
        let mut report = Report::new();
        let source = conversion.read(&bytes, &Folder::of(&path), &mut report).unwrap();
        let made = conversion.make(vec![source], to, there, &mut report).unwrap();
        assert_eq!(made.document.to_bytes(), bytes);
        report.losses.iter().map(|loss| loss.code.id).collect::<Vec<_>>()
    };
    let elsewhere = std::env::temp_dir().join("a folder that does not exist/pedanim_walkerstride.anim");
    assert_eq!(made("pedanim_walkerstride.anim", &Folder::of(&path)), [""; 0]);
    assert_eq!(made("pedanim_walkerstride.anim", &Folder::of(&elsewhere)), ["anim::neighbours"]);
}

#[test]
fn a_copy_takes_back_the_losses_of_its_own_source_alone() {
    static ODD: anim_core::Code = anim_core::Code::note("toy::odd", "");
    let mut report = Report::new();
    let other = fixture("tod/valid/walk.tod");
    let mut lossy = 0;
    for (extension, folder) in [("stf", "stf/valid"), ("hsf", "hsf-xml/valid"), ("gltf", "gltf/valid")] {
        let conversion = to(extension);
        for entry in std::fs::read_dir(fixture(folder)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            // A report of a batch: of a file before it, of this file, and of one after it.
            let read = |report: &mut Report| conversion.read(&bytes, &Folder::of(&path), report);
            if read(&mut Report::new()).is_err() {
                continue;
            }
            let before = report.losses.clone();
            let source = read(&mut report).unwrap();
            let of_file = report.losses.len() - before.len();
            report.lose(ODD.dropped(format!("of {}", other.display())));
            let after = report.losses.last().cloned();
            let name = path.file_name().unwrap().to_str().unwrap();
            let mut copied = Report::new();
            let made = conversion.make(vec![source], name, &Folder::of(&path), &mut report).unwrap();
            if made.document.to_bytes() != bytes {
                report.losses.clear();
                continue;
            }
            lossy += usize::from(of_file > 0);
            let source = read(&mut copied).unwrap();
            copied.losses.clear();
            conversion.make(vec![source], name, &Folder::of(&path), &mut copied).unwrap();
            let expected: Vec<_> = before.into_iter().chain(after).chain(copied.losses).collect();
            assert_eq!(report.losses, expected, "{name}");
        }
    }
    assert!(lossy > 0, "no file has content that its clips cannot hold");
}
