//! Clips as files: what comes back, what is reported, what is refused.

use anim_core::{
    AnyFormat, Axis, Channel, Curve, Deviation, Ease, Encode, EulerOrder, Event, Fate, Loss, Node, Options,
    Pose, Poser, Property, Rate, Space, Times, Transform, Unit, laws, quaternion,
};
use anim_mm2_ped::{
    Anim, Clip, ClipOptions, EncodeOptions, Error, ErrorKind, File, FileKind, Interpolate, Mm2Ped, Motion,
    Report, Rest, Skeleton,
};
use proptest::prelude::*;

use crate::figures::{bone, chain, encoded, figure, motion_of};

type Quaternion = [f64; 4];

fn channel(node: usize, property: Property, times: &[f64], values: &[f64], ease: Ease) -> Channel {
    let curve = Curve::new(Times::keys(times).unwrap(), property.width(), values.to_vec(), ease).unwrap();
    Channel::new(node, property, curve).unwrap()
}

fn still(node: usize, property: Property, values: &[f64]) -> Channel {
    channel(node, property, &[0.0], values, Ease::Step)
}

/// The nodes of a chain, each half a metre above its parent, for `seconds` at 30 frames per second.
fn clip(names: &[&str], seconds: f64, channels: Vec<Channel>) -> Clip {
    let node = |(index, name): (usize, &&str)| {
        let rest = Transform { translation: [0.0, 0.5, 0.0], ..Transform::IDENTITY };
        let mut node = Node::new(*name).with_rest(rest);
        node.parent = index.checked_sub(1);
        node
    };
    let nodes = names.iter().enumerate().map(node).collect();
    let clip = Clip::default().with_duration(seconds).with_rate(Rate::per_second(30));
    clip.with_nodes(nodes).with_channels(channels)
}

fn encode(clip: &Clip, skeleton: &Skeleton) -> (Anim, Report) {
    encoded(clip, skeleton, EncodeOptions::default()).unwrap()
}

/// A clip as the motion of its own nodes.
fn of_own_nodes(clip: &Clip) -> Result<Mm2Ped, Error> {
    Mm2Ped::from_clips(std::slice::from_ref(clip))
}

/// A clip as a skeleton, with the report.
fn skeleton_of(clip: &Clip) -> (Skeleton, Report) {
    let clips = std::slice::from_ref(clip);
    let options = EncodeOptions { kind: FileKind::Skeleton, ..EncodeOptions::default() };
    let mut report = Report::new();
    let document = Mm2Ped::from_clips_with(clips, &options, &mut report).unwrap();
    laws::joins(&report, clips).unwrap();
    let File::Skeleton(skeleton) = document.file else { panic!("{document:?}") };
    (skeleton, report)
}

fn bits(anim: &Anim) -> Vec<u32> {
    anim.values().iter().map(|value| value.to_bits()).collect()
}

/// The pose of a frame.
fn pose(skeleton: &Skeleton, anim: &Anim, frame: usize) -> Pose {
    let floats: Vec<_> = anim.frame(frame).unwrap().iter().map(|&value| f64::from(value)).collect();
    let mut pose = Pose::default();
    skeleton.pose(&floats, &mut pose);
    pose
}

/// The largest difference of world maps over all frames and bones.
fn apart(skeleton: &Skeleton, a: &Anim, b: &Anim) -> f64 {
    assert_eq!(a.frames(), b.frames());
    let frames = (0..a.frames()).flat_map(|frame| {
        let (a, b) = (pose(skeleton, a, frame), pose(skeleton, b, frame));
        a.world.into_iter().zip(b.world).map(|(a, b)| a.distance(&b)).collect::<Vec<_>>()
    });
    frames.fold(0.0, f64::max)
}

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
        // Of straight lines the file has the ends: it comes back, but it does not show them as the game does.
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
        let expected = format!("{} nodes are rotated at rest", turned.count());
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
        // Half a turn about Y, written out: x and z change sign in places and in axes of rotation.
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

