//! Clips that join a document: those of its own figure, and those of others.

use std::fmt::Write;

use anim_core::{
    Channel, Clip, Curve, Ease, Node, Pose, Property, Rate, Report, Times, Transform, laws, quaternion,
};
use anim_stf::anim_retarget::Reference;
use anim_stf::{BakedUse, BoneMap, ClipOptions, EncodeOptions, Stf};
use proptest::prelude::*;

use crate::documents;

/// A bone of a body: the name in a recording and in the document, the parent, the position relative to the parent in metres in
/// a T pose that faces along Z, and the ratio of the bone's length in the document to that in the recording.
type Bone = (&'static str, &'static str, Option<usize>, [f64; 3], f64);

const BODY: [Bone; 15] = [
    ("Hips", "pelvis", None, [0.0, 1.0, 0.0], 1.2),
    ("Spine", "spine_01", Some(0), [0.0, 0.1, 0.0], 1.0),
    ("Head", "head", Some(1), [0.0, 0.5, 0.0], 0.8),
    ("LeftArm", "upperarm_l", Some(1), [0.2, 0.4, 0.0], 0.9),
    ("LeftForeArm", "lowerarm_l", Some(3), [0.3, 0.0, 0.0], 1.3),
    ("LeftHand", "hand_l", Some(4), [0.25, 0.0, 0.0], 1.1),
    ("RightArm", "upperarm_r", Some(1), [-0.2, 0.4, 0.0], 0.9),
    ("RightForeArm", "lowerarm_r", Some(6), [-0.3, 0.0, 0.0], 1.3),
    ("RightHand", "hand_r", Some(7), [-0.25, 0.0, 0.0], 1.1),
    ("LeftUpLeg", "thigh_l", Some(0), [0.1, -0.05, 0.0], 1.0),
    ("LeftLeg", "calf_l", Some(9), [0.0, -0.45, 0.0], 1.2),
    ("LeftFoot", "foot_l", Some(10), [0.0, -0.45, 0.0], 1.2),
    ("RightUpLeg", "thigh_r", Some(0), [-0.1, -0.05, 0.0], 1.0),
    ("RightLeg", "calf_r", Some(12), [0.0, -0.45, 0.0], 1.2),
    ("RightFoot", "foot_r", Some(13), [0.0, -0.45, 0.0], 1.2),
];

/// The bones whose next bone points in the same direction in both.
const LIMBS: [[usize; 2]; 8] = [[3, 4], [4, 5], [6, 7], [7, 8], [9, 10], [10, 11], [12, 13], [13, 14]];

const FRAMES: usize = 3;

/// The armature lies on its back, as exporters for programs with Z up leave it.
const LYING: [f64; 4] = [-std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2];

/// A document with the body as bones of an armature, each with these axes in the world.
fn document(axes: &[[f64; 4]]) -> Stf {
    let mut places: Vec<[f64; 3]> = Vec::new();
    let mut bones = String::new();
    for (index, (_, name, parent, place, length)) in BODY.iter().enumerate() {
        let from = parent.map_or([0.0; 3], |parent| places[parent]);
        places.push(std::array::from_fn(|i| from[i] + place[i] * length));
        let children = |of: usize| (0..BODY.len()).filter(move |bone| BODY[*bone].2 == Some(of));
        let children: Vec<_> = children(index).map(|bone| format!("\"b{bone}\"")).collect();
        // Bones are stated in the space of the armature.
        let undo = quaternion::conjugate(LYING);
        let turned =
            quaternion::to_matrix(undo).map(|row| (0..3).map(|i| row[i] * places[index][i]).sum::<f64>());
        let rotation = quaternion::multiply(undo, axes[index]);
        let _ = write!(
            bones,
            r#", "b{index}": {{"type": "stf.bone", "name": "{name}", "children": [{}], "translation": {turned:?}, "rotation": {rotation:?}}}"#,
            children.join(", ")
        );
    }
    documents::container(&format!(
        r#"{{"stf": {{"root": "p"}}, "resources": {{
        "p": {{"type": "stf.prefab", "root_nodes": ["rig"]}},
        "rig": {{"type": "stf.node", "name": "Rig", "instance": "i", "trs": [[0, 0, 0], {LYING:?}, [1, 1, 1]]}},
        "i": {{"type": "stf.instance.armature", "armature": "a"}},
        "a": {{"type": "stf.armature", "root_bones": ["b0"]}}{bones}}}}}"#
    ))
}

fn times() -> Times {
    Times::uniform(0.0, Rate::per_second(30), FRAMES).unwrap()
}

