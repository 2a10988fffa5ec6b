//! Every format has the same verbs: code for one compiles for all.

#![allow(clippy::unwrap_used, reason = "tests state what they expect")]

use std::path::{Path, PathBuf};

use anim_formats::anim_core::{Beside, Folder};
use anim_formats::{Clip, Report, bvh, gltf, hsf_xml, mm2_ped, stf, stt, tod};

fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(path)
}

/// The code that users of one crate write, with the names of the crate.
macro_rules! same_verbs {
    ($name:ident, $format:ident::$document:ident, $fixture:literal) => {
        #[test]
        fn $name() {
            let path = fixture($fixture);
            let mut report = Report::new();
            let document = $format::$document::open(&path).unwrap();
            let with = $format::ReadOptions::default();
            assert_eq!($format::$document::open_with(&path, &with, &mut report).unwrap(), document);
            let bytes = std::fs::read(&path).unwrap();
            $format::$document::parse(&bytes).unwrap();
            $format::$document::parse_with(&bytes, &with, &mut report).unwrap();
            let beside = Folder::of(&path);
            let beside: &dyn Beside = &beside;
            assert_eq!(
                $format::$document::parse_beside(&bytes, &with, beside, &mut report).unwrap(),
                document
            );
            for finding in document.check() {
                assert!(!finding.to_string().is_empty());
            }
            let clips: Vec<Clip> = document.clips();
            assert_eq!(document.clips_with(&$format::ClipOptions::default(), &mut report), clips);
            // A target that holds one clip gets one.
            let made = $format::$document::from_clips(&clips[..1]).unwrap();
            let options = $format::EncodeOptions { ..Default::default() };
            let again = $format::$document::from_clips_with(&clips[..1], &options, &mut report).unwrap();
            assert_eq!(again.to_bytes(), made.to_bytes());
            let mut several = b"before ".to_vec();
            made.write_into(&mut several);
            assert_eq!(several.strip_prefix(b"before "), Some(&*made.to_bytes()));
            let name = path.file_name().unwrap().to_str().unwrap();
            let saved = std::env::temp_dir().join(format!("anim-verbs-{}-{name}", std::process::id()));
            made.save(&saved).unwrap();
            let read = std::fs::read(&saved).unwrap();
            std::fs::remove_file(&saved).unwrap();
            assert_eq!(read, made.to_bytes().into_owned());
            let missing = $format::$document::open("no-such-file").unwrap_err();
            assert!(std::error::Error::source(&missing).is_some(), "{missing}");
        }
    };
}

same_verbs!(tod_has_them, tod::Tod, "tod/valid/walk.tod");
same_verbs!(stt_has_them, stt::Stt, "stt/valid/gate.stt");
same_verbs!(hsf_xml_has_them, hsf_xml::Hsf, "hsf-xml/valid/blocks.xml");
same_verbs!(mm2_ped_has_them, mm2_ped::Mm2Ped, "mm2-ped/valid/pedanim_walkerstride.anim");
same_verbs!(stf_has_them, stf::Stf, "stf/valid/slide.stf");
same_verbs!(gltf_has_them, gltf::Gltf, "gltf/valid/swing.glb");
same_verbs!(bvh_has_them, bvh::Bvh, "bvh/valid/walk.bvh");
