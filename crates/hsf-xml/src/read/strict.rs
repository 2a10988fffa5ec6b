//! Well-formed XML as another parser sees it.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Location;

use crate::{Error, ErrorKind};

/// Refuses a text that another parser does not accept as well-formed XML.
pub(super) fn check(bytes: &[u8]) -> Result<(), Error> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let message = "found a byte that is not UTF-8".to_owned();
        Error::new(ErrorKind::IllFormed { message }, Location::span(start..start.saturating_add(1)))
    })?;
    let Err(error) = roxmltree::Document::parse(text) else { return Ok(()) };
    let place = error.pos();
    let lines = text.split_inclusive('\n').take((place.row as usize).saturating_sub(1));
    let line: usize = lines.map(str::len).sum();
    // The other parser counts columns in characters.
    let within = text.get(line..).unwrap_or_default().chars().take((place.col as usize).saturating_sub(1));
    let start = line.saturating_add(within.map(char::len_utf8).sum());
    let text = error.to_string();
    let message = text.split(" at ").next().unwrap_or_default().trim_end_matches('.').to_owned();
    let end = start.saturating_add(1).min(bytes.len().max(start));
    Err(Error::new(ErrorKind::IllFormed { message }, Location::span(start..end)))
}
