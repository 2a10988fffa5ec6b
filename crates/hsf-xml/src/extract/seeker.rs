//! Where animation blocks are in bytes.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::ops::Range;

use super::{USER_DATA, USER_HEADER};
use crate::extent::BLOCK;

/// Searches for animation blocks in bytes that come in pieces.
#[derive(Default)]
pub(super) struct Seeker {
    /// The last bytes, in which a block may begin, or the block being read.
    kept: Vec<u8>,
    /// The number of bytes before those that are kept.
    before: usize,
    /// The length of the block being read.
    wanted: Option<usize>,
    /// The locations of the blocks with their opcodes, and their texts.
    blocks: Vec<(Range<usize>, Vec<u8>)>,
}

impl Seeker {
    pub(super) fn feed(&mut self, piece: &[u8]) {
        self.kept.extend_from_slice(piece);
        let mut spent = 0usize;
        loop {
            let rest = self.kept.get(spent..).unwrap_or_default();
            if let Some(wanted) = self.wanted {
                let Some(block) = rest.get(..wanted) else { break };
                let start = self.before.saturating_add(spent);
                self.blocks.push((placed(start, wanted), block.to_vec()));
                self.wanted = None;
                spent = spent.saturating_add(wanted);
            } else if let Some((start, len)) = begin(rest) {
                self.wanted = Some(len);
                spent = spent.saturating_add(start);
            } else {
                // A block may begin in the last bytes.
                let least = USER_HEADER.saturating_add(BLOCK.len()).saturating_sub(1);
                spent = spent.saturating_add(rest.len().saturating_sub(least));
                break;
            }
        }
        let spent = spent.min(self.kept.len());
        self.before = self.before.saturating_add(spent);
        self.kept.drain(..spent);
    }

    /// Whether a block begins in what was searched.
    pub(super) fn has_begun(&self) -> bool {
        self.wanted.is_some() || !self.blocks.is_empty()
    }

    /// The blocks; of a truncated one, the available part.
    pub(super) fn finish(mut self) -> Vec<(Range<usize>, Vec<u8>)> {
        if self.wanted.is_some() && !self.kept.is_empty() {
            self.blocks.push((placed(self.before, self.kept.len()), self.kept));
        }
        self.blocks
    }
}

/// The location of a block with its opcode and its length.
fn placed(start: usize, len: usize) -> Range<usize> {
    start.saturating_sub(USER_HEADER)..start.saturating_add(len)
}

/// The position of the first block in some bytes, and its length.
pub(super) fn begin(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut windows = bytes.windows(USER_HEADER.saturating_add(BLOCK.len())).enumerate();
    windows.find_map(|(at, window)| {
        let (&[opcode, a, b, c, d], text) = window.split_first_chunk::<USER_HEADER>()?;
        let len = u32::from_le_bytes([a, b, c, d]) as usize;
        let fits = opcode == USER_DATA && text == BLOCK && len >= BLOCK.len();
        fits.then_some((at.saturating_add(USER_HEADER), len))
    })
}
