//! Arguments that are words from a list: shells complete them, and messages do not print the complete list.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::Error;
use std::ffi::OsStr;

/// A value parser, and the words that a shell may complete.
#[derive(Clone)]
pub(crate) struct Words<P> {
    parser: P,
    words: fn() -> Vec<PossibleValue>,
}

/// A parser with its list of words. The argument hides them from the help with `hide_possible_values = true`.
pub(crate) fn words<P: TypedValueParser>(parser: P, words: fn() -> Vec<PossibleValue>) -> Words<P> {
    Words { parser, words }
}

impl<P: TypedValueParser> TypedValueParser for Words<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<P::Value, Error> {
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.words)().into_iter()))
    }
}
