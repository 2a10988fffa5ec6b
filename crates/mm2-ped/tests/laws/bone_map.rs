//! Figures whose nodes have other names than the bones.

use anim_core::{Diagnostic, Encode, Format, Options};
use anim_mm2_ped::{Anim, BoneMap, ClipOptions, EncodeOptions, ErrorKind, File, Mm2Ped};
use proptest::prelude::*;

use crate::figures::{chain, figure};

proptest! {
    #[test]
    fn nodes_move_the_bones_that_the_map_says((skeleton, anim) in figure(1..9usize, 3.0)) {
        let mut clip = anim.to_clip("motion", Some(&skeleton), ClipOptions::default());
        let bones: Vec<_> = clip.nodes.iter().map(|node| node.name.clone()).collect();
        // Every node has the name of another bone, so that names alone lead astray.
        let count = bones.len();
        for (index, node) in clip.nodes.iter_mut().enumerate() {
            node.name.clone_from(&bones[(index + 1) % count]);
        }
        let pairs = clip.nodes.iter().map(|node| node.name.clone()).zip(bones);
        let options = EncodeOptions { bones: BoneMap::new(pairs), ..EncodeOptions::default() };
        let mut findings = Vec::new();
        let again = Anim::from_clip(&clip, &skeleton, &options, &mut findings).unwrap();
        prop_assert_eq!(again.values(), anim.values());
        prop_assert_eq!(findings, []);
    }
}

#[test]
fn pairs_that_mean_nothing_are_reported() {
    let skeleton = chain(&["root", "spine"]);
    let files = vec![
        ("man.skel".to_owned(), skeleton.to_bytes()),
        ("good.txt".to_owned(), b"Hips = root\nTail = spine\nHips = tail\nEar = ear".to_vec()),
        ("bad.txt".to_owned(), b"Hips -> root".to_vec()),
    ];
    let anim = Anim::new(2, vec![0.0; 9]).unwrap();
    let mut clip = anim.to_clip("motion", Some(&skeleton), ClipOptions::default());
    clip.nodes[0].name = "Hips".to_owned();
    let encode = |skel: &str, bones: &str| {
        let options = Options::new(Mm2Ped::INFO.target_options);
        let options = options.with("skel", skel).and_then(|options| options.with("bones", bones)).unwrap();
        let mut findings: Vec<Diagnostic> = Vec::new();
        let made = Mm2Ped::from_clips(std::slice::from_ref(&clip), &options, &files, &mut findings)?;
        assert!(matches!(made.file, File::Anim(_)));
        let of_map = findings.into_iter().filter(|finding| finding.code.id == "mm2-ped::bone-map");
        Ok::<_, anim_mm2_ped::Error>(of_map.map(|finding| finding.message).collect::<Vec<_>>())
    };
    let expected = [
        "the map of bones has `Tail = spine`: there is no node `Tail`",
        "the map of bones has `Hips = tail`: there is no bone `tail`",
        "the map of bones has `Ear = ear`: there is no node `Ear` and no bone `ear`",
    ];
    assert_eq!(encode("man.skel", "good.txt").unwrap(), expected);
    assert_eq!(encode("", "good.txt").unwrap(), ["the map of bones is left out: it needs a skeleton"]);
    let error = encode("man.skel", "bad.txt").unwrap_err();
    assert_eq!((error.kind, error.at.path.as_str()), (ErrorKind::BoneMap { line: 1 }, "bad.txt"));
    assert_eq!(encode("man.skel", "none.txt").unwrap_err().kind, ErrorKind::Unreadable);
}
