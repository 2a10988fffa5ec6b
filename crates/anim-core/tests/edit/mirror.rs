//! Left and right exchanged.

use anim_core::edit::{EditError, Mirror, mirror};
use anim_core::{Affine, Channel, Clip, Curve, Ease, Event, Node, Property, Report, Times, Wrap};
use proptest::prelude::*;

use super::any::{self, ALL, Kind};
use super::same::times;

fn how(axis: Option<usize>) -> Mirror {
    let mut how = Mirror::default();
    how.axis = axis;
    how
}

/// M·A·M, where M changes the sign of a coordinate.
fn reflected(map: &Affine, axis: usize) -> Affine {
    let sign = |place: usize| if place == axis { -1.0 } else { 1.0 };
    let rows = map.to_rows();
    Affine::from_rows(std::array::from_fn(|i| {
        rows[i] * sign(i / 4) * if i % 4 == 3 { 1.0 } else { sign(i % 4) }
    }))
}

#[test]
fn the_left_arm_does_what_the_right_arm_did() {
    let way =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], Ease::Linear);
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("LeftArm"), Node::new("RightArm")])
        .with_channels(vec![Channel::new(1, Property::Translation, way.unwrap()).unwrap()])
        .with_events(vec![Event::named(0.5, "clap", vec![]).with_node(1)]);
    let left = mirror(&clip, &how(None), &mut Report::new()).unwrap();
    assert_eq!((left.channels[0].node(), left.events[0].node), (0, Some(0)));
    assert_eq!(left.channels[0].curve().values(), [-1.0, 2.0, 3.0, -4.0, 5.0, 6.0]);
}

#[test]
fn human_bones_that_a_file_states_have_sides_whatever_their_names() {
    let bones =
        [("left", "hips"), ("joint", "leftHand"), ("tail_r", "rightHand"), ("right", ""), ("tail_l", "")];
    let node = |(name, bone): (&str, &str)| {
        let mut node = Node::new(name);
        node.bone = Some(bone.to_owned()).filter(|bone| !bone.is_empty());
        node
    };
    let clip = Clip::new("c").with_nodes(bones.map(node).to_vec());
    let still = Curve::constant(&[0.0; 3]).unwrap();
    let moving = (0..5).map(|node| Channel::new(node, Property::Translation, still.clone()).unwrap());
    let done = mirror(&clip.with_channels(moving.collect()), &how(None), &mut Report::new()).unwrap();
    assert_eq!(done.channels.iter().map(Channel::node).collect::<Vec<_>>(), [0, 2, 1, 3, 4]);
    assert_eq!(done.nodes[1].bone.as_deref(), Some("leftHand"));
}

#[test]
fn weights_of_the_two_sides_change_places() {
    let mut face = Node::new("face");
    face.morphs = ["smile_l", "jaw", "smile_r"].map(str::to_owned).to_vec();
    let weights = Property::Weights { count: 3 };
    let all = Channel::new(0, weights.clone(), Curve::constant(&[0.25, 0.5, 0.75]).unwrap()).unwrap();
    let one = Channel::part(0, weights, 0, Curve::constant(&[0.25]).unwrap()).unwrap();
    let clip = Clip::new("c").with_nodes(vec![face]).with_channels(vec![all, one]);
    let done = mirror(&clip, &how(None), &mut Report::new()).unwrap();
    assert_eq!(done.channels[0].curve().values(), [0.75, 0.5, 0.25]);
    assert_eq!((done.channels[1].component(), done.channels[1].curve().values()), (2, &[0.25][..]));
}

/// What the weights 0, 1, 2, … of the first of two nodes, which are counterparts, become on the second, and the losses.
fn swapped(left: &[&str], right: &[&str]) -> (Vec<f64>, Vec<String>) {
    let node = |name: &str, morphs: &[&str]| {
        let mut node = Node::new(name);
        node.morphs = morphs.iter().map(|name| (*name).to_owned()).collect();
        node
    };
    let values: Vec<f64> = (0..left.len()).map(|weight| weight as f64).collect();
    let channel =
        Channel::new(0, Property::Weights { count: left.len() }, Curve::constant(&values).unwrap()).unwrap();
    let nodes = vec![node("face_l", left), node("face_r", right)];
    let mut report = Report::new();
    let done =
        mirror(&Clip::new("c").with_nodes(nodes).with_channels(vec![channel]), &how(None), &mut report);
    let channel = &done.unwrap().channels[0];
    assert_eq!(channel.node(), 1);
    let losses = report.losses.iter().map(|loss| format!("{} {}", loss.code.id, loss.message));
    (channel.curve().values().to_vec(), losses.collect())
}

#[test]
fn weights_go_to_the_targets_of_the_other_side() {
    let none = Vec::new();
    assert_eq!(swapped(&["smile_l", "jaw"], &["jaw", "smile_r"]), (vec![1.0, 0.0], none.clone()));
    // `right` is a part of `bright`, and names repeat.
    assert_eq!(swapped(&["bright_l", "bright_r"], &["bright_l", "bright_r"]), (vec![1.0, 0.0], none.clone()));
    assert_eq!(swapped(&["a_l", "a_l", "a_r"], &["a_l", "a_l", "a_r"]), (vec![2.0, 1.0, 0.0], none.clone()));
    assert_eq!(swapped(&["", ""], &["", ""]), (vec![0.0, 1.0], none));
    let lost = |message: &str| vec![format!("edit::morphs {message}")];
    assert_eq!(
        swapped(&["smile_l", "jaw"], &["brow", "smile_r"]),
        (
            vec![1.0, 0.0],
            lost(
                "the morph target 1 (`jaw`) has no counterpart on `face_r`: its weight moves the target 0 (`brow`) there"
            )
        )
    );
}