#[test]
fn a_turn_through_gimbal_lock_stays_about_its_axis() {
    // A full sideways somersault in steps of one degree: z passes ±90°, where x and y turn about the same axis.
    let angles = (0..360).map(|degree| f64::from(degree).to_radians());
    let values: Vec<_> =
        angles.flat_map(|angle| quaternion::from_axis_angle([0.0, 0.0, 1.0], angle)).collect();
    let times: Vec<_> = (0..360).map(|frame| f64::from(frame) / 30.0).collect();
    let turning = clip(&["root"], 12.0, vec![channel(0, Property::Rotation, &times, &values, Ease::Step)]);
    let (anim, _) = encode(&turning, &chain(&["root"]));
    for (degree, frame) in (0..360u16).zip(0..) {
        let angles = &anim.frame(frame).unwrap()[3..];
        assert!(angles[0].abs() < 1e-5 && angles[1].abs() < 1e-5, "{degree}: {angles:?}");
        assert!((angles[2] - f32::from(degree).to_radians()).abs() < 1e-5, "{degree}: {angles:?}");
    }
}

#[test]
fn floats_that_are_not_finite_come_back() {
    let skeleton = chain(&["root", "spine"]);
    let odd =
        [f32::NAN, f32::INFINITY, -0.0, f32::from_bits(0x7FC0_1234), f32::NEG_INFINITY, 1e-45, 9.0, 8.0, 7.0];
    let anim = Anim::new(2, odd.to_vec()).unwrap();
    let clip = motion_of(&anim, Some(&skeleton), ClipOptions::default());
    assert_eq!(bits(&encode(&clip, &skeleton).0), bits(&anim));
}

#[test]
fn the_stated_distance_is_kept_if_it_fits_the_travel() {
    let skeleton = chain(&["root"]);
    let walk = |distance: f32| {
        let frames = (0..4u8).flat_map(|n| [0.0, 1.0, -0.25 * f32::from(n), 0.0, 0.0, 0.0]);
        let mut anim = Anim::new(1, frames.collect()).unwrap();
        anim.distance = distance;
        anim
    };
    for (stated, expected) in [(1.0, 1.0), (1.1, 1.1), (0.9, 0.9), (1.2, 1.0), (-1.0, 1.0), (f32::NAN, 1.0)] {
        let clip = motion_of(&walk(stated), Some(&skeleton), ClipOptions::default());
        assert_eq!(encode(&clip, &skeleton).0.distance, expected, "{stated}");
    }
    let game = ClipOptions { motion: Motion::Game, ..ClipOptions::default() };
    let clip = motion_of(&walk(1.0), Some(&skeleton), game);
    assert_eq!(encode(&clip, &skeleton).0.distance, 0.0);
}

#[test]
fn a_pose_at_the_end_is_a_frame_if_it_is_new() {
    let skeleton = chain(&["root"]);
    let frames = |ease, degrees: [f64; 3]| {
        let values: Vec<_> = degrees.into_iter().flat_map(|angle| [0.0, 0.0, angle.to_radians()]).collect();
        let euler = Property::Euler(EulerOrder::Yzx);
        let turn = channel(0, euler, &[0.0, 0.1, 0.2], &values, ease);
        encode(&clip(&["root"], 0.2, vec![turn]), &skeleton).0.frames()
    };
    // Straight to another pose, back to the first, and held.
    assert_eq!(frames(Ease::Linear, [0.0, 30.0, 60.0]), 7);
    assert_eq!(frames(Ease::Linear, [0.0, 30.0, 0.0]), 6);
    assert_eq!(frames(Ease::Step, [0.0, 30.0, 30.0]), 6);
    let slide =
        channel(0, Property::Translation, &[0.0, 0.2], &[0.0, 0.0, 0.0, 0.0, 0.0, -1.0], Ease::Linear);
    // A loop ends with the first pose, further along its path.
    assert_eq!(encode(&clip(&["root"], 0.2, vec![slide]), &skeleton).0.frames(), 6);
    for (seconds, expected) in [(0.0, 1), (0.01, 1), (0.05, 2), (1.0, 30), (1.0001, 31), (1.00001, 30)] {
        assert_eq!(encode(&clip(&["root"], seconds, vec![]), &skeleton).0.frames(), expected, "{seconds} s");
    }
}

