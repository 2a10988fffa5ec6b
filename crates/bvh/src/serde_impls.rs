//! Documents as data for serde: nothing that could not be built by hand.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Bvh, ChannelKind, Invalid, Joint, Motion, Text};

/// A document before it is known to hold together.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parts {
    joints: Vec<Joint>,
    frame_time: f64,
    frames: usize,
    values: Vec<f64>,
    trailing: Text,
}

impl From<Bvh> for Parts {
    fn from(document: Bvh) -> Self {
        let trailing = document.trailing().clone();
        let (joints, Motion { frame_time, frames, values }) = document.into_parts();
        Self { joints, frame_time, frames, values, trailing }
    }
}

impl TryFrom<Parts> for Bvh {
    type Error = Invalid;

    fn try_from(Parts { joints, frame_time, frames, values, trailing }: Parts) -> Result<Self, Invalid> {
        Self::new(joints, Motion { frame_time, frames, values })?.with_trailing(trailing)
    }
}

impl TryFrom<String> for ChannelKind {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::from_name(name.as_bytes()).ok_or_else(|| format!("`{name}` is no channel"))
    }
}

impl From<ChannelKind> for String {
    fn from(kind: ChannelKind) -> Self {
        kind.name().to_owned()
    }
}

/// A string where the bytes are UTF-8, else a list of numbers.
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
        #[serde(untagged, expecting = "a string or a list of bytes")]
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
