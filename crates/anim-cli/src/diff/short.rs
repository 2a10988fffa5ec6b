//! Long values of documents, shortened to begin where they differ.

use serde_json::Value;

use crate::text::counted;

/// The longest text that is shown in full, in characters.
const MOST_CHARS: usize = 120;

/// The number of characters shown of a longer text.
const SHOWN_CHARS: usize = 40;

/// The longest list of plain values that is compared value by value; buffers are longer.
pub(super) const MOST_ITEMS: usize = 64;

/// The number of values shown of a longer list.
const SHOWN_ITEMS: usize = 8;

/// Two different values, shortened for display: values with parts are replaced by their counts, and of a long text or list a piece
/// is shown, from the first difference on.
pub(super) fn pair([a, b]: [&Value; 2]) -> [Value; 2] {
    match (a, b) {
        (Value::String(one), Value::String(other)) => {
            let from = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
            [text(one, from), text(other, from)].map(Value::String)
        }
        (Value::Array(one), Value::Array(other)) => {
            let from = one.iter().zip(other).take_while(|(a, b)| a == b).count();
            [list(one, from), list(other, from)].map(Value::String)
        }
        _ => [a, b].map(alone),
    }
}

/// A value that differs as a whole: of a list or an object only the number of its parts is shown.
fn alone(value: &Value) -> Value {
    match value {
        Value::Array(items) => counted(items.len(), "item").into(),
        Value::Object(parts) => counted(parts.len(), "part").into(),
        Value::String(all) => text(all, 0).into(),
        other => other.clone(),
    }
}

/// A text, or a piece of a long one that begins shortly before the character `from`.
pub(super) fn text(all: &str, from: usize) -> String {
    /// The number of characters shown before the first difference.
    const BEFORE: usize = 8;
    let count = all.chars().count();
    if count <= MOST_CHARS {
        return all.to_owned();
    }
    let from = if from <= BEFORE { 0 } else { (from - BEFORE).min(count) };
    let piece: String = all.chars().skip(from).take(SHOWN_CHARS).collect();
    let before = if from > 0 { "…" } else { "" };
    let after = if from + SHOWN_CHARS < count { "…" } else { "" };
    format!("{before}{piece}{after} ({count} characters)")
}

/// A long list, shown from the index `from` on.
fn list(all: &[Value], from: usize) -> String {
    let shown: Vec<_> = all.iter().skip(from).take(SHOWN_ITEMS).map(Value::to_string).collect();
    let more = if from + SHOWN_ITEMS < all.len() { ", …" } else { "" };
    format!(
        "{} items, from {from}: {}{more}",
        all.len(),
        if shown.is_empty() { "none".into() } else { shown.join(", ") }
    )
}

/// Whether a list is a long one of plain values, such as the bytes of a buffer.
pub(super) fn is_buffer(items: &[Value]) -> bool {
    items.len() > MOST_ITEMS && !items.iter().any(|item| item.is_array() || item.is_object())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn long_values_are_shown_from_where_they_differ() {
        let [a, b] = ["A", "B"].map(|middle| json!("x".repeat(1000) + middle + &"y".repeat(500)));
        // 8 characters before the difference, and 40 in all.
        let expected =
            |middle: &str| json!(format!("…{}{middle}{}… (1501 characters)", "x".repeat(8), "y".repeat(31)));
        assert_eq!(pair([&a, &b]), [expected("A"), expected("B")]);
        let [a, b] = [7, 9].map(|last| json!([vec![1; 99], vec![last]].concat()));
        assert_eq!(pair([&a, &b]), [json!("100 items, from 99: 7"), json!("100 items, from 99: 9")]);
        assert_eq!(pair([&json!("on"), &Value::Null]), [json!("on"), Value::Null]);
        let longer = json!(vec![1; 120]);
        assert_eq!(
            pair([&json!(vec![1; 70]), &longer]),
            [json!("70 items, from 70: none"), json!("120 items, from 70: 1, 1, 1, 1, 1, 1, 1, 1, …")]
        );
    }
}
