//! The laws of every format, over documents of every shape and over bytes of any kind.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests state what they expect")]

mod clips;
mod documents;
mod hostile;
mod player;

use anim_core::{Diagnostic, Document, Format, Row, laws};
use anim_hsf_xml::{Hsf, ReadOptions};
use proptest::prelude::*;

/// The format as the laws see it.
const ROW: Row = Row::encoder::<Hsf>();

fn holds(result: Result<(), laws::Broken>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

const STRICT: ReadOptions =
    ReadOptions { strict: true, elements: 1 << 20, repairs: 1 << 10, inflated: 1 << 20 };

proptest! {
    #[test]
    fn documents_obey_the_laws(hsf in documents::hsf()) {
        holds(laws::document(&ROW, &hsf))?;
        holds(laws::file(&ROW, &hsf.to_bytes(), &Vec::new()))?;
    }

    #[test]
    fn what_is_written_is_well_formed_and_takes_no_repair(hsf in documents::hsf()) {
        let bytes = hsf.to_bytes();
        let mut repairs: Vec<Diagnostic> = Vec::new();
        prop_assert_eq!(&Hsf::parse(&bytes, &mut repairs).unwrap(), &hsf);
        prop_assert_eq!(repairs, vec![]);
        prop_assert_eq!(Hsf::read(&bytes, &STRICT, &mut ()), Ok(hsf));
    }

    #[test]
    fn pieces_of_markup_in_any_order_obey_the_laws(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40),
    ) {
        let bytes = [b"<Animdef>", pieces.concat().as_slice()].concat();
        holds(laws::file(&ROW, &bytes, &Vec::new()))?;
        // Repairs are said where they are made: what takes none is well-formed, and the other way round.
        let mut repairs: Vec<Diagnostic> = Vec::new();
        let read = Hsf::parse(&bytes, &mut repairs);
        let strict = Hsf::read(&bytes, &STRICT, &mut ());
        if let (Ok(_), true) = (&strict, read.is_ok()) {
            // Brackets of lists are no part of XML.
            repairs.retain(|repair| !matches!(repair.code.id, "hsf-xml::bracket" | "hsf-xml::quotes"));
            prop_assert_eq!(repairs, vec![]);
            prop_assert_eq!(strict.ok(), read.ok());
        } else if read.is_ok() {
            prop_assert!(!repairs.is_empty(), "no repair is said although {:?}", strict);
        }
    }

    #[test]
    fn bytes_obey_the_laws(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for head in [&b"<Animdef "[..], b"<Timeline>", b"<Animation Name=", b";; HSF V9.00 \n", b""] {
            holds(laws::file(&ROW, &[head, &bytes].concat(), &Vec::new()))?;
        }
    }
}

/// What malformed documents are made of.
const PIECES: [&[u8]; 38] = [
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
