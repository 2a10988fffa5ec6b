//! The options of calls, as JavaScript objects.

use std::collections::BTreeMap;

use anim_core::edit::Edit;
use anim_core::{Clip, Positive, Rate};
use anim_formats::{Given, Moments, Tolerance, clip_index, operations};
use serde::{Deserialize, Deserializer};

use crate::Error;
use crate::error::codes;

/// The options of reading a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct OpenOptions {
    /// The identifier of its format; if not given, its content decides.
    pub format: Option<String>,
    /// The options of its format.
    pub options: BTreeMap<String, Word>,
}

/// The options of sampling values or poses.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct SampleOptions {
    /// The clip, by name or by number from 0; if not given, the first one.
    pub clip: Option<Word>,
    /// Frames per second from time 0; if not given, the frame rate of the clip, or else the times of its keys.
    pub fps: Option<f64>,
    /// The times in seconds, in place of frames.
    pub times: Option<Vec<f64>>,
}

/// An operation on clips.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Step {
    /// The name of the operation, as in the flags of `anim convert`, such as `speed`.
    pub name: String,
    /// Its argument, if it has one.
    #[serde(default)]
    pub value: Option<Word>,
}

/// The options of a conversion.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConvertOptions {
    /// The clip, by name or by number from 0; if not given, all.
    pub clip: Option<Word>,
    /// The operations on the clips, in order.
    pub edits: Vec<Step>,
    /// The options of the target.
    pub options: BTreeMap<String, Word>,
    /// The name of the new file without its extension; if not given, that of the source.
    pub stem: Option<String>,
    /// The largest error allowed, in the unit of the value.
    pub tolerance: Option<f64>,
    /// The largest error allowed for angles, in radians.
    pub tolerance_angle: Option<f64>,
    /// The largest error allowed for times, in seconds.
    pub tolerance_time: Option<f64>,
}

/// The options of a page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct PageOptions {
    /// The clip, by name or by number from 0; if not given, all.
    pub clip: Option<Word>,
    /// The operations on the clips, in order.
    pub edits: Vec<Step>,
    /// The axis that points up: `y`, `-y` or `z`; if not given, that of the clips.
    pub up: Option<String>,
    /// Samples per second of smooth motion; if not given, every frame and at least 60.
    pub fps: Option<f64>,
}

impl Step {
    /// An operation without an argument.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), value: None }
    }

    /// The operation with this argument.
    #[must_use]
    pub fn with_value(self, value: impl Into<Word>) -> Self {
        Self { value: Some(value.into()), ..self }
    }
}

/// A value of an option, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Word(pub String);

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for Word {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<f64> for Word {
    fn from(number: f64) -> Self {
        Self(number.to_string())
    }
}

impl From<usize> for Word {
    fn from(number: usize) -> Self {
        Self(number.to_string())
    }
}

impl From<bool> for Word {
    fn from(value: bool) -> Self {
        Self(value.to_string())
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) => Self(text),
            other => Self(other.to_string()),
        })
    }
}

/// The given options, by name.
pub(crate) fn given(options: &BTreeMap<String, Word>) -> Vec<Given> {
    options.iter().map(|(key, value)| Given::new(key, &value.0)).collect()
}

/// The operations with these names and arguments.
fn edits(steps: &[Step]) -> Result<Vec<Edit>, Error> {
    let words = steps
        .iter()
        .map(|Step { name, value }| (name.as_str(), value.as_ref().map_or("", |value| value.0.as_str())));
    operations::edits(words).map_err(|message| Error::new(codes::EDIT, message))
}

#[cfg(feature = "view")]
impl PageOptions {
    /// The operations on the clips.
    pub(crate) fn edits(&self) -> Result<Vec<Edit>, Error> {
        edits(&self.edits)
    }
}

/// The index of a clip by name or number.
pub(crate) fn index_of(clips: &[Clip], wanted: &Word) -> Result<usize, Error> {
    clip_index(clips, &wanted.0).map_err(|error| Error::new(codes::NO_CLIP, error.to_string()))
}

/// The largest number of numbers that a call returns, half a gigabyte: a module has at most 4 GiB of memory, and running out of it
/// cannot be handled.
const MOST_NUMBERS: usize = 1 << 26;

impl SampleOptions {
    /// The times of a clip; a call returns this many numbers for each of them.
    pub(crate) fn times(&self, clip: &Clip, numbers: usize) -> Result<Vec<f64>, Error> {
        let most = MOST_NUMBERS / numbers.saturating_add(1);
        let times: Vec<f64> = self.moments(clip)?.seconds().take(most.saturating_add(1)).collect();
        if times.len() > most {
            let message = format!("{numbers} numbers at each time: expected at most {most} times");
            return Err(Error::new(codes::TOO_LARGE, message));
        }
        Ok(times)
    }

    fn moments(&self, clip: &Clip) -> Result<Moments, Error> {
        if let Some(times) = &self.times {
            return Ok(Moments::listed(times.clone()));
        }
        let rate = self.fps.map(|fps| Rate::new(fps, 1.0)).transpose();
        let rate = rate.map_err(|error| Error::new(codes::ARGUMENT, format!("fps: {error}")))?;
        Ok(Moments::of(clip, rate))
    }
}

impl ConvertOptions {
    /// The operations on the clips.
    pub(crate) fn edits(&self) -> Result<Vec<Edit>, Error> {
        edits(&self.edits)
    }

    /// The tolerances; those not given are a thousandth.
    pub(crate) fn tolerances(&self) -> Result<Tolerance, Error> {
        let positive = |name: &str, value: Option<f64>, default: Positive| match value {
            None => Ok(default),
            Some(value) => Positive::new(value).ok_or_else(|| {
                Error::new(codes::ARGUMENT, format!("{name}: expected a number above 0, found {value}"))
            }),
        };
        let mut tolerance = Tolerance::default();
        tolerance.value = positive("tolerance", self.tolerance, tolerance.value)?;
        tolerance.angle = positive("toleranceAngle", self.tolerance_angle, tolerance.angle)?;
        tolerance.time = positive("toleranceTime", self.tolerance_time, tolerance.time)?;
        Ok(tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_programs_are_those_of_calls() {
        let steps = [
            Step::new("reverse"),
            Step::new("speed").with_value(2.0),
            Step::new("fps").with_value(29.97),
            Step::new("repeat").with_value(3_usize),
            Step::new("root-motion").with_value(true),
            Step::new("select").with_value("hips"),
            Step::new("select").with_value(String::from("head")),
        ];
        let given = r#"[{"name": "reverse"}, {"name": "speed", "value": 2}, {"name": "fps", "value": 29.97},
            {"name": "repeat", "value": 3}, {"name": "root-motion", "value": true},
            {"name": "select", "value": "hips"}, {"name": "select", "value": "head"}]"#;
        assert_eq!(serde_json::from_str::<Vec<Step>>(given).unwrap(), steps);
    }
}
