//! Finds the end of a TOD inside other data.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Extent;
use zerocopy::FromBytes;
use zerocopy::little_endian::U32;

use crate::Nibble;
use crate::codec::payload_len;
use crate::view::{HEADER_LEN, ID, WORD};

/// The evidence for a TOD, in bits. Small numbers count for less than their chance in random data suggests, because real data
/// are full of them.
mod evidence {
    /// The id, the version and the upper byte of the resolution.
    pub(super) const HEADER: u32 = 24;
    /// The first frame is 0 or 1.
    pub(super) const FIRST: u32 = 12;
    /// A frame's number is the one after the frame before, or at most [`SOON`](super::SOON) above it.
    pub(super) const NEXT: u32 = 16;
    pub(super) const SOON: u32 = 8;
    /// The size of a record is right, with packets or without.
    pub(super) const SIZE: u32 = 16;
    pub(super) const EMPTY_SIZE: u32 = 8;
    /// The length of a packet is the one that its type and flag require.
    pub(super) const PACKET: u32 = 8;
}

/// The largest distance between two frame numbers that counts as evidence.
const SOON: u32 = u8::MAX as u32;

/// The size of a frame record's header in words.
const FRAME_HEADER: usize = 2;

pub(crate) fn of(bytes: &[u8]) -> Extent {
    let Some((&[id, version, r0, r1, f0, f1, f2, f3], body)) = bytes.split_first_chunk::<HEADER_LEN>() else {
        let may_be = bytes.iter().zip([ID, 0]).all(|(found, expected)| *found == expected);
        let examined = bytes.len();
        return if may_be { Extent::Truncated { examined } } else { Extent::No { examined } };
    };
    let (resolution, frames) = (u16::from_le_bytes([r0, r1]), u32::from_le_bytes([f0, f1, f2, f3]));
    let (words, _) = <[U32]>::ref_from_prefix_with_elems(body, body.len() / WORD).unwrap_or_default();
    let mut scan = Scan { words, evidence: evidence::HEADER, last: None };
    let examined = |scan: &Scan<'_>| {
        bytes.len().saturating_sub(scan.words.len().saturating_mul(WORD)).saturating_add(WORD)
    };
    if id != ID || version != 0 || resolution > u16::from(u8::MAX) || frames == 0 {
        return Extent::No { examined: HEADER_LEN };
    }
    for _ in 0..frames {
        match scan.frame() {
            Step::Fits => {}
            Step::Misfits => return Extent::No { examined: examined(&scan) },
            Step::Ends => return Extent::Truncated { examined: examined(&scan) },
        }
    }
    let used = words.len().saturating_sub(scan.words.len()).saturating_mul(WORD);
    Extent::Complete { len: HEADER_LEN.saturating_add(used), evidence: scan.evidence }
}

/// The state of a scan over frame records.
struct Scan<'a> {
    words: &'a [U32],
    evidence: u32,
    /// The number of the last frame.
    last: Option<u32>,
}

enum Step {
    Fits,
    Misfits,
    /// The words end within the record.
    Ends,
}

impl Scan<'_> {
    /// Examines one frame record.
    fn frame(&mut self) -> Step {
        let Some(&[sizes, number]) = self.words.first_chunk::<FRAME_HEADER>() else { return Step::Ends };
        let (size, count) = ((sizes.get() & 0xFFFF) as usize, (sizes.get() >> 16) as usize);
        let number = number.get();
        let Some(time) = follows(self.last, number) else { return Step::Misfits };
        // A packet has at least one word.
        if size < FRAME_HEADER.saturating_add(count) {
            return Step::Misfits;
        }
        let Some((record, rest)) = self.words.split_at_checked(size) else { return Step::Ends };
        let Some(packets) = packets(record.get(FRAME_HEADER..).unwrap_or_default(), count) else {
            return Step::Misfits;
        };
        let size = if count > 0 { evidence::SIZE } else { evidence::EMPTY_SIZE };
        self.evidence = self.evidence.saturating_add(time).saturating_add(size).saturating_add(packets);
        self.last = Some(number);
        self.words = rest;
        Step::Fits
    }
}

