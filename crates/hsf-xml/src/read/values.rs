//! A position in a list of values.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Span;

use super::aside::Asides;
use super::repairs::Repairs;
use crate::{Error, List, codes};

/// A list under construction and the position in its text.
pub(super) struct Values<'v, 'a> {
    pub(super) bytes: &'v [u8],
    pub(super) at: usize,
    /// The location in the file of a text whose references are already resolved: its `<` and `&` are plain characters.
    pub(super) base: Option<(usize, usize)>,
    pub(super) list: &'v mut List,
    pub(super) repairs: &'v mut Repairs<'a>,
    pub(super) asides: &'v mut Asides,
}

/// The value contains a reference, or markup other than elements: it has to be read again with references resolved and without
/// the markup.
pub(super) struct Reference;

impl<'v> Values<'v, '_> {
    /// Reports a repair of brackets or commas from a position to here.
    pub(super) fn report(&mut self, start: usize, message: &str) -> Result<(), Error> {
        let span = self.span(start);
        self.repairs.report(&codes::BRACKET, span, message)
    }

    /// The bytes of the file from a position to here; the complete text if its references are resolved.
    pub(super) fn span(&self, start: usize) -> Span {
        self.base.map_or(start..self.at.max(start), |(from, to)| from..to).into()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn rest(&self) -> &'v [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) fn skip(&mut self, len: usize) {
        self.at = self.at.saturating_add(len).min(self.bytes.len());
    }

    /// Whether markup other than an element begins a number of bytes from here.
    pub(super) fn is_aside(&mut self, ahead: usize) -> bool {
        self.base.is_none() && self.asides.at(self.rest().get(ahead..).unwrap_or_default()).is_some()
    }
}
