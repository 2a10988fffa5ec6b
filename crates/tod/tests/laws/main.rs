//! The laws of every format, over documents of every shape and over bytes of any kind.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

mod clips;
mod documents;
mod encoding;
mod hostile;

use anim_core::{Confidence, Document, Format, Row, laws};
use anim_tod::{Tod, View};
use proptest::prelude::*;

/// The format as the laws see it.
const ROW: Row = Row::encoder::<Tod>();

fn holds(result: Result<(), laws::Broken>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

proptest! {
    #[test]
    fn documents_obey_the_laws(tod in documents::tod()) {
        holds(laws::document(&ROW, &tod))?;
        holds(laws::file(&ROW, &tod.to_bytes(), &Vec::new()))?;
    }

    #[test]
    fn bytes_obey_the_laws(body in prop::collection::vec(any::<u8>(), 0..400), frames in 0..4u8) {
        // The header is sound so that the body is reached; the rest is noise.
        let bytes = [&[0x50, 0, 1, 0, frames, 0, 0, 0][..], &body].concat();
        holds(laws::file(&ROW, &bytes, &Vec::new()))?;
        holds(laws::file(&ROW, &body, &Vec::new()))?;
    }

    #[test]
    fn the_view_shows_what_the_document_holds(tod in documents::tod()) {
        let bytes = tod.to_bytes();
        let view = View::new(&bytes).unwrap();
        let mut frames = view.frames();
        for frame in &tod.frames {
            let seen = frames.next().unwrap().unwrap();
            prop_assert_eq!((seen.number(), seen.words()), (frame.number, frame.words()));
            let packets: Vec<_> = seen.packets().map(|packet| packet.to_packet()).collect();
            prop_assert_eq!(&packets[..], frame.packets());
        }
        prop_assert!(frames.next().is_none());
        prop_assert_eq!(frames.rest(), &tod.trailing[..]);
    }

    #[test]
    fn memory_that_is_reused_leaves_no_trace(first in documents::tod(), second in documents::tod()) {
        let mut reused = first;
        reused.parse_into(&second.to_bytes()).unwrap();
        prop_assert_eq!(reused, second);
    }
}

#[cfg(feature = "serde")]
proptest! {
    #[test]
    fn a_document_survives_as_data(tod in documents::tod()) {
        let json = serde_json::to_string(&tod).unwrap();
        prop_assert_eq!(serde_json::from_str::<Tod>(&json).unwrap(), tod);
    }
}

#[test]
fn sniffing_tells_hmd_apart() {
    // An HMD model: id 0x50, a flag, the offset of its primitive header, one block, then offsets.
    let hmd: Vec<u8> =
        [0x50u32, 0, 0x10, 2, 0x20, 0x40, 0, 3, 4, 5].iter().flat_map(|word| word.to_le_bytes()).collect();
    let mapped: Vec<u8> =
        [0x50u32, 1, 0x10, 2, 0x20, 0x40, 0, 3, 4, 5].iter().flat_map(|word| word.to_le_bytes()).collect();
    for bytes in [hmd, mapped] {
        assert!(Tod::sniff(&bytes) <= Confidence::Maybe);
    }
}
