//! The clip of a document, compared with matrices multiplied by hand.

use std::f64::consts::PI;

use anim_bvh::{Angles, Axis, Bvh, ChannelKind, ClipOptions, Interpolate, Joint, Motion, Position, Role};
use anim_core::{Affine, Clip, Ease, EulerOrder, Property, Rate, Report};
use proptest::prelude::*;

type Matrix = [[f64; 3]; 3];

/// The textbook matrix of a rotation about one axis, for column vectors.
fn elementary(axis: Axis, degrees: f64) -> Matrix {
    let (s, c) = (degrees * PI / 180.0).sin_cos();
    match axis {
        Axis::X => [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]],
        Axis::Y => [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]],
        Axis::Z => [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
    }
}

fn product(a: Matrix, b: Matrix) -> Matrix {
    std::array::from_fn(|r| std::array::from_fn(|c| (0..3).map(|k| a[r][k] * b[k][c]).sum()))
}

/// The local map of a joint in a frame: positions replace the offset, rotations are multiplied in their order.
fn local(joint: &Joint, numbers: &[f64]) -> Affine {
    let mut place = joint.offset;
    let mut turn = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for (kind, &number) in joint.channels().iter().zip(numbers) {
        match kind {
            ChannelKind::Position(axis) => place[axis.index()] = number,
            ChannelKind::Rotation(axis) => turn = product(turn, elementary(*axis, number)),
        }
    }
    Affine::new(turn, place)
}

fn one_joint(offset: [f64; 3], channels: &[ChannelKind], values: &[f64]) -> Bvh {
    let root = Joint { name: "a".into(), parent: None, offset, role: Role::Joint(channels.to_vec()) };
    let frames = values.len() / channels.len();
    Bvh::new(vec![root], Motion { frame_time: 0.5, frames, values: values.to_vec() }).unwrap()
}

fn clip(bvh: &Bvh) -> Clip {
    lower(bvh, ClipOptions::default())
}

fn lower(bvh: &Bvh, options: ClipOptions) -> Clip {
    bvh.clips_with(&options, &mut Report::new()).remove(0)
}

proptest! {
    #[test]
    fn any_channels_in_any_order_give_the_product_of_their_matrices(
        channels in prop::collection::vec(prop::sample::select(ChannelKind::ALL.to_vec()), 1..8),
        offset in prop::array::uniform3(-9.0..9.0f64),
        numbers in prop::collection::vec(-400.0..400.0f64, 24),
    ) {
        let values = &numbers[..3 * channels.len()];
        let bvh = one_joint(offset, &channels, values);
        for options in [
            ClipOptions::default(),
            ClipOptions { angles: Angles::File, interpolate: Interpolate::Hold, ..ClipOptions::default() },
        ] {
            let clip = lower(&bvh, options);
            for (frame, numbers) in values.chunks(channels.len()).enumerate() {
                let found = clip.pose(0.5 * frame as f64).local[0];
                prop_assert!(found.distance(&local(&bvh.joints()[0], numbers)) < 1e-11, "frame {frame} of {channels:?}");
            }
        }
    }
}

#[test]
fn the_first_rotation_is_the_outermost() {
    // A quarter turn about X is listed before one about Z: Z acts first and takes x to y, then X takes y to z.
    let channels = [ChannelKind::Rotation(Axis::X), ChannelKind::Rotation(Axis::Z)];
    let found =
        clip(&one_joint([0.0; 3], &channels, &[90.0, 90.0])).pose(0.0).world[0].apply([1.0, 0.0, 0.0]);
    assert!((0..3).all(|i| (found[i] - [0.0, 0.0, 1.0][i]).abs() < 1e-15), "{found:?}");
}

#[test]
fn channels_become_the_properties_that_represent_them() {
    let [x, y, z] = [Axis::X, Axis::Y, Axis::Z];
    let (position, rotation) = (ChannelKind::Position, ChannelKind::Rotation);
    let cases = [
        (vec![rotation(y)], vec![(Property::Angle { axis: [0.0, 1.0, 0.0] }, 0)]),
        (vec![rotation(z), rotation(x), rotation(y)], vec![(Property::Euler(EulerOrder::Zxy), 0)]),
        (vec![rotation(y), rotation(z)], vec![(Property::Euler(EulerOrder::Yzx), 0)]),
        (vec![rotation(z), rotation(x), rotation(z)], vec![(Property::Rotation, 0)]),
        (vec![position(z), position(x), position(y)], vec![(Property::Translation, 0)]),
        (
            vec![position(z), rotation(x), position(x)],
            vec![
                (Property::Translation, 0),
                (Property::Translation, 2),
                (Property::Angle { axis: [1.0, 0.0, 0.0] }, 0),
            ],
        ),
    ];
    for (channels, expected) in cases {
        let clip = clip(&one_joint([0.0; 3], &channels, &vec![0.0; channels.len()]));
        let found: Vec<_> =
            clip.channels.iter().map(|channel| (channel.property().clone(), channel.component())).collect();
        assert_eq!(found, expected, "{channels:?}");
    }
}

#[test]
fn positions_replace_the_offset_or_are_added_to_it() {
    let channels = [ChannelKind::Position(Axis::Y)];
    let bvh = one_joint([1.0, 2.0, 3.0], &channels, &[10.0]);
    for (position, expected) in [(Position::Replace, [1.0, 10.0, 3.0]), (Position::Add, [1.0, 12.0, 3.0])] {
        let clip = lower(&bvh, ClipOptions { position, ..ClipOptions::default() });
        assert_eq!(clip.pose(0.0).world[0].translation(), expected);
        assert_eq!(clip.nodes[0].rest.translation, [1.0, 2.0, 3.0]);
    }
}