#[test]
fn another_rate_becomes_thirty_frames_per_second() {
    let times: Vec<_> = (0..12).map(|frame| f64::from(frame) / 60.0).collect();
    let values: Vec<_> = (0..12).flat_map(|frame| [f64::from(frame), 0.0, 0.0]).collect();
    let slide = channel(0, Property::Translation, &times, &values, Ease::Linear);
    for (rate, message) in [
        (Some(60), Some("60 frames per second become 30")),
        (None, Some("6 key times lie between the file's frames, 30 per second")),
        (Some(30), Some("6 key times lie between the file's frames, 30 per second")),
    ] {
        let mut clip = clip(&["root"], 0.2, vec![slide.clone()]);
        clip.rate = rate.map(Rate::per_second);
        let (anim, report) = encode(&clip, &chain(&["root"]));
        let x: Vec<_> = (0..anim.frames()).map(|frame| anim.frame(frame).unwrap()[0]).collect();
        assert_eq!(x, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        let of_time: Vec<_> =
            report.losses.iter().filter(|loss| loss.code.id == "mm2-ped::resampled").collect();
        let found: Vec<_> = of_time.iter().map(|loss| loss.message.as_str()).collect();
        assert_eq!(found, message.into_iter().collect::<Vec<_>>());
        // The frame that shows a key begins half a frame later.
        let late = |loss: &&Loss| match loss.fate {
            Fate::Approximated(late) => late.unit == Unit::Time && (late.size - 1.0 / 60.0).abs() < 1e-12,
            _ => false,
        };
        assert!(of_time.iter().all(late), "{report}");
    }
}

#[test]
fn what_a_file_cannot_hold_is_reported() {
    let names = ["root", "spine", "finger"];
    let skeleton = chain(&["root", "spine"]);
    let euler = || Property::Euler(EulerOrder::Yzx);
    let moved = [0.0, 0.5, 0.0, 0.3, 0.5, 0.4];
    let approximated = |size| Fate::Approximated(Deviation::length(size));
    let cases: Vec<(Channel, &str, &str, Option<&str>, Fate)> = vec![
        (
            channel(1, Property::Translation, &[0.0, 0.1], &moved, Ease::Step),
            "mm2-ped::moved",
            "the bone moves relative to the bone above it by up to 5.000e-1 m; in the file it only rotates",
            Some("translation"),
            approximated(0.5),
        ),
        (
            still(1, Property::Scale, &[1.0, 1.5, 1.0]),
            "mm2-ped::dropped",
            "a bone has no scale in the file; the node's differs from 1 by up to 5.000e-1",
            Some("scale"),
            Fate::Dropped,
        ),
        (
            still(2, euler(), &[0.1; 3]),
            "mm2-ped::dropped",
            "no bone has the name of this node: its motion is not in the file",
            None,
            Fate::Dropped,
        ),
        (
            still(0, Property::Color, &[1.0; 3]),
            "mm2-ped::dropped",
            "an .anim cannot represent this property",
            Some("color"),
            Fate::Dropped,
        ),
        (
            still(0, Property::Translation, &[1e300, 0.0, 0.0]),
            "mm2-ped::range",
            "6 values are outside the range of single precision and became infinite",
            Some("translation"),
            approximated(f64::INFINITY),
        ),
        (
            still(1, euler(), &[0.0, 1e300, 0.0]),
            "mm2-ped::range",
            "6 values are outside the range of single precision and became infinite",
            Some("euler"),
            Fate::Approximated(Deviation::angle(f64::INFINITY)),
        ),
    ];
    for (channel, code, message, property, fate) in cases {
        let node = names[channel.node()];
        let clip = clip(&names, 0.2, vec![channel]);
        let (_, report) = encode(&clip, &skeleton);
        let [loss] = &report.losses[..] else { panic!("{report}") };
        assert_eq!((loss.code.id, loss.message.as_str(), loss.fate), (code, message, fate));
        assert_eq!((loss.node.as_deref(), loss.property.as_deref()), (Some(node), property), "{message}");
        assert_eq!((loss.clip.as_ref(), &report.findings[..]), (Some(&clip.name), &[][..]));
    }
    let event = Event::named(0.1, "step", vec![]);
    let (_, report) = encode(&clip(&names, 0.2, vec![]).with_events(vec![event]), &skeleton);
    assert_eq!(report.losses[0].message, "an .anim cannot represent events: 1 are not in the file");
}

#[test]
fn errors_of_length_are_in_metres() {
    // A clip in centimetres: the spine moves by 50 of them.
    let moved = [0.0, 50.0, 0.0, 30.0, 50.0, 40.0];
    let channel = channel(1, Property::Translation, &[0.0, 0.1], &moved, Ease::Step);
    let mut clip = clip(&["root", "spine"], 0.2, vec![channel]);
    for node in &mut clip.nodes {
        node.rest.translation = [0.0, 50.0, 0.0];
    }
    clip.space = Space::UNKNOWN.in_metres(0.01);
    let (_, report) = encode(&clip, &chain(&["root", "spine"]));
    let Fate::Approximated(error) = report.losses[0].fate else { panic!("{report}") };
    assert_eq!(((100.0 * error.size).round(), error.unit), (50.0, Deviation::length(0.0).unit));
}

#[test]
fn bones_that_differ_from_the_clips_are_reported() {
    let turn = still(0, Property::Euler(EulerOrder::Xyz), &[0.0, 0.0, 1.0]);
    let clip = clip(&["ROOT", "Spine"], 0.1, vec![turn]);
    let (_, report) = encode(&clip, &chain(&["root", "spine", "neck"]));
    let [finding] = &report.findings[..] else { panic!("{report}") };
    assert_eq!(
        (finding.code.id, finding.message.as_str()),
        ("mm2-ped::still-bone", "no node moves `neck`: at rest in every frame")
    );
    let tall =
        Skeleton::new(vec![bone("root", None, [0.0; 3]), bone("spine", Some(0), [0.0, 2.0, 0.0])]).unwrap();
    let (anim, report) = encode(&clip, &tall);
    let [finding] = &report.findings[..] else { panic!("{report}") };
    let size = "2 nodes of the clip are nodes of the figure: 2 by name; lengths become 4.000 times as long";
    assert_eq!((finding.code.id, finding.message.as_str()), ("retarget::brought", size));
    assert!(report.losses.is_empty(), "{report}");
    // The skeleton's bones rotate as the clip's nodes do.
    assert!((pose(&tall, &anim, 0).world[1].translation()[0] + 2.0 * 1f64.sin()).abs() < 1e-6);
    let mut stiff = chain(&["root"]).bones().to_vec();
    stiff[0].rotmin = Some([-0.5; 3]);
    stiff[0].rotmax = Some([0.5; 3]);
    let (_, report) = encode(&clip, &Skeleton::new(stiff).unwrap());
    let limit = report.findings.iter().find(|finding| finding.code.id == "mm2-ped::joint-limit").unwrap();
    assert_eq!(limit.message, "`root` turns 28.6° beyond the limits of the skeleton");
}

#[test]
fn a_bone_without_a_node_follows_its_parent() {
    // The spine is missing: its child rotates in the world as the clip's node does.
    let turn = |node| still(node, Property::Rotation, &quaternion::from_axis_angle([0.3, 1.0, 0.2], 0.7));
    let nodes = vec![Node::new("root"), Node::new("neck").with_parent(0)];
    let clip = Clip::default().with_nodes(nodes).with_channels(vec![turn(0), turn(1)]);
    let skeleton = chain(&["root", "spine", "neck"]);
    let (anim, _) = encode(&clip, &skeleton);
    let found = pose(&skeleton, &anim, 0);
    let expected = clip.pose(0.0);
    for (bone, node) in [(0, 0), (1, 0), (2, 1)] {
        let (found, expected) = (found.world[bone].linear(), expected.world[node].linear());
        let pairs = found.iter().flatten().zip(expected.iter().flatten());
        assert!(pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) < 1e-6, "bone {bone}");
    }
}

