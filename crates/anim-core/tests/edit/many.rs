//! Clips of many nodes, for which nothing may be searched among all nodes: each test would take hours.

use anim_core::edit::{
    Edit, EditError, Mirror, Pattern, RootMotion, absolute, cycle, drop_nodes, join, mirror, rename, reroot,
    root_motion, select_nodes,
};
use anim_core::{
    Axis, Channel, Clip, ClipError, Curve, Ease, EulerOrder, Fate, Handles, Node, Property, Report, Times,
    Unit, Wrap, quaternion,
};

use super::same::FINE;

const COUNT: usize = 60_000;

/// Nodes with one parent, or each with the previous one as its parent; each moves along x by its number in a second.
fn crowd(parent: impl Fn(usize) -> usize, property: &Property) -> Clip {
    let name = |node: usize| Node::new(format!("{node}"));
    let nodes = (1..COUNT).map(|node| name(node).with_parent(parent(node)));
    let moved = |node: usize| {
        let mut values = vec![0.0; 2 * property.width()];
        values[property.width()] = node as f64;
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), property.width(), values, Ease::Linear);
        Channel::new(node, property.clone(), curve.unwrap()).unwrap()
    };
    Clip::new("crowd")
        .with_duration(1.0)
        .with_nodes(std::iter::once(name(0)).chain(nodes).collect())
        .with_channels((1..COUNT).map(moved).collect())
}

fn star() -> Clip {
    crowd(|_| 0, &Property::Translation)
}

/// The distance that a node has moved after half of its time.
fn half(clip: &Clip, node: usize) -> f64 {
    clip.channels.iter().find(|channel| channel.node() == node).unwrap().curve().at(0.5)[0]
}

#[test]
fn nodes_of_a_star_are_renamed_selected_and_dropped() {
    let (clips, mut report) = ([star()], Report::new());
    let named = rename(&clips, &[("*".into(), "bone *".into())], &mut report).unwrap();
    assert_eq!(named[0].nodes[COUNT - 1].name, format!("bone {}", COUNT - 1));
    let even = ["*2", "*4", "*6", "*8", "*0"].map(Pattern::new);
    let kept = select_nodes(&clips, &even, FINE, &mut report).unwrap();
    assert_eq!((kept[0].nodes.len(), half(&kept[0], 9)), (COUNT / 2, 9.0));
    let without = drop_nodes(&clips, &["0".into()], FINE, &mut report).unwrap();
    assert_eq!((without[0].nodes[0].parent, half(&without[0], 0)), (None, 0.5));
    let roots = reroot(&clips, &["*".into()], FINE, &mut report).unwrap();
    assert_eq!((roots[0].nodes[7].parent, half(&roots[0], 7)), (None, 3.5));
}

#[test]
fn nodes_are_dropped_from_a_chain_that_moves() {
    let clips = [crowd(|node| node - 1, &Property::Translation)];
    let left = drop_nodes(&clips, &["*5".into()], FINE, &mut Report::new()).unwrap();
    let place = |name: &str| left[0].nodes.iter().position(|node| node.name == name).unwrap();
    assert_eq!(left[0].nodes[place("50006")].parent, Some(place("50004")));
    // The motion of what is above it is not in that of a node.
    assert!((half(&left[0], place("50006")) - 50_005.5).abs() < 1e-6);
}

#[test]
fn a_tree_may_be_a_long_chain() {
    let clips = [crowd(|node| node - 1, &Property::Translation)];
    let kept = select_nodes(&clips, &[Pattern::tree("30000")], FINE, &mut Report::new()).unwrap();
    assert_eq!((kept[0].nodes.len(), half(&kept[0], 1)), (COUNT / 2, 15_000.5));
}

#[test]
fn nodes_below_a_long_chain_that_stands_still_are_moved() {
    // The first node moves, and each of the others is one unit above its parent.
    let mut clip = crowd(|node| node - 1, &Property::Translation);
    clip.channels.truncate(1);
    clip.channels[0] = clip.channels[0].with_node(0);
    for node in &mut clip.nodes[1..] {
        node.rest.translation = [0.0, 1.0, 0.0];
    }
    let height = |clip: &Clip, node: usize| {
        let moved = clip.channels.iter().find(|channel| channel.node() == node).unwrap();
        moved.curve().at(0.5).iter().map(|part| (part * 1e6).round() / 1e6).collect::<Vec<_>>()
    };
    let roots = reroot(&[clip.clone()], &["*".into()], FINE, &mut Report::new()).unwrap();
    assert_eq!(height(&roots[0], COUNT - 1), [0.5, (COUNT - 1) as f64, 0.0]);
    // Every other node is dropped, the first one too.
    let even = ["*2", "*4", "*6", "*8", "*0"].map(Pattern::new);
    let left = drop_nodes(&[clip], &even, FINE, &mut Report::new()).unwrap();
    assert_eq!((left[0].nodes.len(), height(&left[0], 0)), (COUNT / 2, vec![0.5, 1.0, 0.0]));
    assert_eq!(left[0].nodes[COUNT / 2 - 1].rest.translation, [0.0, 2.0, 0.0]);
}

