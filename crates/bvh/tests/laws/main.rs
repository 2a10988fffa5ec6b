//! The laws of every format, over documents of every shape and over texts of any kind.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

mod clips;
mod documents;
mod encoding;
mod errors;
mod hostile;
mod losses;
mod reading;
mod trips;
mod world;

use anim_bvh::Bvh;
use anim_core::{AnyFormat, Confidence, Format as _, laws};
use proptest::prelude::*;

const BVH: AnyFormat = AnyFormat::encoder::<Bvh>();

fn holds(result: Result<(), laws::Broken>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

proptest! {
    #[test]
    fn documents_obey_the_laws(bvh in documents::bvh()) {
        holds(laws::document(&BVH, &bvh))?;
        holds(laws::file(&BVH, &bvh.to_bytes(), &Vec::new()))?;
    }

    #[test]
    fn damaged_texts_obey_the_laws(bvh in documents::bvh(), cuts in prop::collection::vec(documents::cut(), 1..6)) {
        let text = cuts.iter().fold(bvh.to_bytes().into_owned(), |text, cut| cut.apply(text));
        holds(laws::file(&BVH, &text, &Vec::new()))?;
    }

    #[test]
    fn noise_obeys_the_laws(words in prop::collection::vec(documents::word(), 0..60)) {
        let text = format!("HIERARCHY ROOT {}", words.concat());
        holds(laws::file(&BVH, text.as_bytes(), &Vec::new()))?;
    }

    #[test]
    fn numbers_come_back_bit_for_bit(bvh in documents::bvh()) {
        let again = Bvh::parse(&bvh.to_bytes()).unwrap();
        let bits = |bvh: &Bvh| -> Vec<u64> {
            let offsets = bvh.joints().iter().flat_map(|joint| joint.offset);
            offsets.chain(bvh.motion().values.iter().copied()).chain([bvh.motion().frame_time]).map(f64::to_bits).collect()
        };
        prop_assert_eq!(bits(&bvh), bits(&again));
    }
}

#[cfg(feature = "serde")]
proptest! {
    #[test]
    fn a_document_survives_as_data(bvh in documents::bvh()) {
        let json = serde_json::to_string(&bvh).unwrap();
        prop_assert_eq!(serde_json::from_str::<Bvh>(&json).unwrap(), bvh);
    }
}

#[cfg(feature = "serde")]
#[test]
fn data_that_could_not_be_built_is_refused() {
    let sound = r#"{"joints":[{"name":"a","parent":null,"offset":[0.0,0.0,0.0],"role":{"joint":["Xposition"]}}],"frame_time":0.1,"frames":1,"values":[1.0],"trailing":""}"#;
    assert!(serde_json::from_str::<Bvh>(sound).is_ok());
    for (part, other) in [
        (r#""parent":null"#, r#""parent":0"#),
        (r#""frames":1"#, r#""frames":2"#),
        ("Xposition", "Xscale"),
        (r#""trailing":"""#, r#""trailing":"7""#),
        (r#""name":"a""#, r#""name":"a{""#),
        (r#""name":"a""#, r#""name":"a","length":1"#),
    ] {
        assert!(serde_json::from_str::<Bvh>(&sound.replace(part, other)).is_err(), "{other}");
    }
}

#[test]
fn the_first_two_words_decide_whether_a_text_is_a_bvh() {
    for (text, expected) in [
        ("HIERARCHY\nROOT Hips\n{", Confidence::Certain),
        ("\u{FEFF}\r\n hierarchy\tRoot", Confidence::Certain),
        ("HIERARCHY\n", Confidence::Likely),
        ("HIERARCHY\nJOINT", Confidence::No),
        ("HIERARCHYROOT", Confidence::No),
        ("", Confidence::No),
        ("{\"asset\": {}}", Confidence::No),
    ] {
        assert_eq!(Bvh::sniff(text.as_bytes()), expected, "{text:?}");
    }
}
