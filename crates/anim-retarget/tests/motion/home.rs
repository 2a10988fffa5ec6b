//! Clips retargeted to their own figure.

use anim_core::{Channel, Clip, Curve, Ease, EulerOrder, Node, Property, Report, Times, Transform, Wrap};
use anim_retarget::{BoneMap, Figure, Mapping, Options, Reference, retarget};
use proptest::prelude::*;

/// Nodes whose parents come before them, with any rest.
fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let three = || prop::array::uniform3(-2.0..2.0f64);
    let node = (any::<prop::sample::Index>(), three(), prop::array::uniform4(0.1..1.0f64), three());
    prop::collection::vec(node, 1..7).prop_map(|nodes| {
        let mut made: Vec<Node> = Vec::new();
        for (index, (parent, translation, rotation, scale)) in nodes.into_iter().enumerate() {
            let rotation = anim_core::quaternion::normalize(rotation);
            let node =
                Node::new(format!("part {index}")).with_rest(Transform { translation, rotation, scale });
            made.push(if index == 0 { node } else { node.with_parent(parent.index(index)) });
        }
        made
    })
}

/// A clip that drives properties of any kind.
fn clip() -> impl Strategy<Value = Clip> {
    let kind = prop::sample::select(vec![
        Property::Translation,
        Property::Displacement,
        Property::Rotation,
        Property::Euler(EulerOrder::Zxy),
        Property::Scale,
        Property::Matrix,
        Property::Visible,
        Property::named("light", 2),
    ]);
    let ease = prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Sine]);
    let wrap = prop::sample::select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset]);
    let channel = (any::<prop::sample::Index>(), kind, ease, wrap, prop::collection::vec(-3.0..3.0f64, 24));
    (nodes(), prop::collection::vec(channel, 0..12)).prop_map(|(nodes, channels)| {
        let channel =
            |(node, property, ease, wrap, values): (prop::sample::Index, Property, _, _, Vec<f64>)| {
                let values = values[..2 * property.width()].to_vec();
                let times = Times::keys([0.0, 1.5]).unwrap();
                let curve =
                    Curve::new(times, property.width(), values, ease).unwrap().with_wrap(wrap, Wrap::Hold);
                Channel::new(node.index(nodes.len()), property, curve).unwrap()
            };
        let channels = channels.into_iter().map(channel).collect();
        Clip::new("any").with_duration(2.0).with_nodes(nodes.clone()).with_channels(channels)
    })
}

fn brought(clip: &Clip, nodes: Vec<Node>, map: Option<&BoneMap>, options: &Options) -> (Clip, Report) {
    let figure = Figure::new(nodes);
    let mapping = Mapping::new(clip, &figure, map);
    let mut report = Report::new();
    mapping.report_unmatched(clip, &figure, &mut report);
    (retarget(clip, &figure, &mapping, options, &mut report), report)
}

proptest! {
    #[test]
    fn a_clip_of_the_figure_itself_is_the_same_to_the_last_bit(clip in clip(), rounding in -5e-7..5e-7f64) {
        let (same, report) = brought(&clip, clip.nodes.clone(), None, &Options::default());
        prop_assert_eq!(&same, &clip);
        prop_assert_eq!(report, Report::new());
        // The figure has its nodes in the reverse order, other names by a map, and the rounding of another file.
        let last = clip.nodes.len() - 1;
        let turned = clip.nodes.iter().rev().map(|node| {
            let mut turned = node.clone();
            turned.name = format!("{} of another rig", node.name);
            turned.parent = node.parent.map(|parent| last - parent);
            turned.rest.translation[1] += rounding;
            turned
        });
        let turned: Vec<Node> = turned.collect();
        let map = BoneMap::new(clip.nodes.iter().map(|node| (&*node.name, format!("{} of another rig", node.name))));
        let (found, report) = brought(&clip, turned.clone(), Some(&map), &Options::default());
        prop_assert_eq!(report, Report::new());
        prop_assert_eq!(found.nodes, turned);
        prop_assert_eq!(found.channels.len(), clip.channels.len());
        for (found, channel) in found.channels.iter().zip(&clip.channels) {
            prop_assert_eq!(found.node(), last - channel.node());
            prop_assert_eq!((found.property(), found.curve()), (channel.property(), channel.curve()));
        }
    }
}

