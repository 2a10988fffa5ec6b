//! Properties: a word, or an object with one field for properties with parameters.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number::Numbers;
use crate::{EulerOrder, Property};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Property", rename_all = "lowercase", deny_unknown_fields)]
enum Detailed {
    Euler(EulerOrder),
    Angle(Numbers<[f64; 3]>),
    Weights(usize),
    Named { name: String, width: usize },
}

/// The properties without parameters.
const WORDS: [Property; 9] = [
    Property::Translation,
    Property::Displacement,
    Property::Rotation,
    Property::Scale,
    Property::Matrix,
    Property::Visible,
    Property::Color,
    Property::Alive,
    Property::Parent,
];

impl Serialize for Property {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Euler(order) => Detailed::Euler(*order).serialize(serializer),
            Self::Angle { axis } => Detailed::Angle(Numbers(*axis)).serialize(serializer),
            Self::Weights { count } => Detailed::Weights(*count).serialize(serializer),
            Self::Named { name, width } => {
                Detailed::Named { name: name.clone(), width: *width }.serialize(serializer)
            }
            Self::Translation
            | Self::Displacement
            | Self::Rotation
            | Self::Scale
            | Self::Matrix
            | Self::Visible
            | Self::Color
            | Self::Alive
            | Self::Parent => serializer.serialize_str(self.name()),
        }
    }
}

impl<'de> Deserialize<'de> for Property {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Spelling;

        impl<'de> Visitor<'de> for Spelling {
            type Value = Property;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a property, or an object such as {\"euler\": \"xyz\"}")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Property, E> {
                let property = WORDS.into_iter().find(|property| property.name() == word);
                property.ok_or_else(|| E::custom(unknown(word)))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Property, A::Error> {
                Ok(match Detailed::deserialize(MapAccessDeserializer::new(map))? {
                    Detailed::Euler(order) => Property::Euler(order),
                    Detailed::Angle(Numbers(axis)) => Property::Angle { axis },
                    Detailed::Weights(count) => Property::Weights { count },
                    Detailed::Named { name, width } => Property::Named { name, width },
                })
            }
        }

        deserializer.deserialize_any(Spelling)
    }
}

fn unknown(word: &str) -> String {
    match word {
        "euler" => "expected `{\"euler\": \"xyz\"}`, with the order, found `\"euler\"`".to_owned(),
        "angle" => "expected `{\"angle\": [x, y, z]}`, with the axis, found `\"angle\"`".to_owned(),
        "weights" => {
            "expected `{\"weights\": 2}`, with the number of targets, found `\"weights\"`".to_owned()
        }
        _ => {
            let known = WORDS.iter().map(Property::name).chain(["euler", "angle", "weights"]);
            let error = crate::UnknownName::new("property", word, known);
            match error.nearest {
                Some(_) => error.to_string(),
                None => format!(
                    "{error}; expected `{{\"named\": {{\"name\": …, \"width\": …}}}}` for a property of a format"
                ),
            }
        }
    }
}
