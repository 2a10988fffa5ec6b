//! Where the bytes of a file go when ranges of it are replaced.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::ops::Range;

use super::Piece;

/// Where the bytes of a file go when ranges of it are replaced.
pub(super) struct Moves {
    /// The number of bytes of the file.
    len: usize,
    /// The ranges, ascending, and where in the new file that which replaces each of them ends.
    replaced: Vec<(Range<usize>, usize)>,
}

impl Moves {
    /// The moves in a file of `len` bytes with these ascending pieces.
    pub(super) fn new(len: usize, pieces: &[Piece<'_>]) -> Self {
        let (mut old, mut new) = (0, 0usize);
        let replaced = pieces.iter().map(|(range, piece)| {
            new = new.saturating_add(range.start.saturating_sub(old)).saturating_add(piece.len());
            old = range.end;
            (range.clone(), new)
        });
        Self { len, replaced: replaced.collect() }
    }

    /// Whether everything stays where it is.
    pub(super) fn is_empty(&self) -> bool {
        self.replaced.iter().all(|(range, end)| range.end == *end)
    }

    /// The position in the new file of what is at a position of the old one. `None` in the middle of what is replaced, and beyond the
    /// end.
    pub(super) fn of(&self, position: usize) -> Option<usize> {
        if position > self.len || !self.keeps(&(position..position)) {
            return None;
        }
        let before = self.next(position).checked_sub(1).and_then(|last| self.replaced.get(last));
        let (old, new) = before.map_or((0, 0), |(range, end)| (range.end, *end));
        position.checked_sub(old)?.checked_add(new)
    }

    /// Whether nothing in a range is replaced.
    pub(super) fn keeps(&self, range: &Range<usize>) -> bool {
        self.replaced.get(self.next(range.start)).is_none_or(|(next, _)| range.end <= next.start)
    }

    /// The index of the first range that ends after a position.
    fn next(&self, position: usize) -> usize {
        self.replaced.partition_point(|(range, _)| range.end <= position)
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    #[test]
    fn positions_move_by_what_is_replaced_before_them() {
        let piece = |range: Range<usize>, len| (range, Cow::Owned(vec![0; len]));
        let moves = Moves::new(20, &[piece(2..4, 5), piece(4..6, 2), piece(10..14, 0)]);
        let found: Vec<_> = (0..22).map(|position| moves.of(position)).collect();
        let inside = None;
        let expected = [0, 1, 2].map(Some).into_iter().chain([inside, Some(7), inside]);
        let expected = expected.chain([9, 10, 11, 12, 13].map(Some)).chain([inside; 3]);
        let expected = expected.chain((13..20).map(Some)).chain([None]);
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert!(moves.keeps(&(6..10)) && !moves.keeps(&(6..11)) && !moves.keeps(&(13..15)));
        assert!(!moves.is_empty() && Moves::new(20, &[piece(2..4, 2)]).is_empty());
    }
}
