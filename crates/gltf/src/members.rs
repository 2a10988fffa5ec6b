//! JSON objects whose members have different names, as glTF requires (3.3): readers disagree about which of two equal names is used.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

/// A value in which no object has two members with the same name.
pub(crate) struct Unique(pub(crate) Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any).map(Self)
    }
}

/// The members of an object, in the file's order.
pub(crate) fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    deserializer.deserialize_map(Object)
}

/// Values by name.
pub(crate) struct Named<T>(pub(crate) BTreeMap<String, T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ByName(PhantomData)).map(Self)
    }
}

struct ByName<T>(PhantomData<fn() -> T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ByName<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = BTreeMap::new();
        while let Some((name, value)) = map.next_entry::<String, T>()? {
            if members.contains_key(&name) {
                return Err(duplicate(&name));
            }
            members.insert(name, value);
        }
        Ok(members)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any valid JSON value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Unique(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        Object.visit_map(map).map(Value::Object)
    }
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            if members.contains_key(&name) {
                return Err(duplicate(&name));
            }
            let Unique(value) = map.next_value()?;
            members.insert(name, value);
        }
        Ok(members)
    }
}

/// The parser's error for known members.
fn duplicate<E: Error>(name: &str) -> E {
    E::custom(format_args!("duplicate field `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_there_once_however_deep() {
        let error = |text: &str| serde_json::from_str::<Unique>(text).err().map(|error| error.to_string());
        let text = r#"{"a":[1,-2,0.5,"x",null,true,{"b":{},"c":[]}],"b":{"a":1}}"#;
        let Unique(value) = serde_json::from_str(text).unwrap();
        assert_eq!(value.to_string(), text);
        for text in [r#"{"a":1,"a":1}"#, r#"[{"b":[{"a":{},"\u0061":1}]}]"#] {
            let error = error(text).unwrap_or_default();
            assert!(error.starts_with("duplicate field `a`"), "{text}: {error}");
        }
        assert!(serde_json::from_str::<Named<u8>>(r#"{"a":1,"b":1}"#).is_ok());
        assert!(serde_json::from_str::<Named<u8>>(r#"{"a":1,"a":1}"#).is_err());
    }
}
