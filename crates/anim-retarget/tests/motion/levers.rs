//! Nodes moved by their parents: positions and stated errors in the world, compared with the poses of the clip.

use anim_core::{
    Affine, Channel, Clip, Curve, Ease, EulerOrder, Fate, Handles, Node, Property, Report, Times, Transform,
    Unit, quaternion,
};
use anim_retarget::{BoneMap, Figure, Mapping, Options, Reference, retarget};

fn at(place: [f64; 3]) -> Transform {
    Transform { translation: place, ..Transform::IDENTITY }
}

fn lines(values: &[f64], width: usize) -> Curve {
    let times = Times::keys([0.0, 1.0]).unwrap();
    Curve::new(times, width, values.to_vec(), Ease::Linear).unwrap()
}

/// A clip of an arm with a hand at its end, retargeted to a figure that consists of a hand at the same rest position: the largest
/// distance between both hands in the world, and the stated errors of lengths.
fn brought(rests: [Transform; 2], channels: Vec<Channel>) -> (f64, f64) {
    let (apart, stated, _) = brought_below(1.0, rests, channels);
    (apart, stated)
}

/// The same for a hand below a rig with this scale; also the number of its positions.
fn brought_below(scale: f64, rests: [Transform; 2], channels: Vec<Channel>) -> (f64, f64, usize) {
    let nodes =
        vec![Node::new("arm").with_rest(rests[0]), Node::new("hand").with_parent(0).with_rest(rests[1])];
    let clip = Clip::new("c").with_duration(1.0).with_nodes(nodes).with_channels(channels);
    let place = clip.clone().with_channels(vec![]).pose(0.0).world[1].translation();
    let rig = Node::new("rig").with_rest(Transform { scale: [scale; 3], ..Transform::IDENTITY });
    let claw = Node::new("claw").with_parent(0).with_rest(at(place.map(|part| part / scale)));
    let figure = Figure::new(vec![rig, claw]);
    let mapping = Mapping::new(&clip, &figure, Some(&BoneMap::new([("hand", "claw")])));
    let mut report = Report::new();
    let found = retarget(&clip, &figure, &mapping, &Options::default(), &mut report);
    let distance = |step: u32| {
        let time = f64::from(step) / 1000.0;
        let places = [clip.pose(time).world[1], found.pose(time).world[1]].map(|map| map.translation());
        (0..3).map(|i| (places[0][i] - places[1][i]).powi(2)).sum::<f64>().sqrt()
    };
    let stated = report.losses.iter().filter_map(|loss| match loss.fate {
        Fate::Approximated(error) if error.unit == Unit::Length => Some(error.size),
        _ => None,
    });
    let is_place = |channel: &&Channel| *channel.property() == Property::Translation;
    let keys = found.channels.iter().find(is_place).map_or(0, |channel| channel.curve().len());
    ((0..=1000).map(distance).fold(0.0, f64::max), stated.fold(0.0, f64::max), keys)
}

#[test]
fn a_hand_at_the_end_of_a_lever_that_turns_keeps_its_place_within_the_stated_error() {
    let turn = || {
        let curve = lines(&[0.0, 0.0, 0.0, 1.0, 2.0, -1.5], 3);
        Channel::new(0, Property::Euler(EulerOrder::Xyz), curve).unwrap()
    };
    for length in [1.0, 100.0, 1000.0] {
        let slide = lines(&[length, 0.0, 0.0, length, 1.0, 0.0], 3);
        let slide = Channel::new(1, Property::Translation, slide).unwrap();
        for channels in [vec![turn()], vec![turn(), slide]] {
            let (apart, stated) = brought([Transform::IDENTITY, at([length, 0.0, 0.0])], channels);
            assert!(apart <= 1.01 * stated && stated <= 1e-3, "{apart}, {stated} stated at {length}");
        }
    }
}

#[test]
fn an_arm_that_turns_about_the_hand_leaves_it_where_it_is() {
    let turn = Channel::new(0, Property::Euler(EulerOrder::Xyz), lines(&[0.0, 0.0, 0.0, 1.0, 2.0, -1.5], 3));
    assert_eq!(brought([Transform::IDENTITY; 2], vec![turn.unwrap()]), (0.0, 0.0));
}

#[test]
fn an_arm_that_is_held_in_another_pose_than_its_rest_carries_the_hand() {
    let turned = quaternion::from_axis_angle([0.0, 0.0, 1.0], 1.0);
    let slide = lines(&[2.0, 0.0, 0.0, 3.0, 1.0, 0.0], 3);
    let channels = vec![
        Channel::new(0, Property::Rotation, Curve::constant(&turned).unwrap()).unwrap(),
        Channel::new(1, Property::Translation, slide).unwrap(),
    ];
    let (apart, stated) = brought([Transform::IDENTITY, at([2.0, 0.0, 0.0])], channels);
    assert!(apart < 1e-12 && stated < 1e-12, "{apart}, {stated} stated");
}