/// A recording that turns every node, and moves the hips.
fn recording(turns: &[[f64; 4]], ways: &[[f64; 3]; FRAMES]) -> Clip {
    let node = |(name, _, parent, translation, _): &Bone| {
        let rest = Transform { translation: *translation, ..Transform::IDENTITY };
        let mut node = Node::new(*name).with_rest(rest);
        node.parent = *parent;
        node
    };
    let turn = |node: usize| {
        let values = turns[node * FRAMES..][..FRAMES].as_flattened().to_vec();
        let curve = Curve::new(times(), 4, values, Ease::Step).unwrap();
        Channel::new(node, Property::Rotation, curve).unwrap()
    };
    let places = ways.map(|[x, y, z]| [x, 1.0 + y, z]).as_flattened().to_vec();
    let place = Curve::new(times(), 3, places, Ease::Step).unwrap();
    let place = Channel::new(0, Property::Translation, place).unwrap();
    Clip::new("walk")
        .with_duration(0.1)
        .with_rate(Rate::per_second(30))
        .with_nodes(BODY.iter().map(node).collect())
        .with_channels(std::iter::once(place).chain((0..BODY.len()).map(turn)).collect())
}

fn rotations(count: usize) -> impl Strategy<Value = Vec<[f64; 4]>> {
    let one = prop::array::uniform4(-1.0..1.0f64)
        .prop_filter("a rotation has a length", |q| quaternion::dot(*q, *q) > 0.1);
    prop::collection::vec(one.prop_map(quaternion::normalize), count)
}

/// The last clip of the document with the clip in it, and the report.
pub(crate) fn joined(clip: &Clip, stf: &Stf, options: EncodeOptions) -> (Clip, Report) {
    let options = EncodeOptions { into: Some(stf.clone()), ..options };
    let mut report = Report::new();
    let clips = std::slice::from_ref(clip);
    let made = Stf::from_clips_with(clips, &options, &mut report).unwrap();
    laws::joins(&report, clips).unwrap();
    let options = ClipOptions { baked: BakedUse::Never, ..ClipOptions::default() };
    (made.clips_with(&options, &mut Report::new()).pop().unwrap(), report)
}

fn place(pose: &Pose, clip: &Clip, name: &str) -> [f64; 3] {
    pose.world[clip.nodes.iter().position(|node| node.name == name).unwrap()].translation()
}

/// The direction from one bone to another, by their names.
fn direction(pose: &Pose, clip: &Clip, names: [&str; 2]) -> [f64; 3] {
    let [a, b] = names.map(|name| place(pose, clip, name));
    let span: [f64; 3] = std::array::from_fn(|i| b[i] - a[i]);
    let length = span.iter().map(|part| part * part).sum::<f64>().sqrt();
    span.map(|part| part / length)
}

fn off(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn limbs_point_where_those_of_the_recording_do(
        turns in rotations(BODY.len() * FRAMES),
        ways in prop::array::uniform3(prop::array::uniform3(-0.5..0.5f64)),
        axes in rotations(BODY.len()),
    ) {
        let clip = recording(&turns, &ways);
        let (found, report) = joined(&clip, &document(&axes), EncodeOptions::default());
        for (number, way) in ways.iter().enumerate() {
            let time = number as f64 / 30.0;
            let (source, moved) = (clip.pose(time), found.pose(time));
            for [from, to] in LIMBS {
                let expected = direction(&source, &clip, [BODY[from].0, BODY[to].0]);
                let off = off(direction(&moved, &found, [BODY[from].1, BODY[to].1]), expected);
                prop_assert!(off < 1e-5, "{} in frame {}: off by {}", BODY[from].1, number, off);
            }
            // Hips at 1.2 m for those at 1 m, on legs 1.2 times as long.
            let expected = [1.2 * way[0], 1.2 + 1.2 * way[1], 1.2 * way[2]];
            let off = off(place(&moved, &found, "pelvis"), expected);
            prop_assert!(off < 1e-6, "{:?} for {:?}", place(&moved, &found, "pelvis"), expected);
        }
        let [finding] = &report.findings[..] else { panic!("{report}") };
        let expected = "15 nodes of the clip are nodes of the figure: 1 by name, 14 as human bones; lengths become \
                        1.200 times as long; these nodes stay at rest: `Rig`";
        prop_assert_eq!(&finding.message, expected);
    }

    #[test]
    fn a_clip_of_the_document_itself_is_written_as_it_is(
        axes in rotations(BODY.len()),
        turns in rotations(FRAMES),
        places in prop::collection::vec(-3.0..3.0f64, 6 * FRAMES),
        node in 1..BODY.len(),
    ) {
        let stf = document(&axes);
        let rest = document(&axes);
        let mut empty = Clip::new("rest").with_rate(Rate::per_second(30));
        empty.duration = 0.1;
        let (mut clip, _) = joined(&empty, &rest, EncodeOptions::default());
        let (translations, scales) = places.split_at(3 * FRAMES);
        let curve = |width: usize, values: &[f64], ease| Curve::new(times(), width, values.to_vec(), ease).unwrap();
        let channel = |property: Property, curve| Channel::new(node, property, curve).unwrap();
        // A bone other than the hips is translated too.
        clip.channels = vec![
            channel(Property::Translation, curve(3, translations, Ease::Linear)),
            channel(Property::Rotation, curve(4, turns.as_flattened(), Ease::Step)),
            channel(Property::Scale, curve(3, scales, Ease::Linear)),
        ];
        let (found, report) = joined(&clip, &stf, EncodeOptions::default());
        prop_assert!(report.is_empty(), "{}", report);
        prop_assert_eq!(found.channels.len(), 3);
        for (found, channel) in found.channels.iter().zip(&clip.channels) {
            prop_assert_eq!((found.node(), found.property()), (channel.node(), channel.property()));
            prop_assert_eq!(found.curve().values(), channel.curve().values());
        }
    }
}

