//! Checks with another parser that XML is well-formed.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Diagnostic, Location};

use crate::{Error, ErrorKind, codes};

/// Rejects a text that another parser does not accept as well-formed XML, or in which the lenient reader makes repairs outside
/// lists; XML does not cover the brackets and quotes of lists.
pub(super) fn check(bytes: &[u8], repairs: &[Diagnostic]) -> Result<(), Error> {
    accepted(bytes)?;
    let lists = [&codes::BRACKET, &codes::QUOTES];
    let repair = repairs.iter().find(|repair| !lists.contains(&repair.code));
    repair.map_or(Ok(()), |repair| {
        Err(Error::new(ErrorKind::IllFormed { message: repair.message.clone() }, repair.at.clone()))
    })
}

/// Rejects a text that the other parser does not accept.
fn accepted(bytes: &[u8]) -> Result<(), Error> {
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
