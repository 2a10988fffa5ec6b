//! Clips with their nodes, channels and events.

use std::collections::HashMap;

use anim_core::{Channel, Clip, Property};
use serde_json::Value;

use super::difference::{Difference, Group, Kind, Place, number};
use super::nodes::{self, Nodes};
use super::pairs::{self, Pair};
use super::{By, Rules, Side, channels, events, motion, targets};

/// All differences, in the order of the first file.
pub(super) fn compare(sides: [&Side; 2], rules: &Rules) -> Vec<Group> {
    let mut groups = Groups::default();
    for pair in pair(sides) {
        match pair {
            Pair::OnlyA(a) => groups.alone(&sides[0].clips[a].name, |name| [name, Value::Null]),
            Pair::OnlyB(b) => groups.alone(&sides[1].clips[b].name, |name| [Value::Null, name]),
            Pair::Both(a, b) => {
                let [a, b] = [&sides[0].clips[a], &sides[1].clips[b]];
                let b = &*b.in_space(a.space);
                let renamed = a.name != b.name && own_name(sides[0], a) != own_name(sides[1], b);
                compare_clips([a, b], renamed, rules, &mut groups);
            }
        }
    }
    groups.0
}

/// Pairs the clips: those with the same name, then those whose names differ only as the names of their files do, or the only clip
/// of each file.
fn pair(sides: [&Side; 2]) -> Vec<Pair> {
    let [a, b] = sides.map(|side| &side.clips);
    if a.len() == 1 && b.len() == 1 {
        return vec![Pair::Both(0, 0)];
    }
    let pairs = pairs::by_key(a.iter().map(|clip| &clip.name), b.iter().map(|clip| &clip.name));
    let own = |side: usize| move |clip: usize| own_name(sides[side], &sides[side].clips[clip]);
    pairs::then_by_key(pairs, own(0), own(1))
}

/// A clip's name without that of its file.
fn own_name<'a>(side: &Side, clip: &'a Clip) -> &'a str {
    clip.name.strip_prefix(side.stem.as_str()).unwrap_or(&clip.name)
}

/// The groups found so far.
#[derive(Default)]
struct Groups(Vec<Group>);

impl Groups {
    fn push(&mut self, place: Place, found: Vec<Difference>) {
        if !found.is_empty() {
            self.0.push(Group { place, found });
        }
    }

    /// Records a clip that only one side has.
    fn alone(&mut self, name: &str, sides: impl FnOnce(Value) -> [Value; 2]) {
        let [a, b] = sides(name.into());
        let place = Place { clip: name.to_owned(), ..Place::default() };
        self.push(place, vec![Difference::new(Kind::Clip, a, b)]);
    }
}

fn compare_clips([a, b]: [&Clip; 2], renamed: bool, rules: &Rules, groups: &mut Groups) {
    let place = Place { clip: a.name.clone(), ..Place::default() };
    let nodes = Nodes::of([a, b]);
    let mut found = Vec::new();
    if renamed {
        found.push(Difference::new(Kind::Name, a.name.as_str(), b.name.as_str()));
    }
    if (a.duration - b.duration).abs() > rules.time_tolerance {
        let off = (a.duration - b.duration).abs();
        found.push(Difference { off: Some(off), ..Difference::new(Kind::Duration, a.duration, b.duration) });
    }
    if rules.by == By::Keys {
        found.extend(frames([a, b]));
    }
    if rules.by != By::Pose {
        found.extend(events::compare([a, b], &nodes, rules));
    }
    groups.push(place.clone(), found);
    let at_node = |name: &str| Place { node: Some(name.to_owned()), ..place.clone() };
    for pair in &nodes.pairs {
        match *pair {
            Pair::OnlyA(i) => {
                let name = a.nodes[i].name.as_str();
                groups.push(at_node(name), vec![Difference::new(Kind::Node, name, Value::Null)]);
            }
            Pair::OnlyB(j) => {
                let name = b.nodes[j].name.as_str();
                groups.push(at_node(name), vec![Difference::new(Kind::Node, Value::Null, name)]);
            }
            Pair::Both(i, j) if rules.by != By::Pose => {
                groups.push(at_node(&a.nodes[i].name), nodes::compare([a, b], [i, j], &nodes, rules));
            }
            Pair::Both(..) => {}
        }
    }
    if rules.by == By::Pose {
        let both: Vec<_> = nodes.both().collect();
        for ([i, _], found) in both.iter().zip(motion::of_poses([a, b], &both, rules)) {
            groups.push(at_node(&a.nodes[*i].name), found);
        }
    } else {
        all_channels([a, b], &nodes, rules, |i, channel, found| {
            let channel = Some(channel);
            groups.push(Place { channel, ..at_node(&a.nodes[i].name) }, found);
        });
    }
}

