//! The flags of operations: their names, and what their values mean.

use std::str::FromStr;

use anim_core::edit::{Cuts, Edit, Mirror, Pattern, RootMotion};
use anim_core::{Axis, Rate, Space};

use super::TOLERANCE;
use crate::numbers::positive;
use crate::times::moment;

/// A flag.
pub(super) struct Flag {
    pub(super) name: &'static str,
    pub(super) value: Value,
    pub(super) help: &'static str,
    pub(super) edit: fn(&str) -> Result<Edit, String>,
}

/// What a flag takes, by name.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Nothing,
    Needed(&'static str),
    /// After an equals sign.
    Optional(&'static str),
}

/// All flags, as `--help` lists them.
pub(super) const FLAGS: &[Flag] = &[
    Flag {
        name: "from",
        value: Value::Needed("TIME"),
        help: "Begin at this time: seconds, or a frame of the file with an `f`, such as 12f",
        edit: |text| Ok(Edit::Trim { from: Some(moment(text)?), to: None }),
    },
    Flag {
        name: "to",
        value: Value::Needed("TIME"),
        help: "End at this time",
        edit: |text| Ok(Edit::Trim { from: None, to: Some(moment(text)?) }),
    },
    Flag {
        name: "speed",
        value: Value::Needed("FACTOR"),
        help: "Play so many times as fast",
        edit: |text| Ok(Edit::Speed(positive(text)?)),
    },
    Flag { name: "reverse", value: Value::Nothing, help: "Play backwards", edit: |_| Ok(Edit::Reverse) },
    Flag {
        name: "fps",
        value: Value::Needed("F"),
        help: "Give each curve a key in every frame of this rate",
        edit: |text| {
            let rate = text.parse().ok().and_then(|frames| Rate::new(frames, 1.0).ok());
            rate.map(Edit::Resample).ok_or_else(|| "expected a number above 0".to_owned())
        },
    },
    Flag {
        name: "loop",
        value: Value::Optional("SECONDS"),
        help: "Make the end lead to the start: ends that are nearly equal become equal, else this much of the end fades into the start",
        edit: |text| Ok(Edit::Loop { crossfade: seconds(text)?, tolerance: TOLERANCE }),
    },
    Flag {
        name: "join",
        value: Value::Nothing,
        help: "Make one clip of all, one after the other",
        edit: |_| Ok(Edit::Join { crossfade: 0.0 }),
    },
    Flag {
        name: "crossfade",
        value: Value::Needed("SECONDS"),
        help: "Make one clip of all, each faded into the next one for so long",
        edit: |text| Ok(Edit::Join { crossfade: seconds(text)? }),
    },
    Flag {
        name: "split",
        value: Value::Needed("TIMES|EVENT"),
        help: "Make several clips of one, cut at these times, with commas, or at the events of this name; `*` means all",
        edit: |text| {
            let moments = || text.split(',').map(moment).collect::<Result<_, _>>().map(Cuts::Moments);
            Ok(Edit::Split(if is_time(text) { moments()? } else { Cuts::Events(Pattern::new(text)) }))
        },
    },
    Flag {
        name: "root-motion",
        value: Value::Needed("remove|NODE"),
        help: "Let the figure move in place; its way over the ground is removed, or goes to a new node of this name",
        edit: |text| {
            let what = match text {
                "keep" => RootMotion::Keep,
                "remove" => RootMotion::Remove,
                name => RootMotion::Extract(name.to_owned()),
            };
            Ok(Edit::RootMotion { what, root: None })
        },
    },
    Flag {
        name: "select",
        value: Value::Needed("NODES"),
        help: "Keep these nodes alone: names with `*` and `?`, with commas; `hip/**` is a node with all below it",
        edit: |text| Ok(Edit::Select(patterns(text))),
    },
    Flag {
        name: "drop",
        value: Value::Needed("NODES"),
        help: "Remove these nodes; what hangs on them moves as before",
        edit: |text| Ok(Edit::Drop(patterns(text))),
    },
    Flag {
        name: "rename",
        value: Value::Needed("OLD=NEW"),
        help: "Rename nodes, with commas between pairs; each `*` of NEW is what that of OLD stands for",
        edit: |text| Ok(Edit::Rename(pairs(text)?)),
    },
    Flag {
        name: "reroot",
        value: Value::Needed("NODES"),
        help: "Make these nodes roots that move as before",
        edit: |text| match patterns(text).as_slice() {
            [pattern] => Ok(Edit::Reroot(pattern.clone())),
            _ => Err("expected one name or pattern".to_owned()),
        },
    },
    Flag {
        name: "mirror",
        value: Value::Optional("AXIS|LEFT=RIGHT"),
        help: "Exchange left and right: nodes by their names (Left, L, .l, _L), or by these pairs, with commas; along x, y or z [default: \
               the axis across the figure]",
        edit: |text| Ok(Edit::Mirror(reflection(text)?)),
    },
    Flag {
        name: "up",
        value: Value::Needed("AXIS"),
        help: "Turn the clips so that this axis points up: x, y, z, -x, -y or -z",
        edit: |text| {
            let up = Axis::from_name(text).or_else(|| Axis::from_name(&format!("+{text}")));
            let up = up.ok_or("expected x, y, z, -x, -y or -z")?;
            Ok(Edit::Space(Space::stated(Some(up), None, None)))
        },
    },
    Flag {
        name: "unit",
        value: Value::Needed("METRES"),
        help: "Measure lengths in this unit; the figure stays as large as it is",
        edit: |text| Ok(Edit::Space(Space::stated(None, None, Some(positive(text)?)))),
    },
    Flag {
        name: "scale",
        value: Value::Needed("FACTOR"),
        help: "Make all so many times as large",
        edit: |text| Ok(Edit::Scale(positive(text)?)),
    },
    Flag {
        name: "reduce",
        value: Value::Needed("TOLERANCE"),
        help: "Remove keys as long as curves stay this near to what they were: in the clip's unit, in radians, or as a ratio",
        edit: |text| Ok(Edit::Reduce(positive(text)?)),
    },
    Flag {
        name: "additive",
        value: Value::Optional("TIME"),
        help: "Take the difference from the pose at this time [default: from the rest pose]",
        edit: |text| Ok(Edit::Additive(if text.is_empty() { None } else { Some(moment(text)?) })),
    },
    Flag {
        name: "absolute",
        value: Value::Nothing,
        help: "Add a difference to the rest pose again",
        edit: |_| Ok(Edit::Absolute),
    },
    Flag {
        name: "drop-constants",
        value: Value::Nothing,
        help: "Remove channels that only repeat the rest pose",
        edit: |_| Ok(Edit::DropConstants),
    },
    Flag {
        name: "hemisphere",
        value: Value::Nothing,
        help: "Give quaternions the sign that is nearest to the key before",
        edit: |_| Ok(Edit::Hemisphere),
    },
    Flag {
        name: "euler-filter",
        value: Value::Nothing,
        help: "Give Euler angles the turns that are nearest to the key before",
        edit: |_| Ok(Edit::Euler),
    },
];

/// The kind of file that a verb makes, or a time: both are said by `--to`. No kind begins with a digit.
#[derive(Clone, Debug)]
pub(crate) enum To<K> {
    Kind(K),
    Time,
}

impl<K> To<K> {
    /// The kind, if one was named.
    pub(crate) fn kind(all: &[Self]) -> Option<&K> {
        all.iter().rev().find_map(|to| match to {
            Self::Kind(kind) => Some(kind),
            Self::Time => None,
        })
    }
}

/// Reads the value of a `--to` that takes both.
pub(crate) fn to<K: FromStr<Err = String>>(text: &str) -> Result<To<K>, String> {
    if is_time(text) { moment(text).map(|_| To::Time) } else { text.parse().map(To::Kind) }
}

/// Whether a text can only be meant as a time.
fn is_time(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))
}