#[test]
fn the_root_of_many_that_move_below_a_long_chain_is_found() {
    // A chain, and below its last node as many more that move.
    let chain = COUNT / 2;
    let mut clip = crowd(|node| (node - 1).min(chain), &Property::Translation);
    clip.channels.drain(..chain);
    clip.space.up = Some(Axis::Y);
    let mut report = Report::new();
    let placed = root_motion(&clip, &RootMotion::Remove, None, FINE, &mut report).unwrap();
    assert_eq!((half(&placed, chain + 1), half(&placed, chain + 2)), (0.0, (chain + 2) as f64 / 2.0));
}

#[test]
fn clips_of_many_nodes_are_joined_closed_and_mirrored() {
    let (clip, mut report) = (star(), Report::new());
    let sized = crowd(|_| 0, &Property::Scale);
    let joined = join(&[clip.clone(), sized], 0.0, FINE, &mut report).unwrap();
    assert_eq!((joined.channels.len(), half(&joined, 7)), (2 * (COUNT - 1), 3.5));
    let closed = cycle(&clip, 0.25, FINE, &mut report).unwrap();
    assert_eq!(closed.channels.len(), COUNT - 1);
    let mirrored = mirror(&clip, &Mirror::default(), &mut report).unwrap();
    assert_eq!(mirrored.channels.len(), COUNT - 1);
}

