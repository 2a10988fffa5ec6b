//! The contents of files as a table with one row per clip.

use std::io::{self, Write};

use anim_formats::json::{ClipInfo, FileInfo};
use clap::builder::PossibleValue;
use serde_json::{Map, Value};

use crate::csv;
use crate::suggest::did_you_mean;

/// All columns, named as in the JSON form.
const FIELDS: [&str; 14] = [
    "path", "format", "bytes", "name", "duration", "nodes", "channels", "keys", "rate", "up", "forward",
    "unit", "euler", "error",
];

/// A column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field(&'static str);

impl Field {
    /// The column of this name, for `--fields`.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        let known = FIELDS.into_iter().find(|field| *field == name).map(Self);
        known.ok_or_else(|| {
            let hint = did_you_mean(name, FIELDS);
            format!("there is no field `{name}`: expected one of {}{hint}", FIELDS.join(", "))
        })
    }

    /// The words of `--fields`.
    pub(super) fn words() -> Vec<PossibleValue> {
        FIELDS.map(PossibleValue::new).to_vec()
    }
}

/// Writes the header and the rows; an empty list of fields means all of them. A file without clips has a row too.
pub(super) fn write(out: &mut impl Write, files: &[FileInfo], fields: &[Field]) -> io::Result<()> {
    let names: Vec<_> =
        if fields.is_empty() { FIELDS.to_vec() } else { fields.iter().map(|field| field.0).collect() };
    writeln!(out, "{}", names.join(","))?;
    for file in files {
        let of_file = object(file)?;
        let clips = file.clips.iter().map(Some).chain(file.clips.is_empty().then_some(None));
        for clip in clips {
            let of_clip = clip.map_or_else(|| Ok(Map::new()), |clip: &ClipInfo| object(clip))?;
            let cell = |name: &&str| cell(of_clip.get(*name).or_else(|| of_file.get(*name)));
            writeln!(out, "{}", names.iter().map(cell).collect::<Vec<_>>().join(","))?;
        }
    }
    Ok(())
}

fn object(value: &impl serde::Serialize) -> io::Result<Map<String, Value>> {
    match serde_json::to_value(value)? {
        Value::Object(object) => Ok(object),
        _ => Ok(Map::new()),
    }
}

/// A value as a field: empty if unknown, several words separated by spaces.
fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => csv::field(text).into_owned(),
        Some(Value::Array(items)) => items.iter().map(|item| cell(Some(item))).collect::<Vec<_>>().join(" "),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_are_those_of_the_json() {
        let mut file = FileInfo::failed("a \"b\"".to_owned(), "a,b".to_owned());
        let clip = ClipInfo::from(&anim_core::Clip::new("walk"));
        let mut keys: Vec<_> =
            object(&file).unwrap().keys().chain(object(&clip).unwrap().keys()).cloned().collect();
        keys.retain(|key| key != "clips");
        keys.sort();
        let mut known = FIELDS.to_vec();
        known.sort_unstable();
        assert_eq!(keys, known);
        file.clips.push(clip);
        let mut out = Vec::new();
        write(
            &mut out,
            &[file],
            &["error", "path", "name", "rate", "nodes"].map(|name| Field::named(name).unwrap()),
        )
        .unwrap();
        assert_eq!(out, b"error,path,name,rate,nodes\n\"a,b\",\"a \"\"b\"\"\",walk,,0\n");
    }

    #[test]
    fn an_unknown_field_is_refused_with_the_nearest() {
        let refused = Field::named("duraton").unwrap_err();
        assert!(refused.ends_with("; did you mean `duration`?"), "{refused}");
    }
}