/// A length of time; none where nothing is said.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = if text.is_empty() { Some(0.0) } else { text.parse().ok() };
    seconds
        .filter(|seconds| (0.0..f64::INFINITY).contains(seconds))
        .ok_or_else(|| "expected seconds".to_owned())
}

/// Names of nodes with wildcards.
fn patterns(text: &str) -> Vec<Pattern> {
    let pattern = |text: &str| match text.strip_suffix("/**") {
        Some(top) => Pattern::tree(top),
        None => Pattern::new(text),
    };
    text.split(',').map(pattern).collect()
}

/// An axis or pairs of names.
fn reflection(text: &str) -> Result<Mirror, String> {
    let mut mirror = Mirror::default();
    match text {
        "" => {}
        "x" | "y" | "z" => mirror.axis = "xyz".find(text),
        _ => {
            let pair =
                |text: &str| text.split_once('=').map(|(left, right)| (left.to_owned(), right.to_owned()));
            let pairs: Option<_> = text.split(',').map(pair).collect();
            mirror.pairs = pairs.ok_or("expected x, y, z or LEFT=RIGHT")?;
        }
    }
    Ok(mirror)
}

fn pairs(text: &str) -> Result<Vec<(Pattern, String)>, String> {
    let pair = |text: &str| {
        let (old, new) = text.split_once('=').ok_or("expected OLD=NEW")?;
        Ok((Pattern::new(old), new.to_owned()))
    };
    text.split(',').map(pair).collect()
}
