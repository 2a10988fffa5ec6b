//! The identifiers and extensions of formats, as arguments.

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

/// The extensions of the formats that can be made from clips, for shells.
pub(crate) fn extensions() -> Vec<PossibleValue> {
    let encoders = Registry::builtin().formats().iter().filter(|entry| entry.encodes());
    let word = |entry: &Entry, extension| PossibleValue::new(extension).help(entry.info().name);
    encoders
        .flat_map(|entry| entry.info().extensions.iter().map(move |extension| word(entry, *extension)))
        .collect()
}
