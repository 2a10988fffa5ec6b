//! Mappings that are of another clip or another figure.

use anim_core::{Channel, Clip, Curve, Ease, Event, Node, Property, Report, Times, Transform, quaternion};
use anim_retarget::{Axes, Figure, Mapping, Options, Reference, Size, Travel, retarget};

/// A chain of nodes, each of which translates, turns and has weights.
fn clip(names: &[&str]) -> Clip {
    let node = |(index, name): (usize, &&str)| {
        let mut node =
            Node::new(*name).with_rest(Transform { translation: [0.0, 1.0, 0.0], ..Transform::IDENTITY });
        node.morphs = vec!["smile".to_owned()];
        if index == 0 { node } else { node.with_parent(index - 1) }
    };
    let channel = |index: usize| {
        let curve = |width: usize, ease| {
            let values = [vec![0.0; width - 1], vec![1.0], vec![0.5; width - 1], vec![1.0]].concat();
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), width, values, ease).unwrap()
        };
        [
            Channel::new(index, Property::Translation, curve(3, Ease::Linear)).unwrap(),
            Channel::new(index, Property::Rotation, curve(4, Ease::Slerp)).unwrap(),
            Channel::new(index, Property::Weights { count: 1 }, curve(1, Ease::Linear)).unwrap(),
        ]
    };
    Clip::new("walk")
        .with_duration(1.0)
        .with_nodes(names.iter().enumerate().map(node).collect())
        .with_channels((0..names.len()).flat_map(channel).collect())
}

#[test]
fn pairs_of_nodes_that_do_not_exist_are_ignored() {
    let long = ["Hips", "Spine", "Chest", "Neck", "Head", "Jaw"];
    let lists = [&long[..], &long[..3], &long[3..], &long[..1], &["a", "Hips"], &[]];
    let figure = |names: &[&str]| Figure::new(clip(names).nodes);
    let mut count = 0;
    for (of_clip, of_figure) in lists.iter().flat_map(|a| lists.map(|b| (a, b))) {
        let mapping = Mapping::new(&clip(of_clip), &figure(of_figure), None);
        for (given, wanted) in lists.iter().flat_map(|a| lists.map(|b| (a, b))) {
            for reference in [Reference::Rest, Reference::First, Reference::TPose, Reference::Unrotated] {
                let (clip, figure) = (clip(given), figure(wanted));
                let options = Options {
                    reference,
                    travel: Travel::All,
                    axes: Axes::Body,
                    size: Size::Hips,
                    ..Options::default()
                };
                let made = retarget(&clip, &figure, &mapping, &options, &mut Report::new());
                assert_eq!(made.validate(), Ok(()));
                let moved = |node: &usize| made.channels.iter().any(|channel| channel.node() == *node);
                for target in (0..wanted.len()).filter(moved) {
                    count += 1;
                    let source = mapping.source(target);
                    let is_weight =
                        |channel: &Channel| matches!(channel.property(), Property::Weights { .. });
                    let weights =
                        made.channels.iter().filter(|channel| channel.node() == target).all(is_weight);
                    assert!(weights || source.is_some_and(|source| source < given.len()), "{target}");
                }
            }
        }
    }
    assert!(count > 1000, "{count} nodes move");
}

#[test]
fn an_event_keeps_its_node_or_loses_it_with_a_report() {
    let nodes = |names: [&str; 2]| names.map(Node::new).to_vec();
    let mut clip = Clip::new("c").with_duration(1.0).with_nodes(nodes(["hand", "tail"]));
    clip.events = [0, 1].map(|node| Event::named(0.5, "hit", vec![1.0]).with_node(node)).to_vec();
    clip.events.push(Event::named(0.75, "call", vec![]));
    let figure = Figure::new(nodes(["wing", "hand"]));
    let mut report = Report::new();
    let mapping = Mapping::new(&clip, &figure, None);
    let made = retarget(&clip, &figure, &mapping, &Options::default(), &mut report);
    assert_eq!(made.events.iter().map(|event| event.node).collect::<Vec<_>>(), [Some(1), None, None]);
    let lost: Vec<_> = report.losses.iter().map(|loss| (loss.node.as_deref(), loss.time)).collect();
    assert_eq!(lost, [(Some("tail"), Some(0.5))], "{report}");
}

#[test]
fn a_deep_figure_takes_no_longer_than_it_must() {
    let turned = quaternion::from_axis_angle([1.0, 0.0, 0.0], 1.0);
    let turn =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, [quaternion::IDENTITY, turned].concat(), Ease::Slerp);
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("arm")])
        .with_channels(vec![Channel::new(0, Property::Rotation, turn.unwrap()).unwrap()]);
    let link = |node: usize| Node::new(format!("link {node}")).with_parent(node + 1);
    let mut nodes: Vec<_> = (0..200_000).map(link).collect();
    nodes.push(Node::new("top"));
    nodes.push(Node::new("arm").with_parent(0));
    let figure = Figure::new(nodes);
    let start = std::time::Instant::now();
    let mapping = Mapping::new(&clip, &figure, None);
    let made = retarget(&clip, &figure, &mapping, &Options::default(), &mut Report::new());
    assert_eq!(made.channels.len(), 1);
    assert!(start.elapsed().as_secs() < 30);
}
