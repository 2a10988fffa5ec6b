//! Clips of every property, ease and wrap. Times are multiples of 1/8 s, so that sums of them are exact.

use anim_core::{
    Axis, Channel, Clip, Curve, Ease, EulerOrder, Event, EventKind, Handles, Node, Property, Rate, Space,
    Times, Transform, Wrap, quaternion,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::{array, option};

pub const EASES: [Ease; 5] = [Ease::Slerp, Ease::Step, Ease::Linear, Ease::Bezier, Ease::Sine];
pub const WRAPS: [Wrap; 4] = [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset];

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![3 => -4.0..4.0f64, 1 => Just(0.0)]
}

/// The features that a clip may have.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub eases: &'static [Ease],
    pub wraps: &'static [Wrap],
    /// Whether channels may drive some components of a property.
    pub parts: bool,
}

pub const ALL: Kind = Kind { eases: &EASES, wraps: &WRAPS, parts: true };

fn times() -> impl Strategy<Value = Times> {
    let keys = (-4..12i32, vec(1..9i32, 0..4)).prop_map(|(start, steps)| {
        let mut time = f64::from(start) / 8.0;
        let mut times = vec![time];
        for step in steps {
            time += f64::from(step) / 8.0;
            times.push(time);
        }
        Times::keys(times).unwrap()
    });
    let uniform = (-4..12i32, 1..5usize)
        .prop_map(|(first, count)| Times::uniform(f64::from(first), Rate::per_second(8), count).unwrap());
    prop_oneof![keys, uniform]
}

pub fn curve(width: usize, arcs: bool, kind: Kind) -> impl Strategy<Value = Curve> {
    let eases: Vec<Ease> = kind.eases.iter().copied().filter(|ease| arcs || *ease != Ease::Slerp).collect();
    let ease = select(eases);
    // An offset added to a quaternion in each period has no meaning.
    let wraps = kind.wraps.iter().copied().filter(|wrap| !arcs || *wrap != Wrap::RepeatWithOffset);
    let wraps: Vec<Wrap> = wraps.collect();
    let wrap = || select(wraps.clone());
    let handles = (array::uniform2(-0.5..0.0), array::uniform2(0.0..0.5));
    let handles = handles.prop_map(|(into, out)| Handles { into, out });
    let wraps = (wrap(), wrap());
    times().prop_flat_map(move |times| {
        let (keys, count) = (times.len(), times.len() * width);
        let parts =
            (vec(number(), count), vec(ease.clone(), keys), vec(handles.clone(), count), wraps.clone());
        parts.prop_map(move |(mut values, eases, mut handles, (before, after))| {
            no_standing_time(&times, width, &mut handles);
            if arcs {
                no_half_turns(&mut values);
            }
            let handles = if eases.contains(&Ease::Bezier) { Some(handles) } else { None };
            let mut curve = Curve::new(times.clone(), width, values, Ease::Step).unwrap();
            curve = curve.with_eases(eases).unwrap().with_wrap(before, after);
            match handles {
                Some(handles) => curve.with_handles(handles).unwrap(),
                None => curve,
            }
        })
    })
}

/// Between two handles as long as their segment, time stands still halfway: the value there depends on the last bit of the time.
fn no_standing_time(times: &Times, width: usize, handles: &mut [Handles]) {
    let times: Vec<f64> = times.iter().collect();
    for (key, pair) in times.windows(2).enumerate() {
        let length = pair[1] - pair[0];
        let (before, after) = handles.split_at_mut((key + 1) * width);
        for (a, b) in before[key * width..].iter().zip(after) {
            if a.out[0] >= length && -b.into[0] >= length {
                b.into[0] = -length / 2.0;
            }
        }
    }
}

/// An arc of half a turn may go either way.
fn no_half_turns(values: &mut [f64]) {
    for key in 1..values.len() / 4 {
        let (before, after) = values.split_at_mut(4 * key);
        let last = &before[4 * key - 4..];
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (own, both) = (dot(&after[..4], last), dot(last, last) * dot(&after[..4], &after[..4]));
        if own * own <= 1e-4 * both {
            after[..4].copy_from_slice(last);
        }
    }
}

pub fn property() -> impl Strategy<Value = Property> {
    prop_oneof![
        Just(Property::Translation),
        Just(Property::Displacement),
        Just(Property::Rotation),
        select(EulerOrder::ALL.to_vec()).prop_map(Property::Euler),
        array::uniform3(number()).prop_map(|axis| Property::Angle { axis }),
        Just(Property::Scale),
        Just(Property::Matrix),
        Just(Property::Visible),
        Just(Property::Alive),
        Just(Property::Color),
        Just(Property::Weights { count: 2 }),
        Just(Property::named("roll", 1)),
        Just(Property::named("direction", 3)),
        Just(Property::named("anything", 4)),
    ]
}

