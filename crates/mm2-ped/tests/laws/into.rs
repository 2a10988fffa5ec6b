//! Clips of other figures on a skeleton.

use anim_core::{
    Channel, Clip, Curve, Ease, Fate, Node, Pose, Property, Rate, Report, Times, Transform, quaternion,
};
use anim_mm2_ped::{Anim, Axes, EncodeOptions, Mm2Ped, Reference, Skeleton};
use proptest::prelude::*;

use crate::figures::{bone, encoded};

/// The bones of a recording in centimetres that stands in a T pose and faces +Z: the name, the parent, and the position
/// relative to the parent.
const MIXAMO: [(&str, Option<usize>, [f64; 3]); 19] = [
    ("mixamorig:Hips", None, [0.0, 95.0, 0.0]),
    ("mixamorig:Spine", Some(0), [0.0, 10.0, 0.0]),
    ("mixamorig:Spine1", Some(1), [0.0, 12.0, 0.0]),
    ("mixamorig:Neck", Some(2), [0.0, 20.0, 0.0]),
    ("mixamorig:Head", Some(3), [0.0, 10.0, 0.0]),
    ("mixamorig:LeftShoulder", Some(2), [5.0, 15.0, 0.0]),
    ("mixamorig:LeftArm", Some(5), [12.0, 0.0, 0.0]),
    ("mixamorig:LeftForeArm", Some(6), [27.0, 0.0, 0.0]),
    ("mixamorig:LeftHand", Some(7), [25.0, 0.0, 0.0]),
    ("mixamorig:RightShoulder", Some(2), [-5.0, 15.0, 0.0]),
    ("mixamorig:RightArm", Some(9), [-12.0, 0.0, 0.0]),
    ("mixamorig:RightForeArm", Some(10), [-27.0, 0.0, 0.0]),
    ("mixamorig:RightHand", Some(11), [-25.0, 0.0, 0.0]),
    ("mixamorig:LeftUpLeg", Some(0), [9.0, -5.0, 0.0]),
    ("mixamorig:LeftLeg", Some(13), [0.0, -44.0, 0.0]),
    ("mixamorig:LeftFoot", Some(14), [0.0, -41.0, 0.0]),
    ("mixamorig:RightUpLeg", Some(0), [-9.0, -5.0, 0.0]),
    ("mixamorig:RightLeg", Some(16), [0.0, -44.0, 0.0]),
    ("mixamorig:RightFoot", Some(17), [0.0, -41.0, 0.0]),
];

/// A pedestrian of other proportions in metres, who faces −Z: the pelvis is a sibling of the spine.
fn pedestrian() -> Skeleton {
    let bones = [
        bone("root", None, [0.0, 1.1, 0.0]),
        bone("spine", Some(0), [0.0, 0.05, 0.0]),
        bone("neck", Some(1), [0.0, 0.33, 0.0]),
        bone("head", Some(2), [0.0, 0.1, 0.0]),
        bone("clavicle_l", Some(1), [-0.07, 0.37, 0.0]),
        bone("shoulder_l", Some(4), [-0.05, 0.0, 0.0]),
        bone("elbow_l", Some(5), [-0.24, 0.0, 0.0]),
        bone("wrist_l", Some(6), [-0.23, 0.0, 0.0]),
        bone("clavicle_r", Some(1), [0.07, 0.37, 0.0]),
        bone("shoulder_r", Some(8), [0.05, 0.0, 0.0]),
        bone("elbow_r", Some(9), [0.24, 0.0, 0.0]),
        bone("wrist_r", Some(10), [0.23, 0.0, 0.0]),
        bone("pelvis", Some(0), [0.0, -0.06, 0.0]),
        bone("hip_l", Some(12), [-0.11, -0.07, 0.03]),
        bone("knee_l", Some(13), [0.0, -0.42, 0.0]),
        bone("ankle_l", Some(14), [0.0, -0.43, 0.0]),
        bone("hip_r", Some(12), [0.1, -0.07, 0.03]),
        bone("knee_r", Some(16), [0.0, -0.42, 0.0]),
        bone("ankle_r", Some(17), [0.0, -0.43, 0.0]),
    ];
    Skeleton::new(bones.to_vec()).unwrap()
}