#[test]
fn a_map_has_names_or_ids_and_comes_first() {
    let still = vec![quaternion::IDENTITY; BODY.len() * FRAMES];
    let mut clip = recording(&still, &[[0.0; 3]; FRAMES]);
    clip.nodes[3].name = "wing".to_owned();
    let stf = document(&[quaternion::IDENTITY; BODY.len()]);
    let moved = |bones: Option<BoneMap>| {
        let options = EncodeOptions { bones, ..EncodeOptions::default() };
        let (found, report) = joined(&clip, &stf, options);
        let lost = report.losses.iter().filter(|loss| loss.code.id == "retarget::unmatched");
        let names: Vec<_> =
            found.channels.iter().map(|channel| found.nodes[channel.node()].name.clone()).collect();
        let findings: Vec<_> = report.findings.iter().map(|finding| finding.code.id).collect();
        (names.contains(&"upperarm_l".to_owned()), lost.count(), findings)
    };
    assert_eq!(moved(None), (false, 1, vec!["retarget::retargeted"]));
    for bone in ["upperarm_l", "rig/instance/b3"] {
        let found = moved(Some(BoneMap::new([("wing", bone), ("tail", "tail")])));
        assert_eq!(found, (true, 0, vec!["retarget::bone-map", "retarget::retargeted"]), "{bone}");
    }
}

#[test]
fn arms_that_hang_at_rest_may_be_straightened_first() {
    // The recording's arms hang by 60° at rest, and stay there: so they do on a figure in a T pose.
    let lowered = |side: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], -side * 60f64.to_radians());
    let mut turns = vec![quaternion::IDENTITY; BODY.len() * FRAMES];
    let mut nodes = recording(&turns, &[[0.0; 3]; FRAMES]).nodes;
    for (node, side) in [(3, 1.0), (6, -1.0)] {
        nodes[node].rest.rotation = lowered(side);
        turns[node * FRAMES..][..FRAMES].fill(lowered(side));
    }
    let clip = recording(&turns, &[[0.0; 3]; FRAMES]).with_nodes(nodes);
    let stf = document(&[quaternion::IDENTITY; BODY.len()]);
    let points = |reference| {
        let (found, _) = joined(&clip, &stf, EncodeOptions { reference, ..EncodeOptions::default() });
        direction(&found.pose(0.0), &found, ["upperarm_l", "lowerarm_l"])
    };
    let (cosine, sine) = (60f64.to_radians().cos(), 60f64.to_radians().sin());
    assert!(off(points(Reference::TPose), [cosine, -sine, 0.0]) < 1e-6);
    assert!(
        off(points(Reference::Unrotated), [cosine, -sine, 0.0]) < 1e-6,
        "its nodes unrotated are in a T pose"
    );
    assert!(off(points(Reference::Rest), [1.0, 0.0, 0.0]) < 1e-6);
}

#[test]
fn options_without_effect_are_reported() {
    let clip = Clip::new("still");
    let names = |options: &EncodeOptions| -> Vec<String> {
        let mut report = Report::new();
        Stf::from_clips_with(std::slice::from_ref(&clip), options, &mut report).unwrap();
        let unused = report.findings.into_iter().filter(|finding| finding.code.id == "stf::unused-option");
        unused.map(|finding| finding.message.split('`').nth(1).unwrap().to_owned()).collect()
    };
    let into = Some(document(&[quaternion::IDENTITY; BODY.len()]));
    let about_figure = EncodeOptions { reference: Reference::First, ..EncodeOptions::default() };
    let unit = EncodeOptions { unit: Some(anim_core::Positive::literal(0.01)), ..EncodeOptions::default() };
    for (options, alone, with_file) in [
        (EncodeOptions::default(), &[][..], &[][..]),
        (about_figure, &["reference"], &[]),
        (unit, &[], &["unit"]),
    ] {
        assert_eq!(names(&options), alone);
        assert_eq!(names(&EncodeOptions { into: into.clone(), ..options }), with_file);
    }
}