#[test]
fn clips_that_fit_no_file_are_refused() {
    let skeleton = chain(&["root"]);
    let refused = |clip: &Clip, skeleton: &Skeleton| {
        encoded(clip, skeleton, EncodeOptions::default()).unwrap_err().kind
    };
    let names = vec!["root".to_owned()];
    assert_eq!(refused(&clip(&["hand"], 1.0, vec![]), &skeleton), ErrorKind::NoMatch { names });
    assert_eq!(refused(&clip(&["root"], 334.0, vec![]), &skeleton), ErrorKind::Frames { count: 10_020 });
    assert!(matches!(refused(&clip(&["root"], -1.0, vec![]), &skeleton), ErrorKind::Clip(_)));
    let crowd = vec!["root"; 2000];
    assert_eq!(refused(&clip(&crowd, 333.0, vec![]), &skeleton), ErrorKind::Poses { count: 19_980_000 });
    assert_eq!(of_own_nodes(&clip(&[], 1.0, vec![])).unwrap_err().kind, ErrorKind::NoBones);
    let many = of_own_nodes(&clip(&["bone"; 333], 1.0, vec![])).unwrap_err();
    assert_eq!(many.kind, ErrorKind::Bones { count: 333 });
    let two = [clip(&["root"], 1.0, vec![]), clip(&["root"], 1.0, vec![])];
    assert!(matches!(Mm2Ped::from_clips(&two).unwrap_err().kind, ErrorKind::Clips { .. }));
    let invalid = of_own_nodes(&clip(&["root"], f64::NAN, vec![])).unwrap_err();
    assert!(
        std::error::Error::source(&invalid).is_some_and(<dyn std::error::Error>::is::<anim_core::ClipError>)
    );
}

