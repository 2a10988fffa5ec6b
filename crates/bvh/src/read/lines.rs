//! Frames in lines of more or fewer numbers than there are channels.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::motion::{Rows, skip};
use crate::number;
use crate::text::{is_blank, is_line_end, is_space, starts_number};

/// Lines that are too long for frames.
pub(super) struct Long {
    /// The first number beyond the channels.
    pub(super) first: usize,
    /// The most numbers in a line.
    pub(super) most: usize,
    lines: usize,
    /// The position after the lines and the space that follows them.
    end: usize,
}

/// Whether there are exactly as many lines as frames are stated, none with fewer than `width` numbers, and some with more.
pub(super) fn long(text: &[u8], start: usize, width: usize, stated: usize) -> Option<Long> {
    walk(text, start, width, stated, |_| ())
}

/// The first `width` numbers of each of these lines.
pub(super) fn rows(text: &[u8], start: usize, width: usize, long: &Long) -> Rows {
    // There are as many numbers in the text.
    let mut values = Vec::with_capacity(long.lines.saturating_mul(width));
    walk(text, start, width, long.lines, |value| values.push(value));
    Rows { frames: long.lines, values, end: long.end }
}

/// Passes the first `width` numbers of each line to a function; `None` where the lines are not these.
fn walk(text: &[u8], start: usize, width: usize, stated: usize, mut each: impl FnMut(f64)) -> Option<Long> {
    let mut at = skip(text, start, is_space);
    let (mut first, mut most, mut lines) = (None, width, 0usize);
    while lines < stated {
        let mut count = 0usize;
        while let Some((value, end)) = number::read(text, at) {
            if count < width {
                each(value);
            } else {
                first.get_or_insert(at);
            }
            count = count.saturating_add(1);
            at = skip(text, end, is_blank);
        }
        let ends = text.get(at).is_none_or(|&byte| is_line_end(byte));
        if count < width || !ends || width == 0 {
            return None;
        }
        (most, lines) = (most.max(count), lines.saturating_add(1));
        at = skip(text, at, is_space);
    }
    let is_last = !text.get(at).is_some_and(|&byte| starts_number(byte));
    first.filter(|_| is_last).map(|first| Long { first, most, lines, end: at })
}

/// A line that is too short for a frame.
pub(super) struct Short {
    /// The position after its last number.
    pub(super) end: usize,
    pub(super) line: usize,
    /// The number of its numbers.
    pub(super) count: usize,
}

/// The first line with fewer than `width` numbers, if there are exactly as many lines as frames are stated, none with more.
pub(super) fn short(text: &[u8], start: usize, width: usize, stated: usize) -> Option<Short> {
    let mut at = skip(text, start, is_space);
    let mut short = None;
    for line in 0..stated {
        let (mut count, mut last) = (0usize, at);
        while let Some((_, end)) = number::read(text, at) {
            count = count.saturating_add(1);
            (last, at) = (end, skip(text, end, is_blank));
        }
        let ends = text.get(at).is_none_or(|&byte| is_line_end(byte));
        if count == 0 || count > width || !ends {
            return None;
        }
        if count < width {
            short.get_or_insert(Short { end: last, line, count });
        }
        at = skip(text, at, is_space);
    }
    short.filter(|_| at == text.len())
}