pub fn channel(nodes: usize, kind: Kind) -> impl Strategy<Value = Channel> {
    let parent = curve(1, false, Kind { eases: &[Ease::Step], ..kind }).prop_map(move |curve| {
        let values = curve.values().iter().map(|value| value.abs().floor() % (nodes + 1) as f64 - 1.0);
        let eases = (0..curve.len()).map(|_| Ease::Step).collect();
        let parents = Curve::new(curve.times().clone(), 1, values.collect(), Ease::Step).unwrap();
        // An offset added to a parent in each period gives no node.
        let (before, after) = curve.wrap();
        let whole = |wrap| if wrap == Wrap::RepeatWithOffset { Wrap::Repeat } else { wrap };
        Channel::new(
            0,
            Property::Parent,
            parents.with_eases(eases).unwrap().with_wrap(whole(before), whole(after)),
        )
        .unwrap()
    });
    let other = property().prop_flat_map(move |property| {
        let all = property.width();
        let part = (0..all).prop_flat_map(move |first| (Just(first), 1..=all - first));
        let whole = Just((0, all));
        let part = if kind.parts { prop_oneof![whole, part].boxed() } else { whole.boxed() };
        part.prop_flat_map(move |(first, width)| {
            let property = property.clone();
            let arcs = property == Property::Rotation && width == 4;
            curve(width, arcs, kind)
                .prop_map(move |curve| Channel::part(0, property.clone(), first, curve).unwrap())
        })
    });
    let channel = prop_oneof![u32::from(kind.eases.contains(&Ease::Step)) => parent, 14 => other];
    (0..nodes, channel).prop_map(|(node, channel)| {
        if *channel.property() != Property::Parent {
            return channel.with_node(node);
        }
        // Which link of a cycle is cut depends on the order of the nodes.
        let curve = channel.curve();
        let values = curve.values().iter().map(|parent| parent.min(node as f64 - 1.0)).collect();
        let (before, after) = curve.wrap();
        let curve =
            Curve::new(curve.times().clone(), 1, values, Ease::Step).unwrap().with_wrap(before, after);
        Channel::new(node, Property::Parent, curve).unwrap()
    })
}

fn event(nodes: usize) -> impl Strategy<Value = Event> {
    let seconds = option::of((1..9i32).prop_map(|eighths| f64::from(eighths) / 8.0));
    let enter = (seconds, option::of(0..3usize)).prop_map(|(seconds, index)| EventKind::Enter {
        name: "state".into(),
        index,
        seconds,
    });
    let named = vec(number(), 0..3).prop_map(|values| EventKind::Named { name: "step".into(), values });
    (0..16i32, prop_oneof![enter, named], option::of(0..nodes)).prop_map(|(eighths, kind, node)| {
        let event = Event::new(f64::from(eighths) / 8.0, kind);
        match node {
            Some(node) => event.with_node(node),
            None => event,
        }
    })
}

/// A clip of three nodes that lasts 2 s.
pub fn clip(kind: Kind) -> impl Strategy<Value = Clip> {
    let node = |index: usize| {
        let rest = (array::uniform3(number()), array::uniform4(-1.0..1.0f64), array::uniform3(0.5..2.0f64));
        rest.prop_map(move |(translation, rotation, scale)| {
            let rotation = quaternion::normalize(rotation);
            let node = Node::new(["hip", "arm_l", "arm_r"][index]).with_rest(Transform {
                translation,
                rotation,
                scale,
            });
            if index > 0 { node.with_parent(0) } else { node }
        })
    };
    let space = select(vec![
        Space::UNKNOWN,
        Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0),
        Space::right_handed(Axis::Z).facing(Axis::X),
    ]);
    ((node(0), node(1), node(2)), vec(channel(3, kind), 0..5), vec(event(3), 0..4), space, any::<bool>())
        .prop_map(|((a, b, c), channels, mut events, space, rate)| {
            events.sort_by(|a, b| a.time.total_cmp(&b.time));
            let mut clip = Clip::new("c")
                .with_duration(2.0)
                .with_nodes(vec![a, b, c])
                .with_channels(channels)
                .with_events(events)
                .with_space(space);
            if rate {
                clip = clip.with_rate(Rate::per_second(8));
            }
            clip.metadata = vec![("source".into(), "test".into())];
            clip
        })
}