/// The bones, each with its next one, that point in the same direction in the clip and in the skeleton.
const LIMBS: [([usize; 2], [usize; 2]); 9] = [
    ([3, 4], [2, 3]),
    ([6, 7], [5, 6]),
    ([7, 8], [6, 7]),
    ([10, 11], [9, 10]),
    ([11, 12], [10, 11]),
    ([13, 14], [13, 14]),
    ([14, 15], [14, 15]),
    ([16, 17], [16, 17]),
    ([17, 18], [17, 18]),
];

const FRAMES: usize = 3;

/// A clip that turns every node, and moves the hips.
fn clip(turns: &[[f64; 4]], places: &[[f64; 3]], lowered: f64) -> Clip {
    let node = |(index, (name, parent, translation)): (usize, &(&str, Option<usize>, [f64; 3]))| {
        // The arms hang at rest: their nodes are turned about Z.
        let turn = |angle: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], angle);
        let rotation = match index {
            6 => turn(-lowered),
            10 => turn(lowered),
            _ => quaternion::IDENTITY,
        };
        let rest = Transform { translation: *translation, rotation, scale: [1.0; 3] };
        let mut node = Node::new(*name).with_rest(rest);
        node.parent = *parent;
        node
    };
    let times = || Times::uniform(0.0, Rate::per_second(30), FRAMES).unwrap();
    let turn = |node: usize| {
        let values = turns[node * FRAMES..][..FRAMES].as_flattened().to_vec();
        let curve = Curve::new(times(), 4, values, Ease::Step).unwrap();
        Channel::new(node, Property::Rotation, curve).unwrap()
    };
    let place = Curve::new(times(), 3, places.as_flattened().to_vec(), Ease::Step).unwrap();
    let place = Channel::new(0, Property::Translation, place).unwrap();
    Clip::new("walk")
        .with_duration(0.1)
        .with_rate(Rate::per_second(30))
        .with_nodes(MIXAMO.iter().enumerate().map(node).collect())
        .with_channels(std::iter::once(place).chain((0..MIXAMO.len()).map(turn)).collect())
}

fn turns() -> impl Strategy<Value = Vec<[f64; 4]>> {
    let one = prop::array::uniform4(-1.0..1.0f64)
        .prop_filter("a rotation has a length", |q| quaternion::dot(*q, *q) > 0.1);
    prop::collection::vec(one.prop_map(quaternion::normalize), MIXAMO.len() * FRAMES)
}

/// The direction from one node to another.
fn direction(pose: &Pose, [from, to]: [usize; 2]) -> [f64; 3] {
    let [a, b] = [from, to].map(|node| pose.world[node].translation());
    let span: [f64; 3] = std::array::from_fn(|i| b[i] - a[i]);
    let length = span.iter().map(|part| part * part).sum::<f64>().sqrt();
    span.map(|part| part / length)
}

fn frame(skeleton: &Skeleton, anim: &Anim, number: usize) -> Pose {
    let floats: Vec<_> = anim.frame(number).unwrap().iter().map(|&value| f64::from(value)).collect();
    let mut pose = Pose::default();
    skeleton.pose(&floats, &mut pose);
    pose
}

