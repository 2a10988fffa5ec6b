//! The differences as text and as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anim_formats::json::SCHEMA;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::difference::{Difference, Group, Kind, Place, number};
use super::{Rules, Side, short};
use crate::exit::Failure;
use crate::json;
use crate::output::Output;
use crate::text::{counted, visible};

/// The number of differences shown for one place; the rest are counted.
const MOST: usize = 10;

/// The number of places shown, for clips and for documents; the rest are counted.
const MOST_PLACES: usize = 200;

pub(super) fn print_text(sides: [&Side; 2], groups: &[Group]) -> Result<(), Failure> {
    let mut out = Output::stdout_with_exit();
    write_text(&mut out, sides, groups).map_err(|error| out.failure(&error))?;
    out.commit()
}

pub(super) fn print_json(sides: [&Side; 2], rules: &Rules, groups: &[Group]) -> Result<(), Failure> {
    let file = |side: &Side| File { path: side.label.clone(), format: side.format };
    json::print(&Report {
        schema: SCHEMA,
        files: sides.map(file),
        rules,
        equal: groups.is_empty(),
        differences: Entries(groups),
    })
}

/// The differences as JSON, written one by one: there may be millions.
pub(super) struct Entries<'a>(pub(super) &'a [Group]);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().flat_map(|Group { place, found }| {
            found.iter().map(move |Difference { kind, keys, time, values, off }| Entry {
                kind: *kind,
                clip: &place.clip,
                node: place.node.as_deref(),
                channel: place.channel.as_deref(),
                path: place.path.as_deref(),
                keys: *keys,
                time: time.map(number),
                a: &values[0],
                b: &values[1],
                off: off.map(number),
            })
        }))
    }
}

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    files: [File; 2],
    #[serde(flatten)]
    rules: &'a Rules,
    equal: bool,
    differences: Entries<'a>,
}

#[derive(Serialize)]
struct File {
    path: String,
    format: &'static str,
}

#[derive(Serialize)]
struct Entry<'a> {
    kind: Kind,
    clip: &'a str,
    node: Option<&'a str>,
    channel: Option<&'a str>,
    path: Option<&'a str>,
    keys: [Option<usize>; 2],
    time: Option<Value>,
    a: &'a Value,
    b: &'a Value,
    off: Option<Value>,
}

pub(super) fn write_text(out: &mut impl Write, sides: [&Side; 2], groups: &[Group]) -> io::Result<()> {
    // The differences of clips come first.
    let documents = groups.iter().position(|group| group.place.path.is_some()).unwrap_or(groups.len());
    let (clips, documents) = groups.split_at(documents);
    write_groups(out, clips)?;
    write_groups(out, documents)?;
    let [a, b] = sides.map(|side| visible(&side.label));
    let count = groups.iter().map(|group| group.found.len()).sum();
    match count {
        0 => writeln!(out, "{a} and {b}: no difference"),
        _ => writeln!(out, "{a} and {b}: {} ({})", counted(count, "difference"), summary(groups)),
    }
}

fn write_groups(out: &mut impl Write, groups: &[Group]) -> io::Result<()> {
    for Group { place, found } in groups.iter().take(MOST_PLACES) {
        writeln!(out, "{}", visible(&title(place)))?;
        for difference in found.iter().take(MOST) {
            writeln!(out, "  {}", visible(&line(difference)))?;
        }
        if let Some(more) = found.len().checked_sub(MOST).filter(|more| *more > 0) {
            writeln!(out, "  and {more} more, --json lists all")?;
        }
    }
    match groups.len().checked_sub(MOST_PLACES) {
        Some(more) if more > 0 => writeln!(out, "and {}, --json lists all", counted(more, "more place")),
        _ => Ok(()),
    }
}

/// The number of differences of each kind.
fn summary(groups: &[Group]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for difference in groups.iter().flat_map(|group| &group.found) {
        *counts.entry(word(difference.kind)).or_default() += 1;
    }
    counts.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
}

