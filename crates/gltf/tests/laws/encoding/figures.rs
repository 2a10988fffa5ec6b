//! Figures: one hierarchy for all clips that have some of its nodes.

use super::*;

/// A node with a name, a parent and a position in its parent's space.
fn node(name: &str, parent: Option<usize>, x: f64) -> Node {
    let mut node = Node::new(name);
    (node.parent, node.rest.translation[0]) = (parent, x);
    node
}

/// A clip that turns all of these nodes.
fn turning(name: &str, nodes: Vec<Node>) -> Clip {
    let turns = || curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.5, 0.5, 0.5, 0.5], Ease::Slerp);
    let channels = (0..nodes.len()).map(|node| Channel::new(node, Property::Rotation, turns()).unwrap());
    let mut clip = clip(channels.collect()).with_nodes(nodes);
    clip.name = name.into();
    clip
}

/// The path of every node of a file from its root.
fn paths(document: &Gltf) -> Vec<String> {
    let nodes = &document.root().nodes;
    let path = |index: usize| {
        let (mut path, mut at) = (nodes[index].name.clone().unwrap(), index);
        while let Some(above) = nodes.iter().position(|node| node.children.contains(&at)) {
            path = format!("{}/{path}", nodes[above].name.as_ref().unwrap());
            at = above;
        }
        path
    };
    (0..nodes.len()).map(path).collect()
}

#[test]
fn clips_of_one_figure_share_its_nodes_whichever_they_have() {
    let clips = [
        turning("nod", vec![node("hip", None, 0.0), node("spine", Some(0), 1.0), node("head", Some(1), 2.0)]),
        turning("kick", vec![node("hip", None, 0.0), node("leg", Some(0), 3.0)]),
        turning("bend", vec![node("spine", Some(1), 1.0), node("hip", None, 0.0)]),
        turning("blink", vec![node("lamp", None, 7.0)]),
        turning(
            "all",
            vec![
                node("lamp", None, 7.0),
                node("head", Some(2), 2.0),
                node("spine", Some(4), 1.0),
                node("leg", Some(4), 3.0),
                node("hip", None, 0.0),
            ],
        ),
    ];
    let (document, _) = encode(&clips);
    assert_eq!(paths(&document), ["hip", "hip/spine", "hip/spine/head", "hip/leg", "lamp"]);
    assert_eq!(document.clips(), clips);
    let read = Gltf::parse(&document.to_bytes()).unwrap();
    assert_eq!(read.clips(), clips);
    let root = serde_json::to_value(read.root()).unwrap();
    let animations = root["animations"].as_array().unwrap();
    let lists = animations.iter().map(|animation| animation["extras"]["anim"]["nodes"].to_string());
    assert_eq!(
        lists.collect::<Vec<_>>(),
        ["[0,3]", "[0,1,3,1]", "[1,1,0,1]", "[4,1]", "[4,1,2,1,1,1,3,1,0,1]"]
    );
}

#[test]
fn figures_that_share_only_names_stay_apart() {
    let chain = |name: &str, names: [&str; 3], x: f64| {
        turning(
            name,
            vec![node(names[0], None, 0.0), node(names[1], Some(0), x), node(names[2], Some(1), 1.0)],
        )
    };
    let first = chain("one", ["hip", "spine", "head"], 1.0);
    let fork =
        turning("two", vec![node("hip", None, 0.0), node("spine", Some(0), 1.0), node("head", Some(0), 1.0)]);
    for second in
        [chain("two", ["hip", "head", "spine"], 1.0), chain("two", ["hip", "spine", "head"], 2.0), fork]
    {
        let clips = [first.clone(), second];
        let (document, _) = encode(&clips);
        let found = paths(&document);
        assert_eq!(found.len(), 8, "{found:?}");
        assert_eq!(found.iter().filter(|path| path.starts_with("one/hip")).count(), 3);
        assert_eq!(found.iter().filter(|path| path.starts_with("two/hip")).count(), 3);
        assert_eq!(document.root().skins.len(), 2);
        assert_eq!(document.clips(), clips);
    }
}

