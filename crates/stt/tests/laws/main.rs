//! The laws that every format obeys, over documents of every shape and over bytes of any kind, and the rules of this format.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

mod clips;
mod documents;
mod edited;
mod encoding;
mod evaluation;
mod exact;
mod examples;
mod graphs;
mod happenings;
mod hostile;
mod jumps;
mod losses;
mod near;
mod nested;
mod playing;
mod restored;
mod standing;
mod trips;
mod turned;

use anim_core::{AnyFormat, laws};
use anim_stt::{ReadOptions, Stt};
use proptest::prelude::*;

/// The format as the laws see it.
const FORMAT: AnyFormat = AnyFormat::encoder::<Stt>();

fn holds(result: Result<(), laws::Broken>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

proptest! {
    #[test]
    fn documents_obey_the_laws(stt in documents::stt()) {
        holds(laws::document(&FORMAT, &stt))?;
        holds(laws::file(&FORMAT, &stt.to_bytes(), &Vec::new()))?;
    }

    #[test]
    fn tokens_in_any_order_obey_the_laws(tokens in prop::collection::vec(documents::token(), 0..60)) {
        let text = [vec!["#MINDRENDER 1.1".to_owned()], tokens].concat().join(" ");
        holds(laws::file(&FORMAT, text.as_bytes(), &Vec::new()))?;
    }

    #[test]
    fn damaged_files_obey_the_laws(stt in documents::stt(), places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut bytes = stt.to_bytes().into_owned();
        for (place, byte) in places {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        holds(laws::file(&FORMAT, &bytes, &Vec::new()))?;
    }

    #[test]
    fn any_layout_reads_as_the_same_document(stt in documents::stt(), gaps in prop::collection::vec(" |\t|\r\n|\n\n|\x0B \x0C", 1..9)) {
        prop_assume!(stt.trailing().is_empty());
        // White space within names is part of them.
        let written = stt.to_bytes();
        let (mut loose, mut in_name, mut next) = (b"\xEF\xBB\xBF".to_vec(), false, 0);
        for &byte in &*written {
            in_name = byte == b'{' || in_name && byte != b'}';
            if !in_name && (byte == b' ' || byte == b'\n') {
                loose.extend_from_slice(gaps[next % gaps.len()].as_bytes());
                next += 1;
            } else {
                loose.push(byte);
            }
        }
        loose.extend_from_slice(b"\x1A\0");
        let mut found = Vec::new();
        let read = Stt::parse_with(&loose, &ReadOptions::default(), &mut found).unwrap();
        prop_assert_eq!(&read, &stt);
        prop_assert_eq!(read.to_bytes(), written);
        prop_assert!(found.is_empty(), "{:?}", found);
    }
}

#[cfg(feature = "serde")]
proptest! {
    #[test]
    fn a_document_survives_as_data(stt in documents::stt()) {
        let json = serde_json::to_string(&stt).unwrap();
        let read: Stt = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(read.to_bytes(), stt.to_bytes());
        prop_assert_eq!(read, stt);
    }
}
