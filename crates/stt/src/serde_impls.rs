//! Documents as data for serde: names as text where they are text, and nothing that could not be built by hand.

use crate::document::Trailing;
use crate::origin::Origin;
use crate::{Flag, Label, Seconds, Vector, Word};

/// Bytes as JSON says them best.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
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

impl From<Label> for Text {
    fn from(label: Label) -> Self {
        label.as_bytes().into()
    }
}

impl TryFrom<Text> for Label {
    type Error = String;

    fn try_from(text: Text) -> Result<Self, String> {
        let expected = || format!("a name has no `}}` and at most {} bytes", Self::MAX_LEN);
        Self::new(text.as_bytes()).ok_or_else(expected)
    }
}

impl From<Word> for Text {
    fn from(word: Word) -> Self {
        word.as_bytes().into()
    }
}

impl TryFrom<Text> for Word {
    type Error = &'static str;

    fn try_from(text: Text) -> Result<Self, &'static str> {
        Self::new(text.as_bytes()).ok_or("a word is not empty and has no white space and no `{`")
    }
}

impl From<Trailing> for Text {
    fn from(trailing: Trailing) -> Self {
        (&*trailing.bytes).into()
    }
}

impl From<Text> for Trailing {
    fn from(text: Text) -> Self {
        Self::new(text.as_bytes(), Origin::NONE)
    }
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
