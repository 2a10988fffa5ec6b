//! How far a text reaches that begins somewhere in other data.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Extent;

use super::motion::skip;
use super::token::Tokens;
use super::{Reader, hierarchy, motion};
use crate::number;
use crate::text::{is_blank, is_line_end, is_space, starts_number};

/// What speaks for a BVH, in bits; words and numbers are in other texts too.
mod evidence {
    /// `HIERARCHY`.
    pub(super) const SIGNATURE: u32 = 24;
    /// A joint or an end site with its braces and its offset.
    pub(super) const JOINT: u32 = 8;
    /// `MOTION`, `Frames:` and `Frame Time:` with their numbers.
    pub(super) const MOTION: u32 = 24;
    /// A line of as many numbers as there are channels.
    pub(super) const FRAME: u32 = 4;
}

/// So near to the end of the bytes nothing speaks against a file: a word, or two that belong together, may go on.
const MARGIN: usize = 64;

/// Every frame has to be a line, and there have to be as many as are stated. The line end after the last is part of the file.
pub(super) fn of(bytes: &[u8]) -> Extent {
    let stop = |at: usize| {
        if at.saturating_add(MARGIN) >= bytes.len() {
            Extent::Cut { walked: bytes.len() }
        } else {
            Extent::No { walked: at.saturating_add(MARGIN) }
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
    // Frames of nothing take no line.
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
    Extent::Whole { len: end_of_line(bytes, at), evidence }
}

/// The end of a line of so many numbers, or the place where it is none.
fn frame(bytes: &[u8], mut at: usize, width: usize) -> Result<usize, usize> {
    for _ in 0..width {
        at = skip(bytes, at, is_blank);
        (_, at) = number::read(bytes, at).ok_or(at)?;
    }
    let next = skip(bytes, at, is_blank);
    // What comes after the last line may be anything, but not a number of the same line.
    match bytes.get(next) {
        Some(&byte) if starts_number(byte) => Err(next),
        _ => Ok(at),
    }
}

/// The place after the spaces and the line end that are next.
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
            let expected = Extent::Whole { len: file.len(), evidence: 24 + 24 + 2 * 8 + 4 * rows };
            for behind in ["", "\0\0\0", "\x1A", "and more", "\n7 8\n", "HIERARCHY"] {
                // What has no line end is ended by a byte that no number has.
                let between = if lines.ends_with('\n') || lines.is_empty() { "" } else { "\0" };
                let bytes = [&file, between, behind].concat();
                assert_eq!(Bvh::extent(bytes.as_bytes()), expected, "{bytes:?}");
            }
            let least = file.trim_end().len();
            for end in 0..least {
                let found = Bvh::extent(&file.as_bytes()[..end]);
                // A number may lack its last digits.
                let short = matches!(found, Extent::Whole { len, .. } if len == end);
                assert!(
                    short || matches!(found, Extent::Cut { walked } if walked == end),
                    "{end}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn whatever_is_not_as_it_has_to_be_ends_the_walk() {
        let behind = "\n the text goes on for longer than a word could be cut at the end of a piece";
        for (what, text) in [
            ("a word", "HIERARCHY of needs".to_owned()),
            ("no channels but their number", HEAD.replace("Xposition", "Zoom")),
            ("a number", HEAD.replace("0 0 0", "0 zero 0")),
            ("no frames", format!("{HEAD}MOTION\n")),
            ("fewer frames than stated", file("3", "1 2\n3 4\n")),
            ("a number less in a line", file("2", "1\n3 4\n")),
            ("a number more in a line", file("2", "1 2 3\n3 4\n")),
            ("a number more in the last line", file("2", "1 2\n3 4 5\n")),
            ("a word after a number", file("1", "1 2x\n")),
        ] {
            let found = Bvh::extent([&text, behind].concat().as_bytes());
            assert!(matches!(found, Extent::No { .. }), "{what}: {found:?}");
        }
    }
}
