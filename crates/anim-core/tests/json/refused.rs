//! Refused files, and their messages.

use anim_core::{Channel, Clip, ClipFile, Curve, Event, Node, Property};
use serde_json::{Value, json};

fn error(file: &Value) -> String {
    serde_json::from_value::<ClipFile>(file.clone()).unwrap_err().to_string()
}

/// The error for a valid clip with one field changed.
fn spoilt(pointer: &str, value: Value) -> String {
    let mut file = json!({"schema": 1, "clips": [{
        "name": "walk",
        "nodes": [{"name": "hip"}, {"name": "knee", "parent": 0}, {"name": "eye"}, {"name": "eye"}],
        "channels": [
            {"node": "knee", "property": {"angle": [1, 0, 0]}, "times": [0, 1], "values": [0, 1]},
            {
                "node": "hip", "property": "translation", "times": [0, 1], "values": [0, 0, 0, 1, 1, 1],
                "ease": "linear", "handles": null, "component": null, "width": null,
            },
        ],
        "events": [{"time": 0.5, "name": "left"}, {"time": 1, "name": "right", "values": [1]}],
    }]});
    assert!(serde_json::from_value::<ClipFile>(file.clone()).is_ok());
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match file.pointer_mut(&format!("/clips/0{parent}")).unwrap() {
        Value::Object(fields) => drop(fields.insert(key.to_owned(), value)),
        Value::Array(items) => items[key.parse::<usize>().unwrap()] = value,
        other => panic!("{other}"),
    }
    error(&file)
}

#[test]
fn parts_that_do_not_fit_together_are_named() {
    for (pointer, value, expected) in [
        ("/duration", json!(-1), "a duration must be finite and not below 0"),
        ("/nodes/1/parent", json!(4), "the parent of node 1 (`knee`): there is no node 4 among 4"),
        (
            "/nodes/1/parent",
            json!("hips"),
            "the parent of node 1 (`knee`): there is no node `hips`; did you mean `hip`?",
        ),
        ("/channels/0/node", json!("eye"), "channel 0: 2 nodes have the name `eye`: give the index"),
        (
            "/channels/0/property",
            json!({"weights": 0}),
            "channel 0 (weight of `knee`): expected 2 keys × 0 values, found 2 values",
        ),
        (
            "/channels/0/property",
            json!({"weights": 65537}),
            "channel 0 (weight of `knee`): the property has 65537 components, expected at most 65536, or as many as the channel has values: 2",
        ),
        (
            "/channels/0/property",
            json!({"named": {"name": "fov", "width": 2_000_000_000}}),
            "channel 0 (fov of `knee`): the property has 2000000000 components, expected at most 65536, or as many as the channel has values: 2",
        ),
        ("/events/1/time", json!(0), "event 1 (`right`) at 0 s: event times must be finite and ascend"),
        (
            "/events/1/index",
            json!(0),
            "event 1 (`right`): only an event of kind `enter` has `index` and `seconds`",
        ),
        ("/events/1/kind", json!("enter"), "event 1 (`right`): an event of kind `enter` has no `values`"),
    ] {
        assert_eq!(spoilt(pointer, value), format!("clip `walk`: {expected}"), "{pointer}");
    }
    for (field, value, expected) in [
        ("values", json!([0, 0]), "expected 2 keys × 3 values, found 2 values"),
        ("times", json!([1, 0]), "key 1 at 0 s: key times must be finite and strictly ascending"),
        ("times", json!([0, "inf"]), "key 1 at inf s: key times must be finite and strictly ascending"),
        ("times", json!([]), "expected 0 keys × 3 values, found 6 values"),
        (
            "times",
            json!({"rate": 30, "first": 1e17}),
            "2 keys from frame 100000000000000000 on: key times must be finite and strictly ascending",
        ),
        ("ease", json!("slerp"), "slerp needs a curve of quaternions, which have width 4, found width 3"),
        ("ease", json!(["step"]), "expected one ease for each of 2 keys, found 1"),
        ("handles", json!([{}]), "expected one pair of handles for each of 6 values, found 1"),
        (
            "component",
            json!(3),
            "component 3 and a width of 1 do not fit the property, which has 3 components",
        ),
        ("width", json!(4), "component 0 and a width of 4 do not fit the property, which has 3 components"),
    ] {
        let expected = format!("clip `walk`: channel 1 (translation of `hip`): {expected}");
        assert_eq!(spoilt(&format!("/channels/1/{field}"), value), expected, "{field}");
    }
}

