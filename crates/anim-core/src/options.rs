//! Options of a format by name, as the command line and other programs set them.

mod macros;
mod value;

use std::collections::BTreeMap;
use std::fmt;

use crate::{Beside, Code, Diagnostic, Location, Space, nearest};
pub use value::{FileContent, OptionValue, Refused, option_value};

/// One option of a format.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OptionInfo {
    /// Its name, such as `mode`.
    pub key: &'static str,
    /// The values that it accepts.
    pub values: Values,
    /// A second name by which it can be set; help does not list it.
    also: Option<&'static str>,
    default: fn() -> String,
    help: &'static str,
}

impl OptionInfo {
    /// An option. `default` returns the value of an option that is not set, `help` is the description.
    pub const fn new(key: &'static str, values: Values, default: fn() -> String, help: &'static str) -> Self {
        Self { key, values, also: None, default, help }
    }

    /// The option with a second name by which it can be set.
    #[must_use]
    pub const fn or(self, also: &'static str) -> Self {
        Self { also: Some(also), ..self }
    }

    /// The value if the option is not set; empty for no file.
    pub fn default_text(&self) -> String {
        (self.default)()
    }

    /// The description, in one or a few sentences.
    pub fn help(&self) -> &'static str {
        self.help.trim()
    }
}

impl PartialEq for OptionInfo {
    fn eq(&self, other: &Self) -> bool {
        (self.key, self.values) == (other.key, other.values)
    }
}

/// The values that an option accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Values {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Switch,
    /// A whole number in this range, both ends included.
    Integer {
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
    },
    /// A finite number above 0.
    Positive,
    /// Any text.
    Text,
    /// The path of a file, which [`Beside::given`](crate::Beside::given) reads; empty for none.
    File,
    /// `auto`, or one of these values.
    Auto(&'static Values),
}

/// The value by which the format decides by itself.
pub(crate) const AUTO: &str = "auto";

impl Values {
    /// Whether an option of this kind accepts the value. The content of a file is checked when the file is read.
    pub fn allow(self, value: &str) -> bool {
        match self {
            Self::Choice(words) => words.contains(&value),
            Self::Switch => matches!(value, "true" | "false"),
            Self::Integer { min, max } => value.parse::<u64>().is_ok_and(|n| (min..=max).contains(&n)),
            Self::Positive => value.parse::<f64>().is_ok_and(|n| n.is_finite() && n > 0.0),
            Self::Text | Self::File => true,
            Self::Auto(values) => value == AUTO || values.allow(value),
        }
    }

    /// The words among the values, in the order in which they are listed.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Self::Choice(words) => words.to_vec(),
            Self::Switch => vec!["true", "false"],
            Self::Auto(values) => std::iter::once(AUTO).chain(values.words()).collect(),
            Self::Integer { .. } | Self::Positive | Self::Text | Self::File => Vec::new(),
        }
    }

    /// Whether the value is the path of a file.
    pub fn is_file(self) -> bool {
        match self {
            Self::File => true,
            Self::Auto(values) => values.is_file(),
            _ => false,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(words) => f.write_str(&words.join("|")),
            Self::Switch => f.write_str("true|false"),
            Self::Integer { min, max: u64::MAX } => write!(f, "a whole number from {min}"),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Positive => f.write_str("a number above 0"),
            Self::Text => f.write_str("any text"),
            Self::File => f.write_str("a file"),
            Self::Auto(values @ Self::Choice(_)) => write!(f, "{AUTO}|{values}"),
            Self::Auto(values) => write!(f, "{AUTO} or {values}"),
        }
    }
}

/// Why an option was refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OptionError {
    /// The format has no option of this name.
    UnknownKey {
        /// The unknown name.
        key: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The option does not accept this value.
    BadValue {
        /// The option.
        key: &'static str,
        /// The refused value.
        value: String,
        /// The values that it accepts.
        expected: String,
        /// The word among them nearest to the refused value, if one is near.
        nearest: Option<&'static str>,
    },
    /// The file that the option names cannot be read.
    MissingFile {
        /// The option.
        key: &'static str,
        /// The path of the file.
        path: String,
    },
    /// The file that the option names does not hold what the option expects.
    BadFile {
        /// The option.
        key: &'static str,
        /// The path of the file.
        path: String,
        /// What is wrong with the file.
        error: Box<Diagnostic>,
    },
}

impl OptionError {
    /// The code under which the error is reported as a finding. One about the content of a file has the code of that content.
    pub const CODE: &'static Code = &OPTION;

    /// The error for a value that is not among those that the option accepts.
    pub(crate) fn bad_value(key: &'static str, value: &str, values: Values) -> Self {
        let nearest = nearest(value, values.words());
        Self::BadValue { key, value: value.to_owned(), expected: values.to_string(), nearest }
    }
}

impl OptionError {
    /// The message, with each name of an option as `spelled` returns it: in some languages names have no hyphens.
    pub fn message(&self, spelled: impl Fn(&str) -> String) -> String {
        let suggestion = |nearest: Option<&str>| {
            nearest.map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
        };
        match self {
            Self::UnknownKey { key, known } if known.is_empty() => {
                format!("unknown option `{}`: there are no options here", spelled(key))
            }
            Self::UnknownKey { key, known } => {
                let near = nearest(key, known.iter().copied()).map(&spelled);
                let known: Vec<String> = known.iter().map(|known| spelled(known)).collect();
                let suggestion = suggestion(near.as_deref());
                format!("unknown option `{}`: expected one of {}{suggestion}", spelled(key), known.join(", "))
            }
            Self::BadValue { key, value, expected, nearest } => {
                let (key, suggestion) = (spelled(key), suggestion(*nearest));
                format!("option `{key}` cannot be `{value}`: expected {expected}{suggestion}")
            }
            Self::MissingFile { key, path } => {
                format!("option `{}`: `{path}` cannot be read", spelled(key))
            }
            Self::BadFile { key, path, error } => format!("option `{}`: {path}: {error}", spelled(key)),
        }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(str::to_owned))
    }
}

