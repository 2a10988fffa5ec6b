//! The identifiers of formats, as arguments.

use anim_formats::{Entry, Registry};
use clap::builder::PossibleValue;

/// The format with this identifier, for `--format` and `anim formats ID`.
pub(crate) fn format(id: &str) -> Result<&'static Entry, String> {
    Registry::builtin().by_id(id).map_err(|error| error.to_string())
}

/// The identifiers, for shells.
pub(crate) fn words() -> Vec<PossibleValue> {
    let word = |entry: &Entry| PossibleValue::new(entry.info().id).help(entry.info().name);
    Registry::builtin().formats().iter().map(word).collect()
}
