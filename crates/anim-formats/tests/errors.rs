//! What chains of errors say.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

use std::error::Error;

use anim_core::{Clip, Node, in_full};
use anim_formats::{Conversion, Entry, Registry, Report, Source, bvh, gltf, hsf_xml, mm2_ped, stf, stt, tod};

/// The failures of the registry with a format: files that do not exist or are damaged, options that do not exist, and clips that
/// are not valid.
fn failures(entry: &Entry) -> Vec<Box<dyn Error>> {
    let registry = Registry::builtin();
    let mut failures: Vec<Box<dyn Error>> = Vec::new();
    let mut keep = |error: Option<Box<dyn Error>>| failures.extend(error);
    let extension = entry.info().extensions[0];
    let name = format!("nonexistent.{extension}");
    keep(registry.open(&name).err().map(Into::into));
    let conversion = Conversion::to(registry, extension).unwrap();
    keep(conversion.clone().with_target_option("no such option", "1").err().map(Into::into));
    for bytes in
        [&b""[..], b"\x50\0\x02\0\xff\0\0\0", b"{}", b"#MINDRENDER (", b"HIERARCHY ROOT", b"<HSF", b"glTF"]
    {
        let conversion = conversion.clone().from_format(entry);
        keep(conversion.read(bytes, &(), &mut Report::new()).err().map(Into::into));
    }
    let node = || Node::new("n").with_parent(7);
    for clip in [Clip::new("c").with_nodes(vec![node()]), Clip::default().with_duration(f64::NAN)] {
        let source = Source::of_clips("c", vec![clip]);
        keep(conversion.make(vec![source], &name, &(), &mut Report::new()).err().map(Into::into));
    }
    failures
}

/// The errors that the formats' own types have for files that do not exist, and for clips that are not valid.
fn typed() -> Vec<Box<dyn Error>> {
    let mut failures: Vec<Box<dyn Error>> = Vec::new();
    let clips = [Clip::new("c").with_nodes(vec![Node::new("n").with_parent(7)])];
    macro_rules! typed {
        ($($document:ty),*) => {$(
            failures.push(<$document>::open("no such file").unwrap_err().into());
            failures.push(<$document>::open(file!()).unwrap_err().into());
            failures.extend(<$document>::from_clips(&clips).err().map(Box::<dyn Error>::from));
        )*};
    }
    typed!(bvh::Bvh, gltf::Gltf, hsf_xml::Hsf, mm2_ped::Mm2Ped, stf::Stf, stt::Stt, tod::Tod);
    failures
}

#[test]
fn no_error_repeats_its_source() {
    let failures = Registry::builtin().formats().iter().flat_map(failures).chain(typed());
    let (mut count, mut longer) = (0, 0);
    for failure in failures {
        count += 1;
        let mut error: &dyn Error = &*failure;
        while let Some(source) = error.source() {
            assert!(!error.to_string().contains(&source.to_string()), "{error} has the source {source}");
            longer += 1;
            error = source;
        }
        // Each is whole at the edge.
        assert!(in_full(&*failure).ends_with(&error.to_string()), "{failure}");
    }
    assert!(count > 50 && longer > 20, "{longer} sources of {count} errors");
}
