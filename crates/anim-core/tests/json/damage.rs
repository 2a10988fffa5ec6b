//! Damaged files: anything that is read is valid, and nothing panics.

use anim_core::ClipFile;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bits::bits;
use crate::clips;

/// Values that replace others.
fn intruder() -> impl Strategy<Value = Value> {
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(2),
        json!(0.5),
        json!(u64::MAX),
        json!(1e308),
        json!(""),
        json!("inf"),
        json!("NaN"),
        json!("0x7ff8000000000001"),
        json!("slerp"),
        json!("enter"),
        json!([]),
        json!([1, 2]),
        json!({}),
        json!({"weights": u64::MAX}),
        json!({"named": {"name": "n", "width": u64::MAX}}),
        json!({"rate": 30, "count": u64::MAX}),
        json!({"rate": [1e308, 1e-308], "first": 1e308}),
    ];
    proptest::sample::select(values.to_vec())
}

/// Replaces or removes the value that is reached after `steps` values.
fn damage(value: &mut Value, steps: &mut usize, intruder: Option<&Value>) {
    let mut keep = |value: &mut Value| {
        if *steps == 0 {
            *steps = usize::MAX;
            match intruder {
                Some(intruder) => *value = intruder.clone(),
                None => return false,
            }
        } else {
            *steps -= 1;
            damage(value, steps, intruder);
        }
        true
    };
    match value {
        Value::Array(items) => items.retain_mut(keep),
        Value::Object(fields) => {
            let all = std::mem::take(fields);
            fields.extend(
                all.into_iter().filter_map(|(key, mut value)| keep(&mut value).then_some((key, value))),
            );
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn damaged_files_are_refused_or_sound(
        clips in clips::file(), steps in 0usize..300, intruder in proptest::option::of(intruder()),
    ) {
        let mut value = serde_json::to_value(ClipFile::new(clips)).unwrap();
        let mut steps = steps % count(&value).max(1);
        damage(&mut value, &mut steps, intruder.as_ref());
        if let Ok(file) = serde_json::from_str::<ClipFile>(&value.to_string()) {
            let text = serde_json::to_string(&file).unwrap();
            let again: ClipFile = serde_json::from_str(&text).unwrap();
            prop_assert!(file.clips.iter().map(bits).eq(again.clips.iter().map(bits)));
        }
    }

    #[test]
    fn cut_texts_are_refused(clips in clips::file(), part in 0.0..1.0f64) {
        let text = serde_json::to_string(&ClipFile::new(clips)).unwrap();
        let end = (0..text.len()).rev().find(|&end| end as f64 <= part * text.len() as f64 && text.is_char_boundary(end));
        prop_assert!(serde_json::from_str::<ClipFile>(&text[..end.unwrap_or_default()]).is_err());
    }
}

/// The number of values below a value.
fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(|item| 1 + count(item)).sum(),
        Value::Object(fields) => fields.values().map(|item| 1 + count(item)).sum(),
        _ => 0,
    }
}
