//! Clips of figures whose hips rest at the origin.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Report, Times, Transform};
use anim_retarget::{Figure, Mapping, Options, retarget};

/// A body with legs of this length, whose hips rest at this height, rotated by this rotation.
fn body(leg: f64, hips: f64, turn: Quaternion) -> Vec<Node> {
    let bones: [(&str, Option<usize>, [f64; 3]); 9] = [
        ("Hips", None, [0.0, hips, 0.0]),
        ("Spine", Some(0), [0.0, 0.2, 0.0]),
        ("Head", Some(1), [0.0, 0.4, 0.0]),
        ("LeftUpperLeg", Some(0), [0.1, 0.0, 0.0]),
        ("LeftLowerLeg", Some(3), [0.0, -leg / 2.0, 0.0]),
        ("LeftFoot", Some(4), [0.0, -leg / 2.0, 0.0]),
        ("RightUpperLeg", Some(0), [-0.1, 0.0, 0.0]),
        ("RightLowerLeg", Some(6), [0.0, -leg / 2.0, 0.0]),
        ("RightFoot", Some(7), [0.0, -leg / 2.0, 0.0]),
    ];
    let node = |(name, parent, place): (&str, Option<usize>, [f64; 3])| {
        let rest = match parent {
            None => Transform { translation: turned(turn, place), rotation: turn, scale: [1.0; 3] },
            Some(_) => Transform { translation: place, ..Transform::IDENTITY },
        };
        let mut node = Node::new(name).with_rest(rest);
        node.parent = parent;
        node
    };
    bones.map(node).to_vec()
}

fn turned(turn: Quaternion, v: [f64; 3]) -> [f64; 3] {
    quaternion::to_matrix(turn).map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

#[test]
fn hips_that_rest_at_the_origin_count_from_the_ground() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    // Y up, and Z up.
    for turn in [quaternion::IDENTITY, [half, 0.0, 0.0, half]] {
        for (rest, places, expected) in [
            // On legs of 0.8, from standing to a crouch a metre ahead; the other figure's legs are 1.2 long.
            (0.0, [[0.0, 0.8, 0.0], [0.0, 0.7, 1.0]], [[0.0, 1.2, 0.0], [0.0, 1.05, 1.5]]),
            (0.8, [[0.0, 0.8, 0.0], [0.0, 0.7, 1.0]], [[0.0, 1.2, 0.0], [0.0, 1.05, 1.5]]),
            // A clip that stores the displacement of the hips from their rest.
            (0.0, [[0.0, 0.0, 0.0], [0.0, -0.1, 1.0]], [[0.0, 1.2, 0.0], [0.0, 1.05, 1.5]]),
        ] {
            let values = places.map(|place| turned(turn, place)).as_flattened().to_vec();
            let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
            let clip = Clip::new("walk")
                .with_duration(1.0)
                .with_nodes(body(0.8, rest, turn))
                .with_channels(vec![Channel::new(0, Property::Translation, curve).unwrap()]);
            let figure = Figure::new(body(1.2, 1.2, quaternion::IDENTITY));
            let mapping = Mapping::new(&clip, &figure, None);
            let found = retarget(&clip, &figure, &mapping, &Options::default(), &mut Report::new());
            for (time, expected) in [0.0, 1.0].into_iter().zip(expected) {
                let place = found.pose(time).world[0].translation();
                let off = (0..3).map(|i| (place[i] - expected[i]).abs()).fold(0.0, f64::max);
                assert!(off < 1e-12, "{turn:?} {rest} at {time}: {place:?}");
            }
        }
    }
}

#[test]
fn hips_of_figures_that_both_rest_at_the_origin_go_as_they_are() {
    let curve = Curve::constant(&[0.0, 0.8, 0.0]).unwrap();
    let clip = Clip::new("stand")
        .with_nodes(body(0.8, 0.0, quaternion::IDENTITY))
        .with_channels(vec![Channel::new(0, Property::Translation, curve).unwrap()]);
    let figure = Figure::new(body(1.2, 0.0, quaternion::IDENTITY));
    let mapping = Mapping::new(&clip, &figure, None);
    let found = retarget(&clip, &figure, &mapping, &Options::default(), &mut Report::new());
    let place = found.pose(0.0).world[0].translation();
    assert!((place[1] - 1.2).abs() < 1e-12, "{place:?}");
}