fn ids(report: &Report) -> Vec<&'static str> {
    report.losses.iter().map(|loss| loss.code.id).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn limbs_point_where_those_of_the_recording_do(
        turns in turns(),
        ways in prop::array::uniform3(prop::array::uniform3(-50.0..50.0f64)),
    ) {
        let places = ways.map(|way| [way[0], 95.0 + way[1], way[2]]);
        let clip = clip(&turns, &places, 0.0);
        let skeleton = pedestrian();
        let (anim, report) = encoded(&clip, &skeleton, EncodeOptions::default()).unwrap();
        prop_assert_eq!(anim.frames(), FRAMES);
        for (number, way) in ways.iter().enumerate() {
            let (source, found) = (clip.pose(number as f64 / 30.0), frame(&skeleton, &anim, number));
            for (from, to) in LIMBS {
                // Half a turn about Y: the pedestrian faces −Z.
                let [x, y, z] = direction(&source, from);
                let off = direction(&found, to).iter().zip([-x, y, -z]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                prop_assert!(off < 1e-5, "{:?} in frame {}: off by {}", to, number, off);
            }
            // Legs of 0.85 m for legs of 85 cm: the hips of 95 cm are those of 1.1 m at rest.
            let [x, y, z] = way.map(|part| part / 100.0);
            let place = found.world[0].translation();
            let off = place.iter().zip([-x, 1.1 + y, -z]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            prop_assert!(off < 1e-6, "{:?}", place);
        }
        let [finding] = &report.findings[..] else { panic!("{report}") };
        let begins = "18 nodes of the clip are nodes of the figure: 3 by name, 15 as human bones; lengths become 0.01000";
        let ends = " times as long; the axes are turned; these nodes stay at rest: `pelvis`";
        prop_assert!(finding.message.starts_with(begins) && finding.message.ends_with(ends), "{}", finding.message);
        prop_assert_eq!(ids(&report), ["retarget::unmatched"]);
    }

    #[test]
    fn limbs_point_alike_from_hanging_arms(turns in turns(), lowered in 0.3..1.4f64) {
        let clip = clip(&turns, &[[0.0, 95.0, 0.0]; FRAMES], lowered);
        let skeleton = pedestrian();
        let options = EncodeOptions { reference: Reference::TPose, ..EncodeOptions::default() };
        let (anim, _) = encoded(&clip, &skeleton, options).unwrap();
        for number in 0..FRAMES {
            let (source, found) = (clip.pose(number as f64 / 30.0), frame(&skeleton, &anim, number));
            for (from, to) in LIMBS {
                let [x, y, z] = direction(&source, from);
                let off = direction(&found, to).iter().zip([-x, y, -z]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                prop_assert!(off < 1e-5, "{:?} in frame {}: off by {}", to, number, off);
            }
        }
    }
}

#[test]
fn the_first_bone_moves_for_all_others() {
    // A hand that is translated: bones keep their lengths, unless requested otherwise, and then the file cannot hold it.
    let still = vec![quaternion::IDENTITY; MIXAMO.len() * FRAMES];
    let mut clip = clip(&still, &[[0.0, 95.0, 0.0]; FRAMES], 0.0);
    let slide = Curve::constant(&[35.0, 0.0, 0.0]).unwrap();
    clip.channels.push(Channel::new(8, Property::Translation, slide).unwrap());
    let losses = |travel| {
        let options = EncodeOptions { travel, ..EncodeOptions::default() };
        let (_, report) = encoded(&clip, &pedestrian(), options).unwrap();
        let of_hand =
            report.losses.into_iter().filter(|loss| loss.node.as_deref() == Some("mixamorig:LeftHand"));
        of_hand.map(|loss| (loss.code.id, loss.renamed)).collect::<Vec<_>>()
    };
    assert_eq!(losses(anim_mm2_ped::Travel::Hips), [("retarget::dropped", None)]);
    assert_eq!(losses(anim_mm2_ped::Travel::All), [("mm2-ped::moved", Some("wrist_l".to_owned()))]);
}

#[test]
fn a_first_bone_on_the_floor_travels_for_the_hips() {
    let mut turns = vec![quaternion::IDENTITY; MIXAMO.len() * FRAMES];
    turns[..FRAMES].fill(quaternion::from_axis_angle([0.3, 1.0, 0.2], 0.8));
    let places = [[0.0, 95.0, 0.0], [10.0, 90.0, 50.0], [0.0, 85.0, 100.0]];
    let clip = clip(&turns, &places, 0.0);
    // The hips hang a metre above a bone that has no counterpart, and there is another root next to them.
    let mut bones = vec![bone("floor", None, [0.5, 0.0, 0.0]), bone("lift", Some(0), [0.0, 0.4, 0.0])];
    for mut bone in pedestrian().bones().to_vec() {
        bone.parent = Some(bone.parent.map_or(1, |parent| parent + 2));
        bones.push(bone);
    }
    bones[2].offset = [0.0, 0.7, 0.0];
    let skeleton = Skeleton::new(bones).unwrap();
    let (anim, report) = encoded(&clip, &skeleton, EncodeOptions::default()).unwrap();
    for (number, [x, y, z]) in places.into_iter().enumerate() {
        let found = frame(&skeleton, &anim, number).world[2].translation();
        let expected = [0.5 - x / 100.0, 1.1 + (y - 95.0) / 100.0, -z / 100.0];
        let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-6, "{found:?} for {expected:?}");
    }
    assert_eq!(ids(&report), ["retarget::unmatched"], "{report}");
}

#[test]
fn bones_beside_each_other_travel_with_the_first_bone() {
    let hung = |first: &str| {
        let places = [(first, None, [0.0, 1.0, 0.0]), ("left", Some(0), [0.5, 0.0, 0.0])];
        let other = [("right", Some(0), [-0.5, 0.25, 0.0]), ("tip", Some(1), [0.0, 0.5, 0.0])];
        let bones = places.into_iter().chain(other).map(|(name, parent, place)| bone(name, parent, place));
        bones.collect::<Vec<_>>()
    };
    // Parents come before their children, and the tip hangs from the left.
    let mut bones = hung("frame");
    bones.swap(2, 3);
    let skeleton = Skeleton::new(bones).unwrap();
    let node = |bone: &anim_mm2_ped::Bone| {
        let rest = Transform { translation: bone.offset.map(f64::from), ..Transform::IDENTITY };
        let mut node = Node::new(&bone.name).with_rest(rest);
        node.parent = bone.parent;
        node
    };
    let places = [[0.0, 1.0, 0.0], [0.25, 1.0, -0.5], [0.5, 1.5, -1.0]];
    // How far the right one itself is translated.
    for strays in [0.0, 0.125] {
        let times = || Times::uniform(0.0, Rate::per_second(30), FRAMES).unwrap();
        let way = Curve::new(times(), 3, places.as_flattened().to_vec(), Ease::Linear).unwrap();
        let own = [[-0.5, 0.25, 0.0], [-0.5, 0.25 + strays, 0.0], [-0.5, 0.25, 0.0]];
        let own = Curve::new(times(), 3, own.as_flattened().to_vec(), Ease::Linear).unwrap();
        let turn = |angle| quaternion::from_axis_angle([1.0, 0.0, 0.0], angle);
        let turns = [turn(0.0), turn(0.5), turn(0.25)].as_flattened().to_vec();
        let turns = Curve::new(times(), 4, turns, Ease::Slerp).unwrap();
        let clip = Clip::new("ride")
            .with_duration(FRAMES as f64 / 30.0)
            .with_rate(Rate::per_second(30))
            .with_nodes(hung("mover").iter().map(node).collect())
            .with_channels(vec![
                Channel::new(0, Property::Translation, way).unwrap(),
                Channel::new(1, Property::Rotation, turns).unwrap(),
                Channel::new(2, Property::Translation, own).unwrap(),
            ]);
        let (anim, report) = encoded(&clip, &skeleton, EncodeOptions::default()).unwrap();
        for number in 0..FRAMES {
            let (source, found) = (clip.pose(number as f64 / 30.0), frame(&skeleton, &anim, number));
            for (from, to) in [(1, 1), (3, 2)] {
                let [from, to] = [source.world[from], found.world[to]].map(|world| world.translation());
                let off = from.iter().zip(to).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(off < 1e-6, "{from:?}, not {to:?}");
            }
        }
        let moved = report.losses.iter().find(|loss| loss.code.id == "mm2-ped::moved");
        match moved.map(|loss| (loss.node.as_deref(), loss.fate)) {
            None => assert_eq!(strays, 0.0),
            Some((node, Fate::Approximated(error))) => {
                assert_eq!(node, Some("right"), "{report}");
                assert!((error.size - strays).abs() < 1e-6, "{report}");
            }
            found => panic!("{found:?}"),
        }
    }
}

#[test]
fn keys_that_baking_adds_are_none_of_the_clip() {
    let nodes = vec![Node::new("mover"), Node::new("left").with_parent(0)];
    let turning = |node: usize, axis: [f64; 3]| {
        let turns = [0.0, 1.5, -0.5].map(|angle| quaternion::from_axis_angle(axis, angle));
        let times = Times::uniform(0.0, Rate::per_second(30), FRAMES).unwrap();
        let curve = Curve::new(times, 4, turns.as_flattened().to_vec(), Ease::Slerp).unwrap();
        Channel::new(node, Property::Rotation, curve).unwrap()
    };
    let clip = Clip::new("turn")
        .with_duration(FRAMES as f64 / 30.0)
        .with_nodes(nodes)
        .with_channels(vec![turning(0, [1.0, 0.0, 0.0]), turning(1, [0.0, 0.6, 0.8])]);
    let skeleton =
        Skeleton::new(vec![bone("frame", None, [0.0; 3]), bone("left", Some(0), [0.0, 1.0, 0.0])]).unwrap();
    let (_, report) = encoded(&clip, &skeleton, EncodeOptions::default()).unwrap();
    let ids = ids(&report);
    // The curve was composed of two, with keys between the frames; the clip has keys only at frames.
    assert!(ids.contains(&"retarget::baked") && !ids.contains(&"mm2-ped::resampled"), "{report}");
}

#[test]
fn frames_turn_as_the_clip_does_however_its_curves_are_composed() {
    const LAST: usize = 30;
    let turning = |node: usize, axis: [f64; 3]| {
        let turns = [0.0, 1.5].map(|angle| quaternion::from_axis_angle(axis, angle));
        let times = Times::keys(vec![0.0, 1.0]).unwrap();
        let curve = Curve::new(times, 4, turns.as_flattened().to_vec(), Ease::Slerp).unwrap();
        Channel::new(node, Property::Rotation, curve).unwrap()
    };
    let rest = Transform { translation: [0.0, 1.0, 0.0], ..Transform::IDENTITY };
    let clip = Clip::new("turn")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("mover"), Node::new("hips").with_parent(0).with_rest(rest)])
        .with_channels(vec![turning(0, [1.0, 0.0, 0.0]), turning(1, [0.0, 0.6, 0.8])]);
    // Below a bone that the clip does not have, its rotation is composed of two.
    let below = vec![bone("frame", None, [0.0; 3]), bone("hips", Some(0), [0.0, 1.0, 0.0])];
    let below = Skeleton::new(below).unwrap();
    let (anim, report) = encoded(&clip, &below, EncodeOptions::default()).unwrap();
    for number in 0..=LAST {
        let (source, found) = (clip.pose(number as f64 / 30.0), frame(&below, &anim, number));
        let [expected, found] = [&source, &found].map(|pose| pose.world[1].decompose().rotation);
        let off = quaternion::angle_between(expected, found);
        assert!(off <= 1e-4, "{number}: {off}, {report}");
    }
}

