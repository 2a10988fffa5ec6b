//! The same format in another kind of file: the document stays the same, and nothing is lost.

use std::path::{Path, PathBuf};

use anim_core::{Beside, Folder};
use anim_formats::{Conversion, ConvertError, Made, Registry, Report};

/// A fixture.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

/// The result of converting bytes with a name, and the losses.
fn convert(
    bytes: &[u8],
    beside: &dyn Beside,
    to: &str,
    options: &[(&str, &str)],
) -> Result<(Made, Report), ConvertError> {
    let extension = to.rsplit_once('.').map_or(to, |(_, extension)| extension);
    let mut conversion = Conversion::to(Registry::builtin(), extension)?;
    for (key, value) in options {
        conversion = conversion.with_target_option(key, value)?;
    }
    let mut report = Report::new();
    let source = conversion.read(bytes, beside, &mut report)?;
    let stream = std::fs::read(fixture("hsf-xml/valid/embedded.hsf")).unwrap_or_default();
    let files = vec![("embedded.hsf".to_owned(), stream)];
    Ok((conversion.make(vec![source], to, &files, &mut report)?, report))
}

/// The files of a result.
fn files(made: &Made) -> Vec<(String, Vec<u8>)> {
    made.files().into_iter().map(|(name, bytes)| (name, bytes.into_owned())).collect()
}

#[test]
fn a_stream_file_under_the_name_of_xml_is_reported() {
    for (name, options, is_told) in [
        ("a.xml", &[("into", "embedded.hsf")][..], true),
        ("a.hsf", &[("into", "embedded.hsf")], false),
        ("a.hsf", &[("into", "embedded.hsf"), ("container", "xml")], true),
        ("a.xml", &[], false),
    ] {
        for from in ["hsf-xml/valid/turns.xml", "tod/valid/walk.tod"] {
            let bytes = std::fs::read(fixture(from)).unwrap();
            let (made, report) = convert(&bytes, &(from, ()), name, options).unwrap();
            let is_stream = files(&made)[0].1.starts_with(b";; HSF");
            let told =
                report.findings.iter().filter(|found| found.code.id == "hsf-xml::unused-option").count();
            assert_eq!((is_stream, told), (!options.is_empty(), usize::from(is_told)), "{from}: {options:?}");
        }
    }
}

#[test]
fn a_document_moves_between_the_kinds_of_files_of_its_format() {
    /// The fixture, the name of the result, and the options there and back.
    type Way = (&'static str, &'static str, Options, Options);
    type Options = &'static [(&'static str, &'static str)];
    const INTO: Options = &[("into", "embedded.hsf")];
    let ways: [Way; 6] = [
        ("hsf-xml/valid/embedded.hsf", "a.xml", &[], INTO),
        ("hsf-xml/valid/turns.xml", "a.hsf", INTO, &[]),
        ("gltf/valid/swing.glb", "a.gltf", &[], &[]),
        ("gltf/valid/swing.glb", "a.gltf", &[("container", "separate")], &[]),
        ("gltf/valid/spline.gltf", "a.glb", &[], &[]),
        ("gltf/valid/move.gltf", "a.glb", &[], &[]),
    ];
    for (from, to, options, options_back) in ways {
        let path = fixture(from);
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let (there, report) = convert(&bytes, &Folder::of(&path), to, options).unwrap();
        assert_eq!(report.losses, [], "{from}");
        assert!(there.document.to_bytes() != bytes, "{from}: the kind of file is the same");
        // After the way back, every byte is that of the document itself.
        let files = files(&there);
        let (back, report) = convert(&files[0].1, &(to, &files), from, options_back).unwrap();
        assert_eq!(report.losses, [], "{from}");
        let (itself, _) = convert(&bytes, &Folder::of(&path), from, &[]).unwrap();
        assert_eq!(back.document.to_bytes(), itself.document.to_bytes(), "{from}");
        assert_eq!(back.clips, there.clips, "{from}");
    }
}

#[test]
fn a_stream_without_a_name_becomes_the_kind_of_file_that_is_made() {
    let Ok(bytes) = std::fs::read(fixture("gltf/valid/swing.glb")) else { return };
    let (made, report) = convert(&bytes, &(), "a.gltf", &[]).unwrap();
    assert_eq!((made.document.to_bytes().first(), report.losses.len()), (Some(&b'{'), 0));
    let (made, _) = convert(&bytes, &(), "a.glb", &[]).unwrap();
    assert_eq!(made.document.to_bytes(), bytes);
}

#[test]
fn an_extension_of_no_kind_ends_no_copy() {
    for name in [
        "tod/valid/corners.tod",
        "stt/valid/nested.stt",
        "stf/valid/slide.stf",
        "hsf-xml/valid/door.xml",
        "gltf/valid/swing.glb",
        "gltf/valid/spline.gltf",
        "bvh/valid/walk.bvh",
        "mm2-ped/valid/pedanim_walkeridle.anim",
    ] {
        let Ok(bytes) = std::fs::read(fixture(name)) else { continue };
        let extension = name.rsplit_once('.').map_or(name, |(_, extension)| extension);
        let same = format!("a.{extension}");
        let copied = |from: &str, to: &str| {
            let conversion = Conversion::to(Registry::builtin(), extension)?;
            let mut report = Report::new();
            let source = conversion.read(&bytes, &(from, ()), &mut report)?;
            let made = conversion.make(vec![source], to, &(), &mut report)?;
            Ok::<_, ConvertError>((made.document.to_bytes().into_owned(), report.losses.len()))
        };
        let expected = copied(&same, &same).unwrap();
        assert!(expected.1 == 0, "{name}");
        for (from, to) in [
            ("disc-00001000.bin", same.as_str()),
            ("noext", &same),
            (&same, "a.v2"),
            (&same, "stdout"),
            ("walk.dat", "walk.dat"),
            (&same.to_uppercase(), &same),
        ] {
            assert!(copied(from, to).unwrap() == expected, "{name}: {from} -> {to}");
        }
    }
}

