//! The rules for packets, in place and in documents.

use anim_core::Report;

use super::*;
use crate::{Coordinate, Frame, Nibble, Packet, Reference, Tod, View, check};

/// The findings for frames of packets, by code and packet: the same for bytes in place and for the document.
fn found(frames: &[Vec<(u16, Body)>]) -> Vec<(&'static str, String)> {
    let frame = |(number, packets): (u32, &Vec<(u16, Body)>)| {
        Frame::new(number, packets.iter().map(|(id, body)| Packet::new(*id, body.clone()))).unwrap()
    };
    let tod = Tod { resolution: 1, frames: (0..).zip(frames).map(frame).collect(), ..Tod::default() };
    let (mut document, mut in_place) = (Report::new(), Report::new());
    check::document(&tod, &mut document);
    check::view(&View::new(&tod.to_bytes()).unwrap(), &mut in_place).unwrap();
    assert_eq!(in_place, document);
    document.findings.into_iter().map(|finding| (finding.code.id, finding.at.path)).collect()
}

/// A packet of a type and a flag with a word too many.
fn long(kind: u8, flag: u8, words: &[u32]) -> Body {
    let words = Words::new([words, &[7]].concat()).unwrap();
    Body::Malformed(Malformed::new(Nibble::new(kind), Nibble::new(flag), words).unwrap())
}

fn parent(id: u16) -> Body {
    Body::Parent(Reference::new(id))
}

fn at(code: &'static str, frame: usize, packet: usize) -> (&'static str, String) {
    (code, format!("frame[{frame}]/packet[{packet}]"))
}

#[test]
fn a_control_packet_that_is_too_long_still_creates_and_kills() {
    let packets = [0, 1, 1].map(|flag| (5, long(8, flag, &[])));
    let is_long = |packet| at("tod::long-packet", 0, packet);
    let expected = [is_long(0), is_long(1), is_long(2), at("tod::kill-missing", 0, 2)];
    assert_eq!(found(&[packets.to_vec()]), expected);
}

#[test]
fn the_rules_hold_for_packets_that_are_too_long() {
    let create = Body::Control(Control::CREATE);
    let is_long = |frame, packet| at("tod::long-packet", frame, packet);
    // Object 1 is below 2, then below none; object 2 is below 1.
    let moved =
        [vec![(1, create.clone()), (2, create), (1, parent(2))], vec![(1, long(3, 0, &[0])), (2, parent(1))]];
    assert_eq!(found(&moved), [is_long(1, 0)]);
    let cases = [
        (long(3, 0, &[9]), "tod::parent-missing"),
        (long(0, 0, &[0x80, 0x80]), "tod::attribute-mask"),
        (long(0, 0, &[0, 0x200]), "tod::reserved-attribute"),
        (long(2, 1, &[3]), "tod::reserved-flag"),
        (long(2, 0, &[3 << 16]), "tod::pad"),
        (long(7, 0, &[]), "tod::no-effect"),
    ];
    for (packet, code) in cases {
        assert_eq!(found(&[vec![(1, packet)]]), [is_long(0, 0), at(code, 0, 0)]);
    }
}

#[test]
fn a_packet_that_creates_its_object_has_an_effect() {
    let empty = |differential| Body::Coordinate(Coordinate { differential, ..Coordinate::default() });
    let has_none = |frame, packet| at("tod::no-effect", frame, packet);
    let kill = Body::Control(Control::KILL);
    for (frames, expected) in [
        (vec![vec![(1, empty(false))]], vec![]),
        (vec![vec![(1, empty(false)), (1, empty(false))]], vec![has_none(0, 1)]),
        (vec![vec![(1, parent(0))], vec![(1, empty(false)), (2, empty(false))]], vec![has_none(1, 0)]),
        (vec![vec![(1, empty(false)), (1, kill), (1, empty(false))]], vec![]),
        (vec![vec![(1, empty(true)), (1, empty(true))]], vec![]),
    ] {
        assert_eq!(found(&frames), expected, "{frames:?}");
    }
}

#[test]
fn the_parent_at_the_end_of_a_frame_is_judged_once() {
    let is_missing = |packet| at("tod::parent-missing", 0, packet);
    let is_circular = |packet| at("tod::parent-cycle", 0, packet);
    let kill = Body::Control(Control::KILL);
    for (packets, expected) in [
        (vec![(1, parent(8)), (1, parent(8))], vec![is_missing(1)]),
        (vec![(1, parent(8)), (2, parent(8)), (1, parent(9))], vec![is_missing(1), is_missing(2)]),
        (vec![(1, parent(8)), (1, parent(0))], vec![]),
        (vec![(1, parent(8)), (1, kill)], vec![]),
        (vec![(2, parent(0)), (1, parent(8)), (1, parent(2))], vec![]),
        (vec![(1, parent(1)), (1, parent(1))], vec![is_circular(1)]),
    ] {
        assert_eq!(found(std::slice::from_ref(&packets)), expected, "{packets:?}");
    }
}
