//! The search: signatures, traversal of candidates, and limits of the cost.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::io::{self, Read};

use anim_core::{AnyFormat, Extent};
use memchr::memmem::Finder;

use crate::window::{PIECE, Window};
use crate::{Find, MIN_EVIDENCE};

/// The limits of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The length in bytes of the longest file that can be found; memory use is at most twice this.
    pub longest: usize,
}

impl Default for Limits {
    /// 256 MiB: longer than any known file of these formats.
    fn default() -> Self {
        Self { longest: 1 << 28 }
    }
}

/// The totals of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The size of the blob in bytes.
    pub bytes: u64,
    /// Whether it is an image of raw sectors.
    pub is_raw: bool,
    /// The number of candidates longer than [`Limits::longest`].
    pub too_long: u64,
    /// The number of candidates that were not examined, because those before them had cost too much.
    pub unexamined: u64,
}

/// The number of bytes of false files of one format that may be examined before candidates are skipped.
const CREDIT: i64 = 1 << 26;

/// The additional number for each byte of the blob.
const CREDIT_PER_BYTE: i64 = 16;

/// Finds the files of these formats in a blob, in order; no two of them overlap. Formats without a signature are not found.
///
/// Errors: those of reading the blob, and those of `found`.
pub fn scan<E: From<io::Error>>(
    blob: impl Read,
    formats: &[AnyFormat],
    limits: Limits,
    found: &mut dyn FnMut(Find<'_>) -> Result<(), E>,
) -> Result<Summary, E> {
    let mut window = Window::new(blob)?;
    let mut hunts: Vec<_> =
        formats.iter().filter(|format| !format.signature().is_empty()).map(Hunt::new).collect();
    let mut summary = Summary { is_raw: window.source.is_raw(), ..Summary::default() };
    // Everything before this position in the window is done.
    let mut at = 0;
    loop {
        let places = hunts
            .iter_mut()
            .enumerate()
            .filter_map(|(index, hunt)| Some((hunt.next(window.data(), at)?, index)));
        let Some((place, index)) = places.min() else {
            if window.ended() {
                break;
            }
            // A signature may begin in one piece and end in the next.
            let tail = hunts.iter().map(Hunt::overlap).max().unwrap_or(0);
            at = at.max(window.data().len().saturating_sub(tail));
            advance(&mut window, &mut hunts, &mut at, PIECE)?;
            continue;
        };
        at = place;
        match walk(&mut window, &mut hunts, index, &mut at, limits, &mut summary)? {
            Some((format, len, evidence)) => {
                let past = at.saturating_add(len);
                let [user_offset, offset] = window.offsets(at);
                let bytes = window.data().get(at..past).unwrap_or_default();
                found(Find { format, offset, user_offset, evidence, bytes })?;
                at = past;
            }
            None => at = at.saturating_add(1),
        }
    }
    Ok(Summary { bytes: window.source.bytes(), ..summary })
}

/// Examines the file that may begin at a position, reading as much of it into the window as necessary.
fn walk<'a, R: Read>(
    window: &mut Window<R>,
    hunts: &mut [Hunt<'a>],
    index: usize,
    at: &mut usize,
    limits: Limits,
    summary: &mut Summary,
) -> io::Result<Option<(&'a AnyFormat, usize, u32)>> {
    if hunts.get(index).is_none_or(|hunt| hunt.credit <= 0) {
        summary.unexamined = summary.unexamined.saturating_add(1);
        return Ok(None);
    }
    // A candidate is examined to its end, even if that takes more than the credit: a debt delays the next one.
    let mut spent = 0usize;
    loop {
        let Some(hunt) = hunts.get_mut(index) else { return Ok(None) };
        let bytes = window.data().get(*at..).unwrap_or_default();
        let has = bytes.len();
        let examined = match hunt.format.extent(bytes) {
            // A text that fills the window may continue: its last number may have more digits.
            Extent::Complete { len, .. } if len >= has && !window.ended() => len,
            Extent::Truncated { examined } if !window.ended() => examined,
            Extent::Complete { len, evidence } if evidence >= MIN_EVIDENCE && (1..=has).contains(&len) => {
                if len <= limits.longest {
                    return Ok(Some((hunt.format, len, evidence)));
                }
                hunt.pay(spent.saturating_add(len));
                summary.too_long = summary.too_long.saturating_add(1);
                return Ok(None);
            }
            Extent::Complete { len: examined, .. }
            | Extent::No { examined }
            | Extent::Truncated { examined } => {
                hunt.pay(spent.saturating_add(examined));
                return Ok(None);
            }
        };
        spent = spent.saturating_add(examined);
        if has >= limits.longest {
            hunt.pay(spent);
            summary.too_long = summary.too_long.saturating_add(1);
            return Ok(None);
        }
        advance(window, hunts, at, has.saturating_mul(2).clamp(PIECE, limits.longest.max(PIECE)))?;
    }
}

/// Reads until this number of bytes follows a position, and discards the bytes before it.
fn advance<R: Read>(
    window: &mut Window<R>,
    hunts: &mut [Hunt<'_>],
    at: &mut usize,
    count: usize,
) -> io::Result<()> {
    let gone = window.advance(*at, count)?;
    *at = at.saturating_sub(gone);
    for hunt in hunts {
        hunt.moved(gone);
    }
    Ok(())
}

/// The search for the files of one format.
struct Hunt<'a> {
    format: &'a AnyFormat,
    finder: Finder<'a>,
    /// The candidate that was found last.
    next: Option<usize>,
    /// There is no other candidate before this position.
    searched: usize,
    /// The number of bytes that may still be examined in vain; below 0 after a candidate that took more.
    credit: i64,
}

impl<'a> Hunt<'a> {
    fn new(format: &'a AnyFormat) -> Self {
        Self { format, finder: Finder::new(format.signature()), next: None, searched: 0, credit: CREDIT }
    }

    /// The next candidate at or after a position.
    fn next(&mut self, data: &[u8], at: usize) -> Option<usize> {
        if self.next.is_none_or(|next| next < at) {
            let from = at.max(self.searched);
            let found = self.finder.find(data.get(from..).unwrap_or_default());
            self.next = found.map(|place| from.saturating_add(place));
            self.searched = self.next.unwrap_or_else(|| from.max(data.len().saturating_sub(self.overlap())));
        }
        self.next
    }

    /// The largest number of bytes of an incomplete signature at the end of a piece.
    fn overlap(&self) -> usize {
        self.format.signature().len().saturating_sub(1)
    }

    /// Records that this number of bytes was examined and discarded.
    fn moved(&mut self, count: usize) {
        self.next = self.next.and_then(|next| next.checked_sub(count));
        self.searched = self.searched.saturating_sub(count);
        self.credit = self.credit.saturating_add(CREDIT_PER_BYTE.saturating_mul(signed(count)));
    }

    fn pay(&mut self, examined: usize) {
        self.credit = self.credit.saturating_sub(signed(examined));
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
