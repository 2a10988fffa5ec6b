//! The two meanings of `--to`: the kind of file that a verb makes, or a time.

use std::str::FromStr;

use anim_formats::operations::{is_time, moment};

/// A value of `--to`: the kind of file that a verb makes, or a time. No kind begins with a digit.
#[derive(Clone, Debug)]
pub(crate) enum To<K> {
    Kind(K),
    Time,
}

impl<K> To<K> {
    /// The kind, if one was given.
    pub(crate) fn kind(all: &[Self]) -> Option<&K> {
        all.iter().rev().find_map(|to| match to {
            Self::Kind(kind) => Some(kind),
            Self::Time => None,
        })
    }
}

/// Parses a value of `--to`.
pub(crate) fn to<K: FromStr<Err = String>>(text: &str) -> Result<To<K>, String> {
    if is_time(text) { moment(text).map(|_| To::Time) } else { text.parse().map(To::Kind) }
}
