//! Clips of every shape.

use anim_core::{
    Axis, Channel, Clip, Curve, Ease, EulerOrder, Event, EventKind, Handedness, Handles, Node, Property,
    Rate, Space, Times, Transform, Wrap,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Any bits, and often those that are special.
fn number() -> impl Strategy<Value = f64> {
    let special = select(vec![
        0.0,
        -0.0,
        1.0,
        0.1,
        f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        9_007_199_254_740_993.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        -f64::NAN,
        f64::from_bits(0x7FF0_0000_0000_0001),
        f64::from_bits(0xFFF8_0000_DEAD_BEEF),
    ]);
    prop_oneof![special, any::<u64>().prop_map(f64::from_bits), -10.0..10.0]
}

fn finite() -> impl Strategy<Value = f64> {
    number().prop_filter("finite", |number| number.is_finite())
}

fn array<const N: usize>() -> impl Strategy<Value = [f64; N]> {
    vec(number(), N).prop_map(|numbers| numbers.try_into().unwrap())
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![select(vec!["a", "b", "hip"]).prop_map(str::to_owned), any::<String>()]
}

pub(crate) fn rate() -> impl Strategy<Value = Rate> {
    let odd =
        (finite(), finite()).prop_filter_map("above 0", |(frames, seconds)| Rate::new(frames, seconds).ok());
    prop_oneof![(1u32..100).prop_map(Rate::per_second), Just(Rate::new(30_000.0, 1001.0).unwrap()), odd]
}

fn times() -> impl Strategy<Value = Times> {
    let uniform = (prop_oneof![Just(0.0), Just(-0.0), -9.0..9.0], rate(), 1usize..6);
    let uniform =
        uniform.prop_filter_map("apart", |(first, rate, count)| Times::uniform(first, rate, count).ok());
    let keys = vec(finite(), 1..6).prop_map(|mut keys| {
        keys.sort_by(f64::total_cmp);
        keys.dedup_by(|a, b| a == b);
        Times::keys(keys).unwrap()
    });
    prop_oneof![uniform, keys]
}

fn ease(width: usize) -> impl Strategy<Value = Ease> {
    let all = [Ease::Slerp, Ease::Step, Ease::Linear, Ease::Bezier, Ease::Sine];
    select(all[usize::from(width != 4)..].to_vec())
}

fn curve(width: usize) -> impl Strategy<Value = Curve> {
    let wrap = || select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset]);
    let handles = || (array(), array()).prop_map(|(into, out)| Handles { into, out });
    times().prop_flat_map(move |times| {
        let (keys, count) = (times.len(), times.len() * width);
        let parts = (
            vec(number(), count),
            ease(width),
            option::of(vec(ease(width), keys)),
            option::of(vec(handles(), count)),
            (wrap(), wrap()),
        );
        parts.prop_map(move |(values, ease, eases, handles, (before, after))| {
            let mut curve = Curve::new(times.clone(), width, values, ease).unwrap().with_wrap(before, after);
            if let Some(eases) = eases {
                curve = curve.with_eases(eases).unwrap();
            }
            match handles {
                Some(handles) => curve.with_handles(handles).unwrap(),
                None => curve,
            }
        })
    })
}

fn property() -> impl Strategy<Value = Property> {
    prop_oneof![
        Just(Property::Translation),
        Just(Property::Displacement),
        Just(Property::Rotation),
        select(EulerOrder::ALL.to_vec()).prop_map(Property::Euler),
        array().prop_map(|axis| Property::Angle { axis }),
        Just(Property::Scale),
        Just(Property::Matrix),
        Just(Property::Visible),
        Just(Property::Color),
        (1usize..4).prop_map(|count| Property::Weights { count }),
        Just(Property::Alive),
        Just(Property::Parent),
        (name(), 1usize..5).prop_map(|(name, width)| Property::Named { name, width }),
    ]
}

fn channel(nodes: usize) -> impl Strategy<Value = Channel> {
    property().prop_flat_map(move |property| {
        let all = property.width();
        let part = (0..all).prop_flat_map(move |first| (Just(first), 1..=all - first));
        let part = prop_oneof![Just((0, all)), part];
        part.prop_flat_map(move |(first, width)| {
            let property = property.clone();
            (0..nodes, curve(width))
                .prop_map(move |(node, curve)| Channel::part(node, property.clone(), first, curve).unwrap())
        })
    })
}

fn event(nodes: usize) -> impl Strategy<Value = Event> {
    let enter = (name(), option::of(0usize..9), option::of(number()))
        .prop_map(|(name, index, seconds)| EventKind::Enter { name, index, seconds });
    let named = (name(), vec(number(), 0..3)).prop_map(|(name, values)| EventKind::Named { name, values });
    let node = option::of(0..nodes.max(1)).prop_map(move |node| node.filter(|_| nodes > 0));
    (finite(), node, prop_oneof![enter, named]).prop_map(|(time, node, kind)| {
        let event = Event::new(time, kind);
        node.map_or(event.clone(), |node| event.with_node(node))
    })
}

fn node(nodes: usize) -> impl Strategy<Value = Node> {
    let parts =
        (name(), option::of(0..nodes), array(), array(), array(), vec(name(), 0..3), option::of(name()));
    parts.prop_map(|(name, parent, translation, rotation, scale, morphs, bone)| {
        let mut node = Node::new(name).with_rest(Transform { translation, rotation, scale });
        node.parent = parent;
        (node.morphs, node.bone) = (morphs, bone);
        node
    })
}

fn space() -> impl Strategy<Value = Space> {
    let axis = || option::of(select(Axis::ALL.to_vec()));
    let hand = option::of(select(vec![Handedness::Right, Handedness::Left]));
    (axis(), axis(), hand, option::of(finite())).prop_map(|(up, forward, hand, unit)| {
        let mut space = Space::UNKNOWN;
        (space.up, space.forward, space.handedness, space.unit) = (up, forward, hand, unit);
        if space.is_sound() { space } else { Space::UNKNOWN }
    })
}

pub(crate) fn clip() -> impl Strategy<Value = Clip> {
    (0usize..4).prop_flat_map(|nodes| {
        let parts = (
            name(),
            finite().prop_map(|duration| if duration < 0.0 { -duration } else { duration }),
            option::of(rate()),
            finite(),
            space(),
            vec(node(nodes.max(1)), nodes),
            vec(channel(nodes.max(1)), if nodes == 0 { 0..1 } else { 0..5 }),
            vec(event(nodes), 0..4),
            vec((name(), name()), 0..3),
        );
        parts.prop_map(|(name, duration, rate, first_frame, space, nodes, channels, mut events, metadata)| {
            events.sort_by(|a, b| a.time.total_cmp(&b.time));
            let mut clip = Clip::new(name).with_duration(duration).with_nodes(nodes);
            clip = clip.with_channels(channels).with_events(events);
            clip.rate = rate;
            clip.first_frame = first_frame;
            clip.space = space;
            clip.metadata = metadata;
            clip
        })
    })
}

/// Clips whose names differ.
pub(crate) fn file() -> impl Strategy<Value = Vec<Clip>> {
    vec(clip(), 0..3).prop_map(|mut clips| {
        for (index, clip) in clips.iter_mut().enumerate() {
            clip.name = format!("{}{index}", clip.name);
        }
        clips
    })
}
