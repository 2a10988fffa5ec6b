//! Files of clips.

use std::collections::HashMap;

use serde::de::Error as _;
use serde::ser::{Error as _, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Clip, ClipFile};

impl Serialize for ClipFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        unique(&self.clips).map_err(S::Error::custom)?;
        let mut out = serializer.serialize_struct("ClipFile", 2)?;
        out.serialize_field("schema", &Self::SCHEMA)?;
        out.serialize_field("clips", &self.clips)?;
        out.end()
    }
}

impl<'de> Deserialize<'de> for ClipFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "ClipFile", deny_unknown_fields)]
        struct Form {
            #[serde(rename = "schema")]
            _schema: Schema,
            clips: Vec<Clip>,
        }
        let Form { clips, .. } = Form::deserialize(deserializer)?;
        unique(&clips).map_err(D::Error::custom)?;
        Ok(Self { clips })
    }
}

/// The version: reading fails unless it is a known one.
struct Schema;

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            schema if schema == u64::from(ClipFile::SCHEMA) => Ok(Self),
            schema => {
                let known = ClipFile::SCHEMA;
                Err(D::Error::custom(format_args!("expected `schema` {known}, found {schema}")))
            }
        }
    }
}

fn unique(clips: &[Clip]) -> Result<(), String> {
    let mut names = HashMap::new();
    for (index, clip) in clips.iter().enumerate() {
        if let Some(first) = names.insert(clip.name.as_str(), index) {
            return Err(format!("clips {first} and {index} have the same name `{}`", clip.name));
        }
    }
    Ok(())
}
