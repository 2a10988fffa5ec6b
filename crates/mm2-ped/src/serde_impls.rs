//! Documents as data for serde: a float is a number, or a text of its bits if it is not finite. Data that the constructors of
//! this crate reject are rejected here too.

use std::fmt;

use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Anim, Bone, File, Layout, LineEnd, Mm2Ped, Skeleton, State, StateTable, Tail, Track};

impl Serialize for Mm2Ped {
    /// Only the file: the other fields belong to other files.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.file.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Mm2Ped {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        File::deserialize(deserializer).map(Self::from)
    }
}

/// A float with all its bits: a number if it is finite, else a text such as `0x7fc00001`.
#[derive(Clone, Copy)]
struct Float(f32);

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value) = *self;
        if !value.is_finite() {
            return serializer.collect_str(&format_args!("{:#010x}", value.to_bits()));
        }
        // A reader that parses double precision first rounds twice, which changes a few floats.
        let survives = value.to_string().parse().is_ok_and(|read: f64| read as f32 == value);
        if survives { serializer.serialize_f32(value) } else { serializer.serialize_f64(f64::from(value)) }
    }
}

impl<'de> Deserialize<'de> for Float {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bits;

        impl Visitor<'_> for Bits {
            type Value = Float;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of single precision, or its bits as `0x` and eight digits")
            }

            fn visit_f32<E: serde::de::Error>(self, value: f32) -> Result<Float, E> {
                Ok(Float(value))
            }

            fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Float, E> {
                let single = value as f32;
                if single.is_finite() {
                    Ok(Float(single))
                } else {
                    Err(E::custom("outside the range of single precision"))
                }
            }

            fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Float, E> {
                Ok(Float(value as f32))
            }

            fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Float, E> {
                Ok(Float(value as f32))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Float, E> {
                let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 8);
                let bits = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                bits.map(|bits| Float(f32::from_bits(bits)))
                    .ok_or_else(|| E::custom("expected `0x` and eight digits"))
            }
        }

        deserializer.deserialize_any(Bits)
    }
}

/// A clip before its counts are checked.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Anim", deny_unknown_fields)]
struct AnimParts {
    layout: Layout,
    tracks: Vec<TrackParts>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    trailing: Vec<u8>,
}

/// A track with its floats frame by frame.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackParts {
    distance: Float,
    flag: u8,
    frames: Vec<Vec<Float>>,
}

impl Serialize for Anim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tracks = self.tracks().map(|track| {
            let frame = |frame: usize| {
                let start = frame * track.floats;
                track.values[start..start + track.floats].iter().map(|&value| Float(value)).collect()
            };
            let frames = (0..self.frames()).map(frame).collect();
            TrackParts { distance: Float(track.distance), flag: track.flag, frames }
        });
        let tracks = tracks.collect();
        AnimParts { layout: self.layout(), tracks, trailing: self.trailing().to_vec() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Anim {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let AnimParts { layout, tracks, trailing } = AnimParts::deserialize(deserializer)?;
        let frames = tracks.first().map_or(0, |track| track.frames.len());
        let tracks = tracks.into_iter().map(|TrackParts { distance, flag, frames }| {
            let floats = frames.first().map_or(0, Vec::len);
            if frames.iter().any(|frame| frame.len() != floats) {
                return Err(D::Error::custom("the frames of a track do not have the same number of floats"));
            }
            let values = frames.into_iter().flatten().map(|Float(value)| value).collect();
            Ok(Track { floats, distance: distance.0, flag, values })
        });
        let tracks = tracks.collect::<Result<_, _>>()?;
        Self::from_tracks(layout, frames, tracks, trailing).map_err(D::Error::custom)
    }
}

/// A skeleton before its bones are checked.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Skeleton", deny_unknown_fields)]
struct SkeletonParts {
    line_end: LineEnd,
    bones: Vec<Bone>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<(usize, String)>,
}

impl Serialize for Skeleton {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (bones, unknown) = (self.bones().to_vec(), self.unknown().to_vec());
        SkeletonParts { line_end: self.line_end(), bones, unknown }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Skeleton {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SkeletonParts { line_end, bones, unknown } = SkeletonParts::deserialize(deserializer)?;
        Self::from_parts(bones, unknown, line_end).map_err(D::Error::custom)
    }
}

/// A table before its lines are checked.
#[derive(Serialize, Deserialize)]
#[serde(rename = "StateTable", deny_unknown_fields)]
struct TableParts {
    line_end: LineEnd,
    states: Vec<State>,
    tails: Vec<Tail>,
    texts: Vec<(usize, String)>,
}

impl Serialize for StateTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (states, tails, texts) = (self.states().to_vec(), self.tails().to_vec(), self.texts().to_vec());
        TableParts { line_end: self.line_end(), states, tails, texts }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for StateTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let TableParts { line_end, states, tails, texts } = TableParts::deserialize(deserializer)?;
        Self::from_parts(states, tails, texts, line_end).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_numbers_or_bits() {
        for (bits, json) in [
            (0x3DCC_CCCD, "0.1"),
            (0x8000_0000, "-0.0"),
            (0x7FC0_0001, "\"0x7fc00001\""),
            (0xFF80_0000, "\"0xff800000\""),
            (0x3FC0_0000, "1.5"),
        ] {
            assert_eq!(serde_json::to_string(&Float(f32::from_bits(bits))).unwrap(), json);
            let read: Float = serde_json::from_str(json).unwrap();
            assert_eq!(read.0.to_bits(), bits, "{json}");
        }
        for bad in ["1e39", "\"0x7fc\"", "\"nan\"", "null"] {
            assert!(serde_json::from_str::<Float>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn data_that_constructors_refuse_cannot_be_read() {
        for bad in [
            r#"{"anim": {"layout": "retail", "tracks": []}}"#,
            r#"{"anim": {"layout": "retail", "tracks": [{"distance": 0, "flag": 1, "frames": [[0, 0, 0], [0]]}]}}"#,
            r#"{"skeleton": {"line_end": "lf", "bones": []}}"#,
            r#"{"states": {"line_end": "lf", "states": [], "tails": [], "texts": [[0, "a\nb"]]}}"#,
        ] {
            assert!(serde_json::from_str::<Mm2Ped>(bad).is_err(), "{bad}");
        }
    }
}
