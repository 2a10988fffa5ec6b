//! The flags of operations: their names, and what their values mean.

use std::str::FromStr;

use anim_core::Positive;
use anim_core::edit::{Edit, Moment, Pattern};

/// A flag.
pub(super) struct Flag {
    pub(super) name: &'static str,
    /// What its value is called; `None` for a switch.
    pub(super) value: Option<&'static str>,
    pub(super) help: &'static str,
    pub(super) edit: fn(&str) -> Result<Edit, String>,
}

/// All flags, as `--help` lists them.
pub(super) const FLAGS: &[Flag] = &[
    Flag {
        name: "from",
        value: Some("TIME"),
        help: "Begin at this time: seconds, or a frame of the file with an `f`, such as 12f",
        edit: |text| Ok(Edit::Trim { from: Some(moment(text)?), to: None }),
    },
    Flag {
        name: "to",
        value: Some("TIME"),
        help: "End at this time",
        edit: |text| Ok(Edit::Trim { from: None, to: Some(moment(text)?) }),
    },
    Flag {
        name: "speed",
        value: Some("FACTOR"),
        help: "Play so many times as fast",
        edit: |text| Ok(Edit::Speed(positive(text)?)),
    },
    Flag { name: "reverse", value: None, help: "Play backwards", edit: |_| Ok(Edit::Reverse) },
    Flag {
        name: "select",
        value: Some("NODES"),
        help: "Keep these nodes alone: names with `*` and `?`, with commas; `hip/**` is a node with all below it",
        edit: |text| Ok(Edit::Select(patterns(text))),
    },
    Flag {
        name: "drop",
        value: Some("NODES"),
        help: "Remove these nodes; what hangs on them moves as before",
        edit: |text| Ok(Edit::Drop(patterns(text))),
    },
    Flag {
        name: "rename",
        value: Some("OLD=NEW"),
        help: "Rename nodes, with commas between pairs; each `*` of NEW is what that of OLD stands for",
        edit: |text| Ok(Edit::Rename(pairs(text)?)),
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
    let is_time = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    if is_time { moment(text).map(|_| To::Time) } else { text.parse().map(To::Kind) }
}

/// A time: seconds, or a frame.
fn moment(text: &str) -> Result<Moment, String> {
    let (number, moment): (_, fn(f64) -> Moment) = match text.strip_suffix('f') {
        Some(number) => (number, Moment::Frame),
        None => (text.strip_suffix('s').unwrap_or(text), Moment::Seconds),
    };
    match number.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(moment(number)),
        _ => Err("expected seconds such as 0.5 or a frame such as 12f".to_owned()),
    }
}

fn positive(text: &str) -> Result<Positive, String> {
    text.parse().ok().and_then(Positive::new).ok_or_else(|| "expected a number above 0".to_owned())
}

/// Names of nodes with wildcards.
fn patterns(text: &str) -> Vec<Pattern> {
    let pattern = |text: &str| match text.strip_suffix("/**") {
        Some(top) => Pattern::tree(top),
        None => Pattern::new(text),
    };
    text.split(',').map(pattern).collect()
}

fn pairs(text: &str) -> Result<Vec<(Pattern, String)>, String> {
    let pair = |text: &str| {
        let (old, new) = text.split_once('=').ok_or("expected OLD=NEW")?;
        Ok((Pattern::new(old), new.to_owned()))
    };
    text.split(',').map(pair).collect()
}
