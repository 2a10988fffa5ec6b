//! Bounds computed by hand, and compared with poses at many times.

use proptest::prelude::*;

use super::most::length;
use super::*;
use crate::{Affine, Curve, Ease, EulerOrder, Pose, Poser, Times, Transform, Wrap, quaternion};

const Z: Property = Property::Angle { axis: [0.0, 0.0, 1.0] };

fn channel(node: usize, property: Property, times: &[f64], values: &[f64], wrap: Wrap) -> Channel {
    let curve =
        Curve::new(Times::keys(times).unwrap(), property.width(), values.to_vec(), Ease::Linear).unwrap();
    Channel::new(node, property, curve.with_wrap(Wrap::Hold, wrap)).unwrap()
}

/// A chain of nodes, each one unit beside its parent.
fn chain(count: usize, channels: Vec<Channel>) -> Clip {
    let rest = Transform { translation: [1.0, 0.0, 0.0], ..Transform::IDENTITY };
    let node = |index: usize| Node { parent: index.checked_sub(1), ..Node::new("").with_rest(rest) };
    Clip::new("").with_duration(1.0).with_nodes((0..count).map(node).collect()).with_channels(channels)
}

/// The position and the rotation of the last of three nodes relative to the one above.
fn bounds(channels: Vec<Channel>) -> [f64; 2] {
    let clip = chain(3, channels);
    let all: Vec<&Channel> = clip.channels.iter().collect();
    let [_, after] = Outside::of(&all, [0.0, 1.0]);
    assert!(!after.is_whole());
    let bounds = Bounds::new(&clip, &after, 1.0);
    [bounds.position(&[0, 1, 2], 2), bounds.rotation(&[0, 1, 2], 2)]
}

#[test]
fn bounds_are_those_of_what_matters_to_a_node() {
    let root = 2f64.sqrt();
    let scale =
        |to: [f64; 3], wrap: Wrap| channel(0, Property::Scale, &[0.0, root], &[[1.0; 3], to].concat(), wrap);
    let moves = |from: f64, to: f64| {
        channel(2, Property::Translation, &[0.0, 0.3], &[from, 0.0, 0.0, to, 0.0, 0.0], Wrap::Repeat)
    };
    let turns = |node: usize| channel(node, Z, &[0.0, 0.3], &[0.0, 0.5], Wrap::Repeat);
    let cases = [
        // Both wraps are needed so that the times do not show everything. A scale alone is shown.
        (vec![scale([3.0; 3], Wrap::Repeat), turns(0)], [0.0, 0.0]),
        (vec![scale([3.0; 3], Wrap::Repeat), turns(1)], [0.0, 0.0]),
        (vec![scale([3.0; 3], Wrap::Repeat), turns(2)], [0.0, 0.0]),
        // A factor of up to 3 times a way of 8/3, from 7/3 to 5, and a change of it by up to 3 times a distance of up to 5.
        (vec![scale([3.0; 3], Wrap::Repeat), moves(1.0, 5.0)], [3.0 * (8.0 / 3.0) + 3.0 * 5.0, 0.0]),
        (
            vec![scale([3.0, 1.0, 1.0], Wrap::Repeat), moves(1.0, 5.0)],
            [3.0 * (8.0 / 3.0) + 2.0 * 3.0 * 5.0, 0.0],
        ),
        // A rotation below a scale shears what is below.
        (vec![scale([3.0, 1.0, 1.0], Wrap::Repeat), turns(1)], [2.0 * 3.0, PI]),
        (vec![scale([3.0, 1.0, 1.0], Wrap::Repeat), turns(2)], [0.0, PI]),
        (vec![scale([3.0, 1.0, 1.0], Wrap::RepeatWithOffset)], [f64::INFINITY, 0.0]),
        (vec![scale([0.5, 1.0, 1.0], Wrap::RepeatWithOffset)], [f64::INFINITY, PI]),
    ];
    for (channels, expected) in cases {
        let name = format!("{channels:?}");
        let found = bounds(channels);
        assert!((found[0] - expected[0]).abs() < 1e-9 || found[0] == expected[0], "{name}: {found:?}");
        assert!((found[1] - expected[1]).abs() < 1e-9, "{name}: {found:?}");
    }
}

#[test]
fn a_vector_along_a_path_turns_with_all_nodes_on_it() {
    let turns = |node: usize, period: f64| channel(node, Z, &[0.0, period], &[0.0, 0.5], Wrap::Repeat);
    let clip = chain(3, vec![turns(0, 0.3), turns(1, 0.3 * 2f64.sqrt())]);
    let all: Vec<&Channel> = clip.channels.iter().collect();
    let [_, after] = Outside::of(&all, [0.0, 1.0]);
    let bounds = Bounds::new(&clip, &after, 1.0);
    // From the origin two units turn, from the first node one, which its own times show; from the second none.
    assert_eq!([0, 1, 2].map(|above| bounds.position(&[0, 1, 2], above)), [4.0, 0.0, 0.0]);
    assert!((bounds.rotation(&[0, 1, 2], 0) - 1.0).abs() < 0.5 && bounds.rotation(&[0, 1, 2], 1) == 0.0);
    assert_eq!(bounds.far(&[0, 1, 2]), 3.0);
}

