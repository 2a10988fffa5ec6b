//! Files that become clips and files again: what the round trip preserves.

use anim_core::{Axis, Channel, Curve, Ease, EulerOrder, Loss, Node, Property, Space, Transform, quaternion};
use anim_mm2_ped::{Anim, Clip, ClipOptions, EncodeOptions, File, Interpolate, Report, Rest, Skeleton};
use proptest::prelude::*;

use crate::figures::{chain, encoded, figure, motion_of};
use crate::made::{apart, channel, clip, encode, of_own_nodes, skeleton_of};

type Quaternion = [f64; 4];

/// The clip of a file with quaternions instead of angles, as most programs write it.
fn as_quaternions(skeleton: &Skeleton, anim: &Anim) -> Clip {
    let mut clip = motion_of(anim, Some(skeleton), ClipOptions::default());
    for channel in &mut clip.channels {
        if let Property::Euler(order) = *channel.property() {
            let curve = channel.curve();
            let angles = curve.values().chunks(3).map(|three| [three[0], three[1], three[2]]);
            let values: Vec<_> = angles.flat_map(|angles| order.to_quaternion(angles)).collect();
            let curve = Curve::new(curve.times().clone(), 4, values, Ease::Step).unwrap();
            *channel = Channel::new(channel.node(), Property::Rotation, curve).unwrap();
        }
    }
    clip
}

/// The same motion of nodes that have these world rotations at rest.
fn with_rests(clip: &Clip, rests: &[Quaternion]) -> Clip {
    let mut turned = clip.clone();
    let position = |node: usize| clip.clone().with_channels(vec![]).pose(0.0).world[node].translation();
    for (index, node) in turned.nodes.iter_mut().enumerate() {
        // The rest of a node in the space of its rotated parent.
        let (above, from) =
            node.parent.map_or((quaternion::IDENTITY, [0.0; 3]), |parent| (rests[parent], position(parent)));
        let undo = quaternion::conjugate(above);
        let span: [f64; 3] = std::array::from_fn(|axis| position(index)[axis] - from[axis]);
        node.rest.rotation = quaternion::multiply(undo, rests[index]);
        node.rest.translation = rotated(undo, span);
    }
    turned.channels = clip
        .channels
        .iter()
        .map(|channel| match channel.property() {
            Property::Rotation => {
                // Rotations R of the node on its parent become conj(rest of the parent) · R · rest.
                let above =
                    clip.nodes[channel.node()].parent.map_or(quaternion::IDENTITY, |parent| rests[parent]);
                let curve = channel.curve();
                let values = curve.values().chunks(4).flat_map(|q| {
                    let q = [q[0], q[1], q[2], q[3]];
                    let undo = quaternion::conjugate(above);
                    quaternion::multiply(quaternion::multiply(undo, q), rests[channel.node()])
                });
                let curve = Curve::new(curve.times().clone(), 4, values.collect(), Ease::Step).unwrap();
                Channel::new(channel.node(), Property::Rotation, curve).unwrap()
            }
            _ => channel.clone(),
        })
        .collect();
    turned
}

