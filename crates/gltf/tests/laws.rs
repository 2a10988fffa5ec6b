//! The laws of every format, over documents from clips, documents put together by hand, and damaged files.
#![allow(clippy::unwrap_used, reason = "tests may state what they expect")]

mod common;
mod documents;

use anim_core::{Encode, Format, Options, Row, laws};
use anim_gltf as gltf;
use gltf::Gltf;
use proptest::prelude::*;
use proptest::sample::select;

const ROW: Row = Row::encoder::<Gltf>();

fn options(container: &str, mesh: bool, pointers: bool) -> Options {
    Options::new(Gltf::INFO.target_options)
        .with("container", container)
        .and_then(|options| options.with("mesh", &mesh.to_string()))
        .and_then(|options| options.with("pointers", &pointers.to_string()))
        .unwrap()
}

/// A file with every kind of content, small enough to damage at every byte.
fn samples() -> Vec<Vec<u8>> {
    let curve = |values: &[f64], ease| {
        let times = anim_core::Times::keys([0.0, 1.0]).unwrap();
        anim_core::Curve::new(times, values.len() / 2, values.to_vec(), ease).unwrap()
    };
    let channel = |property, curve| anim_core::Channel::new(0, property, curve).unwrap();
    let clip = anim_core::Clip {
        name: "a".into(),
        duration: 2.0,
        nodes: vec![anim_core::Node::new("n")],
        channels: vec![
            channel(anim_core::Property::Scale, curve(&[1.0; 6], anim_core::Ease::Linear)),
            channel(anim_core::Property::Visible, curve(&[1.0, 0.0], anim_core::Ease::Step)),
        ],
        ..anim_core::Clip::default()
    };
    let written = |container| {
        let document =
            Gltf::from_clips(std::slice::from_ref(&clip), &options(container, false, true), &(), &mut ());
        anim_core::Document::to_bytes(&document.unwrap()).into_owned()
    };
    vec![written("glb"), written("embedded"), written("separate")]
}

#[test]
fn files_cut_short_or_with_a_byte_flipped_obey_the_laws() {
    for bytes in samples() {
        for end in 0..bytes.len() {
            laws::file(&ROW, &bytes[..end], &vec![]).unwrap();
        }
        for at in 0..bytes.len() {
            for flip in [1, 0x10, 0x80] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                laws::file(&ROW, &damaged, &vec![("buffer0.bin".into(), vec![0; 99])]).unwrap();
            }
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_document_that_lies_is_no_data() {
    let good = r#"{"binary":true,"json":{"asset":{"version":"2.0"},"buffers":[{"byteLength":1}]},"buffers":["data:;base64,AA=="]}"#;
    assert!(serde_json::from_str::<Gltf>(good).is_ok());
    for (from, to) in [
        ("AA==", "A"),
        ("[\"data:;base64,AA==\"]", "[]"),
        ("\"byteLength\"", "\"uri\":\"../x\",\"byteLength\""),
    ] {
        assert!(serde_json::from_str::<Gltf>(&good.replace(from, to)).is_err(), "{to}");
    }
}

fn same_as_data(document: &Gltf) -> Result<(), TestCaseError> {
    #[cfg(feature = "serde")]
    {
        let data = serde_json::to_string(document).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Gltf>(&data).unwrap(), document);
    }
    let _ = document;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn documents_put_together_by_hand_obey_the_laws(document in documents::any_document()) {
        laws::document(&ROW, &document).map_err(TestCaseError::fail)?;
        let bytes = anim_core::Document::to_bytes(&document).into_owned();
        let own = |(name, bytes): (String, std::borrow::Cow<'_, [u8]>)| (name, bytes.into_owned());
        let beside: Vec<_> = anim_core::Document::companions(&document).into_iter().map(own).collect();
        laws::file(&ROW, &bytes, &beside).map_err(TestCaseError::fail)?;
        same_as_data(&document)?;
    }

    #[test]
    fn any_bytes_obey_the_laws(
        bytes in proptest::collection::vec(any::<u8>(), 0..64),
        magic in select(vec![&b""[..], b"glTF\x02\0\0\0", b"{\"asset\":{\"version\":\"2.0\"},"]),
    ) {
        laws::file(&ROW, &[magic, &bytes].concat(), &vec![]).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn documents_from_clips_obey_the_laws(
        clips in common::any_clips(),
        container in select(vec!["glb", "embedded", "separate"]),
        mesh in any::<bool>(),
        pointers in any::<bool>(),
    ) {
        let document = Gltf::from_clips(&clips, &options(container, mesh, pointers), &(), &mut ()).unwrap();
        laws::document(&ROW, &document).map_err(TestCaseError::fail)?;
        same_as_data(&document)?;
        let mut found = Vec::new();
        anim_core::Document::check(&document, &mut found);
        prop_assert_eq!(found, vec![]);
        prop_assert_eq!(anim_core::Document::to_clips(&document, &Options::new(&[]), &mut ()).len(), clips.len());
    }
}
