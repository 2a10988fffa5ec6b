//! The part of the user data that is in memory.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::io::{self, Read};

use crate::sectors::UserData;

/// The number of bytes read at a time: they fit a processor's cache.
pub(crate) const PIECE: usize = 1 << 18;

#[derive(Debug)]
pub(crate) struct Window<R> {
    pub(crate) source: UserData<R>,
    data: Vec<u8>,
    /// The offset of `data` in the user data.
    base: u64,
    ended: bool,
}

impl<R: Read> Window<R> {
    pub(crate) fn new(blob: R) -> io::Result<Self> {
        Ok(Self { source: UserData::new(blob)?, data: Vec::new(), base: 0, ended: false })
    }

    /// The bytes in memory.
    pub(crate) fn data(&self) -> &[u8] {
        &self.data
    }

    /// Whether no bytes follow them.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    /// The offsets in the user data and in the blob of a position in memory.
    pub(crate) fn offsets(&self, at: usize) -> [u64; 2] {
        let user_offset = self.base.saturating_add(at as u64);
        [user_offset, self.source.offset(user_offset)]
    }

    /// Reads until this number of bytes follows a position, or to the end. Bytes before the position may be discarded; returns
    /// how many were.
    pub(crate) fn advance(&mut self, at: usize, count: usize) -> io::Result<usize> {
        let at = at.min(self.data.len());
        let kept = self.data.len().saturating_sub(at);
        // The kept bytes have to be moved, which is worth it only if at least as many are discarded.
        let gone = if at >= kept { at } else { 0 };
        self.data.drain(..gone);
        // Memory for a long file is released.
        if self.data.capacity() > PIECE.saturating_mul(8).max(self.data.len().saturating_mul(4)) {
            self.data.shrink_to(count.max(PIECE).saturating_mul(2));
        }
        self.base = self.base.saturating_add(gone as u64);
        self.source.forget(self.base);
        let wanted = at.saturating_sub(gone).saturating_add(count);
        while !self.ended && self.data.len() < wanted {
            self.ended = !self.source.fill(&mut self.data, PIECE)?;
        }
        Ok(gone)
    }
}
