//! Clips in other axes and units, compared with plain matrices.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::f64::consts::{FRAC_PI_2, PI};

use anim_core::{
    Affine, Axis, Channel, Clip, Curve, Ease, EulerOrder, Handedness, Handles, Node, Property, Space, Times,
    Transform, Wrap, quaternion,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::{array, option};

type Matrix = [[f64; 3]; 3];

fn unit_vector(axis: Axis) -> [f64; 3] {
    let mut vector = [0.0; 3];
    vector["xyz".find(&axis.name()[1..]).unwrap()] = if axis.name().starts_with('-') { -1.0 } else { 1.0 };
    vector
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn product(a: Matrix, b: Matrix) -> Matrix {
    std::array::from_fn(|r| std::array::from_fn(|c| (0..3).map(|k| a[r][k] * b[k][c]).sum()))
}

fn transposed(m: Matrix) -> Matrix {
    std::array::from_fn(|r| std::array::from_fn(|c| m[c][r]))
}

fn rotation(axis: [f64; 3], angle: f64) -> Matrix {
    quaternion::to_matrix(quaternion::from_axis_angle(axis, angle))
}

/// The matrix from coordinates in one space to coordinates in another, and the factor of lengths.
fn change(from: Space, to: Space) -> (Matrix, f64) {
    let identity = rotation([1.0, 0.0, 0.0], 0.0);
    let factor = from.unit.zip(to.unit).map_or(1.0, |(from, to)| from / to);
    let (Some(up), Some(new_up)) = (from.up.map(unit_vector), to.up.map(unit_vector)) else {
        return (identity, factor);
    };
    let mirror = if from.handedness.zip(to.handedness).is_some_and(|(a, b)| a != b) { -1.0 } else { 1.0 };
    if let (Some(forward), Some(new_forward)) = (from.forward.map(unit_vector), to.forward.map(unit_vector)) {
        // The rows are up, forward and left of each space; left is mirrored where the handedness differs.
        let rows = [up, forward, cross(up, forward)];
        let new_rows = [new_up, new_forward, cross(new_up, new_forward).map(|part| mirror * part)];
        return (product(transposed(new_rows), rows), factor);
    }
    let level = if up[0] == 0.0 { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
    let (axis, angle) = match (0..3).map(|i| up[i] * new_up[i]).sum::<f64>() {
        1.0 => (level, 0.0),
        -1.0 => (level, PI),
        _ => (cross(up, new_up), FRAC_PI_2),
    };
    let mirrored = std::array::from_fn(|r| {
        std::array::from_fn(|c| f64::from(r == c) + (mirror - 1.0) * axis[r] * axis[c])
    });
    (product(mirrored, rotation(axis, angle)), factor)
}

/// C·A·C⁻¹ with its translation times the factor.
fn conjugated(map: &Affine, (matrix, factor): (Matrix, f64)) -> Affine {
    let linear = product(product(matrix, map.linear()), transposed(matrix));
    let old = map.translation();
    let moved = |r: usize| factor * (0..3).map(|c| matrix[r][c] * old[c]).sum::<f64>();
    Affine::new(linear, std::array::from_fn(moved))
}

fn space(unit: &'static [f64]) -> impl Strategy<Value = Space> {
    let axis = || option::weighted(0.8, select(Axis::ALL.to_vec()));
    let hand = option::of(select(vec![Handedness::Right, Handedness::Left]));
    (axis(), axis(), hand, option::of(select(unit))).prop_filter_map("sound", |(up, forward, hand, unit)| {
        let mut space = Space::UNKNOWN;
        (space.up, space.forward, space.handedness, space.unit) = (up, forward, hand, unit);
        space.is_sound().then_some(space)
    })
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![3 => -4.0..4.0f64, 1 => Just(0.0)]
}

fn curve(width: usize) -> impl Strategy<Value = Curve> {
    let wrap = || select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset]);
    let eases = [Ease::Slerp, Ease::Step, Ease::Linear, Ease::Bezier, Ease::Sine];
    let ease = select(eases[usize::from(width != 4)..].to_vec());
    let handles = (array::uniform2(-0.5..0.0), array::uniform2(0.0..0.5));
    let handles = handles.prop_map(|(into, out)| Handles { into, out });
    (1usize..4).prop_flat_map(move |keys| {
        let count = keys * width;
        let parts =
            (vec(number(), count), vec(ease.clone(), keys), vec(handles.clone(), count), wrap(), wrap());
        parts.prop_map(move |(values, eases, handles, before, after)| {
            let times = Times::keys((0..keys).map(|key| 0.3 + 0.9 * key as f64).collect::<Vec<_>>()).unwrap();
            let curve = Curve::new(times, width, values, Ease::Step).unwrap();
            curve.with_eases(eases).unwrap().with_handles(handles).unwrap().with_wrap(before, after)
        })
    })
}

fn property() -> impl Strategy<Value = Property> {
    prop_oneof![
        Just(Property::Translation),
        Just(Property::Displacement),
        Just(Property::Rotation),
        select(EulerOrder::ALL.to_vec()).prop_map(Property::Euler),
        array::uniform3(number()).prop_map(|axis| Property::Angle { axis }),
        Just(Property::Scale),
        Just(Property::Matrix),
        Just(Property::Visible),
        Just(Property::Color),
        Just(Property::Weights { count: 2 }),
        Just(Property::named("roll", 1)),
        Just(Property::named("direction", 3)),
        Just(Property::named("anything", 3)),
    ]
}

fn channel(nodes: usize, parts: bool) -> impl Strategy<Value = Channel> {
    property().prop_flat_map(move |property| {
        let all = property.width();
        let part = (0..all).prop_flat_map(move |first| (Just(first), 1..=all - first));
        let whole = Just((0, all));
        let part = if parts { prop_oneof![whole, part].boxed() } else { whole.boxed() };
        part.prop_flat_map(move |(first, width)| {
            let property = property.clone();
            // An arc over part of a matrix has no meaning.
            let slerp = property == Property::Rotation || width != 4;
            (
                0..nodes,
                curve(width).prop_filter("arcs are rotations", move |curve| {
                    slerp || (0..curve.len()).all(|key| curve.ease(key) != Ease::Slerp)
                }),
            )
                .prop_map(move |(node, curve)| Channel::part(node, property.clone(), first, curve).unwrap())
        })
    })
}

fn clip(parts: bool, unit: &'static [f64]) -> impl Strategy<Value = Clip> {
    let node = |index: usize| {
        let rest = (array::uniform3(number()), array::uniform4(-1.0..1.0f64), array::uniform3(number()));
        rest.prop_map(move |(translation, rotation, scale)| {
            let rotation = quaternion::normalize(rotation);
            let node = Node::new("n").with_rest(Transform { translation, rotation, scale });
            if index > 0 { node.with_parent(index - 1) } else { node }
        })
    };
    ((node(0), node(1), node(2)), vec(channel(3, parts), 0..7), space(unit)).prop_map(
        |((a, b, c), channels, space)| {
            Clip::new("c")
                .with_duration(2.0)
                .with_nodes(vec![a, b, c])
                .with_channels(channels)
                .with_space(space)
        },
    )
}

const LENGTHS: &[f64] = &[1.0, 0.01, 0.001, 0.0254, 3.0];
const EXACT: &[f64] = &[1.0, 0.5, 0.125, 8.0];

proptest! {
    #[test]
    fn every_pose_is_conjugated(clip in clip(true, LENGTHS), target in space(LENGTHS), time in -3.0..5.0f64) {
        let changed = clip.in_space(target);
        prop_assert_eq!(changed.validate(), Ok(()));
        let change = change(clip.space, target);
        let (before, after) = (clip.pose(time), changed.pose(time));
        let worlds = before.world.iter().zip(&after.world);
        for (before, after) in before.local.iter().zip(&after.local).chain(worlds) {
            let expected = conjugated(before, change);
            let size = expected.to_rows().iter().fold(1.0, |most: f64, part| most.max(part.abs()));
            prop_assert!(expected.distance(after) <= 1e-9 * size, "{expected:?} {after:?}");
        }
        prop_assert_eq!(before.parent, after.parent);
    }

    #[test]
    fn what_is_in_a_space_stays_as_it_is(clip in clip(false, LENGTHS), target in space(LENGTHS)) {
        let there = clip.into_space(target);
        prop_assert!(there.is_in_space(target), "{:?} in {target:?}", there.space);
    }

    #[test]
    fn there_and_back_is_the_same_clip(clip in clip(false, EXACT), target in space(EXACT)) {
        let there = clip.in_space(target);
        prop_assert_eq!(&*there.in_space(clip.space), &clip);
    }

    #[test]
    fn what_both_know_is_that_of_the_target(clip in clip(false, LENGTHS), target in space(LENGTHS)) {
        let (from, found) = (clip.space, clip.in_space(target).space);
        prop_assert_eq!(found.up, from.up.map(|up| target.up.unwrap_or(up)));
        prop_assert_eq!(found.unit, from.unit.map(|unit| target.unit.unwrap_or(unit)));
        prop_assert_eq!(found.forward.is_some(), from.forward.is_some());
        if let (Some(_), Some(_), Some(_), Some(forward)) = (from.up, target.up, from.forward, target.forward) {
            prop_assert_eq!(found.forward, Some(forward));
        }
    }
}

/// A clip with one channel of a constant, in a space.
fn constant(space: Space, property: Property, values: &[f64]) -> Clip {
    let channel = Channel::new(0, property, Curve::constant(values).unwrap()).unwrap();
    Clip::new("c").with_nodes(vec![Node::new("n")]).with_channels(vec![channel]).with_space(space)
}

fn value(clip: &Clip) -> &[f64] {
    clip.channels[0].curve().values()
}

#[test]
fn down_becomes_up_by_half_a_turn_about_x() {
    let down = Space::right_handed(Axis::NegY).in_metres(0.001);
    let gltf = Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0);
    let clip = constant(down, Property::Translation, &[1000.0, 2000.0, -3000.0]);
    assert_eq!(value(&clip.in_space(gltf)), [1.0, -2.0, 3.0]);
    let clip = constant(down, Property::Euler(EulerOrder::Zyx), &[0.1, 0.2, 0.3]);
    let turned = clip.in_space(gltf);
    assert_eq!(value(&turned), [0.1, -0.2, -0.3]);
    assert_eq!(turned.channels[0].property(), &Property::Euler(EulerOrder::Zyx));
}

