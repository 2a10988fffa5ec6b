//! Clips that continue before and after their keys, on a figure with other axes.

use std::f64::consts::{PI, TAU};

use anim_core::quaternion::{self, Quaternion};
use anim_core::{
    Affine, Channel, Clip, Curve, Ease, EulerOrder, Fate, Node, Property, Report, Times, Transform, Wrap,
};
use anim_retarget::{Figure, Mapping, Options, codes, retarget};

/// A post, an arm on it, and a hand, each with a rest rotation.
fn nodes(names: [&str; 3], rests: [Quaternion; 3]) -> Vec<Node> {
    let node = |(index, (name, rotation)): (usize, (&str, Quaternion))| {
        let node = Node::new(name).with_rest(Transform { rotation, ..Transform::IDENTITY });
        if index == 0 { node } else { node.with_parent(index - 1) }
    };
    names.into_iter().zip(rests).enumerate().map(node).collect()
}

/// A curve with keys at 1 and 3 s.
fn curve(values: [&[f64]; 2], before: Wrap, after: Wrap) -> Curve {
    let times = Times::keys([1.0, 3.0]).unwrap();
    Curve::new(times, values[0].len(), values.concat(), Ease::Linear).unwrap().with_wrap(before, after)
}

fn turning(node: usize, to: f64, before: Wrap, after: Wrap) -> Channel {
    let values: [&[f64]; 2] = [&[0.0, 0.1, 0.0], &[to, 0.1, 0.0]];
    Channel::new(node, Property::Euler(EulerOrder::Zxy), curve(values, before, after)).unwrap()
}

/// The clip on a figure whose arm has no counterpart: the largest difference of the world rotations of post and hand, relative to
/// their rest, from those of the clip.
fn brought(channels: Vec<Channel>) -> (f64, Report) {
    let turn = |axis, angle| quaternion::from_axis_angle(axis, angle);
    let [x, y] = [turn([1.0, 0.0, 0.0], 0.7), turn([0.0, 1.0, 0.0], -0.4)];
    let source = nodes(["post", "arm", "hand"], [quaternion::IDENTITY; 3]);
    let target = nodes(["post", "elbow", "hand"], [x, y, quaternion::IDENTITY]);
    let clip = Clip::new("c").with_duration(4.0).with_nodes(source).with_channels(channels);
    let figure = Figure::new(target.clone());
    let mapping = Mapping::new(&clip, &figure, None);
    let mut report = Report::new();
    let fine = anim_core::Positive::literal(1e-5);
    let options = Options { tolerance: fine, tolerance_angle: fine, ..Options::default() };
    let found = retarget(&clip, &figure, &mapping, &options, &mut report);
    let rests = [x, quaternion::multiply(x, y)];
    let mut most = 0.0_f64;
    for step in -80..160 {
        let time = 0.05 * f64::from(step) + 0.003;
        let (source, found) = (clip.pose(time), found.pose(time));
        for (node, rest) in [0, 2].into_iter().zip(rests) {
            let expected =
                source.world[node].after(&Affine::from(Transform { rotation: rest, ..Transform::IDENTITY }));
            let [expected, found] = [&expected, &found.world[node]].map(Affine::linear);
            let pairs = expected.as_flattened().iter().zip(found.as_flattened());
            most = pairs.map(|(a, b)| (a - b).abs()).fold(most, f64::max);
        }
    }
    (most, report)
}

fn is_lost(report: &Report) -> bool {
    report.losses.iter().any(|loss| loss.code.id == codes::ENDS.id && loss.fate == Fate::Dropped)
}

#[test]
fn curves_that_repeat_together_go_on() {
    use Wrap::{Hold, PingPong, Repeat, RepeatWithOffset};
    for (before, after, to) in [
        (Hold, PingPong, 1.2),
        (Repeat, Repeat, 1.2),
        (PingPong, Repeat, -2.0),
        (RepeatWithOffset, RepeatWithOffset, TAU),
        (Hold, RepeatWithOffset, -2.0 * TAU),
    ] {
        let spin = |node| turning(node, to, before, after);
        for channels in [vec![spin(0)], vec![spin(1)], vec![spin(0), spin(1), spin(2)]] {
            let (off, report) = brought(channels);
            // A jump between periods takes a short time, and none of the times is in it.
            assert!(off < 1e-4, "{off} with {before:?}, {after:?}, {to}");
            assert!(!is_lost(&report), "{report}");
        }
    }
    let matrix = |turn: f64| {
        let rotation = quaternion::from_axis_angle([0.0, 0.0, 1.0], turn);
        Affine::from(Transform { rotation, ..Transform::IDENTITY }).to_rows()
    };
    let swing = curve([&matrix(0.0), &matrix(0.9)], PingPong, PingPong);
    // Straight lines between matrices shrink in the middle; the poses at the ends of each period count.
    let channel = Channel::new(0, Property::Matrix, swing).unwrap();
    assert!(!is_lost(&brought(vec![channel]).1));
}

#[test]
fn what_cannot_go_on_is_reported() {
    use Wrap::{Hold, Repeat, RepeatWithOffset};
    let slower =
        Curve::new(Times::keys([0.0, 5.0]).unwrap(), 3, vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0], Ease::Linear);
    let slower = slower.unwrap().with_wrap(Hold, Repeat);
    let slower = Channel::new(2, Property::Euler(EulerOrder::Xyz), slower).unwrap();
    for channels in [
        // Half a turn more each time.
        vec![turning(0, PI, Hold, RepeatWithOffset)],
        // The arm rotates the hand as well.
        vec![turning(1, 1.0, Hold, Repeat), slower],
    ] {
        let (off, report) = brought(channels);
        assert!(off > 0.1 && is_lost(&report), "{off}: {report}");
    }
    assert!(!is_lost(&brought(vec![turning(0, PI, Hold, Hold)]).1));
}