/// The bytes and the number of losses.
type Found = (Vec<u8>, usize);

/// The result of converting a fixture to its own format without and with a change; `None` if there is no such fixture.
fn copied(
    name: &str,
    change: impl FnOnce(Conversion<'static>) -> Result<Conversion<'static>, ConvertError>,
) -> Result<Option<[Found; 2]>, ConvertError> {
    let path = fixture(name);
    let Ok(bytes) = std::fs::read(&path) else { return Ok(None) };
    let extension = name.rsplit_once('.').map_or(name, |(_, extension)| extension);
    let made = |conversion: Conversion<'static>| -> Result<Found, ConvertError> {
        let mut report = Report::new();
        let source = conversion.read(&bytes, &Folder::of(&path), &mut report)?;
        let made = conversion.make(vec![source], &format!("a.{extension}"), &(), &mut report)?;
        Ok((made.document.to_bytes().into_owned(), report.losses.len()))
    };
    let plain = Conversion::to(Registry::builtin(), extension)?;
    Ok(Some([made(plain.clone())?, made(change(plain)?)?]))
}

#[test]
fn details_and_limits_of_clips_do_not_end_a_copy() {
    for (name, options) in [
        (
            "stt/valid/nested.stt",
            &[("strict", "true"), ("order", "xyz"), ("depth", "1"), ("pieces", "7")][..],
        ),
        ("hsf-xml/valid/door.xml", &[("elements", "1000"), ("strict", "true"), ("whole", "always")]),
        ("stf/valid/slide.stf", &[("names", "id"), ("names", "name"), ("origin", "range")]),
        ("tod/valid/corners.tod", &[("mode", "ideal"), ("mode", "hardware"), ("up", "-y")]),
        ("bvh/valid/six-channels.bvh", &[("angles", "continuous"), ("up", "+z"), ("unit", "0.01")]),
        ("gltf/valid/spline.gltf", &[("exact", "false"), ("up", "auto")]),
    ] {
        for (key, value) in options {
            let Some([plain, found]) = copied(name, |to| to.with_option(key, value)).unwrap() else {
                continue;
            };
            assert!(plain == found && found.1 == 0, "{name} {key}={value}");
        }
    }
}

#[test]
fn an_option_of_the_target_ends_a_copy_only_with_another_value_than_its_default() {
    for (name, key, value, is_copy) in [
        ("tod/valid/corners.tod", "packets", "absolute", true),
        ("tod/valid/corners.tod", "packets", "differential", false),
        ("stt/valid/nested.stt", "order", "xyz", true),
        ("bvh/valid/six-channels.bvh", "fps", "auto", true),
        ("bvh/valid/six-channels.bvh", "order", "auto", true),
        ("bvh/valid/six-channels.bvh", "order", "xyz", false),
        // The default for the new file, whose name comes from the caller.
        ("gltf/valid/swing.glb", "mesh", "bones", true),
        ("gltf/valid/swing.glb", "mesh", "none", false),
        ("gltf/valid/swing.glb", "tolerance", "0.5", true),
        ("hsf-xml/valid/door.xml", "ticks", "4800", true),
    ] {
        let Some([plain, found]) = copied(name, |to| to.with_target_option(key, value)).unwrap() else {
            continue;
        };
        assert_eq!(plain == found, is_copy, "{name} {key}={value}");
    }
}

#[test]
fn the_only_clip_is_the_whole_document() {
    for (name, clip, is_copy) in [
        ("tod/valid/corners.tod", "0", true),
        ("bvh/valid/walk.bvh", "0", true),
        ("gltf/valid/spline.gltf", "0", true),
        ("stt/valid/wheel.stt", "0", false),
    ] {
        let Some([plain, found]) = copied(name, |to| Ok(to.with_clip(clip))).unwrap() else { continue };
        assert_eq!(plain == found, is_copy, "{name}");
    }
}

#[test]
fn an_option_that_changes_what_is_stored_goes_through_clips() {
    let Ok(bytes) = std::fs::read(fixture("gltf/valid/spline.gltf")) else { return };
    let (_, report) = convert(&bytes, &("spline.gltf", ()), "a.glb", &[("mesh", "none")]).unwrap();
    assert!(report.losses.iter().any(|loss| loss.code.id.starts_with("gltf::")), "{report}");
    let Ok(bytes) = std::fs::read(fixture("hsf-xml/valid/door.xml")) else { return };
    let refused = convert(&bytes, &("door.xml", ()), "a.hsf", &[]);
    assert!(matches!(refused, Err(ConvertError::Refused { id: "hsf-xml", .. })), "{refused:?}");
}
