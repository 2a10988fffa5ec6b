//! The two meanings of `--to`: the kind of file that a verb makes, or a time.

use std::str::FromStr;

use anim_formats::operations::{is_time, moment};

use crate::exit::Failure;

/// A value of `--to`: the kind of file that a verb makes, or a time. No kind begins with a digit.
#[derive(Clone, Debug)]
pub(crate) enum To<K> {
    Kind(K),
    Time,
}

impl<K> To<K> {
    /// The kind, if one was given.
    pub(crate) fn kind(all: &[Self]) -> Result<Option<&K>, Failure> {
        let mut kinds = all.iter().filter_map(|to| match to {
            Self::Kind(kind) => Some(kind),
            Self::Time => None,
        });
        let kind = kinds.next();
        match kinds.next() {
            None => Ok(kind),
            Some(_) => Err(Failure::usage("--to names more than one kind of file: expected one")),
        }
    }
}

/// Parses a value of `--to`: a time, or a kind with or without the dot of an extension.
pub(crate) fn to<K: FromStr<Err = String>>(text: &str) -> Result<To<K>, String> {
    if is_time(text) {
        moment(text).map(|_| To::Time)
    } else {
        text.strip_prefix('.').unwrap_or(text).parse().map(To::Kind)
    }
}