#[test]
fn angles_that_wrap_take_the_short_way_unless_the_option_is_file() {
    let single = [ChannelKind::Rotation(Axis::Z)];
    let three =
        [ChannelKind::Rotation(Axis::Z), ChannelKind::Rotation(Axis::X), ChannelKind::Rotation(Axis::Y)];
    for (channels, values) in
        [(&single[..], &[170.0, -170.0][..]), (&three, &[170.0, 0.0, 0.0, -170.0, 0.0, 0.0])]
    {
        let bvh = one_joint([0.0; 3], channels, values);
        for (angles, halfway) in [(Angles::Continuous, -1.0), (Angles::File, 1.0)] {
            let clip = lower(&bvh, ClipOptions { angles, ..ClipOptions::default() });
            let cosine = clip.pose(0.25).local[0].linear()[0][0];
            assert!((cosine - halfway).abs() < 1e-12, "{angles:?}: {cosine}");
        }
    }
    // Other angles for the same rotation.
    let bvh = one_joint([0.0; 3], &three, &[10.0, 80.0, 20.0, -170.0, 100.0, -160.0]);
    let (before, between) = (clip(&bvh).pose(0.0).local[0], clip(&bvh).pose(0.25).local[0]);
    assert!(before.distance(&between) < 1e-12);
}

#[test]
fn continuous_angles_have_the_bits_of_the_file() {
    let channels =
        [ChannelKind::Rotation(Axis::Z), ChannelKind::Rotation(Axis::X), ChannelKind::Rotation(Axis::Y)];
    let values = [10.1, -20.2, 30.3, 15.7, -22.2, 29.9, 1.5e9, 0.1, 0.2, 0.3, 0.4, 0.5];
    let radians: Vec<f64> =
        values.chunks(3).flat_map(|frame| [frame[1], frame[2], frame[0]].map(f64::to_radians)).collect();
    assert_eq!(clip(&one_joint([0.0; 3], &channels, &values)).channels[0].curve().values(), radians);
}

#[test]
fn frames_hold_or_have_straight_lines_between_them() {
    let bvh = one_joint([0.0; 3], &[ChannelKind::Position(Axis::X)], &[0.0, 8.0, 4.0]);
    for (interpolate, expected, ease) in
        [(Interpolate::Linear, 2.0, Ease::Linear), (Interpolate::Hold, 0.0, Ease::Step)]
    {
        let clip = lower(&bvh, ClipOptions { interpolate, ..ClipOptions::default() });
        assert_eq!(clip.pose(0.125).world[0].translation()[0], expected);
        assert_eq!(clip.channels[0].curve().uniform_ease(), Some(ease));
        assert_eq!((clip.duration, clip.rate), (1.5, Some(Rate::per_second(2))));
    }
}

#[test]
fn nodes_have_unique_names_and_end_sites_are_listed() {
    let joint = |name: &str, parent, role| Joint { name: name.into(), parent, offset: [0.0; 3], role };
    let plain = || Role::Joint(vec![]);
    let joints = vec![
        joint("a", None, plain()),
        joint("", Some(0), Role::End),
        joint("a", Some(0), plain()),
        joint("", Some(2), Role::End),
        joint("tip", Some(2), Role::End),
        joint("", Some(0), plain()),
        joint("a_end", Some(5), plain()),
    ];
    let bvh = Bvh::new(joints, Motion { frame_time: 0.0, frames: 0, values: vec![] })
        .unwrap()
        .with_name(Some("walk".into()));
    let mut report = Report::new();
    let clip = bvh.clips_with(&ClipOptions::default(), &mut report).remove(0);
    let names: Vec<_> = clip.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["a", "a_end_2", "a_2", "a_2_end", "tip", "joint", "a_end"]);
    assert_eq!((clip.name.as_str(), clip.metadata("bvh.ends")), ("walk", Some("1 3 4")));
    let codes: Vec<_> = report.findings.iter().map(|finding| finding.code.id).collect();
    assert_eq!((codes, report.losses.len()), (vec!["bvh::assumed-rate", "bvh::renamed"], 0));
    assert_eq!(report.findings[1].at.path, "joint[2]");
    assert_eq!((clip.rate, clip.channels.len()), (Some(Rate::per_second(30)), 0));
}

#[test]
fn frame_times_are_those_of_the_file_within_reason() {
    let joints = vec![Joint { name: "a".into(), parent: None, offset: [0.0; 3], role: Role::Joint(vec![]) }];
    for (frame_time, is_usable) in
        [(3.3e-7, true), (1e-7, true), (3e7, true), (9e-8, false), (2e8, false), (0.0, false), (-1.0, false)]
    {
        let motion = Motion { frame_time, frames: 0, values: vec![] };
        let mut report = Report::new();
        let bvh = Bvh::new(joints.clone(), motion).unwrap();
        let clip = bvh.clips_with(&ClipOptions::default(), &mut report).remove(0);
        let expected = if is_usable { frame_time } else { 1.0 / 30.0 };
        assert_eq!(clip.rate.unwrap().time(1.0), expected, "{frame_time}");
        assert_eq!(report.findings.is_empty(), is_usable, "{report}");
    }
}
