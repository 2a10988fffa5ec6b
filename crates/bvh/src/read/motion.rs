//! The frames.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{LineColumn, Sink, Span, counted};

use super::lines;
use super::reader::Reader;
use super::token::Tokens;
use crate::text::{is_blank, is_line_end, is_space, starts_number};
use crate::{Error, ErrorKind, codes, number};

/// The statements of the file about its frames.
pub(super) struct Head {
    pub(super) frames: usize,
    /// The location of the stated number.
    pub(super) frames_at: Span,
    pub(super) frame_time: f64,
}

/// The frames in the file.
pub(super) struct Rows {
    pub(super) frames: usize,
    pub(super) values: Vec<f64>,
    /// The position after the frames and the space that follows them.
    pub(super) end: usize,
}

/// Reads `Frames:` and `Frame Time:`.
pub(super) fn head(reader: &Reader<'_>, tokens: &mut Tokens<'_>) -> Result<Head, Error> {
    if !(tokens.take_keyword("Frames") && tokens.take_colon()) {
        return Err(reader.syntax(tokens.offset(), "`Frames:`"));
    }
    let (frames_at, _) = reader.word(tokens.offset());
    let frames = tokens.count().ok_or_else(|| reader.syntax(tokens.offset(), "the number of frames"))?;
    if !(tokens.take_keywords("Frame", "Time") && tokens.take_colon()) {
        return Err(reader.syntax(tokens.offset(), "`Frame Time:`"));
    }
    let frame_time = tokens.number().ok_or_else(|| reader.number(tokens.offset()))?;
    Ok(Head { frames, frames_at, frame_time })
}

/// Reads frames of `width` numbers, up to the end of the text or up to other text after the stated number of frames. Reports
/// frames that are not one line each, also before an error, which they often explain. Where there are as many lines as frames are
/// stated, all with enough numbers, the rest of each line is ignored, as most readers do; one with too few is an error.
pub(super) fn rows(
    reader: &Reader<'_>,
    start: usize,
    width: usize,
    stated: usize,
    sink: &mut dyn Sink,
) -> Result<Rows, Error> {
    let mut broken = Broken { frames: 0, first: 0 };
    let rows = numbers(reader, start, width, stated, &mut broken);
    let is_odd = broken.frames > 0 && rows.as_ref().map_or(true, |rows| rows.frames != stated);
    if is_odd && let Some(long) = lines::long(reader.text, start, width, stated) {
        drop(rows);
        let message = format!(
            "lines have up to {}, expected {width} for each frame: the rest of each line is ignored",
            counted(long.most, "number")
        );
        let place = reader.location(reader.word(long.first).0);
        sink.report(codes::BROKEN_LINE.at(place.in_path("motion"), message));
        return Ok(lines::rows(reader.text, start, width, &long));
    }
    if let Err(error) = &rows
        && matches!(error.kind, ErrorKind::Frame { .. })
        && let Some(short) = lines::short(reader.text, start, width, stated)
    {
        return Err(ended(reader, short.end, short.line, [short.count, width]));
    }
    if broken.frames > 0 {
        let numbers = counted(width, "number");
        let message = match broken.frames {
            1 => format!("a frame is not one line of {numbers}"),
            count => format!("{count} frames are not one line of {numbers} each"),
        };
        let place = reader.location(Span::at(broken.first, 0));
        sink.report(codes::BROKEN_LINE.at(place.in_path("motion"), message));
    }
    rows
}

/// Frames that are not one line each.
struct Broken {
    frames: usize,
    /// The position at which the first of them differs from a line.
    first: usize,
}

/// Reads frames by their numbers, not by lines.
// Inlined into its caller, the loop would run out of registers.
#[inline(never)]
fn numbers(
    reader: &Reader<'_>,
    start: usize,
    width: usize,
    stated: usize,
    broken: &mut Broken,
) -> Result<Rows, Error> {
    let text = reader.text;
    let mut at = skip(text, start, is_space);
    let mut rows = Rows { frames: 0, values: Vec::new(), end: at };
    if width == 0 {
        // The stated number could announce endless empty frames.
        return Ok(rows);
    }
    // Every number takes at least two bytes, which limits the memory, whatever number is stated.
    let most = text.len().saturating_sub(start).div_ceil(2);
    rows.values.reserve_exact(stated.saturating_mul(width).min(most));
    while let Some(&first) = text.get(at) {
        if rows.frames >= stated && !starts_number(first) {
            break;
        }
        let mut is_line = true;
        let filled = rows.values.len();
        rows.values.resize(filled.saturating_add(width), 0.0);
        let row = rows.values.get_mut(filled..).unwrap_or_default();
        for (column, value) in row.iter_mut().enumerate() {
            // Usually one space comes before a number.
            if text.get(at) == Some(&b' ')
                && let Some((number, end)) = number::read(text, at.wrapping_add(1))
            {
                (*value, at) = (number, end);
                continue;
            }
            at = skip(text, at, is_blank);
            if text.get(at).is_some_and(|&byte| is_line_end(byte)) {
                is_line = false;
                at = skip(text, at, is_space);
            }
            match number::read(text, at) {
                Some((number, end)) => (*value, at) = (number, end),
                None => return Err(bad_number(reader, at, rows.frames, [column, width])),
            }
        }
        at = skip(text, at, is_blank);
        is_line &= text.get(at).is_none_or(|&byte| is_line_end(byte));
        if !is_line {
            broken.first = if broken.frames == 0 { at } else { broken.first };
            broken.frames = broken.frames.saturating_add(1);
        }
        rows.frames = rows.frames.saturating_add(1);
        at = skip(text, at, is_space);
    }
    rows.end = at;
    Ok(rows)
}

/// The offset of the first byte at or after `at` that is not skipped.
#[inline]
pub(super) fn skip(text: &[u8], mut at: usize, skips: impl Fn(u8) -> bool) -> usize {
    while text.get(at).is_some_and(|&byte| skips(byte)) {
        at = at.wrapping_add(1);
    }
    at
}

/// The error for a number of a frame that cannot be read.
#[cold]
fn bad_number(reader: &Reader<'_>, at: usize, frame: usize, [found, expected]: [usize; 2]) -> Error {
    if at < reader.text.len() {
        let mut error = reader.number(at);
        error.at.path = format!("motion/frame[{frame}]");
        return error;
    }
    ended(reader, at, frame, [found, expected])
}

/// The error for a frame that ends too early.
fn ended(reader: &Reader<'_>, at: usize, frame: usize, [found, expected]: [usize; 2]) -> Error {
    let place = LineColumn::of(reader.text, at);
    let kind = ErrorKind::Frame { at: place, frame, found, expected };
    Error::new(kind, reader.location(Span::at(at, 0)).in_path(format!("motion/frame[{frame}]")))
}
