//! The laws of every format, over documents of every shape and over bytes of any kind.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

mod between;
mod cameras;
mod clips;
mod documents;
mod encoding;
mod hostile;
mod losses;
mod lossless;
mod round_trip;
mod units;

use anim_core::{AnyFormat, Confidence, Format as _, laws};
use anim_tod::{Frame, Tod, View};
use proptest::prelude::*;

const TOD: AnyFormat = AnyFormat::encoder::<Tod>();

fn holds(result: Result<(), laws::Broken>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

proptest! {
    #[test]
    fn documents_obey_the_laws(tod in documents::tod()) {
        holds(laws::document(&TOD, &tod))?;
        holds(laws::file(&TOD, &tod.to_bytes(), &Vec::new()))?;
    }

    #[test]
    fn bytes_obey_the_laws(body in prop::collection::vec(any::<u8>(), 0..400), frames in 0..4u8) {
        // With a valid header the reader reaches the body, which is noise.
        let bytes = [&[0x50, 0, 1, 0, frames, 0, 0, 0][..], &body].concat();
        holds(laws::file(&TOD, &bytes, &Vec::new()))?;
        holds(laws::file(&TOD, &body, &Vec::new()))?;
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
            prop_assert_eq!(packets, frame.packets().collect::<Vec<_>>());
        }
        prop_assert!(frames.next().is_none());
        prop_assert_eq!(frames.rest(), &tod.trailing[..]);
    }

    #[test]
    fn a_packet_of_any_words_is_those_words(id: u16, shape: u8, words in documents::words()) {
        let payload: Vec<u8> = words.as_slice().iter().flat_map(|word| word.to_le_bytes()).collect();
        let len = words.as_slice().len() as u8 + 1;
        let [low, high] = id.to_le_bytes();
        let [size, more] = (u16::from(len) + 2).to_le_bytes();
        let head = [0x50, 0, 1, 0, 1, 0, 0, 0, size, more, 1, 0, 9, 0, 0, 0, low, high, shape, len];
        let bytes = [&head[..], &payload].concat();
        let read = Tod::parse(&bytes).unwrap();
        let built = Frame::new(9, read.frames[0].packets()).unwrap();
        prop_assert_eq!(&built, &read.frames[0]);
        let again = Tod { frames: vec![built], ..read };
        prop_assert_eq!(again.to_bytes(), bytes);
    }

    #[test]
    fn packets_are_what_was_pushed(packets in prop::collection::vec(documents::packet(), 0..9)) {
        let frame = Frame::new(0, packets.clone()).unwrap();
        prop_assert_eq!(usize::from(frame.packet_count()), packets.len());
        prop_assert_eq!(frame.packets().collect::<Vec<_>>(), packets);
    }

    #[test]
    fn a_document_that_is_reused_keeps_nothing_of_the_last_file(first in documents::tod(), second in documents::tod()) {
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
fn an_hmd_model_is_not_taken_for_a_tod() {
    // An HMD model: id 0x50, a flag, the offset of its primitive header, one block, then offsets.
    let hmd: Vec<u8> =
        [0x50u32, 0, 0x10, 2, 0x20, 0x40, 0, 3, 4, 5].iter().flat_map(|word| word.to_le_bytes()).collect();
    let mapped: Vec<u8> =
        [0x50u32, 1, 0x10, 2, 0x20, 0x40, 0, 3, 4, 5].iter().flat_map(|word| word.to_le_bytes()).collect();
    for bytes in [hmd, mapped] {
        assert!(Tod::sniff(&bytes) <= Confidence::Maybe);
    }
}
