//! Clips as JSON.

#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests")]

mod bits;
mod clips;
mod damage;
mod refused;
mod schema;
mod words;
mod written_by_hand;

use std::collections::BTreeSet;

use anim_core::{Clip, ClipFile, EventKind, Property};
use bits::bits;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_clip_reads_back_bit_for_bit(clips in clips::file()) {
        let expected: Vec<_> = clips.iter().map(bits).collect();
        let file = ClipFile::new(clips);
        let text = serde_json::to_string(&file).unwrap();
        let again: ClipFile = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(again.clips.iter().map(bits).collect::<Vec<_>>(), &*expected, "{}", text);
        prop_assert_eq!(serde_json::to_string_pretty(&again).unwrap(), serde_json::to_string_pretty(&file).unwrap());
        let value = serde_json::to_value(&file).unwrap();
        let again: ClipFile = serde_json::from_value(value).unwrap();
        prop_assert_eq!(again.clips.iter().map(bits).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_is_written_fits_the_schema(clips in clips::file()) {
        let schema = schema::clips();
        let value = serde_json::to_value(ClipFile::new(clips)).unwrap();
        prop_assert_eq!(schema::validate(&schema, &schema, &value), Ok(()));
        prop_assert_eq!(value.as_object().unwrap().keys().next().unwrap(), "schema");
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let schema = schema::clips();
    let channel = json!({"node": 0, "property": "visible", "times": [0], "values": [1]});
    let file =
        json!({"schema": 1, "clips": [{"name": "a", "nodes": [{"name": "n"}], "channels": [channel]}]});
    assert_eq!(schema::validate(&schema, &schema, &file), Ok(()));
    for (pointer, value) in [
        ("/schema", json!(2)),
        ("/more", json!(1)),
        ("/clips/0/name", json!(null)),
        ("/clips/0/length", json!(1)),
        ("/clips/0/metadata", json!({"a": 1})),
        ("/clips/0/metadata", json!([["a"]])),
        ("/clips/0/nodes/0/rotation", json!([0, 0, 1])),
        ("/clips/0/nodes/0/parent", json!(-1)),
        ("/clips/0/channels/0/values", json!(["nan"])),
        ("/clips/0/channels/0/values", json!(["0x7ff8"])),
        ("/clips/0/channels/0/times", json!({"first": 0})),
        ("/clips/0/channels/0/property", json!("euler")),
        ("/clips/0/channels/0/property", json!({"euler": "xyx"})),
        ("/clips/0/channels/0/ease", json!("smooth")),
        ("/clips/0/channels/0/after", json!("loop")),
        ("/clips/0/channels/0/handles", json!([{"in": [0, 0]}])),
    ] {
        let mut bad = file.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        bad.pointer_mut(parent).unwrap().as_object_mut().unwrap().insert(key.to_owned(), value);
        assert!(schema::validate(&schema, &schema, &bad).is_err(), "the schema takes {bad}");
        assert!(serde_json::from_value::<ClipFile>(bad.clone()).is_err(), "the reader takes {bad}");
    }
}

/// The words for everything in a clip that comes in several kinds.
fn kinds(clip: &Clip) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    for channel in &clip.channels {
        let curve = channel.curve();
        let property = match channel.property() {
            Property::Named { .. } => "named".to_owned(),
            Property::Euler(order) => format!("euler {}", order.name()),
            other => other.name().to_owned(),
        };
        kinds.insert(format!("property {property}"));
        kinds.extend((0..curve.len()).map(|key| format!("ease {}", curve.ease(key).name())));
        kinds.insert(format!("one ease {}", curve.uniform_ease().is_some()));
        kinds.insert(format!("before {}", curve.wrap().0.name()));
        kinds.insert(format!("after {}", curve.wrap().1.name()));
        kinds.insert(format!("handles {}", curve.has_handles()));
        kinds.insert(format!("uniform {}", curve.times().rate().is_some()));
        kinds.insert(format!("whole {}", curve.width() == channel.property().width()));
        kinds.extend(curve.values().iter().map(|value| format!("{:?}", value.classify())));
    }
    for event in &clip.events {
        let enter = matches!(event.kind, EventKind::Enter { .. });
        kinds.insert(format!("enter {enter}, of a node {}", event.node.is_some()));
    }
    kinds
}

#[test]
fn the_generator_reaches_every_kind() {
    let mut runner = TestRunner::deterministic();
    let mut found = BTreeSet::new();
    for _ in 0..600 {
        found.extend(kinds(&clips::clip().new_tree(&mut runner).unwrap().current()));
    }
    let words = "property: translation displacement rotation angle scale matrix visible color weight alive parent named,\
        property euler: xyz xzy yxz yzx zxy zyx,ease: step linear slerp bezier sine,one ease: true false,\
        before: hold repeat ping-pong repeat-with-offset,after: hold repeat ping-pong repeat-with-offset,\
        handles: true false,uniform: true false,whole: true false";
    let mut expected: BTreeSet<String> =
        ["Nan", "Infinite", "Zero", "Subnormal", "Normal"].map(str::to_owned).into();
    for (kind, words) in words.split(',').map(|group| group.split_once(": ").unwrap()) {
        expected.extend(words.split(' ').map(|word| format!("{} {word}", kind.trim())));
    }
    for (enter, node) in [(true, true), (true, false), (false, true), (false, false)] {
        expected.insert(format!("enter {enter}, of a node {node}"));
    }
    assert_eq!(found, expected);
}