#[test]
fn the_curves_of_all_nodes_share_the_keys_that_baking_adds() {
    const NODES: usize = 200;
    // Alone, the sixteen turns of one node would take thousands of keys.
    let turning = |property: Property, ease: Ease, values: &[f64]| {
        let curve = Curve::new(Times::keys([0.0, 2.0]).unwrap(), property.width(), values.to_vec(), ease);
        let channel = Channel::new(0, property, curve.unwrap()).unwrap();
        Clip::new("turning")
            .with_duration(2.0)
            .with_nodes((0..NODES).map(|node| Node::new(format!("{node}"))).collect())
            .with_channels((0..NODES).map(|node| channel.with_node(node)).collect())
    };
    let angles = turning(Property::Euler(EulerOrder::Xyz), Ease::Sine, &[0.0, 0.0, 0.0, 100.0, 50.0, 0.0]);
    let quaternions = turning(Property::Rotation, Ease::Slerp, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
    let mut report = Report::new();
    let joined = join(&[angles.clone(), quaternions], 0.0, FINE, &mut report).unwrap();
    let keys = joined.key_count();
    // Two keys of each node in both clips. Each curve has eight for each of its own in any case, and ends may be added.
    let most = 16_384 + 8 * 4 * NODES + 8 * 4 * NODES + 4 * NODES;
    assert!((16_384..=most).contains(&keys), "{keys} of {most}");
    for node in [0, NODES - 1] {
        let name = node.to_string();
        let of_node = report.losses.iter().filter(|loss| loss.node.as_ref() == Some(&name));
        let stated = of_node.filter_map(|loss| match loss.fate {
            Fate::Approximated(error) if error.unit == Unit::Angle => Some(error.size),
            _ => None,
        });
        let stated = stated.fold(0.0, f64::max);
        let channel = joined.channels.iter().find(|channel| channel.node() == node).unwrap();
        let measured = (0..5000).map(|step| {
            let time = f64::from(step) * 1.99 / 5000.0;
            let share = (1.0 - (std::f64::consts::PI * time / 2.0).cos()) / 2.0;
            let expected = EulerOrder::Xyz.to_quaternion([100.0 * share, 50.0 * share, 0.0]);
            let found = channel.curve().at(time);
            quaternion::angle_between(expected, [found[0], found[1], found[2], found[3]])
        });
        let measured = measured.fold(0.0, f64::max);
        assert!((0.9..=1.001).contains(&(measured / stated)), "{node}: {measured} of {stated}");
    }
}

/// An operation on clips that a test has.
type Done<'a> = &'a dyn Fn(&mut Report) -> Result<Clip, EditError>;

#[test]
fn curves_that_are_not_baked_leave_the_keys_to_others() {
    // An arm that turns ten times, with a hand, a foot that goes 1,000 units far, and a head that turns, beside 400 nodes.
    const PLAIN: usize = 400;
    let turned = 62.8;
    let curve = |width: usize, ends: [&[f64]; 2], ease: Ease| {
        Curve::new(Times::keys([0.0, 10.0]).unwrap(), width, ends.concat(), ease).unwrap()
    };
    let angle = Property::Euler(EulerOrder::Xyz);
    let mut hand = Node::new("hand").with_parent(0);
    hand.rest.translation = [1.0, 0.0, 0.0];
    let tilted = quaternion::from_axis_angle([1.0, 0.0, 0.0], 0.5);
    let mut nodes = vec![Node::new("arm"), hand, Node::new("foot").with_parent(4)];
    nodes.extend(["head", "slope"].map(|name| {
        let mut node = Node::new(name);
        node.rest.rotation = tilted;
        node
    }));
    nodes.extend((0..PLAIN).map(|node| Node::new(format!("{node}"))));
    let far = curve(3, [&[0.0; 3], &[1000.0, 300.0, 20.0]], Ease::Bezier);
    let handle = |into: f64, out: f64| Handles { into: [-into, 0.0], out: [out, 0.0] };
    let handles = (0..6).map(|part| handle(1.0 + f64::from(part), 6.0 - f64::from(part)));
    let mut clip = Clip::new("c").with_duration(10.0).with_nodes(nodes).with_channels(vec![
        Channel::new(0, angle.clone(), curve(3, [&[0.0; 3], &[0.0, 0.0, turned]], Ease::Linear)).unwrap(),
        Channel::new(2, Property::Translation, far.with_handles(handles.collect()).unwrap()).unwrap(),
        Channel::new(3, angle, curve(3, [&[0.0; 3], &[7.0, 5.0, 20.0]], Ease::Linear)).unwrap(),
    ]);
    let plain = |moves: f64| {
        let line = curve(3, [&[0.0; 3], &[moves, 0.0, 0.0]], Ease::Linear);
        (5..5 + PLAIN).map(move |node| Channel::new(node, Property::Scale, line.clone()).unwrap())
    };
    let still = clip.clone().with_channels(clip.channels.iter().cloned().chain(plain(0.0)).collect());
    clip.channels.extend(plain(1.0));
    clip.space.up = Some(Axis::Z);
    let (hand, foot) = (&[Pattern::new("hand")][..], &Pattern::new("foot"));
    let one = std::slice::from_ref(&clip);
    let operations: [(&str, Done<'_>); 7] = [
        ("drop", &|report| Ok(drop_nodes(one, &["arm".into()], FINE, report)?.remove(0))),
        ("select", &|report| Ok(select_nodes(one, hand, FINE, report)?.remove(0))),
        ("reroot", &|report| Ok(reroot(one, hand, FINE, report)?.remove(0))),
        ("absolute", &|report| absolute(&clip, FINE, report)),
        ("root motion", &|report| root_motion(&clip, &RootMotion::Remove, Some(foot), FINE, report)),
        ("loop", &|report| cycle(&still, 5.0, FINE, report)),
        ("join", &|report| join(&[still.clone(), still.clone()], 5.0, FINE, report)),
    ];
    for (name, operation) in operations {
        let mut report = Report::new();
        let made = operation(&mut report).unwrap();
        let sizes = report.losses.iter().filter_map(|loss| match loss.fate {
            Fate::Approximated(error) => Some(error.size),
            _ => None,
        });
        let most = sizes.fold(0.0, f64::max);
        assert!(0.0 < most && most <= FINE.get(), "{name}: {report}");
        if ["drop", "select", "reroot"].contains(&name) {
            let hand = made.nodes.iter().position(|node| node.name == "hand").unwrap();
            let off = (0..=20_000).map(|step| {
                let time = f64::from(step) * 5e-4;
                let (sine, cosine) = (turned * time / 10.0).sin_cos();
                let [x, y, z] = made.pose(time).world[hand].translation();
                (x - cosine).hypot(y - sine).hypot(z)
            });
            let off = off.fold(0.0, f64::max);
            assert!(off <= FINE.get(), "{name}: {off}");
        }
    }
}

#[test]
fn clips_that_are_changed_one_by_one_share_the_keys_of_their_repeats() {
    // A saw of two hundred teeth a second beside a line of a minute: 12,000 teeth, which a cross-fade writes out.
    let line = |end: f64, wrap: Wrap| {
        let curve = Curve::new(Times::keys([0.0, end]).unwrap(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
        curve.with_wrap(Wrap::Hold, wrap)
    };
    let channel = |name: &str, curve: Curve| Channel::new(0, Property::named(name, 1), curve).unwrap();
    let clip = Clip::new("saw").with_duration(60.0).with_nodes(vec![Node::new("n")]).with_channels(vec![
        channel("saw", line(0.005, Wrap::Repeat)),
        channel("line", line(60.0, Wrap::Hold)),
    ]);
    let cycle = Edit::Loop { crossfade: 1.0, tolerance: FINE };
    let looped = |count: usize| cycle.apply(&vec![clip.clone(); count], FINE, &mut Report::new());
    assert!(looped(1).unwrap()[0].key_count() > 12_000);
    // A share of 16,384 and 64 for each of four keys.
    let most = 16_384 / 8 + 64 * 4;
    let error = ClipError::TooManyKeys { most };
    assert_eq!(looped(8), Err(EditError::Clip { clip: "saw".into(), error }));
}