fn title(Place { clip, node, channel, path }: &Place) -> String {
    if let Some(path) = path {
        return format!("document, {path}");
    }
    let part = |word: &str, name: &Option<String>| {
        name.as_ref().map_or_else(String::new, |name| format!("{word} `{name}`"))
    };
    format!("clip `{clip}`{}{}", part(", node", node), part(",", channel))
}

fn line(difference: &Difference) -> String {
    let Difference { kind, keys, time, values: [a, b], off } = difference;
    let key = match keys {
        [Some(i), Some(j)] if i == j => format!("key {i}, "),
        [Some(i), Some(j)] => format!("key {i} and key {j}, "),
        [Some(i), None] | [None, Some(i)] => format!("key {i}, "),
        [None, None] => String::new(),
    };
    let place = match (kind, time) {
        (Kind::Time, _) | (_, None) => String::new(),
        (Kind::Curve | Kind::Pose, Some(time)) => format!(" most at {time} s"),
        (_, Some(time)) => format!(" at {time} s"),
    };
    let sides = match (a, b) {
        (a, Value::Null) if is_present(*kind) => format!("{}, only in the first", said(a)),
        (Value::Null, b) if is_present(*kind) => format!("{}, only in the second", said(b)),
        (a, b) => format!("{} -> {}", said(a), said(b)),
    };
    let off = off.map_or_else(String::new, |off| format!(", off by {off}"));
    format!("{key}{}{place}: {sides}{off}", word(*kind))
}

/// Whether a null on one side means that the thing does not exist there.
fn is_present(kind: Kind) -> bool {
    matches!(kind, Kind::Clip | Kind::Node | Kind::Event | Kind::Channel | Kind::Key | Kind::Document)
}

/// The name of a kind, as in JSON.
fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Clip => "clip",
        Kind::Name => "name",
        Kind::Duration => "duration",
        Kind::Rate => "rate",
        Kind::Frame => "frame",
        Kind::Node => "node",
        Kind::Parent => "parent",
        Kind::Rest => "rest",
        Kind::Morphs => "morphs",
        Kind::Event => "event",
        Kind::Channel => "channel",
        Kind::Wrap => "wrap",
        Kind::Key => "key",
        Kind::Time => "time",
        Kind::Value => "value",
        Kind::Ease => "ease",
        Kind::Handles => "handles",
        Kind::Curve => "curve",
        Kind::Pose => "pose",
        Kind::Alive => "alive",
        Kind::Document => "document",
    }
}

/// A value in messages: as JSON, except for names and missing values.
fn said(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => short::text(text, 0),
        Value::Array(items) => format!("[{}]", items.iter().map(said).collect::<Vec<_>>().join(", ")),
        Value::Object(parts) => {
            let part = |(key, value): (&String, &Value)| format!("{key} {}", said(value));
            parts.iter().map(part).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_a_line() {
        let cases = [
            (
                Difference::numbers(Kind::Value, &[1.0, 2.0], &[1.0, 2.5], 0.5)
                    .of_keys(Some(3), Some(3))
                    .at(0.25),
                "key 3, value at 0.25 s: [1.0, 2.0] -> [1.0, 2.5], off by 0.5",
            ),
            (
                Difference::new(Kind::Time, 0.5, 0.75).of_keys(Some(3), Some(4)).at(0.5),
                "key 3 and key 4, time: 0.5 -> 0.75",
            ),
            (
                Difference::new(Kind::Key, Value::Null, "x").of_keys(None, Some(4)).at(1.0),
                "key 4, key at 1 s: x, only in the second",
            ),
            (Difference::new(Kind::Parent, "hip", Value::Null), "parent: hip -> none"),
            (
                Difference::numbers(Kind::Curve, &[f64::NAN], &[0.0], f64::INFINITY).at(2.0),
                "curve most at 2 s: [NaN] -> [0.0], off by inf",
            ),
        ];
        for (difference, expected) in cases {
            assert_eq!(line(&difference), expected);
        }
    }

    #[test]
    fn kinds_are_named_as_in_json() {
        for kind in [Kind::Clip, Kind::Frame, Kind::Morphs, Kind::Handles, Kind::Curve, Kind::Alive] {
            assert_eq!(serde_json::to_value(kind).unwrap(), word(kind));
        }
    }
}