#[test]
fn z_up_becomes_y_up_and_the_order_of_angles_follows() {
    let clip = constant(Space::right_handed(Axis::Z), Property::Euler(EulerOrder::Zxy), &[0.1, 0.2, 0.3]);
    let turned = clip.in_space(Space::right_handed(Axis::Y));
    assert_eq!(value(&turned), [0.1, 0.3, -0.2]);
    assert_eq!(turned.channels[0].property(), &Property::Euler(EulerOrder::Yxz));
}

#[test]
fn properties_of_lights_and_cameras_turn_with_the_axes() {
    let facing = Space::right_handed(Axis::Y).facing(Axis::NegZ).in_metres(1.0);
    let left = Space::left_handed(Axis::Y).facing(Axis::NegZ).in_metres(1.0);
    let half = facing.facing(Axis::Z).in_metres(0.5);
    for (name, values, target, expected) in [
        ("direction", vec![1.0, 2.0, 3.0], half, vec![-1.0, 2.0, -3.0]),
        ("reference", vec![1.0, 2.0, 3.0], half, vec![-2.0, 4.0, -6.0]),
        ("euler", vec![1.0, 2.0, 3.0], half, vec![-1.0, 2.0, -3.0]),
        ("instance/range", vec![3.0], half, vec![6.0]),
        ("roll", vec![3.0], half, vec![3.0]),
        ("roll", vec![3.0], left, vec![-3.0]),
        ("direction", vec![1.0, 2.0, 3.0], left, vec![-1.0, 2.0, 3.0]),
        ("anything", vec![1.0, 2.0, 3.0], half, vec![1.0, 2.0, 3.0]),
    ] {
        let clip = constant(facing, Property::named(name, values.len()), &values);
        assert_eq!(value(&clip.in_space(target)), expected, "{name}");
    }
}

