//! Documents as data for serde: the JSON byte for byte, and the data around it.

mod derived;

use anim_core::checkpoint;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json::MARK;
use crate::{Form, Stf};

/// The data of a document.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Stf", deny_unknown_fields)]
struct Dump<'a> {
    form: Form,
    /// The text before the JSON: white space, and the id of an animation alone.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    before: std::borrow::Cow<'a, str>,
    json: Box<RawValue>,
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    after: std::borrow::Cow<'a, str>,
    /// The buffers in hexadecimal.
    buffers: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    trailing: String,
    /// The sources of the baked values: building bakes again the values whose keys were changed.
    #[serde(default, skip_serializing_if = "derived::Sources::is_empty")]
    baked_from: derived::Sources,
}

impl Serialize for Stf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error as _;
        let json = self.text.trim_start_matches(MARK).trim_start_matches(BLANK);
        let object = match (self.form, self.outline.resources.as_slice()) {
            (Form::Animation, [animation]) => animation.at.start,
            _ => self.text.len() - json.len(),
        };
        let end = self.text.trim_end_matches(BLANK).len();
        let json = self.text[object..end].to_owned();
        checkpoint();
        let json = RawValue::from_string(json).map_err(S::Error::custom)?;
        checkpoint();
        Dump {
            form: self.form,
            before: self.text[..object].into(),
            json,
            after: self.text[end..].into(),
            buffers: self.blobs.iter().map(|blob| hex(blob)).collect(),
            trailing: hex(&self.trailing),
            baked_from: derived::sources(self),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Stf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dump = Dump::deserialize(deserializer)?;
        let blobs: Result<Vec<_>, D::Error> = dump.buffers.iter().map(|text| bytes(text)).collect();
        let text = format!("{}{}{}", dump.before, dump.json.get(), dump.after);
        let (blobs, trailing) = (blobs?, bytes(&dump.trailing)?);
        let container = matches!(dump.form, Form::Container { .. });
        let bare = blobs.is_empty() && trailing.is_empty();
        if !(container || bare) {
            return Err(D::Error::custom(
                "expected no buffers and no trailing bytes: only a container has them",
            ));
        }
        let mut stf = crate::read::of_text(text, container.then_some(dump.form), blobs, trailing)
            .map_err(D::Error::custom)?;
        if stf.form() == dump.form {
            derived::follow(&mut stf, &dump.baked_from).map_err(D::Error::custom)?;
            Ok(stf)
        } else {
            Err(D::Error::custom("the JSON has another form than `form` states"))
        }
    }
}

/// The white space of JSON.
const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];

fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn bytes<E: serde::de::Error>(hex: &str) -> Result<Vec<u8>, E> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pairs = hex.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    pairs.collect::<Option<_>>().ok_or_else(|| E::custom("expected pairs of hexadecimal digits"))
}
