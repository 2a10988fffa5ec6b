//! Documents of one format compared part by part: states, sensors, options, content that is in no clip.

use std::fmt::Write as _;

use anim_core::{Document, Report};
use anim_formats::{Entry, Registry};
use serde_json::Value;

use super::companions::{self, Companions};
use super::difference::{Difference, Group, Kind, Place};
use super::{Side, short};

/// The differences between the documents of two files in one format, by the parts of their dumps; nothing for a format without
/// dumps. Companion names that differ only as the names of their files do are not a difference.
pub(super) fn compare(sides: [&Side; 2]) -> Vec<Group> {
    let [a, b] = sides.map(|side| &*side.document);
    let companions = sides.map(companions::of);
    let registry = Registry::builtin();
    let Ok(format) = registry.by_id(a.info().id) else { return Vec::new() };
    // The storage of a document is not compared, except for two files whose formats keep every byte.
    let is_exact = a.is_exact() && b.is_exact();
    let [plain_a, plain_b] = [a, b].map(|document| plain(format, document).filter(|_| !is_exact));
    let [a, b] = [plain_a.as_deref().unwrap_or(a), plain_b.as_deref().unwrap_or(b)];
    if a.info().id != b.info().id || format.equal(a, b) {
        return Vec::new();
    }
    let dump = |document| serde_json::from_str::<Value>(&registry.dump(document).ok()?).ok();
    let (Some(mut a), Some(mut b)) = (dump(a), dump(b)) else { return Vec::new() };
    for document in [&mut a["document"], &mut b["document"]] {
        document.as_object_mut().and_then(|members| members.remove(SPELLING));
    }
    let mut found = Found { companions, groups: Vec::new() };
    found.collect([&a["document"], &b["document"]], &mut String::new());
    found.groups
}

/// The member of a document for the spelling of text whose content is in other members.
const SPELLING: &str = "spelling";

/// A document stored in its format's default way; `None` if the format has no other way.
fn plain(format: &Entry, document: &dyn Document) -> Option<Box<dyn Document>> {
    format.stored(document, &format.encode_options()?, &(), &mut Report::new())
}

/// The differences found so far.
struct Found {
    /// The companions of each document that are named after it.
    companions: [Companions; 2],
    groups: Vec<Group>,
}

impl Found {
    /// Adds a group for every part that differs, or that one side lacks.
    fn collect(&mut self, [a, b]: [&Value; 2], path: &mut String) {
        let length = path.len();
        match (a, b) {
            (Value::Object(left), Value::Object(right)) => {
                let added = right.iter().filter(|(key, _)| !left.contains_key(*key));
                let parts = left
                    .iter()
                    .map(|(key, a)| (key, a, &b[key]))
                    .chain(added.map(|(key, b)| (key, &a[key], b)));
                for (key, a, b) in parts {
                    path.push_str(if length == 0 { "" } else { "/" });
                    path.push_str(key);
                    self.collect([a, b], path);
                    path.truncate(length);
                }
            }
            (a, b) if a == b => {}
            (Value::Array(left), Value::Array(right))
                if ![left, right].into_iter().any(|items| short::is_buffer(items)) =>
            {
                for index in 0..left.len().max(right.len()) {
                    let _ = write!(path, "[{index}]");
                    self.collect([left, right].map(|items| items.get(index).unwrap_or(&Value::Null)), path);
                    path.truncate(length);
                }
            }
            (Value::String(a), Value::String(b)) if companions::are_one(&self.companions, [a, b]) => {}
            (a, b) => {
                let [a, b] = short::pair([a, b]);
                self.groups.push(Group {
                    place: Place { path: Some(path.clone()), ..Place::default() },
                    found: vec![Difference::new(Kind::Document, a, b)],
                });
            }
        }
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
        let mut found = Found { companions: Default::default(), groups: Vec::new() };
        found.collect([&a, &b], &mut String::new());
        let found: Vec<_> = found
            .groups
            .iter()
            .map(|group| (group.place.path.clone().unwrap(), group.found[0].values.clone()))
            .collect();
        let expected = [
            ("states[0]/exit", [json!(1), json!(0)]),
            ("states[1]", [json!("1 part"), Value::Null]),
            ("more", [Value::Null, json!("1 part")]),
        ];
        assert_eq!(found, expected.map(|(path, values)| (path.to_owned(), values)));
    }
}
