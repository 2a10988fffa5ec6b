//! The position of a path such as `nodes[0]/children[2]` in a JSON text.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::value::RawValue;

/// How many bytes of a text are searched.
const MOST: usize = 1 << 24;

/// The byte range of the value at a path, or of its nearest existing parent. `None` if the text does not begin with JSON, or if
/// nothing of the path exists. What follows the JSON, as in a container, is ignored.
pub(crate) fn locate(text: &[u8], path: &str) -> Option<Range<usize>> {
    let text = text.get(..text.len().min(MOST))?;
    let mut value = serde_json::Deserializer::from_slice(text).into_iter::<&RawValue>().next()?.ok()?.get();
    let mut is_found = false;
    for step in path.split('/').flat_map(steps) {
        let Some(next) = step.and_then(|step| step.of(value)) else { break };
        (value, is_found) = (next, true);
    }
    let start = value.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    is_found.then_some(start..start + value.len())
}

/// A step from a value to a part of it.
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

impl Step<'_> {
    fn of<'t>(&self, value: &'t str) -> Option<&'t str> {
        let found = match self {
            Self::Key(key) => serde_json::from_str::<HashMap<String, &RawValue>>(value).ok()?.remove(*key),
            Self::Index(index) => serde_json::from_str::<Vec<&RawValue>>(value).ok()?.get(*index).copied(),
        };
        found.map(RawValue::get)
    }
}

/// The steps of one part of a path, `name[1][2]`; `None` for one that is malformed.
fn steps(part: &str) -> impl Iterator<Item = Option<Step<'_>>> {
    let (name, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
    let index = |index: &str| index.trim_start_matches('[').parse().ok().map(Step::Index);
    let key = (!name.is_empty()).then_some(Some(Step::Key(name)));
    key.into_iter().chain(indices.split_terminator(']').map(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_its_value_or_the_nearest_around_it() {
        let text = r#" {"nodes": [ {"name": "a\"b"}, {"children": [5, 77 ]}], "x": {"y/z": 1} }  "#;
        for (path, expected) in [
            ("nodes[1]/children[1]", Some("77")),
            ("nodes[0]/name", Some(r#""a\"b""#)),
            ("nodes[0]/uri", Some(r#"{"name": "a\"b"}"#)),
            ("nodes[7]", Some(r#"[ {"name": "a\"b"}, {"children": [5, 77 ]}]"#)),
            ("x", Some(r#"{"y/z": 1}"#)),
            ("frames[0]", None),
            ("", None),
            ("[", None),
        ] {
            let found = locate(text.as_bytes(), path).and_then(|range| text.get(range));
            assert_eq!(found, expected, "{path}");
        }
        for after in ["$", "{", "\0\0", "BIN"] {
            let text = format!("{text}{after}");
            let found = locate(text.as_bytes(), "nodes[1]/children[0]").and_then(|range| text.get(range));
            assert_eq!(found, Some("5"), "{after}");
        }
        assert_eq!(locate(b"{\"a\": 7}\x80", "a"), Some(6..7));
        assert_eq!(locate(b"<a/>", "nodes[0]"), None);
        assert_eq!(locate(b"\xff{}", "nodes[0]"), None);
    }
}
