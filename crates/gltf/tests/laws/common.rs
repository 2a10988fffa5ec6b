//! Generated clips and documents.

use anim_core::quaternion;
use anim_core::{
    Channel, Clip, Curve, Ease, EulerOrder, Event, EventKind, Handles, Node, Property, Rate, Times,
    Transform, Wrap,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

pub(crate) fn any_transform() -> impl Strategy<Value = Transform> {
    let rotation = prop_oneof![
        Just(quaternion::IDENTITY),
        (prop::array::uniform3(-1.0..1.0f64), -3.0..3.0f64)
            .prop_map(|(axis, angle)| quaternion::from_axis_angle(axis, angle)),
    ];
    let scale = prop_oneof![Just([1.0; 3]), prop::array::uniform3(0.25..4.0f64), Just([-1.0, 1.0, 0.0])];
    (prop::array::uniform3(-9.0..9.0f64), rotation, scale)
        .prop_map(|(translation, rotation, scale)| Transform { translation, rotation, scale })
}

pub(crate) fn any_property() -> impl Strategy<Value = Property> {
    prop_oneof![
        4 => Just(Property::Translation),
        2 => Just(Property::Displacement),
        4 => Just(Property::Rotation),
        2 => select(EulerOrder::ALL.to_vec()).prop_map(Property::Euler),
        2 => prop::array::uniform3(-1.0..1.0f64).prop_map(|axis| Property::Angle { axis }),
        4 => Just(Property::Scale),
        3 => Just(Property::Matrix),
        1 => Just(Property::Visible),
        1 => Just(Property::Color),
        2 => (1usize..4).prop_map(|count| Property::Weights { count }),
        1 => Just(Property::Alive),
        1 => Just(Property::Parent),
        1 => ("[a-z]{1,4}", 1usize..4).prop_map(|(name, width)| Property::named(name, width)),
    ]
}

fn any_times() -> impl Strategy<Value = Times> {
    let keys = (-1.0..1.0f64, vec(0.05..0.7f64, 0..6)).prop_map(|(first, steps)| {
        let mut times = vec![if first < 0.3 { first } else { 0.0 }];
        for step in steps {
            times.push(times[times.len() - 1] + step);
        }
        Times::keys(times).unwrap()
    });
    let uniform = (-3i32..3, 1u16..7, 1usize..7).prop_map(|(first, ticks, count)| {
        Times::uniform(first.into(), Rate::sixtieths(ticks), count).unwrap()
    });
    prop_oneof![keys, uniform]
}

pub(crate) fn any_ease(width: usize) -> impl Strategy<Value = Ease> {
    let mut eases = vec![Ease::Step, Ease::Linear, Ease::Bezier, Ease::Sine];
    if width == 4 {
        eases.push(Ease::Slerp);
    }
    select(eases)
}

fn any_wrap() -> impl Strategy<Value = Wrap> {
    prop_oneof![
        4 => Just(Wrap::Hold),
        1 => select(vec![Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset])
    ]
}

/// Handles at the thirds of the segments, or anywhere.
fn handles(times: &Times, width: usize, thirds: bool, values: &[f64]) -> Vec<Handles> {
    let gap = |key: usize| Some((times.get(key + 1)? - times.get(key)?) / 3.0);
    (0..times.len() * width)
        .map(|index| {
            let key = index / width;
            let before = key.checked_sub(1).and_then(gap).unwrap_or(0.0);
            let after = gap(key).unwrap_or(0.0);
            let factor = if thirds { 1.0 } else { 1.7 };
            Handles {
                into: [-before * factor, -values[index] / 4.0],
                out: [after * factor, values[index] / 4.0],
            }
        })
        .collect()
}

pub(crate) fn any_curve(property: &Property, width: usize) -> impl Strategy<Value = Curve> + use<> {
    let range = match property {
        Property::Visible | Property::Alive => 0.0..1.4,
        Property::Parent => -1.4..2.0,
        _ => -2.0..2.0f64,
    };
    let matrix = *property == Property::Matrix && width == 12;
    let whole = matches!(property, Property::Visible | Property::Alive | Property::Parent);
    let wraps = (any_wrap(), any_wrap());
    (any_times(), option::of(any_ease(width)), wraps, any::<bool>()).prop_flat_map(
        move |(times, ease, wraps, thirds)| {
            let count = times.len();
            let values = if matrix {
                let rows = any_transform().prop_map(|t| anim_core::Affine::from(t).to_rows().to_vec());
                vec(rows, count).prop_map(|rows| rows.concat()).boxed()
            } else {
                vec(range.clone(), count * width).boxed()
            };
            (values, vec(any_ease(width), count)).prop_map(move |(mut values, eases)| {
                if whole {
                    for value in &mut values {
                        *value = value.round();
                    }
                }
                let handles = handles(&times, width, thirds, &values);
                let curve = Curve::new(times.clone(), width, values, ease.unwrap_or(Ease::Step)).unwrap();
                let curve = if ease.is_none() { curve.with_eases(eases).unwrap() } else { curve };
                curve.with_handles(handles).unwrap().with_wrap(wraps.0, wraps.1)
            })
        },
    )
}

pub(crate) fn any_channel(nodes: usize) -> impl Strategy<Value = Channel> {
    (0..nodes, any_property(), any::<u8>(), any::<u8>()).prop_flat_map(|(node, property, part, size)| {
        let whole = property.width();
        let (component, width) = match property {
            _ if part < 200 => (0, whole),
            _ => {
                let component = usize::from(part) % whole;
                (component, 1 + usize::from(size) % (whole - component))
            }
        };
        any_curve(&property, width)
            .prop_map(move |curve| Channel::part(node, property.clone(), component, curve).unwrap())
    })
}

fn any_nodes() -> impl Strategy<Value = Vec<Node>> {
    vec(("[a-z .é]{0,5}", option::of(0usize..5), any_transform()), 1..5).prop_map(|nodes| {
        let count = nodes.len();
        let node = |(name, parent, rest): (String, Option<usize>, Transform)| {
            let mut node = Node::new(name).with_rest(rest);
            node.parent = parent.filter(|parent| *parent < count);
            node
        };
        nodes.into_iter().map(node).collect()
    })
}

pub(crate) fn any_clip(nodes: Vec<Node>) -> impl Strategy<Value = Clip> {
    let count = nodes.len();
    let named =
        ("[a-z]{1,4}", vec(-1.0..1.0f64, 0..3)).prop_map(|(name, values)| EventKind::Named { name, values });
    let enter = ("[a-z]{1,4}", option::of(0usize..9), option::of(0.0..2.0f64))
        .prop_map(|(name, index, seconds)| EventKind::Enter { name, index, seconds });
    let event =
        (0.0..3.0f64, option::of(0..count), prop_oneof![named, enter]).prop_map(|(time, node, kind)| {
            let event = Event::new(time, kind);
            match node {
                Some(node) => event.with_node(node),
                None => event,
            }
        });
    let rate = option::of((1u16..9).prop_map(Rate::sixtieths));
    let facts = (rate, prop_oneof![Just(0.0), -5.0..5.0f64], vec(("[a-z]{1,3}", "[a-z]{1,3}"), 0..3));
    (0.0..3.0f64, vec(any_channel(count), 0..6), vec(event, 0..3), facts).prop_map(
        move |(duration, channels, mut events, (rate, first_frame, metadata))| {
            events.sort_by(|a, b| a.time.total_cmp(&b.time));
            let mut clip = Clip::new("").with_duration(duration).with_nodes(nodes.clone());
            (clip.channels, clip.events) = (channels, events);
            (clip.rate, clip.first_frame, clip.metadata) = (rate, first_frame, metadata);
            clip
        },
    )
}

/// Some of these nodes, in the other order if `reversed`. A node whose parent is left out is a root.
fn some_of(nodes: &[Node], kept: u8, reversed: bool) -> Vec<Node> {
    let mut indices: Vec<usize> = (0..nodes.len()).filter(|index| kept >> index & 1 == 1).collect();
    if reversed {
        indices.reverse();
    }
    let within = |node: usize| indices.iter().position(|index| *index == node);
    let node = |index: &usize| {
        let mut node = nodes[*index].clone();
        node.parent = node.parent.and_then(within);
        node
    };
    indices.iter().map(node).collect()
}

/// Clips over one list of nodes, over parts of one list, or each over its own.
pub(crate) fn any_clips() -> impl Strategy<Value = Vec<Clip>> {
    let shared = any_nodes().prop_flat_map(|nodes| vec(any_clip(nodes), 1..3));
    let own = vec(any_nodes().prop_flat_map(any_clip), 0..3);
    let parts = any_nodes().prop_flat_map(|nodes| {
        // The first is in all.
        let part =
            (0u8..16, any::<bool>()).prop_map(move |(k, reversed)| some_of(&nodes, 2 * k + 1, reversed));
        vec(part.prop_flat_map(any_clip), 1..4)
    });
    (prop_oneof![shared, own, parts], any::<bool>()).prop_map(|(mut clips, numbered)| {
        for (index, clip) in clips.iter_mut().enumerate() {
            clip.name = if numbered || index > 0 { format!("clip {index}") } else { String::new() };
        }
        clips
    })
}
