//! Axes and length units.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number::Number;
use crate::{Axis, Handedness, Space};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Space", deny_unknown_fields)]
struct Form {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    up: Option<Axis>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forward: Option<Axis>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    handedness: Option<Handedness>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unit: Option<Number>,
}

impl Serialize for Space {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { up, forward, handedness, unit } = *self;
        Form { up, forward, handedness, unit: unit.map(Number) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Space {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Form { up, forward, handedness, unit } = Form::deserialize(deserializer)?;
        Ok(Self { up, forward, handedness, unit: unit.map(|Number(unit)| unit) })
    }
}

macro_rules! named {
    ($($kind:ty, $expected:literal;)*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::deserialize(deserializer)?;
                let unknown = || D::Error::custom(format_args!("expected {}, found `{name}`", $expected));
                Self::from_name(&name).ok_or_else(unknown)
            }
        }
    )*};
}

named! {
    Axis, "an axis such as `+y`";
    Handedness, "`right` or `left`";
}
