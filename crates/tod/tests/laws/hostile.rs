//! Hostile files: each is rejected or read quickly, in bounded memory, with a clear error.

use anim_tod::{Body, Coordinate, Degrees, ErrorKind, Factor, Frame, Packet, Scale, Tod};

/// A file with packets for every way to move an object.
fn sample() -> Vec<u8> {
    let change = Coordinate {
        differential: true,
        rotation: Some([Degrees::from_bits(40_960); 3]),
        scale: Some(Scale::new([Factor::from_bits(4100); 3])),
        translation: Some([1, -2, 3]),
    };
    let frames = (0..4).map(|n| Frame::new(n, vec![Packet::new(1, Body::Coordinate(change)); 2]).unwrap());
    Tod { frames: frames.collect(), ..Tod::default() }.to_bytes().into_owned()
}

#[test]
fn a_count_of_four_billion_frames_is_an_error_at_once() {
    let mut bytes = vec![0; 64];
    bytes[..8].copy_from_slice(&[0x50, 0, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF]);
    let error = Tod::parse(&bytes).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Frames { stated: u32::MAX, complete: 7 });
    assert_eq!(
        error.to_string(),
        "the file ends after 7 complete frame records, expected 4294967295 (frame[7], bytes 64..64)"
    );
}

#[test]
fn every_truncation_is_an_error_with_a_place() {
    let bytes = sample();
    for len in 0..bytes.len() {
        let error = Tod::parse(&bytes[..len]).unwrap_err();
        let span = error.at.span.unwrap();
        assert!(span.start <= len && span.end == len, "{len}: {error}");
    }
}

#[test]
fn every_flipped_bit_is_an_error_or_another_document() {
    let bytes = sample();
    let original = Tod::parse(&bytes).unwrap();
    for at in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at / 8] ^= 1 << (at % 8);
        if let Ok(tod) = Tod::parse(&flipped) {
            assert_ne!(tod, original, "bit {at}");
            assert_eq!(tod.to_bytes(), &flipped[..], "bit {at}");
        }
    }
}

#[test]
fn an_empty_packet_is_an_error() {
    let mut bytes = sample();
    bytes[19] = 0;
    let error = Tod::parse(&bytes).unwrap_err();
    assert_eq!(error.kind, ErrorKind::EmptyPacket);
    assert_eq!(error.at.to_string(), "frame[0]/packet[0], bytes 16..20");
}

#[test]
fn long_chains_of_parents_are_checked_in_linear_time() {
    // A chain of 30,000 objects, then many packets that set parents in it again: a search of the whole chain for each of these
    // packets would take minutes.
    let parent = |id: u16, parent: u16| Packet::new(id, Body::Parent(anim_tod::Reference::new(parent)));
    let mut frames: Vec<_> = vec![Frame::new(0, (1..30_000).map(|id| parent(id, id + 1))).unwrap()];
    frames.extend((1..300u32).map(|n| Frame::new(n, (1..1000).map(|id| parent(id, id + 1))).unwrap()));
    let tod = Tod { frames, ..Tod::default() };
    assert_eq!(tod.clips()[0].pose(0.0).world.len(), 29_999);
    assert_eq!(tod.check().len(), 2, "the missing last parent and the resolution");
}
