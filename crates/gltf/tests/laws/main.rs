//! The laws of every format, for documents from clips, generated documents, and damaged files.
#![allow(clippy::unwrap_used, reason = "tests may state what they expect")]

mod common;
mod documents;
mod edited;
mod encoding;
mod exact;
mod findings;
mod into;
mod lowering;
mod reading;
mod round_trip;
mod scene;
mod spellings;
mod vrma;

use anim_core::{AnyFormat, Channel, Clip, Curve, Ease, Encode, Format, Node, Property, Report, Times, laws};
use anim_gltf as gltf;
use gltf::{Container, EncodeOptions, Gltf, Markers};
use proptest::prelude::*;
use proptest::sample::select;

const FORMAT: AnyFormat = AnyFormat::encoder::<Gltf>();

fn options(container: Container, mesh: Markers, pointers: bool) -> EncodeOptions {
    EncodeOptions { container, mesh, pointers, ..EncodeOptions::default() }
}

fn encode(clips: &[Clip], options: &EncodeOptions) -> (Gltf, Report) {
    let mut report = Report::new();
    (Gltf::from_clips_with(clips, options, &mut report).unwrap(), report)
}

/// A file with every kind of content, small enough to damage every byte.
fn samples() -> Vec<Vec<u8>> {
    let curve = |values: &[f64], ease| {
        let times = Times::keys([0.0, 1.0]).unwrap();
        Curve::new(times, values.len() / 2, values.to_vec(), ease).unwrap()
    };
    let channel = |property, curve| Channel::new(0, property, curve).unwrap();
    let clip = Clip::new("a").with_duration(2.0).with_nodes(vec![Node::new("n")]).with_channels(vec![
        channel(Property::Scale, curve(&[1.0; 6], Ease::Linear)),
        channel(Property::Visible, curve(&[1.0, 0.0], Ease::Step)),
    ]);
    let written = |container: &Container| {
        let (document, _) = encode(std::slice::from_ref(&clip), &options(*container, Markers::None, true));
        document.to_bytes().into_owned()
    };
    Container::ALL.iter().map(written).collect()
}

#[test]
fn files_cut_short_or_with_a_byte_flipped_obey_the_laws() {
    for bytes in samples() {
        for end in 0..bytes.len() {
            laws::file(&FORMAT, &bytes[..end], &vec![]).unwrap();
        }
        for at in 0..bytes.len() {
            for flip in [1, 0x10, 0x80] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                laws::file(&FORMAT, &damaged, &vec![("buffer0.bin".into(), vec![0; 99])]).unwrap();
            }
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn malformed_data_are_refused() {
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

#[cfg(feature = "serde")]
#[test]
fn the_chunk_of_the_first_buffer_is_the_first_of_its_type() {
    let data = |kind: u32, own: &str| {
        let chunk = format!(r#"{{"kind":{kind},"data":"data:;base64,AAAAAA=="}}"#);
        let text = format!(
            r#"{{"binary":true,"json":{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":1}}]}},
                "buffers":["data:;base64,{own}"],"chunks":[{chunk}],"chunks_before":1}}"#
        );
        serde_json::from_str::<Gltf>(&text)
    };
    for own in ["AA==", ""] {
        assert!(data(1, own).is_ok());
        let error = data(u32::from_le_bytes(*b"BIN\0"), own).unwrap_err().to_string();
        assert!(error.contains("no buffer uses the chunk"), "{error}");
    }
}

fn same_as_data(document: &Gltf) -> Result<(), TestCaseError> {
    #[cfg(feature = "serde")]
    {
        let data = serde_json::to_string(document).unwrap();
        let again = serde_json::from_str::<Gltf>(&data).unwrap();
        prop_assert_eq!(&again, document);
        prop_assert_eq!(again.to_bytes(), document.to_bytes());
    }
    let _ = document;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn generated_documents_obey_the_laws(document in documents::any_document()) {
        laws::document(&FORMAT, &document).map_err(TestCaseError::fail)?;
        let bytes = document.to_bytes().into_owned();
        let own = |(name, bytes): (String, std::borrow::Cow<'_, [u8]>)| (name, bytes.into_owned());
        let beside: Vec<_> = Format::companions(&document).into_iter().map(own).collect();
        laws::file(&FORMAT, &bytes, &beside).map_err(TestCaseError::fail)?;
        same_as_data(&document)?;
    }

    #[test]
    fn documents_with_their_own_clips_once_more_obey_the_laws(document in documents::any_document()) {
        let (clips, mut report) = (document.clips(), Report::new());
        let options = options(document.container(), Markers::None, false);
        if let Some(Ok(edited)) = document.edited(&clips, &options, &mut report) {
            laws::joins(&report, &clips).map_err(TestCaseError::fail)?;
            laws::document(&FORMAT, &edited).map_err(TestCaseError::fail)?;
            let names = |clips: &[Clip]| clips.iter().map(|clip| clip.name.clone()).collect::<Vec<_>>();
            prop_assert_eq!(names(&edited.clips()), names(&clips));
            prop_assert_eq!((&edited.root().meshes, &edited.root().skins), (&document.root().meshes, &document.root().skins));
        }
    }

    #[test]
    fn any_bytes_obey_the_laws(
        bytes in proptest::collection::vec(any::<u8>(), 0..64),
        magic in select(vec![&b""[..], b"glTF\x02\0\0\0", b"{\"asset\":{\"version\":\"2.0\"},"]),
    ) {
        laws::file(&FORMAT, &[magic, &bytes].concat(), &vec![]).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn documents_from_clips_obey_the_laws(
        clips in common::any_clips(),
        container in select(Container::ALL),
        mesh in select(Markers::ALL),
        pointers in any::<bool>(),
    ) {
        let (document, report) = encode(&clips, &options(container, mesh, pointers));
        laws::joins(&report, &clips).map_err(TestCaseError::fail)?;
        laws::document(&FORMAT, &document).map_err(TestCaseError::fail)?;
        same_as_data(&document)?;
        prop_assert_eq!(document.check(), vec![]);
        prop_assert_eq!(document.clips().len(), clips.len());
    }
}
