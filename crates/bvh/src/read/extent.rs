//! Finds the end of a BVH inside other data.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Extent;

use super::motion::skip;
use super::reader::Reader;
use super::token::Tokens;
use super::{hierarchy, motion};
use crate::number;
use crate::text::{is_blank, is_line_end, is_space, starts_number};

/// The evidence for a BVH, in bits. It is low because other texts also contain words and numbers.
mod evidence {
    /// `HIERARCHY`.
    pub(super) const SIGNATURE: u32 = 24;
    /// A joint or an end site with its braces and its offset.
    pub(super) const JOINT: u32 = 8;
    /// `MOTION`, `Frames:` and `Frame Time:` with their numbers.
    pub(super) const MOTION: u32 = 24;
    /// A line with a number for each channel.
    pub(super) const FRAME: u32 = 4;
}

/// Within this distance of the end of the bytes, nothing counts against a file: a word, or two that belong together, may be cut
/// off.
const MARGIN: usize = 64;

/// The extent of the file that may begin with the bytes: see [`Format::extent`](anim_core::Format::extent) of
/// [`Bvh`](crate::Bvh).
pub(crate) fn of(bytes: &[u8]) -> Extent {
    let stop = |at: usize| {
        if at.saturating_add(MARGIN) >= bytes.len() {
            Extent::Truncated { examined: bytes.len() }
        } else {
            Extent::No { examined: at.saturating_add(MARGIN) }
        }
    };
    let reader = Reader { text: bytes };
    let mut tokens = Tokens::new(bytes);
    let head = hierarchy::read(&reader, &mut tokens, &mut ())
        .and_then(|joints| Ok((joints, motion::head(&reader, &mut tokens)?)));
    let (joints, head) = match head {
        Ok(head) => head,
        Err(error) => return stop(error.at.span.map_or(0, |span| span.start).max(tokens.offset())),
    };
    let width: usize = joints.iter().map(|joint| joint.channels().len()).sum();
    let mut at = tokens.offset();
    // Frames without numbers have no lines.
    let frames = if width == 0 { 0 } else { head.frames };
    for _ in 0..frames {
        at = skip(bytes, end_of_line(bytes, at), is_space);
        match frame(bytes, at, width) {
            Ok(end) => at = end,
            Err(misfit) => return stop(misfit),
        }
    }
    let evidence = [(evidence::JOINT, joints.len()), (evidence::FRAME, frames)]
        .iter()
        .map(|&(bits, count)| bits.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX)))
        .fold(evidence::SIGNATURE.saturating_add(evidence::MOTION), u32::saturating_add);
    Extent::Complete { len: end_of_line(bytes, at), evidence }
}

/// The end of a line of `width` numbers; the error is the position at which it is not such a line.
fn frame(bytes: &[u8], mut at: usize, width: usize) -> Result<usize, usize> {
    for _ in 0..width {
        at = skip(bytes, at, is_blank);
        (_, at) = number::read(bytes, at).ok_or(at)?;
    }
    let next = skip(bytes, at, is_blank);
    // Anything may follow the last line except another number on the same line.
    match bytes.get(next) {
        Some(&byte) if starts_number(byte) => Err(next),
        _ => Ok(at),
    }
}

/// The position after spaces and a line end.
fn end_of_line(bytes: &[u8], at: usize) -> usize {
    let at = skip(bytes, at, |byte| matches!(byte, b' ' | b'\t'));
    match bytes.get(at..) {
        Some([b'\r', b'\n', ..]) => at.saturating_add(2),
        Some([byte, ..]) if is_line_end(*byte) => at.saturating_add(1),
        _ => at,
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Format;

    use super::*;
    use crate::Bvh;

    const HEAD: &str = "HIERARCHY\nROOT a\n{\n OFFSET 0 0 0\n CHANNELS 2 Xposition Yposition\n End Site\n {\n  OFFSET 0 1 0\n }\n}\n";

    fn file(frames: &str, lines: &str) -> String {
        format!("{HEAD}MOTION\nFrames: {frames}\nFrame Time: 0.5\n{lines}")
    }

    #[test]
    fn a_file_ends_with_the_line_of_its_last_frame() {
        for (frames, lines, rows) in [
            ("2", "1 2\n3 4\n", 2),
            ("2", "1 2 \r\n\t3 4 \t\r\n", 2),
            ("3", "1 2\r\r3 4\n\n-5e1 .5", 3),
            ("0", "", 0),
        ] {
            let file = file(frames, lines);
            let expected = Extent::Complete { len: file.len(), evidence: 24 + 24 + 2 * 8 + 4 * rows };
            for behind in ["", "\0\0\0", "\x1A", "and more", "\n7 8\n", "HIERARCHY"] {
                // Without a line end, a byte that is not part of a number ends the last one.
                let between = if lines.ends_with('\n') || lines.is_empty() { "" } else { "\0" };
                let bytes = [&file, between, behind].concat();
                assert_eq!(Bvh::extent(bytes.as_bytes()), expected, "{bytes:?}");
            }
            let least = file.trim_end().len();
            for end in 0..least {
                let found = Bvh::extent(&file.as_bytes()[..end]);
                // A number may lack its last digits.
                let short = matches!(found, Extent::Complete { len, .. } if len == end);
                assert!(
                    short || matches!(found, Extent::Truncated { examined } if examined == end),
                    "{end}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn any_broken_rule_ends_the_scan() {
        let behind = "\n the text continues for longer than a word could be cut at the end of a piece";
        for (what, text) in [
            ("another word", "HIERARCHY of needs".to_owned()),
            ("an unknown channel", HEAD.replace("Xposition", "Zoom")),
            ("a word instead of a number", HEAD.replace("0 0 0", "0 zero 0")),
            ("no frames", format!("{HEAD}MOTION\n")),
            ("fewer frames than stated", file("3", "1 2\n3 4\n")),
            ("a number too few in a line", file("2", "1\n3 4\n")),
            ("a number too many in a line", file("2", "1 2 3\n3 4\n")),
            ("a number too many in the last line", file("2", "1 2\n3 4 5\n")),
            ("a word after a number", file("1", "1 2x\n")),
        ] {
            let found = Bvh::extent([&text, behind].concat().as_bytes());
            assert!(matches!(found, Extent::No { .. }), "{what}: {found:?}");
        }
    }
}
