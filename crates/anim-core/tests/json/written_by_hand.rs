//! Files written by people and scripts.

use anim_core::{
    Axis, Channel, Clip, ClipFile, Curve, Ease, EulerOrder, Event, EventKind, Handles, Node, Property, Rate,
    Space, Times, Transform, Wrap,
};
use serde_json::{Value, json};

use crate::bits::bits;
use crate::schema;

/// The clip of a file with one clip, which fits the schema.
fn read(clip: &Value) -> Clip {
    let file = json!({"schema": 1, "clips": [clip]});
    let schema = schema::clips();
    assert_eq!(schema::validate(&schema, &schema, &file), Ok(()));
    let file: ClipFile = serde_json::from_str(&file.to_string()).unwrap();
    file.clips.into_iter().next().unwrap()
}

fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
}

#[test]
fn most_fields_have_defaults() {
    let clip = read(&json!({
        "name": "walk",
        "nodes": [{"name": "hip"}],
        "channels": [{"node": 0, "property": "translation", "times": [0, 1.5], "values": [0, 0, 0, 1, 2, 3]}],
    }));
    let curve = curve(&[0.0, 1.5], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear);
    let expected = Clip::new("walk")
        .with_duration(1.5)
        .with_nodes(vec![Node::new("hip")])
        .with_channels(vec![Channel::new(0, Property::Translation, curve).unwrap()]);
    assert_eq!(bits(&clip), bits(&expected));
    assert_eq!(bits(&read(&json!({"name": ""}))), bits(&Clip::new("")));
}

#[test]
fn axes_are_words_and_what_is_unknown_may_be_left_out() {
    let space = |space: Value| read(&json!({"name": "c", "space": space})).space;
    let gltf = json!({"up": "y", "forward": "+z", "handedness": "right", "unit": 1});
    assert_eq!(space(gltf), Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0));
    assert_eq!(space(json!({"unit": 0.001})), Space::UNKNOWN.in_metres(0.001));
    for unknown in [json!({}), json!(null), json!({"up": null})] {
        assert_eq!(space(unknown), Space::UNKNOWN);
    }
}

#[test]
fn nodes_are_named_or_counted() {
    let clip = read(&json!({
        "name": "c",
        "channels": [{"node": "b", "property": "visible", "times": [0], "values": [1], "ease": "step"}],
        "events": [{"time": 2, "name": "step", "node": "a"}, {"time": 2, "name": "step", "node": 1}],
        "nodes": [{"name": "a", "parent": "b"}, {"name": "b", "parent": null}, {"name": "c", "parent": 0}],
    }));
    assert_eq!(clip.nodes.iter().map(|node| node.parent).collect::<Vec<_>>(), [Some(1), None, Some(0)]);
    assert_eq!(clip.channels[0].node(), 1);
    assert_eq!(clip.events.iter().map(|event| event.node).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert_eq!(clip.duration, 2.0, "the time of the last event");
}

#[test]
fn one_component_is_one_number_wide() {
    let channel = |extra: Value| {
        let mut channel = json!({"node": 0, "property": {"euler": "zxy"}, "times": [0]});
        channel.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        read(&json!({"name": "c", "nodes": [{"name": "n"}], "channels": [channel]})).channels[0].clone()
    };
    let part = |component, values: &[f64]| {
        Channel::part(0, Property::Euler(EulerOrder::Zxy), component, curve(&[0.0], values, Ease::Linear))
            .unwrap()
    };
    assert_eq!(channel(json!({"component": 2, "values": [0.5]})), part(2, &[0.5]));
    assert_eq!(channel(json!({"component": 1, "width": 2, "values": [1, 2]})), part(1, &[1.0, 2.0]));
    assert_eq!(channel(json!({"width": 2, "values": [1, 2]})), part(0, &[1.0, 2.0]));
    assert_eq!(channel(json!({"values": [1, 2, 3]})), part(0, &[1.0, 2.0, 3.0]));
}

#[test]
fn everything_has_a_short_form() {
    let clip = read(&json!({
        "name": "all",
        "duration": 4,
        "rate": 24,
        "first_frame": 1,
        "nodes": [{
            "name": "n", "translation": [1, 2, 3], "rotation": [0, 0, 1, 0], "scale": [2, 2, "NaN"], "morphs": ["smile"],
            "bone": "jaw", "id": "b0",
        }],
        "channels": [
            {
                "node": "n", "property": {"angle": [0, 0, 1]}, "times": {"rate": [30000, 1001]}, "values": [0, 1, 2],
                "ease": ["step", "bezier", "linear"], "before": "repeat", "after": "ping-pong",
                "handles": [{}, {"out": [0.01, 1]}, {"into": [-0.01, 0]}],
            },
            {"node": "b0", "property": {"weights": 1}, "times": {"first": 3, "rate": 10, "count": 1}, "values": ["-inf"]},
            {"node": "n", "property": {"named": {"name": "fov", "width": 1}}, "times": [-1], "values": [1e3]},
        ],
        "events": [
            {"time": 0, "kind": "enter", "name": "run", "index": 2, "seconds": 1.5},
            {"time": 1, "kind": "enter", "name": "run"},
            {"time": 1, "name": "step", "values": [1, 2]},
        ],
        "metadata": {"source": "hand", "author": "me"},
    }));
    let ntsc = Times::uniform(0.0, Rate::new(30_000.0, 1001.0).unwrap(), 3).unwrap();
    let angle = Curve::new(ntsc, 1, vec![0.0, 1.0, 2.0], Ease::Step).unwrap();
    let angle = angle.with_eases(vec![Ease::Step, Ease::Bezier, Ease::Linear]).unwrap();
    let none = Handles::default();
    let handles = vec![none, Handles { out: [0.01, 1.0], ..none }, Handles { into: [-0.01, 0.0], ..none }];
    let angle = angle.with_handles(handles).unwrap().with_wrap(Wrap::Repeat, Wrap::PingPong);
    let third = Times::uniform(3.0, Rate::per_second(10), 1).unwrap();
    let weight = Curve::new(third, 1, vec![f64::NEG_INFINITY], Ease::Linear).unwrap();
    let rest = Transform {
        translation: [1.0, 2.0, 3.0],
        rotation: [0.0, 0.0, 1.0, 0.0],
        scale: [2.0, 2.0, f64::NAN],
    };
    let mut node = Node::new("n").with_id("b0").with_rest(rest);
    (node.morphs, node.bone) = (vec!["smile".into()], Some("jaw".into()));
    let enter = |index, seconds| EventKind::Enter { name: "run".into(), index, seconds };
    let mut expected = Clip::new("all")
        .with_duration(4.0)
        .with_rate(Rate::per_second(24))
        .with_nodes(vec![node])
        .with_channels(vec![
            Channel::new(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, angle).unwrap(),
            Channel::new(0, Property::Weights { count: 1 }, weight).unwrap(),
            Channel::new(0, Property::named("fov", 1), curve(&[-1.0], &[1e3], Ease::Linear)).unwrap(),
        ])
        .with_events(vec![
            Event::new(0.0, enter(Some(2), Some(1.5))),
            Event::new(1.0, enter(None, None)),
            Event::named(1.0, "step", vec![1.0, 2.0]),
        ]);
    expected.first_frame = 1.0;
    expected.metadata = vec![("source".into(), "hand".into()), ("author".into(), "me".into())];
    assert_eq!(bits(&clip), bits(&expected));
}
