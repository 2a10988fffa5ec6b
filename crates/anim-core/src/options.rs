//! Options of a format, as the command line and other programs name them.

use std::collections::BTreeMap;
use std::fmt;

/// One option of a format.
#[derive(Debug, PartialEq)]
pub struct OptionInfo {
    /// Its name, such as `mode`.
    pub key: &'static str,
    /// What it takes.
    pub values: Values,
    /// The value it has when it is not given; always one that `values` allows.
    pub default: &'static str,
    /// One line that says what it does, without a full stop.
    pub help: &'static str,
}

/// The values an option takes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Values {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Switch,
    /// A whole number in this range, both ends included.
    Integer {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A finite number greater than 0.
    Positive,
    /// Any text.
    Text,
    /// The path of a file, which [`Beside::given`](crate::Beside::given) reads; empty for none.
    File,
}

impl Values {
    fn allow(self, value: &str) -> bool {
        match self {
            Self::Choice(words) => words.contains(&value),
            Self::Switch => matches!(value, "true" | "false"),
            Self::Integer { min, max } => value.parse::<i64>().is_ok_and(|n| (min..=max).contains(&n)),
            Self::Positive => value.parse::<f64>().is_ok_and(|n| n.is_finite() && n > 0.0),
            Self::Text | Self::File => true,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(words) => f.write_str(&words.join("|")),
            Self::Switch => f.write_str("true|false"),
            Self::Integer { min, max } => write!(f, "{min}..={max}"),
            Self::Positive => f.write_str("a number above 0"),
            Self::Text => f.write_str("any text"),
            Self::File => f.write_str("a file"),
        }
    }
}

/// Why an option was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// The format has no option of this name.
    UnknownKey {
        /// The name given.
        key: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The option does not take this value.
    BadValue {
        /// The option.
        key: &'static str,
        /// The value given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey { key, known } if known.is_empty() => {
                write!(f, "unknown option `{key}`: there are no options here")
            }
            Self::UnknownKey { key, known } => {
                write!(f, "unknown option `{key}`: expected one of {}", known.join(", "))
            }
            Self::BadValue { key, value, expected } => {
                write!(f, "option `{key}` cannot be `{value}`: expected {expected}")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// Values for a list of options. Whatever is not set has its default.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    known: &'static [OptionInfo],
    set: BTreeMap<&'static str, String>,
}

impl Options {
    /// All defaults.
    pub const fn new(known: &'static [OptionInfo]) -> Self {
        Self { known, set: BTreeMap::new() }
    }

    /// Sets one option; a later value replaces an earlier one.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let Some(info) = self.known.iter().find(|info| info.key == key) else {
            let known = self.known.iter().map(|info| info.key).collect();
            return Err(OptionError::UnknownKey { key: key.to_owned(), known });
        };
        if !info.values.allow(value) {
            let expected = info.values.to_string();
            return Err(OptionError::BadValue { key: info.key, value: value.to_owned(), expected });
        }
        self.set.insert(info.key, value.to_owned());
        Ok(())
    }

    /// [`Options::set`], for chains.
    pub fn with(mut self, key: &str, value: &str) -> Result<Self, OptionError> {
        self.set(key, value)?;
        Ok(self)
    }

    /// The value of an option as text; empty for an option that is not in the list.
    pub fn text(&self, key: &str) -> &str {
        let default = || self.known.iter().find(|info| info.key == key).map_or("", |info| info.default);
        self.set.get(key).map_or_else(default, String::as_str)
    }

    /// The value of a [`Values::Switch`].
    pub fn switch(&self, key: &str) -> bool {
        self.text(key) == "true"
    }

    /// The value of a [`Values::Integer`]; 0 for any other kind.
    pub fn integer(&self, key: &str) -> i64 {
        self.text(key).parse().unwrap_or(0)
    }

    /// The value of a [`Values::Positive`] or [`Values::Integer`]; 0 for any other kind.
    pub fn number(&self, key: &str) -> f64 {
        self.text(key).parse().unwrap_or(0.0)
    }

    /// Every option of the list with the value it has.
    pub fn iter(&self) -> impl Iterator<Item = (&'static OptionInfo, &str)> {
        self.known.iter().map(|info| (info, self.text(info.key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static KNOWN: &[OptionInfo] = &[
        OptionInfo { key: "mode", values: Values::Choice(&["a", "b"]), default: "a", help: "" },
        OptionInfo { key: "on", values: Values::Switch, default: "false", help: "" },
        OptionInfo { key: "ticks", values: Values::Integer { min: 1, max: 9 }, default: "1", help: "" },
        OptionInfo { key: "unit", values: Values::Positive, default: "1", help: "" },
    ];

    #[test]
    fn options_start_at_their_defaults() {
        let options = Options::new(KNOWN);
        assert_eq!((options.text("mode"), options.switch("on")), ("a", false));
        assert_eq!((options.integer("ticks"), options.number("unit")), (1, 1.0));
    }

    #[test]
    fn values_are_checked_when_set() {
        for (key, good, bad) in [
            ("mode", "b", "c"),
            ("on", "true", "yes"),
            ("ticks", "9", "10"),
            ("unit", "0.5", "-1"),
            ("unit", "2", "inf"),
        ] {
            let mut options = Options::new(KNOWN);
            assert_eq!(options.set(key, good), Ok(()));
            assert_eq!(options.text(key), good);
            assert!(matches!(options.set(key, bad), Err(OptionError::BadValue { .. })), "{key}={bad}");
            assert_eq!(options.text(key), good);
        }
    }

    #[test]
    fn a_text_is_any_text() {
        static KNOWN: &[OptionInfo] =
            &[OptionInfo { key: "name", values: Values::Text, default: "a", help: "" }];
        assert_eq!(Options::new(KNOWN).text("name"), "a");
        for value in ["", " ", "true", "../ü\n"] {
            assert_eq!(Options::new(KNOWN).with("name", value).unwrap().text("name"), value);
        }
        assert_eq!(Values::Text.to_string(), "any text");
    }

    #[test]
    fn an_unknown_key_names_the_known_ones() {
        let error = Options::new(KNOWN).set("made", "a").unwrap_err();
        assert_eq!(error.to_string(), "unknown option `made`: expected one of mode, on, ticks, unit");
    }
}
