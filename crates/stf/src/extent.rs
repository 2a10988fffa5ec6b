//! The extent of a container within other data.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Extent;

use crate::read::{MAGIC, outline};

/// The evidence for a container, in bits: the magic, the only known version, lengths that fit, and JSON that reads as a
/// document.
const EVIDENCE: u32 = 32 + 16 + 16 + 32;

/// Bytes before the list of lengths: the magic, the version, the padding and the count of buffers.
const HEADER_LEN: usize = 16;

/// See [`Format::extent`](anim_core::Format::extent) of [`Stf`](crate::Stf).
pub(crate) fn of(bytes: &[u8]) -> Extent {
    let word = |at: usize| bytes.get(at..)?.first_chunk::<4>().copied();
    let no_other = |at: usize, expected: [u8; 4]| word(at).is_none_or(|found| found == expected);
    let count = word(12).map(u32::from_le_bytes);
    if !(no_other(0, *MAGIC) && no_other(4, [0; 4]) && count != Some(0)) {
        return Extent::No { examined: HEADER_LEN };
    }
    let cut = Extent::Truncated { examined: HEADER_LEN };
    let Some(count) = count else { return cut };
    let start = (count as usize).saturating_mul(8).saturating_add(HEADER_LEN);
    let Some(lengths) = bytes.get(HEADER_LEN..start) else { return cut };
    let (lengths, _) = lengths.as_chunks::<8>();
    let lengths = lengths.iter().map(|length| usize::try_from(u64::from_le_bytes(*length)).ok());
    let ends = lengths.scan(Some(start), |end, length| {
        *end = end.zip(length).and_then(|(end, length)| end.checked_add(length));
        Some(*end)
    });
    let (mut text_end, mut end) = (None, None);
    for reached in ends {
        text_end = text_end.or(reached);
        end = reached;
    }
    // Anything but an object is rejected before the complete text is there.
    let mut text = bytes.get(start..).unwrap_or_default().iter();
    let begins = text.find(|byte| !byte.is_ascii_whitespace()).is_none_or(|&byte| byte == b'{');
    let (true, Some(text_end), Some(len)) = (begins, text_end, end) else {
        return Extent::No { examined: start.saturating_add(1) };
    };
    if len > bytes.len() {
        return Extent::Truncated { examined: start };
    }
    let text = bytes.get(start..text_end).and_then(|text| std::str::from_utf8(text).ok());
    match text.map(|text| outline(text, false)) {
        Some(Ok(_)) => Extent::Complete { len, evidence: EVIDENCE },
        _ => Extent::No { examined: text_end },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = br#"{"stf": {}, "resources": {}}"#;

    fn container(buffers: &[&[u8]]) -> Vec<u8> {
        let mut bytes = b"STF0\0\0\0\0\0\0\0\0".to_vec();
        bytes.extend((buffers.len() as u32).to_le_bytes());
        bytes.extend(buffers.iter().flat_map(|buffer| (buffer.len() as u64).to_le_bytes()));
        bytes.extend(buffers.concat());
        bytes
    }

    #[test]
    fn a_file_ends_where_its_last_buffer_ends() {
        for buffers in [&[TEXT][..], &[TEXT, b"", b"abc"], &[&[b"\n ", TEXT].concat(), &[0; 5000]]] {
            let file = container(buffers);
            let len = file.len();
            let bytes = [&file[..], b"}STF0"].concat();
            assert_eq!(of(&bytes), Extent::Complete { len, evidence: EVIDENCE });
            for end in 0..len {
                assert!(
                    matches!(of(&bytes[..end]), Extent::Truncated { examined } if examined <= end.max(HEADER_LEN)),
                    "{end}"
                );
            }
        }
    }

    #[test]
    fn anything_unexpected_ends_the_search() {
        for (what, at, byte) in [
            ("the magic", 3, b'1'),
            ("the version", 4, 1),
            ("the count", 12, 0),
            ("a document that is too short", 16, TEXT.len() as u8 - 1),
            ("a document that includes a byte of the next buffer", 16, TEXT.len() as u8 + 1),
            ("the first byte of the document", 32, b'['),
            ("a byte that is not UTF-8", 40, 0xFF),
        ] {
            let mut bytes = container(&[TEXT, b"abcdefgh"]);
            assert_ne!(std::mem::replace(&mut bytes[at], byte), byte, "{what}");
            bytes.extend([b' '; 300]);
            assert!(matches!(of(&bytes), Extent::No { .. }), "{what}");
        }
    }
}