#[test]
fn components_that_part_become_channels_of_their_own() {
    let pair = Curve::constant(&[1.0, 2.0]).unwrap();
    let channel = Channel::part(0, Property::Translation, 0, pair).unwrap();
    let clip = Clip::new("c").with_nodes(vec![Node::new("n")]).with_channels(vec![channel]);
    // X stays, and Y becomes Z.
    let turned =
        clip.with_space(Space::right_handed(Axis::Y)).in_space(Space::right_handed(Axis::Z)).into_owned();
    let parts: Vec<_> =
        turned.channels.iter().map(|c| (c.component(), c.curve().values().to_vec())).collect();
    assert_eq!(parts, [(0, vec![1.0]), (2, vec![2.0])]);
}

#[test]
fn what_is_unknown_changes_nothing() {
    let gltf = Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0);
    let mut facing = Space::UNKNOWN;
    facing.forward = Some(Axis::NegZ);
    for space in
        [Space::UNKNOWN, facing, gltf, Space::right_handed(Axis::Y), Space::UNKNOWN.in_metres(f64::NAN)]
    {
        let clip = constant(space, Property::Translation, &[1.0, 2.0, 3.0]);
        assert!(matches!(clip.in_space(gltf), std::borrow::Cow::Borrowed(_)), "{space:?}");
    }
}