static OPTION: Code = Code::error("anim::option", "an option has a value that it cannot have");

impl From<OptionError> for Diagnostic {
    /// The finding about the file that an option names, if the error is about a file.
    fn from(error: OptionError) -> Self {
        match error {
            // The location is in another file than the one that is read.
            OptionError::BadFile { key, error, path } => {
                let place = if error.at.is_unknown() { String::new() } else { format!(" ({})", error.at) };
                let message = format!("option `{key}`: {path}: {}{place}", error.message);
                error.code.at(Location::default(), message)
            }
            error => OPTION.at(Location::default(), error.to_string()),
        }
    }
}

impl std::error::Error for OptionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::BadFile { error, .. } => Some(&**error),
            _ => None,
        }
    }
}

/// Options by name. An option that is not set has its default.
///
/// [`Options::typed`] converts them to the typed struct of a crate, whose declaration defines the names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    known: Vec<OptionInfo>,
    set: BTreeMap<&'static str, String>,
}

impl Options {
    /// All options at their defaults. Of two options with the same name, the first counts.
    pub fn new(known: impl IntoIterator<Item = OptionInfo>) -> Self {
        let mut options = Self::default();
        for info in known {
            if !options.knows(info.key) {
                options.known.push(info);
            }
        }
        options
    }

    /// The options of a typed struct at their defaults.
    pub fn of<T: OptionSet>() -> Self {
        Self::new(T::LIST.iter().copied())
    }

    /// Whether there is an option with this name.
    pub fn knows(&self, key: &str) -> bool {
        self.info(key).is_some()
    }

    /// The option with this name, or else the option with this second name.
    pub fn info(&self, key: &str) -> Option<OptionInfo> {
        let mut known = self.known.iter().copied();
        let own = known.clone().find(|info| info.key == key);
        own.or_else(|| known.find(|info| info.also == Some(key)))
    }

    /// Sets one option; a later value replaces an earlier one.
    ///
    /// Errors: [`OptionError::UnknownKey`], [`OptionError::BadValue`].
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let Some(info) = self.info(key) else {
            let known = self.known.iter().map(|info| info.key).collect();
            return Err(OptionError::UnknownKey { key: key.to_owned(), known });
        };
        if !info.values.allow(value) {
            return Err(OptionError::bad_value(info.key, value, info.values));
        }
        self.set.insert(info.key, value.to_owned());
        Ok(())
    }

    /// [`Options::set`] as a builder method.
    ///
    /// Errors: as for [`Options::set`].
    pub fn with(mut self, key: &str, value: &str) -> Result<Self, OptionError> {
        self.set(key, value)?;
        Ok(self)
    }

    /// The value that an option was set to; `None` if it was not set or does not exist.
    pub fn given(&self, key: &str) -> Option<&str> {
        self.set.get(self.info(key)?.key).map(String::as_str)
    }

    /// The value of an option, set or default; `None` if there is no such option.
    pub fn text(&self, key: &str) -> Option<String> {
        let info = self.info(key)?;
        Some(self.given(key).map_or_else(|| info.default_text(), str::to_owned))
    }

    /// Every option with its value, set or default.
    pub fn iter(&self) -> impl Iterator<Item = (OptionInfo, String)> {
        self.known.iter().map(|info| (*info, self.text(info.key).unwrap_or_default()))
    }

    /// Every option that was set, with its value.
    pub fn iter_given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.set.iter().map(|(key, value)| (*key, value.as_str()))
    }

    /// The options as a typed struct. Options that the struct does not have belong to other structs and are ignored.
    /// `files` provides the files that options name.
    ///
    /// Errors: [`OptionError::MissingFile`], [`OptionError::BadFile`].
    pub fn typed<T: OptionSet>(&self, files: &dyn Beside) -> Result<T, OptionError> {
        let mut typed = T::default();
        for info in T::LIST {
            if let Some(value) = self.given(info.key) {
                typed.set(info.key, value, files)?;
            }
        }
        Ok(typed)
    }
}

/// A struct of options, as [`options!`](crate::options!) declares it.
pub trait OptionSet: Clone + fmt::Debug + Default + Send + Sync + 'static {
    /// The options by name, in the order of the fields.
    const LIST: &'static [OptionInfo];

    /// The axes and the length unit that the options state. [`options!`](crate::options!) implements it.
    fn space(&self) -> Space {
        Space::UNKNOWN
    }

    /// [`OptionSet::space`], completed with what a format defines.
    ///
    /// Errors: [`OptionError::BadValue`] if `forward` lies along the `up` axis.
    #[doc(hidden)]
    fn checked_space(&self, defined: Space) -> Result<Space, OptionError> {
        let space = self.space().or(defined);
        match (space.up, space.forward) {
            (Some(up), Some(forward)) if !space.is_sound() => Err(OptionError::BadValue {
                key: "forward",
                value: forward.name().to_owned(),
                expected: format!("an axis across `up`, which is {}", up.name()),
                nearest: None,
            }),
            _ => Ok(space),
        }
    }

    /// Sets the field with this name. `files` provides the file that the option names.
    ///
    /// Errors: all of [`OptionError`].
    fn set(&mut self, key: &str, value: &str, files: &dyn Beside) -> Result<(), OptionError>;
}
