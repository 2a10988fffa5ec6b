//! Clips of many nodes, for which nothing may be searched among all nodes: each test would take hours.

use anim_core::edit::{
    Edit, EditError, Mirror, Pattern, cycle, drop_nodes, join, mirror, rename, reroot, select_nodes,
};
use anim_core::{
    Channel, Clip, ClipError, Curve, Ease, EulerOrder, Fate, Node, Property, Report, Times, Unit, Wrap,
    quaternion,
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
fn a_tree_may_be_a_long_chain() {
    let clips = [crowd(|node| node - 1, &Property::Translation)];
    let kept = select_nodes(&clips, &[Pattern::tree("30000")], FINE, &mut Report::new()).unwrap();
    assert_eq!((kept[0].nodes.len(), half(&kept[0], 1)), (COUNT / 2, 15_000.5));
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