#[test]
fn a_target_goes_to_the_other_side_on_any_node_and_to_as_many_as_there_are() {
    let node = |name: &str, morphs: &[&str]| {
        let mut node = Node::new(name);
        node.morphs = morphs.iter().map(|name| (*name).to_owned()).collect();
        node
    };
    let weights = |node: usize, values: &[f64]| {
        let property = Property::Weights { count: values.len() };
        Channel::new(node, property, Curve::constant(values).unwrap()).unwrap()
    };
    // What moves after mirroring: the node, its number of targets, the target, and its weight.
    let mirrored = |nodes: &[Node], channels: Vec<Channel>| {
        let clip = Clip::new("c").with_nodes(nodes.to_vec()).with_channels(channels);
        let mut report = Report::new();
        let done = mirror(&clip, &how(None), &mut report).unwrap();
        let moved = done.channels.iter().flat_map(|channel| {
            let values = channel.curve().values().iter().enumerate();
            let (node, count) = (channel.node(), channel.property().width());
            values
                .map(move |(part, value)| (node, count, channel.component() + part, *value))
                .collect::<Vec<_>>()
        });
        (moved.collect::<Vec<_>>(), report.losses.len())
    };
    // Expressions with their own nodes, and teeth that smile on one side only.
    let faces = [
        node("e0", &["blinkLeft"]),
        node("e1", &["blinkRight"]),
        node("face", &["smile_L", "smile_R"]),
        node("teeth", &["smile_L"]),
    ];
    let all = vec![weights(0, &[0.1]), weights(1, &[0.2]), weights(2, &[0.3, 0.4]), weights(3, &[0.5])];
    let expected = [(1, 1, 0, 0.1), (0, 1, 0, 0.2), (2, 2, 0, 0.4), (2, 2, 1, 0.3), (3, 1, 0, 0.5)];
    assert_eq!(mirrored(&faces, all), (expected.to_vec(), 0));
    let eyes = [node("eye_L", &["wide", "shut"]), node("eye_R", &["shut", "red", "wide"])];
    let found = mirrored(&eyes, vec![weights(0, &[0.1, 0.2]), weights(1, &[0.3, 0.4, 0.5])]);
    assert_eq!(found, (vec![(1, 3, 2, 0.1), (1, 3, 0, 0.2), (0, 2, 1, 0.3), (0, 2, 0, 0.5)], 1));
}

#[test]
fn figures_without_two_sides_are_refused() {
    let node = |name: &str, parent: usize| Node::new(name).with_parent(parent);
    let clip = Clip::new("c").with_nodes(vec![Node::new("hip"), node("arm_l", 0), node("arm_r", 1)]);
    assert!(matches!(mirror(&clip, &how(None), &mut Report::new()), Err(EditError::Unfit(_))));
    assert!(matches!(mirror(&clip, &how(Some(3)), &mut Report::new()), Err(EditError::Argument(_))));
    let mut stated = how(None);
    stated.pairs = vec![("hip".into(), "tail".into())];
    assert!(matches!(mirror(&clip, &stated, &mut Report::new()), Err(EditError::Argument(_))));
}

proptest! {
    #[test]
    fn every_world_matrix_is_that_of_the_other_side_reflected(clip in any::clip(ALL), axis in 0..3usize) {
        let done = mirror(&clip, &how(Some(axis)), &mut Report::new()).unwrap();
        prop_assert_eq!(done.validate(), Ok(()));
        for time in times(-1.0, 3.0) {
            let (before, after) = (clip.pose(time), done.pose(time));
            for (node, other) in [(0, 0), (1, 2), (2, 1)] {
                let expected = reflected(&before.world[other], axis);
                let size = expected.to_rows().iter().fold(1.0, |most: f64, part| most.max(part.abs()));
                prop_assert!(expected.distance(&after.world[node]) <= 1e-9 * size, "{time} {node}");
                prop_assert_eq!(before.alive[other], after.alive[node]);
            }
        }
    }

    #[test]
    fn twice_is_nothing(clip in any::clip(Kind { parts: false, ..ALL }), axis in prop::option::of(0..3usize)) {
        let once = mirror(&clip, &how(axis), &mut Report::new()).unwrap();
        let twice = mirror(&once, &how(axis), &mut Report::new()).unwrap();
        prop_assert_eq!(twice, clip);
    }
}

#[test]
fn wraps_stay() {
    let curve = Curve::constant(&[1.0; 3]).unwrap().with_wrap(Wrap::PingPong, Wrap::Repeat);
    let channel = Channel::new(0, Property::Scale, curve).unwrap();
    let clip = Clip::new("c").with_nodes(vec![Node::new("n")]).with_channels(vec![channel]);
    assert_eq!(mirror(&clip, &how(None), &mut Report::new()).unwrap(), clip);
}
