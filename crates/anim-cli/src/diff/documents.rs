//! Documents of one format, part by part: states, sensors, options, content that no clip holds.

use std::fmt::Write as _;

use anim_core::{Document, Report};
use anim_formats::{Entry, Registry};
use serde_json::Value;

use super::difference::{Difference, Group, Kind, Place};

/// What differs between two documents of one format, by the parts of their dumps; nothing for a format without dumps.
pub(super) fn compare([a, b]: [&dyn Document; 2]) -> Vec<Group> {
    let registry = Registry::builtin();
    let Ok(format) = registry.by_id(a.info().id) else { return Vec::new() };
    // How a document is stored is no part of what it says; but two files that keep every byte are compared as they are.
    let is_exact = a.is_exact() && b.is_exact();
    let [plain_a, plain_b] = [a, b].map(|document| plain(format, document).filter(|_| !is_exact));
    let [a, b] = [plain_a.as_deref().unwrap_or(a), plain_b.as_deref().unwrap_or(b)];
    if a.info().id != b.info().id || format.equal(a, b) {
        return Vec::new();
    }
    let dump = |document| serde_json::from_str::<Value>(&registry.dump(document).ok()?).ok();
    let (Some(a), Some(b)) = (dump(a), dump(b)) else { return Vec::new() };
    let mut groups = Vec::new();
    collect(&a["document"], &b["document"], &mut String::new(), &mut groups);
    groups
}

/// A document as its format stores it by default; `None` if the format knows no other way to store it.
fn plain(format: &Entry, document: &dyn Document) -> Option<Box<dyn Document>> {
    format.stored(document, &format.encode_options()?, &(), &mut Report::new())
}

/// Adds a group for every part that differs, or that one side lacks.
fn collect(a: &Value, b: &Value, path: &mut String, groups: &mut Vec<Group>) {
    let length = path.len();
    match (a, b) {
        (Value::Object(left), Value::Object(right)) => {
            let added = right.iter().filter(|(key, _)| !left.contains_key(*key));
            let parts =
                left.iter().map(|(key, a)| (key, a, &b[key])).chain(added.map(|(key, b)| (key, &a[key], b)));
            for (key, a, b) in parts {
                path.push_str(if length == 0 { "" } else { "/" });
                path.push_str(key);
                collect(a, b, path, groups);
                path.truncate(length);
            }
        }
        (Value::Array(left), Value::Array(right)) => {
            for index in 0..left.len().max(right.len()) {
                let _ = write!(path, "[{index}]");
                let [a, b] = [left, right].map(|items| items.get(index).unwrap_or(&Value::Null));
                collect(a, b, path, groups);
                path.truncate(length);
            }
        }
        (a, b) if a == b => {}
        (a, b) => groups.push(Group {
            place: Place { path: Some(path.clone()), ..Place::default() },
            found: vec![Difference::new(Kind::Document, short(a), short(b))],
        }),
    }
}

/// A part of a document as a value to be shown: what has parts itself is counted.
fn short(value: &Value) -> Value {
    match value {
        Value::Array(items) => format!("{} items", items.len()).into(),
        Value::Object(parts) => format!("{} parts", parts.len()).into(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_part_that_differs_has_its_path() {
        let a = json!({"states": [{"name": "on", "exit": 1}, {"name": "off"}], "rate": 2.0});
        let b = json!({"states": [{"name": "on", "exit": 0}], "rate": 2.0, "more": {"x": 1}});
        let mut groups = Vec::new();
        collect(&a, &b, &mut String::new(), &mut groups);
        let found: Vec<_> = groups
            .iter()
            .map(|group| (group.place.path.clone().unwrap(), group.found[0].values.clone()))
            .collect();
        let expected = [
            ("states[0]/exit", [json!(1), json!(0)]),
            ("states[1]", [json!("1 parts"), Value::Null]),
            ("more", [Value::Null, json!("1 parts")]),
        ];
        assert_eq!(found, expected.map(|(path, values)| (path.to_owned(), values)));
    }
}