#[test]
fn errors_below_a_scale_are_those_of_the_figure() {
    for scale in [2.0, 100.0] {
        // Handles with different durations have to be baked.
        let handle =
            |time: f64, value: f64| Handles { into: [-time, value / scale], out: [time, -value / scale] };
        let times = [0.3, 0.1, 0.5, 0.2, 0.3, 0.1];
        let handles = times.map(|time| handle(time, 5.0 * time)).to_vec();
        let values = [2.0, 0.0, 0.0, 3.0, 1.0, 0.0].map(|value| value / scale);
        let slide =
            lines(&values, 3).with_handles(handles).unwrap().with_eases(vec![Ease::Bezier; 2]).unwrap();
        let arm = Transform { scale: [scale; 3], ..Transform::IDENTITY };
        let slide = Channel::new(1, Property::Translation, slide).unwrap();
        let (apart, stated) = brought([arm, at([2.0 / scale, 0.0, 0.0])], vec![slide]);
        assert!(
            0.1 * stated < apart && apart <= 1.02 * stated && stated <= 1e-3,
            "{apart}, {stated} stated at {scale}"
        );
    }
}

#[test]
fn the_scale_of_a_rig_changes_neither_errors_nor_keys() {
    let turn = Channel::new(0, Property::Euler(EulerOrder::Xyz), lines(&[0.0, 0.0, 0.0, 1.0, 2.0, -1.5], 3));
    let handles = [0.3, 0.1, 0.5, 0.2, 0.3, 0.1]
        .map(|time| Handles { into: [-time, 5.0 * time], out: [time, -5.0 * time] });
    let slide = lines(&[2.0, 0.0, 0.0, 3.0, 1.0, 0.0], 3).with_handles(handles.to_vec()).unwrap();
    let slide = slide.with_eases(vec![Ease::Bezier; 2]).unwrap();
    let slide = Channel::new(1, Property::Translation, slide);
    for channels in [vec![turn.clone().unwrap()], vec![slide.clone().unwrap()]] {
        let rests = [Transform::IDENTITY, at([2.0, 0.0, 0.0])];
        let (_, _, expected) = brought_below(0.5, rests, channels.clone());
        for scale in [0.01, 100.0, 1e5, 1e-5] {
            let (apart, stated, keys) = brought_below(scale, rests, channels.clone());
            assert!(
                0.3 * stated < apart && apart <= 1.02 * stated && stated <= 1e-3,
                "{apart}, {stated} stated at {scale}"
            );
            assert_eq!(keys, expected, "at {scale}");
        }
    }
}

#[test]
fn small_ways_are_not_lost_below_a_large_scale() {
    // The hand moves by half a millionth in the space of its rig.
    let turn = Channel::new(0, Property::Euler(EulerOrder::Xyz), lines(&[0.0, 0.0, 0.0, 0.0, 0.0, 1.0], 3));
    let (apart, ..) = brought_below(1e6, [Transform::IDENTITY, at([0.5, 0.0, 0.0])], vec![turn.unwrap()]);
    assert!(apart <= 1e-3, "{apart}");
}

#[test]
fn errors_of_quaternions_with_handles_are_angles() {
    // Quaternions that do not have length 1, whose components have handles with different durations.
    let handle = |time: f64, value: f64| Handles { into: [-time, value], out: [time, -value] };
    let handles = [0.3, 0.1, 0.5, 0.2, 0.3, 0.1, 0.4, 0.2].map(|time| handle(time, time)).to_vec();
    let turn = lines(&[0.1, 0.2, 0.0, 0.3, -0.2, 0.3, 0.1, 0.1], 4).with_handles(handles).unwrap();
    let turn = turn.with_eases(vec![Ease::Bezier; 2]).unwrap();
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("a")])
        .with_channels(vec![Channel::new(0, Property::Rotation, turn).unwrap()]);
    let rotation = quaternion::from_axis_angle([1.0, 2.0, 3.0], 1.0);
    let figure = Figure::new(vec![Node::new("b").with_rest(Transform { rotation, ..Transform::IDENTITY })]);
    let mapping = Mapping::new(&clip, &figure, Some(&BoneMap::new([("a", "b")])));
    let mut report = Report::new();
    let found = retarget(&clip, &figure, &mapping, &Options::default(), &mut report);
    let unit = |clip: &Clip, time: f64| {
        let value = clip.channels[0].curve().at(time);
        quaternion::normalize([value[0], value[1], value[2], value[3]])
    };
    let apart = |step: u32| {
        let time = f64::from(step) / 1000.0;
        let expected = quaternion::multiply(unit(&clip, time), rotation);
        quaternion::angle_between(expected, unit(&found, time))
    };
    let most = (0..=1000).map(apart).fold(0.0, f64::max);
    let Fate::Approximated(stated) = report.losses[0].fate else { panic!("{report}") };
    assert!(most <= 1.05 * stated.size && stated.size <= 1e-3, "{most}, {stated} stated");
}