#[test]
fn nodes_of_one_name_and_of_none_are_those_in_the_same_place() {
    for names in
        [["root", "x", "x", "z"], ["root", "x", "", "z"], ["root", "x", "z", "z"], ["", "x", "", "x"]]
    {
        let nodes = names.iter().enumerate().map(|(index, name)| {
            let rest = Transform { translation: [index as f64, 1.0, 0.0], ..Transform::IDENTITY };
            let node = Node::new(*name).with_rest(rest);
            [None, Some(0), Some(0), Some(2)][index].map_or(node.clone(), |parent| node.with_parent(parent))
        });
        let slide =
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 1.0, 0.0, 0.0, 2.0, 0.0], Ease::Linear);
        let slide = |node| Channel::new(node, Property::Translation, slide.clone().unwrap()).unwrap();
        let clip = Clip::new("m").with_nodes(nodes.collect()).with_channels((0..4).map(slide).collect());
        let (same, report) = brought(&clip, clip.nodes.clone(), None, &Options::default());
        assert_eq!((&same, report), (&clip, Report::new()), "{names:?}");
    }
}

/// A trunk, a branch and a leaf, each a metre above the one before, where only the leaf slides.
fn tree() -> Clip {
    let up = Transform { translation: [0.0, 1.0, 0.0], ..Transform::IDENTITY };
    let nodes = vec![
        Node::new("trunk").with_rest(up),
        Node::new("branch").with_rest(up).with_parent(0),
        Node::new("leaf").with_rest(up).with_parent(1),
    ];
    Clip::new("wind").with_duration(1.0).with_nodes(nodes).with_channels(vec![slide(2)])
}

fn slide(node: usize) -> Channel {
    let curve =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 1.0, 0.0, 1.0, 1.0, 0.0], Ease::Sine);
    Channel::new(node, Property::Translation, curve.unwrap()).unwrap()
}

#[test]
fn a_figure_is_the_same_if_it_rests_alike() {
    let nodes = tree().nodes;
    let is_home = |clip: &Clip, change: &dyn Fn(&mut Vec<Node>)| {
        let mut nodes = nodes.clone();
        change(&mut nodes);
        Mapping::new(clip, &Figure::new(nodes), None).is_home()
    };
    assert!(is_home(&tree(), &|_| {}));
    assert!(!is_home(&tree(), &|nodes| nodes[1].rest.translation[1] += 1e-4), "other proportions");
    assert!(!is_home(&tree(), &|nodes| nodes[0].rest.rotation = [0.6, 0.0, 0.0, 0.8]), "other axes");
    assert!(!is_home(&tree(), &|nodes| nodes[2].parent = Some(0)), "another hierarchy");
    assert!(!is_home(&tree(), &|nodes| nodes.iter_mut().for_each(|node| node.name.push('2'))), "no node");
    // Recordings translate roots that rest at the origin.
    let mut recording = tree();
    recording.nodes[0].rest.translation = [0.0; 3];
    recording.channels.retain(|channel| channel.node() != 0);
    assert!(!is_home(&recording, &|nodes| nodes[0].rest.translation = [0.0, 3.0, 0.0]), "nothing places it");
    recording.channels.push(slide(0));
    assert!(is_home(&recording, &|nodes| nodes[0].rest.translation = [0.0, 3.0, 0.0]));
    // An additional node in the clip, or in the figure, that does not move, changes nothing.
    let mut more = tree();
    more.nodes.push(Node::new("wind"));
    more.nodes[0].parent = Some(3);
    assert!(is_home(&more, &|_| {}));
    assert!(is_home(&tree(), &|nodes| {
        nodes.push(Node::new("garden"));
        nodes[0].parent = Some(3);
    }));
    assert!(!is_home(&tree(), &|nodes| {
        nodes.push(
            Node::new("hill").with_rest(Transform { translation: [0.0, 1.0, 0.0], ..Transform::IDENTITY }),
        );
        nodes[0].parent = Some(3);
    }));
    more.channels.push(slide(3));
    assert!(!is_home(&more, &|_| {}), "what moves it is not in the figure");
    more.nodes[0].parent = None;
    assert!(is_home(&more, &|_| {}), "a prop");
    assert!(
        !is_home(&more, &|nodes| nodes.push(Node::new("Wind"))),
        "a prop that the figure spells another way"
    );
}