#[test]
fn twins_are_told_apart_by_their_order() {
    let clips = [
        turning(
            "one",
            vec![
                node("x", None, 0.0),
                node("y", Some(0), 1.0),
                node("y", Some(0), 2.0),
                node("x", None, 3.0),
            ],
        ),
        turning(
            "two",
            vec![
                node("x", None, 0.0),
                node("x", None, 3.0),
                node("y", Some(0), 1.0),
                node("y", Some(0), 2.0),
            ],
        ),
    ];
    let (document, _) = encode(&clips);
    assert_eq!(paths(&document), ["x", "x/y", "x/y", "x"]);
    assert_eq!(document.clips(), clips);
}

#[test]
fn only_what_channels_leave_at_rest_tells_nodes_apart() {
    let still = |x: f64, angle: f64| {
        let mut node = node("box", None, x);
        node.rest.rotation = quaternion::from_axis_angle([1.0, 0.0, 0.0], angle);
        node
    };
    // All rotate the box, so that only its rest position has an effect.
    for (x, count) in [(1.0, 1), (2.0, 2)] {
        let clips = [turning("one", vec![still(1.0, 0.0)]), turning("two", vec![still(x, 1.0)])];
        let (document, _) = encode(&clips);
        assert_eq!(
            document.root().nodes.iter().filter(|node| node.name.as_deref() == Some("box")).count(),
            count
        );
        for (clip, back) in clips.iter().zip(document.clips()) {
            assert!(clip.pose(0.5).world[0].distance(&back.pose(0.5).world[0]) < 1e-6);
        }
    }
}

#[test]
fn parts_of_matrices_and_angles_need_the_rest_pose_whatever_else_moves() {
    let moved = || channel(Property::Translation, curve(&[0.0, 1.0], &[0.0; 6], Ease::Linear));
    let turned =
        || channel(Property::Rotation, curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0].repeat(2), Ease::Slerp));
    let part = |property: Property, component: usize| {
        Channel::part(0, property, component, curve(&[0.0, 1.0], &[0.1, 0.2], Ease::Linear)).unwrap()
    };
    let at = |x: f64, angle: f64| {
        let mut node = node("box", None, x);
        node.rest.rotation = quaternion::from_axis_angle([1.0, 0.0, 0.0], angle);
        node
    };
    let euler = || Property::Euler(EulerOrder::Xyz);
    let whole = || channel(euler(), curve(&[0.0, 1.0], &[0.0; 6], Ease::Linear));
    for (own, other, count) in [
        (vec![moved(), part(Property::Matrix, 7)], vec![turned()], 2),
        (vec![turned(), part(euler(), 1)], vec![moved()], 2),
        (vec![moved(), whole(), part(euler(), 1)], vec![moved()], 1),
    ] {
        let clips = [clip(own).with_nodes(vec![at(1.0, 0.5)]), clip(other).with_nodes(vec![at(3.0, -0.5)])];
        let (document, _) = encode(&clips);
        let nodes = document.root().nodes.iter().filter(|node| node.name.as_deref() == Some("box"));
        assert_eq!(nodes.count(), count, "{:?}", clips[0].channels);
        let back = as_others_read(&document);
        for (clip, back) in clips.iter().zip(&back) {
            let pair = [clip, back].map(|clip| clip.pose(0.5));
            let boxes = [0, back.nodes.iter().position(|node| node.name == "box").unwrap()];
            let [from, to] = [pair[0].local[boxes[0]], pair[1].local[boxes[1]]];
            assert!(from.distance(&to) < 1e-3, "{from:?} {to:?}");
        }
    }
}

#[test]
fn nodes_with_other_morph_targets_are_others() {
    let weights = |name: &str, count: usize, morphs: &[&str]| {
        let curve = Curve::constant(&vec![0.5; count]).unwrap();
        let mut clip = clip(vec![channel(Property::Weights { count }, curve)]);
        clip.name = name.into();
        clip.nodes[0].morphs = morphs.iter().map(|&name| name.into()).collect();
        clip
    };
    for (second, count) in [
        (weights("two", 2, &["a", "b"]), 1),
        (weights("two", 2, &["a", "c"]), 4),
        (weights("two", 3, &[]), 4),
    ] {
        let clips = [weights("one", 2, &["a", "b"]), second];
        let (document, _) = encode(&clips);
        assert_eq!(document.root().nodes.len(), count);
        assert_eq!(document.clips(), clips);
    }
}
