//! A document of many Bézier keys, and the types of a program that knows its members.

use std::fmt::Write;

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const TRACKS: usize = 60;
pub(crate) const KEYS: usize = 250;

/// A container with rotations of Bézier keys; numbers are spelled as the exporter spells 32-bit floats.
pub(crate) fn file() -> Vec<u8> {
    let mut state = 1u32;
    let mut single = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from((state >> 8) as f32 / (1 << 23) as f32 - 1.0)
    };
    let mut tracks = String::new();
    for track in 0..TRACKS {
        let timepoints: Vec<_> = (0..KEYS).map(|key| format!("{}.0", 1 + 4 * key)).collect();
        let mut subtracks = Vec::new();
        for _ in 0..4 {
            let mut keys = String::new();
            for key in 0..KEYS {
                let (value, out, into) = (single(), single(), single());
                write!(
                    keys,
                    "{}[true, {value:?}, \"bezier\", \"auto\", [1.3333333730697632, {out:?}]",
                    if key > 0 { ", " } else { "" }
                )
                .unwrap();
                if key > 0 {
                    write!(keys, ", [-1.3333333730697632, {into:?}]").unwrap();
                }
                keys.push(']');
            }
            subtracks.push(format!("{{\"keyframes\": [{keys}]}}"));
        }
        let comma = if track > 0 { ", " } else { "" };
        write!(tracks, "{comma}{{\"target\": [\"node\", \"instance\", \"bone {track}\", \"r\"], \"timepoints\": [{}], \"subtracks\": [{}], \"interpolation\": \"bezier\", \"track_baked\": false}}", timepoints.join(", "), subtracks.join(", ")).unwrap();
    }
    let json = format!(
        "{{\"stf\": {{\"root\": \"a\"}}, \"resources\": {{\"a\": {{\"type\": \"stf.animation\", \"loop\": \"none\", \"fps\": 24, \"range\": [1.0, {}.0], \"tracks\": [{tracks}]}}}}, \"buffers\": {{}}}}",
        4 * KEYS
    );
    [b"STF0\0\0\0\0\0\0\0\0\x01\0\0\0", &(json.len() as u64).to_le_bytes()[..], json.as_bytes()].concat()
}

/// The document as plain types.
#[derive(Deserialize, Serialize)]
pub(crate) struct Plain {
    resources: std::collections::HashMap<String, PlainAnimation>,
}

#[derive(Deserialize, Serialize)]
struct PlainAnimation {
    fps: f64,
    range: [f64; 2],
    tracks: Vec<PlainTrack>,
}

#[derive(Deserialize, Serialize)]
struct PlainTrack {
    target: Vec<String>,
    timepoints: Vec<f64>,
    subtracks: Vec<PlainSubtrack>,
    interpolation: String,
    track_baked: bool,
}

#[derive(Deserialize, Serialize)]
struct PlainSubtrack {
    keyframes: Vec<PlainKey>,
}

struct PlainKey {
    real: bool,
    value: f64,
    tangent: Tangent,
    out: [f64; 2],
    into: Option<[f64; 2]>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Interpolation {
    Bezier,
    Linear,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Tangent {
    Auto,
    Split,
}

impl<'de> Deserialize<'de> for PlainKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Array;
        impl<'de> Visitor<'de> for Array {
            type Value = PlainKey;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a keyframe")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<PlainKey, A::Error> {
                let real = array.next_element()?.unwrap();
                let value = array.next_element()?.unwrap();
                let _: Interpolation = array.next_element()?.unwrap();
                let tangent = array.next_element()?.unwrap();
                let out = array.next_element()?.unwrap();
                let into = array.next_element()?;
                while array.next_element::<IgnoredAny>()?.is_some() {}
                Ok(PlainKey { real, value, tangent, out, into })
            }
        }
        deserializer.deserialize_seq(Array)
    }
}

impl Serialize for PlainKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.into {
            Some(into) => (self.real, self.value, Interpolation::Bezier, &self.tangent, self.out, into)
                .serialize(serializer),
            None => {
                (self.real, self.value, Interpolation::Bezier, &self.tangent, self.out).serialize(serializer)
            }
        }
    }
}

/// The text of the file.
pub(crate) fn json(bytes: &[u8]) -> &str {
    std::str::from_utf8(&bytes[24..]).unwrap()
}
