//! The laws of every format, over documents of every shape and over bytes of any kind.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests state what they expect")]

mod around;
mod bone_map;
mod clips;
mod documents;
mod encoding;
mod figures;
mod graph;
mod hostile;
mod into;
mod losses;
mod made;
mod motion;
mod player;
mod skeletons;
mod time;

use anim_core::{AnyFormat, Confidence, Format, laws};
use anim_mm2_ped::{Anim, File, Mm2Ped, View};
use proptest::prelude::*;

/// The format as the laws see it.
const FORMAT: AnyFormat = AnyFormat::encoder::<Mm2Ped>();

fn holds(result: Result<(), laws::Broken>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

proptest! {
    #[test]
    fn documents_obey_the_laws(document in documents::document()) {
        holds(laws::document(&FORMAT, &document))?;
        holds(laws::file(&FORMAT, &document.to_bytes(), &Vec::new()))?;
        prop_assert!(Mm2Ped::sniff(&document.to_bytes()) > Confidence::No);
    }

    #[test]
    fn bytes_obey_the_laws(
        body in prop::collection::vec(prop_oneof![Just(0u8), any::<u8>()], 0..200),
        layout in 0..4usize,
        counts in prop::array::uniform2(0..6u8),
    ) {
        // The header is valid so that the reader reaches the body; the rest is noise.
        let [a, b] = counts.map(u32::from);
        let head = [vec![0, a, b], vec![a, b], vec![1, a, b], vec![]];
        let mut bytes: Vec<u8> = head[layout].iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(&body);
        holds(laws::file(&FORMAT, &bytes, &Vec::new()))?;
    }

    #[test]
    fn texts_obey_the_laws(
        kind in prop::sample::select(vec!["NumBones 2\n", "# anim name,\n", "A,a,1,2,0,0,0,0,A\n", ""]),
        words in prop::collection::vec(prop::sample::select(vec![
            "bone", " ", "a", "{", "}", "offset", "rotmin", "1", "-0.5", "1e39", "x", "\n", "\r\n", "\t", ",", "#", "A", "\u{F7C3}",
            "bone a { offset 1 2 3 }", "bone b {\noffset 0 0 0\n", "weight 5\n", "B,b,3,1,0,0,0,0", "\0",
        ]), 0..40),
        noise in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let bytes = [kind.as_bytes(), words.concat().as_bytes(), &noise].concat();
        holds(laws::file(&FORMAT, &bytes, &Vec::new()))?;
    }

    #[test]
    fn the_view_shows_what_the_clip_holds(anim in documents::anim()) {
        let bytes = anim.to_bytes();
        let view = View::new(&bytes).unwrap();
        prop_assert_eq!((view.layout(), view.frames(), view.bones()), (anim.layout(), anim.frames(), anim.bones()));
        prop_assert_eq!((view.flag(), view.distance().to_bits()), (anim.flag, anim.distance.to_bits()));
        prop_assert_eq!(view.trailing(), anim.trailing());
        prop_assert_eq!(view.all_finite(), anim.values().iter().all(|value| value.is_finite()));
        for index in 0..=anim.frames() {
            let seen: Vec<_> = view.frame(index).map(f32::to_bits).collect();
            let held: Vec<_> = anim.frame(index).unwrap_or_default().iter().map(|value| value.to_bits()).collect();
            prop_assert_eq!(seen, held);
        }
    }

    #[test]
    fn memory_that_is_reused_leaves_no_trace(first in documents::anim(), second in documents::anim()) {
        let mut reused = first;
        reused.parse_into(&second.to_bytes()).unwrap();
        prop_assert_eq!(reused, second);
    }

    #[test]
    fn a_clip_is_made_of_its_tracks(anim in documents::anim()) {
        let parts = (anim.layout(), anim.frames(), anim.clone().into_tracks(), anim.trailing().to_vec());
        prop_assert_eq!(Anim::from_tracks(parts.0, parts.1, parts.2, parts.3), Ok(anim));
    }
}

#[cfg(feature = "serde")]
proptest! {
    #[test]
    fn a_document_survives_as_data(document in documents::document()) {
        let json = serde_json::to_string(&document).unwrap();
        let read: Mm2Ped = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(read.to_bytes(), document.to_bytes());
        prop_assert_eq!(read, document);
    }
}

#[test]
fn the_kinds_are_told_apart() {
    let anim = Anim::new(1, vec![0.0; 12]).unwrap().to_bytes();
    let cases = [
        (&anim[..], Confidence::Likely),
        (&anim[..20], Confidence::Maybe),
        (b"NumBones 1\nbone a {", Confidence::Certain),
        (b"# anim name,mma name\n", Confidence::Certain),
        (b"\xEF\xBB\xBF# anim name,mma name\n", Confidence::Certain),
        (b"A,a,1,2,0,0,0,0,A\n", Confidence::Likely),
        (b"cmp\0rest of a compressed file", Confidence::Likely),
        (b"NumBonesOf 1", Confidence::No),
        (b"name,value\n1,2\n", Confidence::No),
        (b"", Confidence::No),
    ];
    for (bytes, expected) in cases {
        assert_eq!(Mm2Ped::sniff(bytes), expected, "{}", String::from_utf8_lossy(bytes));
    }
    let kind = |bytes: &[u8]| match Mm2Ped::parse(bytes).map(|document| document.file) {
        Ok(File::Anim(_)) => "anim",
        Ok(File::Skeleton(_)) => "skeleton",
        Ok(File::States(_)) => "states",
        Err(_) => "none",
    };
    let skeleton = b"\r\n NumBones 1 bone a{offset 0 0 0}";
    assert_eq!([&anim, &skeleton[..], cases[4].0].map(kind), ["anim", "skeleton", "states"]);
}
