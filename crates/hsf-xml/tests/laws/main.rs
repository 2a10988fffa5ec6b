//! The laws of every format, over documents of every shape and over bytes of any kind.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests state what they expect")]

mod active;
mod apart;
mod asides;
mod blocks;
mod clips;
mod delays;
mod documents;
mod encoding;
mod headings;
mod hostile;
mod left_out;
mod looped;
mod moments;
mod nested;
mod paused;
mod pivots;
mod play;
mod player;
mod rotations;
mod scene;
mod segments;
mod starts;
mod stated;
mod streams;
mod switches;
mod ticks;
mod well_formed;
mod words;

use std::num::NonZeroUsize;

use anim_core::{AnyFormat, laws};
use anim_hsf_xml::{Diagnostic, Hsf, ReadOptions};
use proptest::prelude::*;

/// The format, as the laws take it.
const FORMAT: AnyFormat = AnyFormat::encoder::<Hsf>();

fn holds(result: Result<(), laws::Broken>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

/// Strict reading with few repairs.
fn strict() -> ReadOptions {
    let repairs = NonZeroUsize::new(1 << 10).unwrap();
    ReadOptions { strict: true, repairs, ..ReadOptions::default() }
}

/// A document, and the repairs of lenient reading.
fn lenient(bytes: &[u8]) -> (Result<Hsf, anim_hsf_xml::Error>, Vec<Diagnostic>) {
    let mut repairs: Vec<Diagnostic> = Vec::new();
    (Hsf::parse_with(bytes, &ReadOptions::default(), &mut repairs), repairs)
}

proptest! {
    #[test]
    fn documents_obey_the_laws(hsf in documents::hsf()) {
        holds(laws::document(&FORMAT, &hsf))?;
        holds(laws::file(&FORMAT, &hsf.to_bytes(), &()))?;
    }

    #[test]
    fn what_is_written_is_well_formed_and_takes_no_repair(hsf in documents::hsf()) {
        let bytes = hsf.to_bytes();
        let (read, repairs) = lenient(&bytes);
        prop_assert_eq!(&read.unwrap(), &hsf);
        prop_assert_eq!(repairs, vec![]);
        prop_assert_eq!(Hsf::parse_with(&bytes, &strict(), &mut ()), Ok(hsf));
    }

    #[test]
    fn pieces_of_markup_in_any_order_obey_the_laws(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40),
    ) {
        let bytes = [b"<Animdef>", pieces.concat().as_slice()].concat();
        holds(laws::file(&FORMAT, &bytes, &()))?;
        // Every repair is reported: a text without repairs is well-formed, and a well-formed text has none.
        let (read, mut repairs) = lenient(&bytes);
        let strict = Hsf::parse_with(&bytes, &strict(), &mut ());
        if let (Ok(_), true) = (&strict, read.is_ok()) {
            // XML knows nothing of the brackets of lists.
            repairs.retain(|repair| !matches!(repair.code.id, "hsf-xml::bracket" | "hsf-xml::quotes"));
            prop_assert_eq!(repairs, vec![]);
            prop_assert_eq!(strict.ok(), read.ok());
        } else if read.is_ok() {
            prop_assert!(!repairs.is_empty(), "no repair is reported, although {:?}", strict);
        }
    }

    #[test]
    fn bytes_obey_the_laws(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for head in [&b"<Animdef "[..], b"<Timeline>", b"<Animation Name=", b";; HSF V9.00 \n", b""] {
            holds(laws::file(&FORMAT, &[head, &bytes].concat(), &()))?;
        }
    }
}

/// The pieces of malformed documents.
const PIECES: [&[u8]; 43] = [
    b"<Animation ",
    b"<Timeline>",
    b"</Timeline>",
    b"</Animation>",
    b"</Animdef>",
    b"</animation>",
    b"<Sensor Name=\"S\">",
    b"</Sensor>",
    b"<Action Type='x'/>",
    b"Name=\"A\"",
    b" Delay = 5",
    b" Target=\"SPATH: x",
    b"\"",
    b"\xE2\x80\x9C",
    b"\x93",
    b"\xEF\xBF\xBD",
    b">",
    b"/>",
    b"<",
    b"&",
    b"&lt;",
    b"&#x41;",
    b"<!--",
    b"-->",
    b"--",
    b"<!\x96",
    b"<![CDATA[",
    b"]]>",
    b"<?pi x?>",
    b"<?xml version='1.0'?>",
    b"<?xml\t",
    b"<?XML x?>",
    b"<?a\"b\"?>",
    b"</ Animdef>",
    b"[",
    b"]",
    b" 0 10 20 ",
    b"[1 2 3]",
    b"[[b 1] 2]",
    b"*",
    b"\n",
    b" x ",
    b"<PosInterpolator>",
];

#[cfg(feature = "serde")]
proptest! {
    #[test]
    fn a_document_survives_as_data(hsf in documents::hsf()) {
        let json = serde_json::to_string(&hsf).unwrap();
        prop_assert_eq!(serde_json::from_str::<Hsf>(&json).unwrap(), hsf);
    }
}
