//! Bodies that rest in other poses, stand along other axes, or have legs of other lengths.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Channel, Clip, Curve, Ease, Node, Pose, Property, Times, Transform};
use anim_retarget::{Axes, BoneMap, Options, Reference};

use crate::figures::{self, brought, distance, fine};

#[test]
fn limbs_point_alike_whether_figures_rest_in_an_a_or_a_t() {
    let bones = [
        "Hips",
        "Spine",
        "Head",
        "LeftUpperArm",
        "LeftLowerArm",
        "LeftHand",
        "RightUpperArm",
        "RightLowerArm",
    ];
    let parents = [None, Some(0), Some(1), Some(1), Some(3), Some(4), Some(1), Some(6)];
    let figure = |lowered: f64, roll: f64| -> Vec<Node> {
        let tilt = |side: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], -side * lowered);
        let along = |side: f64| Transform { translation: [side * 0.3, 0.0, 0.0], ..Transform::IDENTITY };
        let arm = |side: f64| {
            let rotation =
                quaternion::multiply(tilt(side), quaternion::from_axis_angle([1.0, 0.0, 0.0], roll));
            Transform { translation: [side * 0.2, 0.3, 0.0], rotation, scale: [1.0; 3] }
        };
        let up = |y: f64| Transform { translation: [0.0, y, 0.0], ..Transform::IDENTITY };
        let rests = [up(1.0), up(0.1), up(0.4), arm(1.0), along(1.0), along(1.0), arm(-1.0), along(-1.0)];
        let nodes = bones.iter().zip(parents).zip(rests).map(|((name, parent), rest)| {
            let mut node = Node::new(*name).with_rest(rest);
            node.parent = parent;
            node
        });
        nodes.collect()
    };
    let swing = [[0.1, 0.2, 0.3], [-0.4, 0.5, 0.6]].map(|axis| quaternion::from_axis_angle(axis, 0.9));
    for [source, target] in [[0.8, 0.0], [0.0, 0.8], [0.8, 0.3]] {
        let curve = |node: usize| {
            let rest = figure(source, 0.0)[node].rest.rotation;
            let values = swing.map(|swing| quaternion::multiply(swing, rest)).as_flattened().to_vec();
            let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, values, Ease::Slerp).unwrap();
            Channel::new(node, Property::Rotation, curve).unwrap()
        };
        let clip = Clip::new("swing").with_duration(1.0).with_nodes(figure(source, 0.0));
        // The right arm does not move, but its rest rotation differs on the other figure.
        let clip = clip.with_channels(vec![curve(3), curve(4)]);
        let options = Options { reference: Reference::TPose, ..fine() };
        let found = brought(&clip, figure(target, 1.1), &BoneMap::default(), &options);
        for time in [0.0, 0.3, 1.0] {
            let (source, found) = (clip.pose(time), found.pose(time));
            for (from, to) in [(3, 4), (4, 5), (6, 7)] {
                let span = |pose: &Pose| {
                    let [from, to] = [from, to].map(|node| pose.world[node].translation());
                    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
                };
                assert!(distance(span(&source), span(&found)) < 1e-6, "{from} at {time}");
            }
        }
    }
}

#[test]
fn a_t_faces_where_the_body_faces() {
    let figure = |yaw: f64| -> Vec<Node> {
        let at = |x: f64, y: f64| Transform { translation: [x, y, 0.0], ..Transform::IDENTITY };
        let turned =
            Transform { rotation: quaternion::from_axis_angle([0.0, 1.0, 0.0], yaw), ..at(0.0, 1.0) };
        let nodes = [
            ("Hips", None, turned),
            ("Spine", Some(0), at(0.0, 0.1)),
            ("Head", Some(1), at(0.0, 0.4)),
            ("LeftUpperArm", Some(1), at(0.2, 0.3)),
            ("LeftLowerArm", Some(3), at(0.3, 0.0)),
            ("LeftHand", Some(4), at(0.3, 0.0)),
            ("RightUpperArm", Some(1), at(-0.2, 0.3)),
            ("RightLowerArm", Some(6), at(-0.3, 0.0)),
        ];
        let node = |(name, parent, rest): (&str, Option<usize>, Transform)| {
            let mut node = Node::new(name).with_rest(rest);
            node.parent = parent;
            node
        };
        nodes.map(node).to_vec()
    };
    for yaw in [0.0, 0.1, 0.6, -0.7, 2.2] {
        let still = |node: usize| {
            let rest = figure(yaw)[node].rest.rotation;
            Channel::new(node, Property::Rotation, Curve::constant(&rest).unwrap()).unwrap()
        };
        let clip = Clip::new("still").with_nodes(figure(yaw)).with_channels((0..8).map(still).collect());
        let options = Options { reference: Reference::TPose, axes: Axes::Same, ..fine() };
        let pose = brought(&clip, figure(0.0), &BoneMap::default(), &options).pose(0.0);
        let rest = Clip::new("").with_nodes(figure(0.0)).pose(0.0);
        for (node, (found, rest)) in pose.world.iter().zip(&rest.world).enumerate() {
            // Up to 8° count as none.
            let most = if yaw == 0.1 { 0.07 } else { 1e-9 };
            assert!(distance(found.translation(), rest.translation()) < most, "{node} at {yaw}");
        }
    }
}