#[test]
fn axes_that_are_the_same_stay() {
    let turned = |index: usize| quaternion::from_axis_angle([0.0, 0.6, 0.8], index as f64 * 0.1);
    let turns: Vec<_> = (0..MIXAMO.len() * FRAMES).map(turned).collect();
    let clip = clip(&turns, &[[10.0, 95.0, 20.0]; FRAMES], 0.0);
    let skeleton = pedestrian();
    for (axes, side) in [(Axes::Same, 1.0), (Axes::Body, -1.0)] {
        let options = EncodeOptions { axes, ..EncodeOptions::default() };
        let (anim, _) = encoded(&clip, &skeleton, options).unwrap();
        let place = frame(&skeleton, &anim, 1).world[0].translation();
        let expected = [0.1 * side, 1.1, 0.2 * side];
        assert!(place.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{axes:?}: {place:?}");
    }
}

#[test]
fn options_that_need_a_skeleton_are_reported_without_one() {
    let still = clip(&vec![quaternion::IDENTITY; MIXAMO.len() * FRAMES], &[[0.0, 95.0, 0.0]; FRAMES], 0.0);
    let found = |options: &EncodeOptions| -> Vec<String> {
        let mut report = Report::new();
        Mm2Ped::from_clips_with(std::slice::from_ref(&still), options, &mut report).unwrap();
        let unused = report.findings.into_iter().filter(|found| found.code.id == "mm2-ped::unused-option");
        unused.map(|found| found.message).collect()
    };
    assert!(found(&EncodeOptions::default()).is_empty());
    let options = EncodeOptions {
        reference: Reference::First,
        travel: anim_mm2_ped::Travel::All,
        ..EncodeOptions::default()
    };
    let [message] = &found(&options)[..] else { panic!("one finding for all options") };
    assert!(message.ends_with(": `reference`, `travel`"), "{message}");
    assert!(found(&EncodeOptions { into: Some(pedestrian()), ..options }).is_empty());
}

#[test]
fn bones_that_hang_from_nothing_and_move_are_reported() {
    let mut bones = vec![bone("root", None, [0.0, 1.0, 0.0]), bone("spine", Some(0), [0.0, 0.5, 0.0])];
    bones.push(bone("prop", None, [1.0, 0.0, 0.0]));
    let skeleton = Skeleton::new(bones.clone()).unwrap();
    let node = |bone: &anim_mm2_ped::Bone| {
        let rest = Transform { translation: bone.offset.map(f64::from), ..Transform::IDENTITY };
        let mut node = Node::new(&bone.name).with_rest(rest);
        node.parent = bone.parent;
        node
    };
    let place = Curve::constant(&[3.0, 0.0, 0.0]).unwrap();
    let channel = Channel::new(2, Property::Translation, place).unwrap();
    let clip = Clip::new("fall").with_duration(0.1).with_rate(Rate::per_second(30));
    let clip = clip.with_nodes(bones.iter().map(node).collect()).with_channels(vec![channel]);
    let (_, report) = encoded(&clip, &skeleton, EncodeOptions::default()).unwrap();
    let [loss] = &report.losses[..] else { panic!("{report}") };
    assert_eq!((loss.code.id, loss.node.as_deref()), ("mm2-ped::moved", Some("prop")));
    assert_eq!(loss.fate, anim_core::Fate::Approximated(anim_core::Deviation::length(2.0)));
}

#[test]
fn a_jump_on_a_frame_stays_exact_where_curves_are_combined() {
    // The hip jumps by 0.4 rad at frame 30. The knee turns in the world by 0.05 rad in two seconds, so its curve relative to the hip is
    // a product of both.
    let turn = |node: usize, axis: [f64; 3], angles: &[f64], ease: Ease| {
        let times = &[0.0, 1.0, 2.0][..angles.len()];
        let values: Vec<f64> =
            angles.iter().flat_map(|&angle| quaternion::from_axis_angle(axis, angle)).collect();
        let curve = Curve::new(Times::keys(times).unwrap(), 4, values, ease).unwrap();
        Channel::new(node, Property::Rotation, curve).unwrap()
    };
    let hip = turn(0, [1.0, 0.0, 0.0], &[0.0, 0.4], Ease::Step);
    let knee = turn(1, [0.0, 0.0, 1.0], &[0.0, 0.025, 0.05], Ease::Slerp);
    let clip = Clip::new("jump")
        .with_duration(2.0)
        .with_nodes(vec![Node::new("hip"), Node::new("knee")])
        .with_channels(vec![hip, knee]);
    let skeleton =
        Skeleton::new(vec![bone("hip", None, [0.0, 1.0, 0.0]), bone("knee", Some(0), [0.0, -0.5, 0.0])]);
    let (_, report) = encoded(&clip, &skeleton.unwrap(), EncodeOptions::default()).unwrap();
    let held = |node: &str| {
        let is_it =
            |loss: &&anim_core::Loss| loss.code.id == "mm2-ped::held" && loss.node.as_deref() == Some(node);
        report.losses.iter().find(is_it).map(|loss| loss.fate)
    };
    assert_eq!(held("hip"), None, "{report}");
    let Some(Fate::Approximated(error)) = held("knee") else { panic!("{report}") };
    assert!((error.size - 0.05 / 60.0).abs() < 2e-4, "{report}");
}
