//! The dictionary of a stream file, by which programs find its parts without reading all of it.
//!
//! It is the opcode `D` (`TKE_Dictionary` in the HSF specification), with numbers in little-endian order:
//!
//! | bytes | | |
//! |---|---|---|
//! | 1 | the form: 0, 1 or 2 | |
//! | 2 | the number of pauses | form 2 |
//! | 4 each | the position of each pause | form 2 |
//! | 4 | the number of items | |
//! | 4 | the index of the item | for each item |
//! | 1 | a bit for each variant that the file has | |
//! | 4, or 4 and 4 | for each of these bits, the position of the variant, and in files its length, which the specification omits | |
//! | 1 | options: bit 0 for bounds | forms 1 and 2 |
//! | 24 | the bounds | if the options say so |
//! | 4 | the position of the first pause, or 0 | form 1 |
//! | 4 | the position of the dictionary | |
//!
//! The last four bytes of the file, before a `0` (`TKE_Termination`) if it has one, are the position of the dictionary: those of
//! the dictionary itself, or of the opcode `_` (`TKE_Dictionary_Locater`).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;
use std::ops::Range;

use super::Piece;
use super::moves::Moves;

/// The opcode of a dictionary.
const DICTIONARY: u8 = b'D';

/// The opcode at the end of a file.
const TERMINATION: u8 = 0;

/// The number of bytes of a position.
const POSITION: usize = 4;

/// The number of bytes of the bounds of an item.
const BOUNDS: usize = 24;

/// What replaces the dictionary of a file in which these ascending pieces replace others, so that its positions are those of the new
/// file. Nothing if the file has no dictionary, or if nothing moves. `None` if the dictionary is not understood.
pub(super) fn adapted(bytes: &[u8], pieces: &[Piece<'_>]) -> Option<Vec<Piece<'static>>> {
    let moves = Moves::new(bytes.len(), pieces);
    let (false, Some((start, locater))) = (moves.is_empty(), located(bytes, &moves)) else {
        return Some(Vec::new());
    };
    let record = |has_lengths| {
        let bytes = bytes.get(start..)?.to_vec();
        Record { bytes, start, at: 0, moves: &moves }.adapted(has_lengths)
    };
    let record = record(true).or_else(|| record(false))?;
    let place = start..start.checked_add(record.len())?;
    if !moves.keeps(&place) {
        return None;
    }
    let is_last = place.end == locater.end;
    let is_located = place.end <= locater.start;
    let start = u32::try_from(moves.of(start)?).ok()?;
    let mut adapted: Vec<Piece<'static>> = vec![(place, Cow::Owned(record))];
    if is_located {
        adapted.push((locater, Cow::Owned(start.to_le_bytes().to_vec())));
    }
    (is_last || is_located).then_some(adapted)
}

/// The position of the dictionary, and the bytes at the end of the file that state it.
fn located(bytes: &[u8], moves: &Moves) -> Option<(usize, Range<usize>)> {
    let ends = [bytes.strip_suffix(&[TERMINATION]), Some(bytes)];
    ends.into_iter().flatten().find_map(|bytes| {
        let start = usize::try_from(u32::from_le_bytes(*bytes.last_chunk()?)).ok()?;
        let locater = bytes.len().checked_sub(POSITION)?..bytes.len();
        let is_dictionary = bytes.get(start) == Some(&DICTIONARY) && moves.of(start).is_some();
        (is_dictionary && moves.keeps(&locater)).then_some((start, locater))
    })
}

/// A dictionary that is read, and adapted as far as it has been read.
struct Record<'a> {
    /// The bytes from the opcode on.
    bytes: Vec<u8>,
    /// The position of the opcode in the file.
    start: usize,
    /// The number of bytes that have been read.
    at: usize,
    moves: &'a Moves,
}

impl Record<'_> {
    /// The bytes of the dictionary with positions in the new file. `None` if they do not have the form of a dictionary, or a position is
    /// in the middle of what is replaced.
    fn adapted(mut self, has_lengths: bool) -> Option<Vec<u8>> {
        let [_, form] = self.take()?;
        if form > 2 {
            return None;
        }
        if form == 2 {
            for _ in 0..u16::from_le_bytes(self.take()?) {
                self.position()?;
            }
        }
        for _ in 0..self.number()? {
            let [_, _, _, _, variants] = self.take()?;
            for _ in 0..variants.count_ones() {
                let position = self.position()?;
                if has_lengths {
                    self.length(position)?;
                }
            }
            if form > 0 {
                match self.take()? {
                    [0] => {}
                    [1] => drop(self.take::<BOUNDS>()?),
                    _ => return None,
                }
            }
        }
        if form == 1 {
            self.position()?;
        }
        if self.position()? != self.start {
            return None;
        }
        self.bytes.truncate(self.at);
        Some(self.bytes)
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let taken = *self.bytes.get(self.at..)?.first_chunk()?;
        self.at = self.at.checked_add(N)?;
        Some(taken)
    }

    fn number(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(self.take()?)).ok()
    }

    /// Reads a position, and adapts it.
    fn position(&mut self) -> Option<usize> {
        let at = self.at;
        let position = self.number()?;
        self.put(at, self.moves.of(position)?)?;
        Some(position)
    }

    /// Reads the length of what is at a position, and adapts it.
    fn length(&mut self, position: usize) -> Option<()> {
        let at = self.at;
        let end = position.checked_add(self.number()?)?;
        self.put(at, self.moves.of(end)?.checked_sub(self.moves.of(position)?)?)
    }

    fn put(&mut self, at: usize, number: usize) -> Option<()> {
        *self.bytes.get_mut(at..)?.first_chunk_mut()? = u32::try_from(number).ok()?.to_le_bytes();
        Some(())
    }
}
