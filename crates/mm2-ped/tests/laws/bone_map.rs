//! Figures whose nodes have other names than the bones.

use anim_core::{AnyFormat, Options};
use anim_mm2_ped::{Anim, BoneMap, ClipOptions, EncodeOptions, Mm2Ped, Report};
use proptest::prelude::*;

use crate::figures::{chain, encoded, figure, motion_of};

proptest! {
    #[test]
    fn nodes_move_the_bones_that_the_map_names((skeleton, anim) in figure(1..9usize, 3.0)) {
        let mut clip = motion_of(&anim, Some(&skeleton), ClipOptions::default());
        let bones: Vec<_> = clip.nodes.iter().map(|node| node.name.clone()).collect();
        // Every node has the name of another bone, so that names alone match the wrong bones.
        let count = bones.len();
        for (index, node) in clip.nodes.iter_mut().enumerate() {
            node.name.clone_from(&bones[(index + 1) % count]);
        }
        let pairs = clip.nodes.iter().map(|node| node.name.clone()).zip(bones);
        let options = EncodeOptions { bones: Some(BoneMap::new(pairs)), ..EncodeOptions::default() };
        let (again, report) = encoded(&clip, &skeleton, options).unwrap();
        prop_assert_eq!(again.values(), anim.values());
        prop_assert_eq!(report, Report::new());
    }
}

#[test]
fn pairs_without_effect_are_reported() {
    let skeleton = chain(&["root", "spine"]);
    let files = vec![
        ("man.skel".to_owned(), skeleton.to_bytes()),
        ("good.txt".to_owned(), b"Hips = root\nTail = spine\nHips = tail\nEar = ear\nspin = root".to_vec()),
        ("bad.txt".to_owned(), b"Hips -> root".to_vec()),
    ];
    let anim = Anim::new(2, vec![0.0; 9]).unwrap();
    let mut clip = motion_of(&anim, Some(&skeleton), ClipOptions::default());
    clip.nodes[0].name = "Hips".to_owned();
    let encode = |skel: &str, bones: &str| {
        let options = Options::of::<EncodeOptions>();
        let options = options.with("skel", skel).and_then(|options| options.with("bones", bones)).unwrap();
        let mut report = Report::new();
        let clips = std::slice::from_ref(&clip);
        AnyFormat::encoder::<Mm2Ped>().encode(clips, &options, &files, &mut report)?;
        let codes = ["retarget::bone-map", "mm2-ped::unused-option"];
        let of_map = report.findings.into_iter().filter(|finding| codes.contains(&finding.code.id));
        Ok::<_, anim_mm2_ped::Diagnostic>(of_map.map(|finding| finding.message).collect::<Vec<_>>())
    };
    let expected = [
        "the bone map has `Tail = spine`, but the clip has no node `Tail`",
        "the bone map has `Hips = tail`, but the figure has no node `tail`",
        "the bone map has `Ear = ear`, but the clip has no node `Ear` and the figure has no node `ear`",
        "the bone map has `spin = root`, but the clip has no node `spin`; the nearest name is `spine`",
    ];
    assert_eq!(encode("man.skel", "good.txt").unwrap(), expected);
    assert_eq!(
        encode("", "good.txt").unwrap(),
        ["without a skeleton (`into`), these options have no effect: `bones`"]
    );
    let error = encode("man.skel", "bad.txt").unwrap_err();
    assert_eq!(
        error.message,
        "option `bones`: bad.txt: line 1 is not a pair of names: expected `NODE = BONE` (bytes 0..12)"
    );
    assert_eq!(
        encode("man.skel", "none.txt").unwrap_err().message,
        "option `bones`: `none.txt` cannot be read"
    );
}
