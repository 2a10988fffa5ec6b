//! The types of options, and the text of their values.

use std::num::{NonZeroU16, NonZeroU32, NonZeroUsize};

use crate::options::AUTO;
use crate::{Axis, Beside, Diagnostic, EulerOrder, OptionError, Positive, Rate, Values};

/// A type for the value of an option.
pub trait OptionValue: Sized {
    /// The values that the option accepts.
    const VALUES: Values;

    /// The value that a text spells. `files` provides the file that the text names, for options that name files.
    ///
    /// Errors: [`Refused`] states whether the text, the file that it names, or the content of that file is wrong.
    fn from_text(text: &str, files: &dyn Beside) -> Result<Self, Refused>;

    /// The text that spells the value; empty for the content of a file.
    fn to_text(&self) -> String;
}

/// Why a text is not the value of an option.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refused {
    /// The text does not spell a value.
    Value,
    /// The file that the text names cannot be read.
    Missing,
    /// The file that the text names does not hold what the option expects.
    Content(Diagnostic),
}

/// The value that a text spells for the option `key`. The error states what is wrong with the text.
#[doc(hidden)]
pub fn option_value<T: OptionValue>(
    key: &'static str,
    text: &str,
    files: &dyn Beside,
) -> Result<T, OptionError> {
    T::from_text(text, files).map_err(|refused| match refused {
        Refused::Value => OptionError::bad_value(key, text, T::VALUES),
        Refused::Missing => OptionError::MissingFile { key, path: text.to_owned() },
        Refused::Content(error) => {
            OptionError::BadFile { key, path: text.to_owned(), error: Box::new(error) }
        }
    })
}

/// The content of a file that an option names.
///
/// Implement it for a type to make `Option<Type>` the type of an option whose value is the path of a file.
pub trait FileContent: Sized {
    /// The value that the bytes of a file hold.
    ///
    /// Errors: what is wrong with the content.
    fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic>;
}

impl<T: FileContent> OptionValue for T {
    const VALUES: Values = Values::File;

    fn from_text(path: &str, files: &dyn Beside) -> Result<Self, Refused> {
        let bytes = files.given(path).ok_or(Refused::Missing)?;
        T::from_bytes(&bytes).map_err(Refused::Content)
    }

    fn to_text(&self) -> String {
        String::new()
    }
}

impl OptionValue for bool {
    const VALUES: Values = Values::Switch;

    fn from_text(text: &str, _: &dyn Beside) -> Result<Self, Refused> {
        text.parse().map_err(|_| Refused::Value)
    }

    fn to_text(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for String {
    const VALUES: Values = Values::Text;

    fn from_text(text: &str, _: &dyn Beside) -> Result<Self, Refused> {
        Ok(text.to_owned())
    }

    fn to_text(&self) -> String {
        self.clone()
    }
}

impl OptionValue for Positive {
    const VALUES: Values = Values::Positive;

    fn from_text(text: &str, _: &dyn Beside) -> Result<Self, Refused> {
        text.parse().ok().and_then(Self::new).ok_or(Refused::Value)
    }

    fn to_text(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for Axis {
    const VALUES: Values = Values::Choice(&["+x", "+y", "+z", "-x", "-y", "-z", "x", "y", "z"]);

    fn from_text(text: &str, _: &dyn Beside) -> Result<Self, Refused> {
        Self::from_name(text).ok_or(Refused::Value)
    }

    fn to_text(&self) -> String {
        self.name().to_owned()
    }
}

/// Frames per second.
impl OptionValue for Rate {
    const VALUES: Values = Values::Positive;

    fn from_text(text: &str, _: &dyn Beside) -> Result<Self, Refused> {
        text.parse().ok().and_then(|frames| Self::new(frames, 1.0).ok()).ok_or(Refused::Value)
    }

    fn to_text(&self) -> String {
        self.hertz().to_string()
    }
}

impl OptionValue for EulerOrder {
    const VALUES: Values = Values::Choice(&["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]);

    fn from_text(text: &str, _: &dyn Beside) -> Result<Self, Refused> {
        Self::from_name(text).ok_or(Refused::Value)
    }

    fn to_text(&self) -> String {
        self.name().to_owned()
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl OptionValue for $number {
            const VALUES: Values = Values::Integer { min: 1, max: <$number>::MAX.get() as u64 };

            fn from_text(text: &str, _: &dyn Beside) -> Result<Self, Refused> {
                text.parse().map_err(|_| Refused::Value)
            }

            fn to_text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

whole_numbers!(NonZeroU16, NonZeroU32, NonZeroUsize);

/// For options that name files, `None` means no file; for others, `None` is `auto`: the format decides.
impl<T: OptionValue> OptionValue for Option<T> {
    const VALUES: Values =
        if matches!(T::VALUES, Values::File) { Values::File } else { Values::Auto(&T::VALUES) };

    fn from_text(text: &str, files: &dyn Beside) -> Result<Self, Refused> {
        let none = if T::VALUES.is_file() { "" } else { AUTO };
        if text == none { Ok(None) } else { T::from_text(text, files).map(Some) }
    }

    fn to_text(&self) -> String {
        match self {
            Some(value) => value.to_text(),
            None if T::VALUES.is_file() => String::new(),
            None => AUTO.to_owned(),
        }
    }
}