/// The evidence of a frame's number; `None` if it does not ascend.
fn follows(last: Option<u32>, number: u32) -> Option<u32> {
    let Some(last) = last else { return Some(if number <= 1 { evidence::FIRST } else { 0 }) };
    match number.checked_sub(last)? {
        0 => None,
        1 => Some(evidence::NEXT),
        2..=SOON => Some(evidence::SOON),
        _ => Some(0),
    }
}

/// The evidence of `count` packets that fill these words; `None` if they do not fill them or one is malformed.
fn packets(mut words: &[U32], count: usize) -> Option<u32> {
    let mut evidence: u32 = 0;
    for _ in 0..count {
        let header = words.first()?.get();
        let (kind, flag) = (Nibble::new((header >> 16) as u8), Nibble::new((header >> 20) as u8));
        let len = (header >> 24) as usize;
        let payload = len.checked_sub(1)?;
        if let Some(expected) = payload_len(kind, flag) {
            if payload != expected {
                return None;
            }
            evidence = evidence.saturating_add(evidence::PACKET);
        }
        words = words.get(len..)?;
    }
    words.is_empty().then_some(evidence)
}

#[cfg(test)]
mod tests {
    use anim_core::Format as _;

    use super::*;
    use crate::{Body, Coordinate, Frame, Packet, Tod};

    /// Frames with these numbers and `packets` packets each.
    fn tod(numbers: &[u32], packets: usize) -> Tod {
        let place = Coordinate { translation: Some([1, 2, 3]), ..Coordinate::default() };
        let packet = Packet::new(1, Body::Coordinate(place));
        let frame = |&number: &u32| Frame::new(number, vec![packet.clone(); packets]).unwrap();
        Tod { frames: numbers.iter().map(frame).collect(), ..Tod::default() }
    }

    #[test]
    fn a_file_ends_where_its_frames_end() {
        for (numbers, packets, evidence) in [
            (&[0][..], 1, 24 + 12 + 16 + 8),
            (&[0, 1], 0, 24 + 12 + 8 + 16 + 8),
            (&[1, 2, 200], 2, 24 + 12 + 16 + 8 + 3 * (16 + 16)),
            (&[7], 1, 24 + 16 + 8),
        ] {
            let mut bytes = tod(numbers, packets).to_bytes().into_owned();
            let len = bytes.len();
            for byte in [0, 0x50, 0xFF] {
                bytes.truncate(len);
                bytes.extend([byte; 300]);
                assert_eq!(Tod::extent(&bytes), Extent::Complete { len, evidence }, "{numbers:?}");
            }
            for end in 0..len {
                assert!(
                    matches!(Tod::extent(&bytes[..end]), Extent::Truncated { examined } if examined <= end + WORD),
                    "{end}"
                );
            }
        }
    }

    #[test]
    fn any_broken_rule_ends_the_scan() {
        let good = tod(&[1, 2], 2).to_bytes().into_owned();
        let second = 8 + 4 * (2 + 2 * 4);
        for (what, at, byte) in [
            ("the id", 0, 0x51),
            ("the version", 1, 1),
            ("the upper byte of the resolution", 3, 1),
            ("a size above that of the packets", 8, 11),
            ("a size below that of the packets", 8, 3),
            ("one packet too many", 10, 3),
            ("a packet without words", 19, 0),
            ("a packet of the wrong length for its type", 18, 0x11),
            ("the same frame number again", second + 4, 1),
            ("a lower frame number", second + 4, 0),
        ] {
            let mut bytes = good.clone();
            assert_ne!(std::mem::replace(&mut bytes[at], byte), byte, "{what}");
            bytes.extend([0; 100]);
            assert!(matches!(Tod::extent(&bytes), Extent::No { .. }), "{what}");
        }
        assert!(matches!(Tod::extent(&[0x50, 0, 0, 0, 0, 0, 0, 0, 1]), Extent::No { .. }), "no frame");
    }
}