/// The frame rate, and the number of the first frame.
fn frames([a, b]: [&Clip; 2]) -> impl Iterator<Item = Difference> {
    let rates = [a, b].map(|clip| clip.rate.map(anim_core::Rate::hertz));
    let [ra, rb] = rates.map(|rate| rate.map_or(Value::Null, number));
    let rate = (rates[0] != rates[1]).then(|| Difference::new(Kind::Rate, ra, rb));
    let frame = (a.first_frame != b.first_frame)
        .then(|| Difference::new(Kind::Frame, number(a.first_frame), number(b.first_frame)));
    rate.into_iter().chain(frame)
}

/// Channels are paired by node, name and first component. Channels of a node that only one side has are not reported separately.
fn all_channels(
    [a, b]: [&Clip; 2],
    nodes: &Nodes,
    rules: &Rules,
    mut tell: impl FnMut(usize, String, Vec<Difference>),
) {
    let end = a.duration.max(b.duration);
    let [left, right] = targets::channels([a, b], nodes.both());
    let key = |clip: &Clip, (node, channel): &targets::Of<'_>| {
        let name = clip.channel_name(channel).into_owned();
        // The weight of a named morph target is identified by its name, regardless of its position in the node's list.
        let component = if name == channel.property().name() { channel.component() } else { 0 };
        (*node, name, component)
    };
    let [keys_of_a, keys_of_b] = [(a, &left), (b, &right)]
        .map(|(clip, known)| known.iter().map(|known| key(clip, known)).collect::<Vec<_>>());
    for pair in pairs::by_key(keys_of_a.iter().cloned(), keys_of_b.iter().cloned()) {
        let whole = |channel: &Channel| Value::from(channels::describe(channel));
        match pair {
            Pair::OnlyA(i) => {
                let (node, channel) = &left[i];
                tell(
                    *node,
                    keys_of_a[i].1.clone(),
                    vec![Difference::new(Kind::Channel, whole(channel), Value::Null)],
                );
            }
            Pair::OnlyB(j) => {
                let (node, channel) = &right[j];
                tell(
                    *node,
                    keys_of_b[j].1.clone(),
                    vec![Difference::new(Kind::Channel, Value::Null, whole(channel))],
                );
            }
            Pair::Both(i, j) => {
                let ((node, channel), (_, other)) = (&left[i], &right[j]);
                let found = match with_parents_of(other, &nodes.of_b) {
                    Some(other) => channels::compare(channel, &other, end, rules),
                    None => channels::compare(channel, other, end, rules),
                };
                tell(*node, keys_of_a[i].1.clone(), found);
            }
        }
    }
}

/// A parent channel of B with the node numbers of A.
fn with_parents_of(channel: &Channel, nodes: &HashMap<usize, usize>) -> Option<Channel> {
    let curve = channel.curve();
    let ease = curve.uniform_ease()?;
    if *channel.property() != Property::Parent {
        return None;
    }
    // A node without a counterpart gets a number that A does not have.
    let node = |&value: &f64| match value {
        none if none < 0.0 => none,
        node => nodes.get(&(node as usize)).map_or(f64::INFINITY, |node| *node as f64),
    };
    let values = curve.values().iter().map(node).collect();
    let (before, after) = curve.wrap();
    let curve = anim_core::Curve::new(curve.times().clone(), 1, values, ease).ok()?;
    Channel::new(channel.node(), Property::Parent, curve.with_wrap(before, after)).ok()
}

