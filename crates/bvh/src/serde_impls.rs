//! Documents as data for serde. Data that the constructors reject are rejected here too.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Bvh, ChannelKind, Joint, Motion, Text};

impl Serialize for Bvh {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename = "Bvh")]
        struct Parts<'a> {
            joints: &'a [Joint],
            frame_time: f64,
            frames: usize,
            values: &'a [f64],
            trailing: &'a Text,
        }
        let Motion { frame_time, frames, values } = self.motion();
        let (joints, trailing) = (self.joints(), self.trailing());
        Parts { joints, frame_time: *frame_time, frames: *frames, values, trailing }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bvh {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Bvh", deny_unknown_fields)]
        struct Parts {
            joints: Vec<Joint>,
            frame_time: f64,
            frames: usize,
            values: Vec<f64>,
            trailing: Text,
        }
        let Parts { joints, frame_time, frames, values, trailing } = Parts::deserialize(deserializer)?;
        let document = Self::new(joints, Motion { frame_time, frames, values });
        document.and_then(|document| document.with_trailing(trailing)).map_err(D::Error::custom)
    }
}

impl TryFrom<String> for ChannelKind {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::from_name(name.as_bytes())
            .ok_or_else(|| format!("found `{name}`, expected the name of a channel"))
    }
}

impl From<ChannelKind> for String {
    fn from(kind: ChannelKind) -> Self {
        kind.name().to_owned()
    }
}

/// A string if the bytes are UTF-8, or else a list of numbers.
impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(self.as_bytes()) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.collect_seq(self.as_bytes()),
        }
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a text or a list of bytes")]
        enum Either {
            Text(String),
            Bytes(Vec<u8>),
        }
        Ok(match Either::deserialize(deserializer)? {
            Either::Text(text) => Self::from(text.as_str()),
            Either::Bytes(bytes) => Self::new(bytes),
        })
    }
}