#[test]
fn parents_that_change_put_a_node_anywhere_and_others_do_not() {
    let root = 2f64.sqrt();
    let slides = |node: usize, period: f64| {
        let values = [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]].concat();
        channel(node, Property::Translation, &[0.0, period], &values, Wrap::Repeat)
    };
    let parent = |values: [f64; 2]| channel(2, Property::Parent, &[0.0, 0.1], &values, Wrap::Repeat);
    let turn = || channel(0, Z, &[0.0, 0.1 * 3f64.sqrt()], &[0.0, 0.5], Wrap::Repeat);
    for (values, turn, expected) in [
        // The parent that the node has anyway.
        ([1.0, 1.0], None, [0.0, 0.0]),
        // Up to 1 + 2 + 2 units from the origin, twice, and as much at the other time.
        ([1.0, -1.0], None, [4.0 * 5.0, 0.0]),
        ([1.0, 0.0], Some(turn()), [4.0 * 5.0, PI]),
    ] {
        let steps = parent(values);
        let steps = steps.with_curve(steps.curve().clone().with_eases(vec![Ease::Step; 2]).unwrap()).unwrap();
        let mut channels = vec![slides(2, root), slides(1, 0.3), steps];
        channels.extend(turn);
        assert_eq!(bounds(channels), expected, "{values:?}");
    }
}

/// A curve with up to three keys and any wrap.
fn curve(width: usize, values: std::ops::Range<f64>) -> impl Strategy<Value = Curve> {
    let wraps = prop::sample::select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong]);
    (prop::array::uniform3(0.1..0.9f64), prop::collection::vec(values, 3 * width), wraps).prop_map(
        move |(steps, values, wrap)| {
            let times = [steps[0], steps[0] + steps[1], steps[0] + steps[1] + steps[2]];
            Curve::new(Times::keys(times).unwrap(), width, values, Ease::Linear)
                .unwrap()
                .with_wrap(wrap, wrap)
        },
    )
}

fn any_channel() -> impl Strategy<Value = Channel> {
    let node = || 0..3usize;
    prop_oneof![
        (node(), curve(3, -2.0..2.0)).prop_map(|(node, curve)| Channel::new(
            node,
            Property::Translation,
            curve
        )),
        (node(), curve(3, 0.3..2.0)).prop_map(|(node, curve)| Channel::new(node, Property::Scale, curve)),
        (node(), curve(1, -2.0..2.0)).prop_map(|(node, curve)| Channel::new(node, Z, curve)),
        (node(), curve(3, -1.0..1.0)).prop_map(|(node, curve)| Channel::new(
            node,
            Property::Euler(EulerOrder::Xyz),
            curve
        )),
        (node(), curve(1, 0.0..1.0)).prop_map(|(node, curve)| {
            let scale = curve.select(&[(0, 1.0), (0, 1.0), (0, 1.0)])?;
            Channel::new(node, Property::Scale, scale)
        }),
    ]
    .prop_map(Result::unwrap)
}

proptest! {
    #[test]
    fn no_node_goes_farther_than_its_bound(
        channels in prop::collection::vec(any_channel(), 1..5),
        above in 0..3usize,
    ) {
        let mut channels = channels;
        channels.reverse();
        let clip = chain(3, channels);
        let all: Vec<&Channel> = clip.channels.iter().collect();
        let [_, after] = Outside::of(&all, [0.0, 1.0]);
        let bounds = Bounds::new(&clip, &after, 1.0);
        let limits = [bounds.position(&[0, 1, 2], above), bounds.rotation(&[0, 1, 2], above)];
        let (mut poser, mut pose) = (Poser::new(&clip), Pose::default());
        let mut at = |time: f64| {
            poser.pose(time, &mut pose);
            let end = pose.world[2];
            let from = above.checked_sub(1).map_or(Affine::IDENTITY, |node| pose.world[node]);
            let back = quaternion::conjugate(from.decompose().rotation);
            let way: [f64; 3] = std::array::from_fn(|i| end.translation()[i] - from.translation()[i]);
            let way = Affine::new(quaternion::to_matrix(back), [0.0; 3]).apply(way);
            (way, quaternion::multiply(back, end.decompose().rotation))
        };
        let (place, turn) = at(1.0);
        // Where the times show everything, the bound is 0.
        for step in (0..2000).filter(|_| limits != [0.0; 2]) {
            let (found, turned) = at(1.0 + 0.0371 * f64::from(step));
            let off = length((0..3).map(|i| found[i] - place[i]));
            prop_assert!(limits[0] == 0.0 || off <= limits[0] + 1e-9, "{} {:?}", off, limits);
            let off = quaternion::angle_between(turn, turned);
            prop_assert!(limits[1] == 0.0 || off <= limits[1] + 1e-9, "{} {:?}", off, limits);
        }
    }
}