fn rotated(by: Quaternion, v: [f64; 3]) -> [f64; 3] {
    quaternion::to_matrix(by).map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

proptest! {
    #[test]
    fn a_file_comes_back_from_its_clip((skeleton, mut anim) in figure(1..9usize, 20.0), linear: bool, flag: u8) {
        anim.flag = flag;
        let interpolate = if linear { Interpolate::Linear } else { Interpolate::Hold };
        let options = ClipOptions { interpolate, ..ClipOptions::default() };
        let clip = motion_of(&anim, Some(&skeleton), options);
        let (again, report) = encode(&clip, &skeleton);
        prop_assert_eq!(&again, &anim);
        // With straight lines the file has the ends: the round trip is exact, but the file does not show the lines in the game.
        let is_of_lines = |loss: &Loss| linear && ["mm2-ped::held", "mm2-ped::outside"].contains(&loss.code.id);
        prop_assert!(report.findings.is_empty() && report.losses.iter().all(is_of_lines), "{}", report);
        // Without a skeleton the bones are the nodes of the clip.
        let again = of_own_nodes(&clip).unwrap();
        prop_assert_eq!(again.name.as_deref(), Some("motion"));
        prop_assert_eq!(again.file, File::Anim(anim));
    }

    #[test]
    fn a_file_comes_back_from_quaternions((skeleton, anim) in figure(1..9usize, 3.0)) {
        let (again, report) = encode(&as_quaternions(&skeleton, &anim), &skeleton);
        prop_assert!(apart(&skeleton, &anim, &again) < 1e-5, "off by {}", apart(&skeleton, &anim, &again));
        prop_assert_eq!(report, Report::new());
    }

    #[test]
    fn how_nodes_rest_does_not_matter(
        (skeleton, anim) in figure(1..6usize, 3.0),
        rests in prop::collection::vec(prop::array::uniform3(-3.0..3.0f64), 6),
    ) {
        let rests: Vec<_> = rests.into_iter().map(|angles| EulerOrder::Xyz.to_quaternion(angles)).collect();
        let clip = with_rests(&as_quaternions(&skeleton, &anim), &rests);
        let (again, report) = encode(&clip, &skeleton);
        prop_assert!(apart(&skeleton, &anim, &again) < 1e-5, "off by {}", apart(&skeleton, &anim, &again));
        let count = skeleton.bones().len();
        let turned = rests[..count].iter().filter(|rest| quaternion::angle_between(**rest, quaternion::IDENTITY) > 1e-5);
        let expected = format!("the rest rotation of {}", anim_core::counted(turned.count(), "node"));
        let [loss] = &report.losses[..] else { panic!("{report}") };
        prop_assert!(loss.code.id == "mm2-ped::rest" && loss.message.starts_with(&expected), "{}", report);
        // A skeleton made of such nodes keeps their positions too.
        let (own, _) = skeleton_of(&clip);
        let (again, _) = encode(&clip, &own);
        prop_assert!(apart(&skeleton, &anim, &again) < 1e-5);
    }

    #[test]
    fn nodes_that_rest_in_a_pose_of_the_figure_move_the_bones_as_they_are(
        (skeleton, anim) in figure(2..9usize, 3.0),
        rests in proptest::collection::vec(prop::array::uniform4(-1.0..1.0f64), 9),
    ) {
        // As exporters write objects whose rest is some pose of their motion.
        let mut clip = as_quaternions(&skeleton, &anim);
        for (node, rest) in clip.nodes.iter_mut().zip(&rests) {
            node.rest.rotation = quaternion::normalize(*rest);
        }
        let given = |rest| {
            let options = EncodeOptions { rest, ..EncodeOptions::default() };
            let (made, report) = encoded(&clip, &skeleton, options).unwrap();
            (apart(&skeleton, &anim, &made), report)
        };
        for rest in [Rest::Auto, Rest::Ignore] {
            let (off, report) = given(rest);
            prop_assert!(off < 1e-5, "off by {off}");
            prop_assert_eq!(report, Report::new());
        }
        // If the rests count, the motion is another one.
        prop_assume!(quaternion::angle_between(clip.nodes[0].rest.rotation, quaternion::IDENTITY) > 0.1);
        prop_assert!(given(Rest::Use).0 > 1e-3);
    }

    #[test]
    fn a_figure_that_faces_the_viewer_is_turned_back((skeleton, anim) in figure(1..6usize, 3.0)) {
        // Half a turn about Y, written out: x and z change sign in positions and in axes of rotation.
        let mut clip = motion_of(&anim, Some(&skeleton), ClipOptions::default());
        clip.space = Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0);
        for node in &mut clip.nodes {
            let [x, y, z] = node.rest.translation;
            node.rest.translation = [-x, y, -z];
        }
        clip.channels = clip.channels.iter().map(|channel| {
            let turned = channel.curve().values().chunks(3).flat_map(|v| [-v[0], v[1], -v[2]]).collect();
            let curve = Curve::new(channel.curve().times().clone(), 3, turned, Ease::Step).unwrap();
            Channel::new(channel.node(), channel.property().clone(), curve).unwrap()
        }).collect();
        let (again, report) = encoded(&clip, &skeleton, EncodeOptions::default()).unwrap();
        prop_assert!(apart(&skeleton, &anim, &again) < 1e-5);
        prop_assert_eq!(report, Report::new());
    }

    #[test]
    fn a_figure_in_centimetres_under_an_armature_comes_back((skeleton, anim) in figure(1..6usize, 3.0)) {
        // The armature scales by 100 and is rotated onto its back; the first node below it is rotated up again.
        let mut clip = as_quaternions(&skeleton, &anim);
        let lying = quaternion::from_axis_angle([1.0, 0.0, 0.0], -std::f64::consts::FRAC_PI_2);
        let up = quaternion::conjugate(lying);
        for node in &mut clip.nodes {
            node.parent = Some(node.parent.map_or(0, |parent| parent + 1));
        }
        let rest = Transform { rotation: lying, scale: [100.0; 3], ..Transform::IDENTITY };
        clip.nodes.insert(0, Node::new("Armature").with_rest(rest));
        clip.nodes[1].rest.rotation = up;
        clip.nodes[1].rest.translation = rotated(up, clip.nodes[1].rest.translation);
        clip.channels = clip.channels.iter().map(|channel| {
            let curve = channel.curve();
            let values: Vec<f64> = match (channel.node(), channel.property()) {
                (0, Property::Translation) => curve.values().chunks(3).flat_map(|v| rotated(up, [v[0], v[1], v[2]])).collect(),
                (0, Property::Rotation) => curve.values().chunks(4)
                    .flat_map(|q| quaternion::multiply(up, [q[0], q[1], q[2], q[3]])).collect(),
                _ => curve.values().to_vec(),
            };
            let curve = Curve::new(curve.times().clone(), curve.width(), values, Ease::Step).unwrap();
            Channel::new(channel.node() + 1, channel.property().clone(), curve).unwrap()
        }).collect();
        clip.space = Space::UNKNOWN.in_metres(0.01);
        let (again, report) = encoded(&clip, &skeleton, EncodeOptions::default()).unwrap();
        prop_assert!(apart(&skeleton, &anim, &again) < 1e-5, "off by {}", apart(&skeleton, &anim, &again));
        prop_assert_eq!(report, Report::new());
    }

    #[test]
    fn angles_continue_without_jumps(
        start in prop::array::uniform3(-3.0..3.0f64),
        axis in prop::array::uniform3(-1.0..1.0f64),
        speed in 0.5..12.0f64,
    ) {
        // A steady turn about any axis, seen as quaternions of alternating sign.
        prop_assume!(axis.iter().map(|part| part * part).sum::<f64>() > 0.05);
        let start = EulerOrder::Xyz.to_quaternion(start);
        let rotation = |frame: u32| quaternion::multiply(quaternion::from_axis_angle(axis, speed * f64::from(frame) / 30.0), start);
        let values: Vec<f64> = (0..60u32)
            .flat_map(|frame| rotation(frame).map(|part| if frame % 2 == 0 { part } else { -part }))
            .collect();
        let times: Vec<_> = (0..60).map(|frame| f64::from(frame) / 30.0).collect();
        let turning = clip(&["root"], 2.0, vec![channel(0, Property::Rotation, &times, &values, Ease::Step)]);
        let (anim, _) = encode(&turning, &chain(&["root"]));
        for frame in 0..59 {
            let [now, next] = [frame, frame + 1].map(|frame| &anim.frame(frame as usize).unwrap()[3..]);
            let found = EulerOrder::Yzx.to_quaternion([0, 1, 2].map(|axis| f64::from(now[axis])));
            prop_assert!(quaternion::angle_between(found, rotation(frame)) < 1e-5);
            // Near gimbal lock the outer angles change fast, by at most half a turn; the middle angle never does.
            prop_assert!((0..3).all(|axis| (next[axis] - now[axis]).abs() < 3.15), "{:?} {:?}", now, next);
            prop_assert!((next[2] - now[2]).abs() < 2.0 * speed as f32 / 30.0 + 1e-3, "{:?} {:?}", now, next);
        }
    }
}