#[cfg(test)]
mod tests {
    use anim_core::{Curve, Event, EventKind, Node, Rate};

    use super::*;

    const RULES: Rules = Rules { by: By::Keys, tolerance: 0.0, time_tolerance: 0.0 };

    fn side(stem: &str, clips: &[Clip]) -> Side {
        let document = Box::new(anim_formats::tod::Tod::default());
        Side {
            label: format!("{stem}.x"),
            format: "x",
            stem: stem.to_owned(),
            clips: clips.to_vec(),
            document,
        }
    }

    /// `leg` on `hip`.
    fn clip(name: &str) -> Clip {
        let leg = Node::new("leg").with_parent(0);
        Clip::new(name.to_owned()).with_duration(1.0).with_nodes(vec![Node::new("hip"), leg])
    }

    fn kinds(a: &[Clip], b: &[Clip]) -> Vec<Kind> {
        let groups = compare([&side("a", a), &side("b", b)], &RULES);
        groups.into_iter().flat_map(|group| group.found).map(|found| found.kind).collect()
    }

    #[test]
    fn clips_pair_by_their_names_without_those_of_the_files() {
        assert_eq!(kinds(&[clip("a")], &[clip("b")]), []);
        assert_eq!(kinds(&[clip("x")], &[clip("y")]), [Kind::Name]);
        assert_eq!(kinds(&[clip("a")], &[clip("a")]), [], "whatever the second file is called");
        assert_eq!(kinds(&[clip("a.x"), clip("a.y")], &[clip("b.y"), clip("b.x")]), []);
        assert_eq!(kinds(&[clip("attack"), clip("x")], &[clip("x"), clip("attack")]), []);
        assert_eq!(kinds(&[clip("a.x"), clip("x")], &[clip("x"), clip("y")]), [Kind::Clip, Kind::Clip]);
        assert_eq!(kinds(&[clip("x"), clip("y")], &[clip("y")]), [Kind::Clip]);
        assert_eq!(kinds(&[], &[clip("y")]), [Kind::Clip]);
    }

    #[test]
    fn a_clip_that_is_alone_is_named() {
        let alone = |a: &[Clip], b: &[Clip]| {
            let groups = compare([&side("a", a), &side("b", b)], &RULES);
            groups.into_iter().map(|group| (group.place.clip, group.found)).collect::<Vec<_>>()
        };
        let difference = |a: Value, b: Value| ("x".to_owned(), vec![Difference::new(Kind::Clip, a, b)]);
        assert_eq!(alone(&[clip("x"), clip("y")], &[clip("y")]), [difference("x".into(), Value::Null)]);
        assert_eq!(alone(&[clip("y")], &[clip("x"), clip("y")]), [difference(Value::Null, "x".into())]);
    }

    #[test]
    fn what_are_numbers_state_how_far_apart_they_are() {
        let cases: [(Change, f64); 4] = [
            (|clip| clip.duration = 1.5, 0.5),
            (|clip| clip.nodes[1].rest.scale = [1.0, 3.0, 1.0], 2.0),
            (|clip| clip.nodes[1].rest.translation = [0.0, 0.0, -4.0], 4.0),
            // Half a turn.
            (|clip| clip.nodes[1].rest.rotation = [0.0, 1.0, 0.0, 0.0], std::f64::consts::PI),
        ];
        for (change, expected) in cases {
            let mut other = clip("x");
            change(&mut other);
            let groups = compare([&side("a", &[clip("x")]), &side("b", &[other])], &RULES);
            let [Group { found, .. }] = &groups[..] else { panic!("{groups:?}") };
            assert!((found[0].off.unwrap() - expected).abs() < 1e-12, "{found:?}");
        }
    }

    fn differ(a: &Clip, b: &Clip) -> Vec<Kind> {
        kinds(std::slice::from_ref(a), std::slice::from_ref(b))
    }

    fn named(value: f64) -> EventKind {
        EventKind::Named { name: "step".into(), values: vec![value] }
    }

