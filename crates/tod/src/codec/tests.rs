//! Every type, flag and length, against the table of the specification.

#![expect(clippy::arithmetic_side_effects, reason = "tests may panic")]

use zerocopy::{FromBytes, IntoBytes};

use super::*;
use crate::MAX_PAYLOAD;

/// The payload of `words` words whose bytes all differ from those next to them.
fn payload(words: usize) -> Vec<u8> {
    (0..words * 4).map(|at| (at * 37 + 11) as u8).collect()
}

fn read(kind: u8, flag: u8, bytes: &[u8]) -> Body {
    let words = <[U32]>::ref_from_bytes(bytes).unwrap();
    decode(Nibble::new(kind), Nibble::new(flag), WordsRef(words))
}

#[test]
fn every_type_and_flag_with_every_length_is_written_as_it_was_read() {
    for (kind, flag) in (0..16).flat_map(|kind| (0..16).map(move |flag| (kind, flag))) {
        let has = |bit: u8, words: usize| if flag & 1 << bit == 0 { 0 } else { words };
        // As the specification has them, without the header.
        let expected = match kind {
            0 => Some(2),
            1 => Some(has(1, 3) + has(2, 2) + has(3, 3)),
            2 | 3 => Some(1),
            4 => Some(8),
            6 => Some(has(1, 3) + has(2, 1)),
            7 if flag & 1 == 0 => Some(has(2, 6) + has(3, 1)),
            7 => Some(has(2, 3) + has(3, 3)),
            8 => Some(0),
            _ => None,
        };
        for words in 0..=MAX_PAYLOAD {
            let bytes = payload(words);
            let body = read(kind, flag, &bytes);
            let is_malformed = expected.is_some_and(|expected| expected != words);
            assert_eq!(matches!(body, Body::Malformed(_)), is_malformed, "{kind} {flag} {words}");
            assert_eq!([body.kind().get(), body.flag().get()], [kind, flag]);
            let mut written = Vec::new();
            body.encode(&mut written);
            assert_eq!(
                (written.as_bytes(), body.payload_words()),
                (&bytes[..], words),
                "{kind} {flag} {words}"
            );
        }
    }
}

#[test]
fn every_half_of_a_word_is_where_it_should_be() {
    for first in 0..=u16::MAX {
        let halves: Vec<_> = (0..16).map(|at| first.wrapping_add(at * 0x0FED)).collect();
        let bytes: Vec<_> = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
        let half = |at: usize| halves[at].cast_signed();
        let Body::Coordinate(Coordinate { scale: Some(scale), .. }) = read(1, 4, &bytes[..8]) else {
            panic!("no scale")
        };
        assert_eq!(scale.factors.map(Factor::to_bits), [half(0), half(1), half(2)]);
        assert_eq!(scale.pad, half(3));
        let Body::Model(model) = read(2, 0, &bytes[..4]) else { panic!("no reference") };
        assert_eq!([model.id, model.pad], [halves[0], halves[1]]);
        let Body::Matrix(matrix) = read(4, 0, &bytes) else { panic!("no matrix") };
        let rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8]].map(|row| row.map(half));
        assert_eq!(matrix.rows.map(|row| row.map(Factor::to_bits)), rows);
        let whole = |at: usize| i32::from(halves[at]) | i32::from(half(at + 1)) << 16;
        assert_eq!((matrix.pad, matrix.translation), (halves[9], [10, 12, 14].map(whole)));
    }
}
