//! Documents as data for serde: names as text if they are UTF-8. Data is checked as in the constructors.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::document::Trailing;
use crate::origin::Origin;
use crate::{Flag, Label, Seconds, Vector, Word};

/// Bytes as text if they are UTF-8, else as a list of numbers.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of bytes")]
enum Text {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Bytes(bytes.to_owned()),
        }
    }
}

impl Text {
    fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

macro_rules! by_text {
    ($($kind:ty, $bytes:expr, $new:expr, $expected:expr;)*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let bytes: fn(&Self) -> &[u8] = $bytes;
                Text::from(bytes(self)).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Text::deserialize(deserializer)?;
                let new: fn(&[u8]) -> Option<Self> = $new;
                new(text.as_bytes()).ok_or_else(|| D::Error::custom($expected))
            }
        }
    )*};
}

by_text! {
    Label, Self::as_bytes, |bytes| Self::new(bytes),
        format_args!("expected a name without `}}` of at most {} bytes", Self::MAX_LEN);
    Word, Self::as_bytes, |bytes| Self::new(bytes),
        "expected a word of at least one byte without white space and `{`";
    Trailing, |trailing| &trailing.bytes, |bytes| Some(Self::new(bytes, Origin::NONE)),
        "expected bytes";
}

impl From<Vector> for [f64; 3] {
    fn from(vector: Vector) -> Self {
        vector.get()
    }
}

impl TryFrom<[f64; 3]> for Vector {
    type Error = &'static str;

    fn try_from(numbers: [f64; 3]) -> Result<Self, &'static str> {
        Self::new(numbers).ok_or("expected finite numbers")
    }
}

impl From<Seconds> for f64 {
    fn from(seconds: Seconds) -> Self {
        seconds.get()
    }
}

impl TryFrom<f64> for Seconds {
    type Error = &'static str;

    fn try_from(seconds: f64) -> Result<Self, &'static str> {
        Self::new(seconds).ok_or("expected a finite number")
    }
}

impl From<Flag> for i32 {
    fn from(flag: Flag) -> Self {
        flag.get()
    }
}

impl From<i32> for Flag {
    fn from(value: i32) -> Self {
        Self::new(value)
    }
}