/// A body that stands along Y and faces +Z, with its left on +X, rotated by this rotation.
fn body(turn: Quaternion) -> Vec<Node> {
    let bones: [(&str, Option<usize>, [f64; 3]); 5] = [
        ("Hips", None, [0.0, 1.0, 0.0]),
        ("Spine", Some(0), [0.0, 0.2, 0.0]),
        ("Head", Some(1), [0.0, 0.4, 0.05]),
        ("LeftUpperLeg", Some(0), [0.1, -0.1, 0.0]),
        ("RightUpperLeg", Some(0), [-0.1, -0.1, 0.0]),
    ];
    let node = |(name, parent, place): (&str, Option<usize>, [f64; 3])| {
        let rest = match parent {
            None => Transform { translation: figures::turn(turn, place), rotation: turn, scale: [1.0; 3] },
            Some(_) => Transform { translation: place, ..Transform::IDENTITY },
        };
        let node = Node::new(name).with_rest(rest);
        parent.map_or_else(|| node.clone(), |parent| node.clone().with_parent(parent))
    };
    bones.map(node).to_vec()
}

#[test]
fn a_body_that_stands_along_other_axes_is_turned() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    // Z up, facing −Y; Y down, facing −Z; facing backwards; leaning slightly.
    for turn in [[half, 0.0, 0.0, half], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.1, 0.0, 0.0, 0.99f64]]
    {
        let turn = quaternion::normalize(turn);
        let bow = quaternion::from_axis_angle([1.0, 0.0, 0.0], 0.6);
        let clip = |turn: Quaternion| {
            let nodes = body(turn);
            let times = || Times::keys([0.0, 1.0]).unwrap();
            let places = [[0.0, 1.0, 0.0], [0.0, 1.0, 2.0]].map(|place| figures::turn(turn, place));
            let place = Curve::new(times(), 3, places.as_flattened().to_vec(), Ease::Linear).unwrap();
            let bows = [quaternion::IDENTITY, bow].as_flattened().to_vec();
            let bow = Curve::new(times(), 4, bows, Ease::Slerp).unwrap();
            Clip::new("bow").with_duration(1.0).with_nodes(nodes).with_channels(vec![
                Channel::new(0, Property::Translation, place).unwrap(),
                Channel::new(1, Property::Rotation, bow).unwrap(),
            ])
        };
        let found =
            brought(&clip(turn), body(quaternion::IDENTITY), &BoneMap::default(), &Options::default());
        let (found, expected) = (found.pose(1.0), clip(quaternion::IDENTITY).pose(1.0));
        let leans = turn[3] > 0.9;
        for (found, expected) in found.world.iter().zip(&expected.world) {
            // A leaning body is not rotated: it stays off by the angle of its lean.
            assert!(leans || found.distance(expected) < 1e-12, "{turn:?}: {found:?} {expected:?}");
        }
        assert_eq!(leans, found.world[0].distance(&expected.world[0]) > 0.1);
    }
}

#[test]
fn hips_move_by_the_ratio_of_the_legs() {
    let names = [
        ["Hips", "Spine", "Head", "LeftUpperLeg", "LeftLowerLeg", "LeftFoot"],
        ["pelvis", "spine_01", "head", "thigh_l", "calf_l", "foot_l"],
    ];
    let figure = |names: [&str; 6], leg: f64, back: f64| -> Vec<Node> {
        let at = |x: f64, y: f64| Transform { translation: [x, y, 0.0], ..Transform::IDENTITY };
        let rests =
            [at(0.0, 2.0 * leg), at(0.0, back), at(0.0, back), at(0.1, 0.0), at(0.0, -leg), at(0.0, -leg)];
        let parents = [None, Some(0), Some(1), Some(0), Some(3), Some(4)];
        let nodes = names.iter().zip(rests).zip(parents);
        nodes
            .map(|((name, rest), parent)| {
                let node = Node::new(*name).with_rest(rest);
                parent.map_or_else(|| node.clone(), |parent| node.clone().with_parent(parent))
            })
            .collect()
    };
    let curve =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 0.8, 0.0, 0.0, 0.7, 1.0], Ease::Linear);
    let channels = vec![Channel::new(0, Property::Translation, curve.unwrap()).unwrap()];
    let clip =
        Clip::new("h").with_duration(1.0).with_nodes(figure(names[0], 0.4, 0.3)).with_channels(channels);
    let found = brought(&clip, figure(names[1], 0.6, 0.1), &BoneMap::default(), &Options::default());
    assert!(distance(found.pose(0.0).world[0].translation(), [0.0, 1.2, 0.0]) < 1e-12);
    assert!(distance(found.pose(1.0).world[0].translation(), [0.0, 1.05, 1.5]) < 1e-12);
}