/// A clip of one node with one channel, retargeted to another node at the same rest: the largest angle between both and the largest
/// difference of their scales as a distance, and what is stated.
fn alone(rest: Transform, channel: Channel) -> ([f64; 2], [f64; 2]) {
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("hand").with_rest(rest)])
        .with_channels(vec![channel]);
    let figure = Figure::new(vec![Node::new("claw").with_rest(rest)]);
    let mapping = Mapping::new(&clip, &figure, Some(&BoneMap::new([("hand", "claw")])));
    let mut report = Report::new();
    let options = Options { reference: Reference::Unrotated, ..Options::default() };
    let found = retarget(&clip, &figure, &mapping, &options, &mut report);
    let mut apart = [0f64; 2];
    for time in (0..=1000).map(|step| f64::from(step) / 1000.0) {
        let [a, b] = [&clip, &found].map(|clip| clip.pose(time).local[0].decompose());
        let scale = (0..3).map(|i| (a.scale[i] - b.scale[i]).powi(2)).sum::<f64>().sqrt();
        let turn = quaternion::angle_between(a.rotation, b.rotation);
        apart = [apart[0].max(turn), apart[1].max(scale)];
    }
    let mut stated = [0f64; 2];
    for loss in &report.losses {
        if let Fate::Approximated(error) = loss.fate {
            stated[usize::from(error.unit != Unit::Angle)] += error.size;
        }
    }
    (apart, stated)
}

#[test]
fn errors_of_small_matrices_are_larger_angles() {
    for size in [1.0, 0.01] {
        let rows = |angle: f64| {
            let rotation = quaternion::from_axis_angle([0.0, 0.0, 1.0], angle);
            Affine::from(Transform { rotation, scale: [size; 3], ..Transform::IDENTITY }).to_rows()
        };
        let values = [rows(0.0), rows(2.0)].concat();
        let sine = lines(&values, 12).with_eases(vec![Ease::Sine; 2]).unwrap();
        let rest = Transform { scale: [size; 3], ..Transform::IDENTITY };
        let (apart, stated) = alone(rest, Channel::new(0, Property::Matrix, sine).unwrap());
        assert!(apart[0] > 1e-4 && apart[0] <= 1e-3, "{apart:?} at {size}");
        assert!(apart[0] <= stated[0] && stated[0] <= 5.0 * apart[0], "{apart:?} of {stated:?} at {size}");
    }
}

#[test]
fn a_scale_that_is_left_out_is_within_the_stated_error_at_all_times() {
    let handles = |value: f64| Handles { into: [0.0, 0.0], out: [0.3, value] };
    for (values, out) in [([1.0005; 6], 0.0), ([1.0; 6], 1e-3), ([1.0; 6], 0.5)] {
        let hill = lines(&values, 3).with_handles(vec![handles(out); 6]).unwrap();
        let hill = hill.with_eases(vec![Ease::Bezier; 2]).unwrap();
        let channel = Channel::new(0, Property::Scale, hill).unwrap();
        let (apart, stated) = alone(Transform::IDENTITY, channel);
        assert!(apart[1] <= stated[1] + 1e-12, "{apart:?} of {stated:?}");
    }
}

#[test]
fn the_error_of_the_rotation_of_a_sheared_matrix_is_its_own() {
    // Halfway between two matrices whose axes have different lengths there is shear, which is no rotation.
    let rows = |angle: f64| {
        let rotation = quaternion::from_axis_angle([0.0, 0.0, 1.0], angle);
        Affine::from(Transform { rotation, scale: [0.05, 1.0, 1.0], ..Transform::IDENTITY }).to_rows()
    };
    let line = lines(&[rows(0.0), rows(1.0)].concat(), 12);
    let rest = Transform { scale: [0.05, 1.0, 1.0], ..Transform::IDENTITY };
    let (apart, stated) = alone(rest, Channel::new(0, Property::Matrix, line).unwrap());
    assert!(
        apart[0] <= 1.001 * stated[0] + 1e-9 && stated[0] <= 3.0 * apart[0] + 1e-4,
        "{apart:?} of {stated:?}"
    );
}