    /// A modification of a clip.
    type Change = fn(&mut Clip);

    #[test]
    fn each_part_of_a_clip_has_its_kind() {
        let visible = || Channel::new(1, Property::Visible, Curve::constant(&[1.0]).unwrap()).unwrap();
        let event = || Event::named(0.5, "step", vec![1.0]).with_node(1);
        let base = clip("x").with_channels(vec![visible()]).with_events(vec![event()]);
        let cases: [(Change, &[Kind]); 13] = [
            (|_| (), &[]),
            (|clip| clip.duration = 1.5, &[Kind::Duration]),
            (|clip| clip.rate = Some(Rate::per_second(60)), &[Kind::Rate]),
            (|clip| clip.first_frame = 1.0, &[Kind::Frame]),
            (|clip| clip.nodes[1].parent = None, &[Kind::Parent]),
            (|clip| clip.nodes[1].rest.scale = [2.0; 3], &[Kind::Rest]),
            (|clip| clip.nodes[1].morphs.push("smile".into()), &[Kind::Morphs]),
            (|clip| clip.nodes.push(Node::new("tail")), &[Kind::Node]),
            (|clip| clip.channels.clear(), &[Kind::Channel]),
            (|clip| clip.events.clear(), &[Kind::Event]),
            (|clip| clip.events[0].time = 0.75, &[Kind::Event]),
            (|clip| clip.events[0].kind = named(2.0), &[Kind::Event]),
            // Its channel and its event go with it.
            (|clip| clip.nodes[1].name = "arm".into(), &[Kind::Event, Kind::Event, Kind::Node, Kind::Node]),
        ];
        for (change, expected) in cases {
            let mut other = base.clone();
            change(&mut other);
            assert_eq!(differ(&base, &other), expected, "{other:?}");
            assert_eq!(differ(&other, &base).len(), expected.len(), "{other:?}");
        }
    }

    #[test]
    fn a_node_is_known_by_its_id_too() {
        let ids = |mut clip: Clip, ids: [Option<&str>; 2]| {
            clip.nodes.iter_mut().zip(ids).for_each(|(node, id)| node.id = id.map(str::to_owned));
            clip
        };
        let visible = || Channel::new(1, Property::Visible, Curve::constant(&[1.0]).unwrap()).unwrap();
        let base = ids(clip("x").with_channels(vec![visible()]), [Some("1"), Some("2")]);
        let mut other = base.clone();
        for (node, name) in other.nodes.iter_mut().zip(["1", "2"]) {
            node.name = name.to_owned();
        }
        let with_ids = other.clone();
        let without = ids(other, [None, None]);
        let mut renamed = base.clone();
        renamed.nodes[1].name = "shin".into();
        for (found, expected) in [(&with_ids, &[][..]), (&without, &[]), (&renamed, &[Kind::Name])] {
            assert_eq!(differ(&base, found), expected);
            assert_eq!(differ(found, &base), expected);
        }
        renamed.channels.clear();
        assert_eq!(differ(&base, &renamed), [Kind::Name, Kind::Channel]);
    }

    #[test]
    fn the_order_of_nodes_does_not_matter() {
        let parents = |nodes: [f64; 2]| {
            let times = anim_core::Times::keys([0.0, 1.0]).unwrap();
            let curve = Curve::new(times, 1, nodes.to_vec(), anim_core::Ease::Step).unwrap();
            Channel::new(2, Property::Parent, curve).unwrap()
        };
        let named = |names: [&str; 3]| names.map(Node::new).to_vec();
        let a = Clip::new("").with_nodes(named(["x", "y", "n"])).with_channels(vec![parents([0.0, 1.0])]);
        let b = Clip::new("").with_nodes(named(["y", "x", "n"])).with_channels(vec![parents([1.0, 0.0])]);
        assert_eq!(differ(&a, &b), []);
        let c = b.with_channels(vec![parents([0.0, 1.0])]);
        assert_eq!(differ(&a, &c)[..2], [Kind::Value, Kind::Value]);
    }
}
