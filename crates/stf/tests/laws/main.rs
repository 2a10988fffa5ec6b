//! The laws of every format, for documents of every shape and for damaged files.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

mod angles;
mod baked;
mod checks;
mod clips;
mod derived;
mod documents;
mod edits;
mod encoding;
mod examples;
mod faces;
mod hostile;
mod into;
mod new_animations;
mod replaced;
mod unheld;

use anim_core::{AnyFormat, laws};
use anim_stf::Stf;
use proptest::prelude::*;

/// The format under test.
const FORMAT: AnyFormat = AnyFormat::encoder::<Stf>();

fn holds(result: Result<(), laws::Broken>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn documents_obey_the_laws(stf in documents::stf()) {
        holds(laws::document(&FORMAT, &stf))?;
        holds(laws::file(&FORMAT, &stf.to_bytes(), &()))?;
    }

    #[test]
    fn animations_read_back_as_they_were_written(animation in documents::animation()) {
        let mut stf = documents::empty();
        stf.add_animation("one", animation.clone()).unwrap();
        let again = Stf::parse(&stf.to_bytes()).unwrap();
        prop_assert_eq!(again.animation("one"), Some(&animation));
        prop_assert_eq!(again, stf);
    }

    #[test]
    fn text_that_serde_reads_is_read(text in documents::json()) {
        // A document is JSON if and only if another parser reads it.
        let document = format!("{{\"resources\": {{\"one\": {text}}}}}");
        let other = serde_json::from_str::<serde_json::Value>(&document);
        let read = Stf::parse(document.as_bytes());
        prop_assert_eq!(read.is_ok(), other.is_ok(), "{:?} {:?}", read.err(), other.err());
        holds(laws::file(&FORMAT, document.as_bytes(), &()))?;
    }

    #[test]
    fn damaged_documents_obey_the_laws(stf in documents::stf(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = stf.to_bytes().into_owned();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        holds(laws::file(&FORMAT, &bytes, &()))?;
    }
}

#[cfg(feature = "serde")]
proptest! {
    #[test]
    fn dumps_build_the_same_document(stf in documents::stf()) {
        let dump = serde_json::to_string_pretty(&stf).unwrap();
        let built: Stf = serde_json::from_str(&dump).unwrap();
        prop_assert_eq!(built.to_bytes(), stf.to_bytes());
        prop_assert_eq!(built, stf);
    }
}

#[cfg(feature = "serde")]
#[test]
fn dumps_keep_every_form() {
    let bare = br#" {"type": "stf.animation", "loop": "none"} "#;
    let member = br#"  "an id" : {"type": "stf.animation"}"#;
    let document = br#"
        {"resources": {}, "resources2": 1.50}
    "#;
    for bytes in [&bare[..], member, document] {
        let stf = Stf::parse(bytes).unwrap();
        let built: Stf = serde_json::from_str(&serde_json::to_string(&stf).unwrap()).unwrap();
        assert_eq!(built.to_bytes(), bytes);
        assert_eq!(built, stf);
    }
    for bad in [
        r#"{"form": "Json", "json": {"resources": {}}, "buffers": ["00"]}"#,
        r#"{"form": "Animation", "json": {"resources": {}}, "buffers": []}"#,
        r#"{"form": {"Container": {"version": 0, "padding": 0}}, "json": {"resources": {}}, "buffers": ["0"]}"#,
        r#"{"form": "Json", "json": [], "buffers": []}"#,
    ] {
        assert!(serde_json::from_str::<Stf>(bad).is_err(), "{bad}");
    }
}
