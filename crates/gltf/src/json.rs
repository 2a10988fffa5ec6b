//! JSON that the model keeps without knowing it, and the numbers and words of the typed parts.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::{Error, read};

/// How deep a member that this crate does not look into nests at most.
///
/// Together with the levels above it stays below the 128 levels that the reader takes.
pub const MAX_DEPTH: usize = 96;

/// The message by which the reader knows that something is too deep.
pub(crate) const TOO_DEEP: &str = "nested too deeply";

/// Any JSON value but `null`, which stands for absence: the `extras` and `extensions` of an object.
///
/// Parse it from text; print it for text.
#[derive(Clone, Debug, PartialEq)]
pub struct Json(Value);

impl Json {
    pub(crate) fn new(value: Value) -> Option<Self> {
        (!value.is_null() && depth(&value) <= MAX_DEPTH).then_some(Self(value))
    }

    pub(crate) fn value(&self) -> &Value {
        &self.0
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Json {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|error| read::json_error(&error, text.as_bytes(), 0))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if depth(&value) > MAX_DEPTH {
            return Err(D::Error::custom(TOO_DEEP));
        }
        Self::new(value).ok_or_else(|| D::Error::custom("expected a value that is not null"))
    }
}

/// The levels of arrays and objects; a bare number has none. It is only asked of values that a parser with a limit made.
fn depth(value: &Value) -> usize {
    let below = match value {
        Value::Array(values) => values.iter().map(depth).max(),
        Value::Object(members) => members.values().map(depth).max(),
        _ => return 0,
    };
    below.unwrap_or(0).saturating_add(1)
}

/// The members of a `T` that this crate does not know. Reading keeps them and writing gives them back, last in their object.
///
/// Only reading makes them, so that they never clash with the members that `T` has as fields.
pub struct Other<T> {
    members: Map<String, Value>,
    of: PhantomData<fn() -> T>,
}

impl<T> Other<T> {
    /// True without any member.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The names of the members, in the file's order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.keys().map(String::as_str)
    }

    /// The names of the members and their values as JSON text, in the file's order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, String)> {
        self.members.iter().map(|(name, value)| (name.as_str(), value.to_string()))
    }
}

impl<T> Clone for Other<T> {
    fn clone(&self) -> Self {
        Self { members: self.members.clone(), of: PhantomData }
    }
}

impl<T> Default for Other<T> {
    fn default() -> Self {
        Self { members: Map::new(), of: PhantomData }
    }
}

impl<T> fmt::Debug for Other<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(&self.members).finish()
    }
}

impl<T> PartialEq for Other<T> {
    fn eq(&self, other: &Self) -> bool {
        self.members == other.members
    }
}

impl<T> Serialize for Other<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.members.serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Other<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let members = Map::deserialize(deserializer)?;
        let deep = members.values().any(|value| depth(value) > MAX_DEPTH);
        if deep { Err(D::Error::custom(TOO_DEEP)) } else { Ok(Self { members, of: PhantomData }) }
    }
}

/// A number that JSON can hold: finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Finite(f64);

impl Finite {
    /// The number, unless it is infinite or not a number.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(value))
    }

    /// All of these numbers, unless one is not finite.
    pub fn array<const N: usize>(values: [f64; N]) -> Option<[Self; N]> {
        values.iter().all(|value| value.is_finite()).then(|| values.map(Self))
    }

    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl From<f32> for Finite {
    /// The number; 0 for one that is not finite.
    fn from(value: f32) -> Self {
        Self::new(value.into()).unwrap_or_default()
    }
}

impl Serialize for Finite {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Finite {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(f64::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("expected a finite number"))
    }
}

/// A word or number that the specification does not list, as it stands in the file. Made by conversion, so that what is
/// listed never hides in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unlisted<T>(pub(crate) T);

impl<T> Unlisted<T> {
    /// The word or number.
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// An enum of the words of one member, with a last variant for any other word.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
            /// Any other word.
            Other($crate::Unlisted<String>),
        }

        impl $name {
            /// The word as it stands in the file.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Other(word) => word.get(),
                }
            }
        }

        impl From<String> for $name {
            fn from(word: String) -> Self {
                match word.as_str() {
                    $($word => Self::$variant,)+
                    _ => Self::Other($crate::Unlisted(word)),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::from)
            }
        }
    };
}
pub(crate) use words;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_what_is_not_null_and_not_too_deep() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        for good in ["1", "{\"a\":null}", "[]", &nested(MAX_DEPTH)] {
            assert_eq!(good.parse::<Json>().unwrap().to_string(), *good);
        }
        for bad in ["null", "", "{", "1e999", &nested(MAX_DEPTH + 1), &nested(100_000)] {
            assert!(bad.parse::<Json>().is_err(), "{bad:.20}");
        }
    }

    #[test]
    fn a_finite_number_is_finite() {
        assert_eq!(Finite::new(2.5).map(Finite::get), Some(2.5));
        assert_eq!((Finite::new(f64::NAN), Finite::array([0.0, f64::INFINITY])), (None, None));
    }
}