#[test]
fn a_skeleton_is_an_option() {
    let files = vec![
        ("man.skel".to_owned(), chain(&["root", "spine"]).to_bytes()),
        ("broken.skel".to_owned(), b"NumBones x".to_vec()),
    ];
    let own =
        clip(&["Armature", "spine", "root"], 0.1, vec![still(2, Property::Translation, &[1.0, 2.0, 3.0])]);
    let format = AnyFormat::encoder::<Mm2Ped>();
    let encode = |path: &str| {
        let options = Options::of::<EncodeOptions>().with("skel", path).unwrap();
        let clips = std::slice::from_ref(&own);
        format.encode(clips, &options, &("out.anim", &files), &mut Report::new())
    };
    let encoded = encode("man.skel").unwrap();
    let encoded = (&*encoded as &dyn std::any::Any).downcast_ref::<Mm2Ped>().unwrap();
    let File::Anim(anim) = &encoded.file else { panic!("{encoded:?}") };
    assert_eq!(anim.bones(), 2);
    assert_eq!(encoded.skeleton, Some(chain(&["root", "spine"])));
    assert!(encode("woman.skel").unwrap_err().message.contains("`woman.skel` cannot be read"));
    assert_eq!(encode("broken.skel").unwrap_err().code.id, "mm2-ped::syntax");
}

