//! JSON that the model keeps without interpreting it.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::Error;
use crate::extras::Own;
use crate::members::{self, Unique};
use crate::syntax::{self, TOO_DEEP};

/// The maximum nesting depth of arrays and objects in a member that this crate does not interpret.
///
/// With the levels above such a member, a file stays below the 128 levels that the JSON parser allows.
pub const MAX_DEPTH: usize = 96;

/// Any JSON value except `null`, which means that there is no value: the `extras` and `extensions` of an object.
///
/// It is parsed from text with `parse`, and converted to text with `to_string`.
///
/// Copies share the value. It takes eight bytes, since an object of a file has two such members, which are usually both absent.
#[derive(Clone, Debug)]
pub struct Json(Arc<Form>);

#[derive(Debug)]
enum Form {
    Value(Value),
    /// Data from the encoder: numbers in columns, which become a value when one is requested.
    Own {
        extras: Own,
        value: OnceLock<Value>,
    },
}

impl Json {
    pub(crate) fn new(value: Value) -> Option<Self> {
        (!value.is_null() && depth(&value) <= MAX_DEPTH).then(|| Self(Arc::new(Form::Value(value))))
    }

    pub(crate) fn own(extras: Own) -> Self {
        Self(Arc::new(Form::Own { extras, value: OnceLock::new() }))
    }

    pub(crate) fn value(&self) -> &Value {
        match &*self.0 {
            Form::Value(value) => value,
            Form::Own { extras, value } => {
                value.get_or_init(|| serde_json::to_value(extras).unwrap_or_default())
            }
        }
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.value(), f)
    }
}

impl FromStr for Json {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|error| syntax::error(&error, text.as_bytes(), 0))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &*self.0 {
            Form::Value(value) => value.serialize(serializer),
            Form::Own { extras, .. } => extras.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Unique(value) = Unique::deserialize(deserializer)?;
        if depth(&value) > MAX_DEPTH {
            return Err(D::Error::custom(TOO_DEEP));
        }
        Self::new(value).ok_or_else(|| D::Error::custom("expected a value that is not null"))
    }
}

/// The depth of arrays and objects; a number has depth 0.
///
/// It recurses, so it takes only values from a parser that limits the depth.
fn depth(value: &Value) -> usize {
    let below = match value {
        Value::Array(values) => values.iter().map(depth).max(),
        Value::Object(members) => members.values().map(depth).max(),
        _ => return 0,
    };
    below.unwrap_or(0).saturating_add(1)
}

/// The members of a `T` that this crate does not know. Reading keeps them, and writing puts them last in their object.
///
/// Only reading creates them, so none has the name of a field of `T`. Most objects have no such members; then this takes eight
/// bytes.
pub struct Other<T> {
    /// Not empty.
    members: Option<Box<Map<String, Value>>>,
    of: PhantomData<fn() -> T>,
}

impl<T> Other<T> {
    /// Whether there are no such members.
    pub fn is_empty(&self) -> bool {
        self.members.is_none()
    }

    /// The value of a member.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.members.as_ref()?.get(name)
    }

    /// The names of the members, in the file's order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values().map(|(name, _)| name)
    }

    /// The names of the members and their values as JSON text, in the file's order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, String)> {
        self.values().map(|(name, value)| (name, value.to_string()))
    }

    /// The names of the members and their values, in the file's order.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.members.iter().flat_map(|members| members.iter()).map(|(name, value)| (name.as_str(), value))
    }
}

impl<T> Clone for Other<T> {
    fn clone(&self) -> Self {
        Self { members: self.members.clone(), of: PhantomData }
    }
}

impl<T> Default for Other<T> {
    fn default() -> Self {
        Self { members: None, of: PhantomData }
    }
}

impl<T> fmt::Debug for Other<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.values()).finish()
    }
}

impl<T> PartialEq for Other<T> {
    fn eq(&self, other: &Self) -> bool {
        self.members == other.members
    }
}

impl<T> Serialize for Other<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.values())
    }
}

impl<'de, T> Deserialize<'de> for Other<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let members = members::object(deserializer)?;
        let deep = members.values().any(|value| depth(value) > MAX_DEPTH);
        let members = (!members.is_empty()).then(|| Box::new(members));
        if deep { Err(D::Error::custom(TOO_DEEP)) } else { Ok(Self { members, of: PhantomData }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_an_object_has_not_take_eight_bytes() {
        assert_eq!([size_of::<Option<Json>>(), size_of::<Other<()>>()], [8, 8]);
        assert_eq!(Other::<()>::default(), serde_json::from_str("{}").unwrap());
    }

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
}