#[test]
fn values_of_another_type_are_refused() {
    for (pointer, value, expected) in [
        ("/nodes/0/name", json!(null), "invalid type: null, expected a string"),
        ("/nodes/0/scale", json!([1, 1]), "invalid length 2, expected a list of 3 numbers"),
        ("/rate", json!([30, 0]), "a frame rate must be finite and above 0"),
        (
            "/rate",
            json!("30"),
            "invalid type: string \"30\", expected frames per second, or a list of a number of frames and the seconds they take",
        ),
        ("/channels/0/node", json!(-1), "expected a node, found the index -1"),
        (
            "/channels/0/property",
            json!("euler"),
            "expected `{\"euler\": \"xyz\"}`, with the order, found `\"euler\"`",
        ),
        (
            "/channels/0/property",
            json!("rotations"),
            "there is no property `rotations`; did you mean `rotation`?",
        ),
        (
            "/channels/0/after",
            json!("loop"),
            "unknown variant `loop`, expected one of `hold`, `repeat`, `ping-pong`, `repeat-with-offset`",
        ),
    ] {
        assert_eq!(spoilt(pointer, value), expected, "{pointer}");
    }
}

#[test]
fn unknown_fields_are_refused() {
    for (pointer, field) in [
        ("/loops", "loops"),
        ("/nodes/0/parents", "parents"),
        ("/channels/0/eases", "eases"),
        ("/events/0/value", "value"),
    ] {
        let error = spoilt(pointer, json!(1));
        assert!(error.starts_with(&format!("unknown field `{field}`, expected")), "{error}");
    }
    let space = spoilt("/space", json!({"down": "-y"}));
    assert!(space.starts_with("unknown field `down`, expected"), "{space}");
    for (space, expected) in [
        (json!({"up": "up"}), "expected an axis such as `+y`, found `up`"),
        (json!({"handedness": "both"}), "expected `right` or `left`, found `both`"),
        (
            json!({"up": "y", "forward": "-y"}),
            "clip `walk`: a unit must be finite and above 0, and forward not along up",
        ),
        (json!({"unit": 0}), "clip `walk`: a unit must be finite and above 0, and forward not along up"),
    ] {
        assert_eq!(spoilt("/space", space), expected);
    }
    let times = spoilt("/channels/0/times", json!({"rate": 30, "start": 0}));
    assert!(times.starts_with("unknown field `start`, expected"), "{times}");
    assert!(serde_json::from_value::<ClipFile>(json!({"schema": 1, "clips": [], "more": 1})).is_err());
}

#[test]
fn a_file_has_a_known_version_and_names_that_differ() {
    assert_eq!(error(&json!({"schema": 2, "clips": []})), "expected `schema` 1, found 2");
    assert_eq!(error(&json!({"clips": []})), "missing field `schema`");
    let twice = json!({"schema": 1, "clips": [{"name": "a"}, {"name": "b"}, {"name": "a"}]});
    assert_eq!(error(&twice), "clips 0 and 2 have the same name `a`");
}

#[test]
fn what_could_not_be_read_is_not_written() {
    let channel = Channel::new(1, Property::Visible, Curve::constant(&[1.0]).unwrap()).unwrap();
    for clip in [
        Clip::new("c").with_duration(f64::NAN),
        Clip::new("c").with_nodes(vec![Node::new("n")]).with_channels(vec![channel]),
        Clip::new("c").with_events(vec![Event::named(f64::NAN, "e", Vec::new())]),
    ] {
        let error = serde_json::to_string(&clip).unwrap_err().to_string();
        let reason = clip.validate().unwrap_err();
        assert_eq!(error, format!("clip `c`: {reason}"));
    }
    let twice = ClipFile::new(vec![Clip::new("a"), Clip::new("a")]);
    assert!(serde_json::to_string(&twice).is_err());
}

#[test]
fn a_property_is_as_wide_as_its_values_or_65536_components() {
    let file = |width: usize, values: usize| {
        json!({"schema": 1, "clips": [{"name": "a", "nodes": [{"name": "n"}], "channels": [
            {"node": 0, "property": {"weights": width}, "width": values, "component": 0, "times": [0], "values": vec![0; values]},
        ]}]})
    };
    let takes = |file| serde_json::from_value::<ClipFile>(file).is_ok();
    assert!(takes(file(65_536, 1)));
    assert!(!takes(file(65_537, 65_536)));
    assert!(takes(file(65_537, 65_537)));
}