#[test]
fn a_name_that_ends_in_skel_makes_a_skeleton() {
    let mut own = clip(
        &["Armature", "hip bone", "", "hip_bone"],
        0.1,
        vec![still(1, Property::Translation, &[0.0; 3])],
    );
    own.nodes.push(Node::new("lamp"));
    assert_eq!(Mm2Ped::options_for("out.SKEL").kind, FileKind::Skeleton);
    assert_eq!(["skel", "out.anim", ""].map(|name| Mm2Ped::options_for(name).kind), [FileKind::Anim; 3]);
    let (made, report) = skeleton_of(&own);
    let expected = vec![
        bone("hip_bone", None, [0.0, 1.0, 0.0]),
        bone("bone_01", Some(0), [0.0, 0.5, 0.0]),
        bone("hip_bone_2", Some(1), [0.0, 0.5, 0.0]),
    ];
    assert_eq!(made, Skeleton::new(expected).unwrap());
    let seen = |loss: &Loss| {
        let becomes = loss.renamed.as_ref().map_or_else(String::new, |name| format!(": `{name}`"));
        (loss.node.clone(), format!("{}{becomes}", loss.message))
    };
    let losses: Vec<_> = report.losses.iter().map(seen).collect();
    let losses: Vec<_> = losses.iter().map(|(node, text)| (node.as_deref(), text.as_str())).collect();
    let other = "the node is not a bone: a .skel represents one tree of nodes";
    assert_eq!(
        losses,
        [
            (None, "a .skel cannot represent motion: 1 channels and 0 events are not in the file"),
            (Some("hip bone"), "the bone has another name in the file: `hip_bone`"),
            (Some(""), "the bone has another name in the file: `bone_01`"),
            (Some("hip_bone"), "the bone has another name in the file: `hip_bone_2`"),
            (Some("Armature"), other),
            (Some("lamp"), other),
        ]
    );
}

#[test]
fn the_name_of_a_file_chooses_its_kind_unless_it_is_given() {
    let own = clip(&["root"], 0.1, vec![]);
    let format = AnyFormat::encoder::<Mm2Ped>();
    for (name, kind, is_skeleton) in [
        ("a.skel", None, true),
        ("a.anim", None, false),
        ("a.skel", Some("anim"), false),
        ("a", Some("skel"), true),
    ] {
        let mut options = Options::of::<EncodeOptions>();
        if let Some(kind) = kind {
            options.set("kind", kind).unwrap();
        }
        let clips = std::slice::from_ref(&own);
        let made = format.encode(clips, &options, &(name, ()), &mut Report::new()).unwrap();
        assert_eq!(made.to_bytes().starts_with(b"NumBones"), is_skeleton, "{name} {kind:?}");
    }
}

#[test]
fn the_skeleton_of_a_skeletons_clip_is_itself() {
    let skeleton = chain(&["root", "spine", "neck"]);
    let clip = &Mm2Ped::from(skeleton.clone()).clips()[0];
    assert_eq!(skeleton_of(clip).0, skeleton);
    let mut poser = Poser::new(clip);
    assert_eq!(poser.node(2, 0.0).transform.translation, [0.0, 0.5, 0.0]);
}

#[test]
fn without_a_skeleton_the_figure_is_lost_and_reported() {
    let figure_losses = |clip: &Clip, options: EncodeOptions| {
        let mut report = Report::new();
        Mm2Ped::from_clips_with(std::slice::from_ref(clip), &options, &mut report).unwrap();
        let is_it = |loss: &&Loss| loss.code.id == "mm2-ped::figure";
        report.losses.iter().filter(is_it).cloned().collect::<Vec<_>>()
    };
    let turning = || vec![still(0, Property::Euler(EulerOrder::Yzx), &[0.1, 0.0, 0.0])];
    let clip = clip(&["hip", "spine", "head"], 0.1, turning());
    let lost = figure_losses(&clip, EncodeOptions::default());
    assert_eq!((lost.len(), lost[0].fate), (1, Fate::Dropped), "{lost:?}");
    // Three names, the head that is not on the first bone, half a metre each.
    for part in ["names of 3", "parents of 1", "up to 5.000e-1"] {
        assert!(lost[0].message.contains(part), "{part}: {}", lost[0].message);
    }
    let (skeleton, _) = skeleton_of(&clip);
    assert_eq!(figure_losses(&clip, EncodeOptions { into: Some(skeleton), ..EncodeOptions::default() }), []);
    // A figure that the file describes completely.
    let mut plain = clip.clone();
    for (index, node) in plain.nodes.iter_mut().enumerate() {
        node.name = format!("bone_{index:02}");
        node.parent = (index > 0).then_some(0);
        node.rest = Transform::IDENTITY;
    }
    assert_eq!(figure_losses(&plain, EncodeOptions::default()), []);
}