#[test]
fn only_a_clip_of_the_figure_itself_moves_every_node() {
    let (home, report) = brought(&tree(), tree().nodes, None, &Options::default());
    assert_eq!((home.channels.len(), report), (1, Report::new()));
    let mut taller = tree().nodes;
    taller[1].rest.translation[1] = 2.0;
    let (away, report) = brought(&tree(), taller, None, &Options::default());
    assert!(away.channels.is_empty());
    // The branch is 2 above the trunk and the leaf 1 above the branch: 3 in total, in place of 2.
    assert_eq!(
        report.findings[0].message,
        "3 nodes of the clip are nodes of the figure: 3 by name; lengths become 1.500 times as long"
    );
    assert_eq!(report.losses[0].code.id, "retarget::dropped");
}

#[test]
fn large_changes_of_lengths_have_an_exponent() {
    // The branch is this far above the trunk and the leaf 1 above the branch, in place of 2 in total.
    for (far, expected) in
        [(1e6 - 1.0, "500000 times"), (4e6 - 1.0, "2.000e6 times"), (3e38, "1.500e38 times")]
    {
        let mut taller = tree().nodes;
        taller[1].rest.translation[1] = far;
        let (_, report) = brought(&tree(), taller, None, &Options::default());
        let message = &report.findings[0].message;
        assert!(message.ends_with(&format!("; lengths become {expected} as long")), "{message}");
    }
}

#[test]
fn a_clip_of_the_figure_itself_may_rest_in_its_first_pose() {
    let options = Options { reference: Reference::First, ..Options::default() };
    let mut clip = tree();
    clip.channels = vec![slide(0)];
    clip.nodes[0].rest.translation = [5.0, 0.0, 0.0];
    let figure = clip.nodes.clone();
    let (found, _) = brought(&clip, figure, None, &options);
    assert_eq!(found.pose(0.0).world[0].translation(), [5.0, 0.0, 0.0]);
    assert_eq!(found.pose(1.0).world[0].translation(), [6.0, 0.0, 0.0]);
}

#[test]
fn weights_of_the_figure_itself_go_by_the_names_of_its_targets() {
    let face = |names: &[&str]| {
        let mut node = Node::new("face");
        node.morphs = names.iter().map(|name| (*name).to_owned()).collect();
        node
    };
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 2, vec![0.0, 0.1, 1.0, 0.9], Ease::Linear);
    let weights = Channel::new(0, Property::Weights { count: 2 }, curve.unwrap()).unwrap();
    let clip = Clip::new("w").with_nodes(vec![face(&["smile", "blink"])]).with_channels(vec![weights]);
    let (same, report) = brought(&clip, clip.nodes.clone(), None, &Options::default());
    assert_eq!((&same, report), (&clip, Report::new()));
    let (found, _) = brought(&clip, vec![face(&["blink", "frown", "smile"])], None, &Options::default());
    assert_eq!(found.channels[0].curve().at(1.0), [0.9, 0.0, 1.0]);
}
