//! Errors of nodes that are dropped or left, in the motion of those that hung below them.

use anim_core::edit::{Edit, Pattern};
use anim_core::{
    Channel, Clip, Code, Curve, Deviation, Ease, Fate, Node, Positive, Property, Report, Times, Transform,
    Unit, quaternion,
};
use proptest::prelude::*;

static READ: Code = Code::note("test::read", "values are read with an error");

/// A hand on an arm on a body, whose scale is 2. The motion of the arm is off by a distance along X, an angle about Z and a factor.
fn figure([along, turned, larger]: [f64; 3], far: [f64; 3]) -> Clip {
    let rest = |translation: [f64; 3], scale: f64| Transform {
        translation,
        scale: [scale; 3],
        ..Transform::IDENTITY
    };
    let nodes = vec![
        Node::new("body").with_rest(rest([1.0, 2.0, 3.0], 2.0)),
        Node::new("arm").with_parent(0).with_rest(rest([0.0, 1.0, 0.0], 1.0)),
        Node::new("hand").with_parent(1).with_rest(rest(far, 3.0)),
    ];
    let channel = |property: Property, values: Vec<f64>| {
        let times = Times::keys([0.0, 1.0]).unwrap();
        let ease = if property == Property::Rotation { Ease::Slerp } else { Ease::Linear };
        let curve = Curve::new(times, property.width(), values, ease).unwrap();
        Channel::new(1, property, curve).unwrap()
    };
    let turn = |angle: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], angle + turned);
    let channels = vec![
        channel(Property::Translation, vec![along, 1.0, 0.0, 4.0 + along, 1.0, 2.0]),
        channel(Property::Rotation, [turn(0.0), turn(1.2)].concat()),
        channel(Property::Scale, vec![1.0 + larger, 1.0, 1.0, 1.5 + larger, 1.5, 1.5]),
    ];
    Clip::new("c").with_duration(1.0).with_nodes(nodes).with_channels(channels)
}

/// The largest distance, angle and factor between the hands of two clips, relative to their parents.
fn apart(a: &Clip, b: &Clip) -> [f64; 3] {
    let hand = |clip: &Clip| clip.nodes.iter().position(|node| node.name == "hand").unwrap();
    let mut most = [0f64; 3];
    for step in 0..=400 {
        let time = f64::from(step) / 400.0;
        let [a, b] = [a, b].map(|clip| clip.pose(time).local[hand(clip)]);
        let [p, q] = [a.translation(), b.translation()];
        let far = (0..3).map(|part| (p[part] - q[part]).powi(2)).sum::<f64>().sqrt();
        let [p, q] = [a.decompose(), b.decompose()];
        let factor = (0..3).map(|part| (p.scale[part] - q.scale[part]).abs()).fold(0.0, f64::max);
        let now = [far, quaternion::angle_between(p.rotation, q.rotation), factor];
        most = [0, 1, 2].map(|part| most[part].max(now[part]));
    }
    most
}

/// The errors that the report states for the hand, apart from those of baking.
fn stated(report: &Report) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for loss in report.losses.iter().filter(|loss| loss.code.id == READ.id) {
        if let (Some("hand"), Fate::Approximated(error)) = (loss.node.as_deref(), loss.fate) {
            sums[[Unit::Length, Unit::Angle, Unit::Ratio]
                .iter()
                .position(|unit| *unit == error.unit)
                .unwrap()] += error.size;
        }
    }
    sums
}

/// The errors of the hand that are stated after an operation on a clip with an error of the arm, and those that it has.
fn after(edit: &Edit, error: [f64; 3], far: [f64; 3]) -> ([f64; 3], [f64; 3]) {
    let [exact, read] = [[0.0; 3], error].map(|error| figure(error, far));
    let mut report = Report::new();
    let lost = [
        (Property::Translation, Deviation::length(error[0].abs())),
        (Property::Rotation, Deviation::angle(error[1].abs())),
        (Property::Scale, Deviation::ratio(error[2].abs())),
    ];
    for (property, size) in lost {
        if size.size > 0.0 {
            report.lose(READ.approximated(size, "read").of_node(&read, 1).of_property(&property));
        }
    }
    let fine = Positive::literal(1e-7);
    let read = edit.apply(&[read], fine, &mut report).unwrap();
    let exact = edit.apply(&[exact], fine, &mut Report::new()).unwrap();
    (stated(&report), apart(&exact[0], &read[0]))
}

fn edits() -> [Edit; 3] {
    [
        Edit::Drop(vec![Pattern::new("arm")]),
        Edit::Select(vec![Pattern::new("body"), Pattern::new("hand")]),
        Edit::Reroot(vec![Pattern::new("hand")]),
    ]
}

#[test]
fn a_hand_has_the_errors_of_the_arm_that_it_leaves() {
    // At the end of an arm of 5 units, an angle moves a chord; the arm grows to 1.5, and the body to twice its size.
    let chord = 2.0 * (0.05f64).sin() * 5.0 * 1.5;
    for (edit, size) in edits().iter().zip([1.0, 1.0, 2.0]) {
        for (error, expected) in [
            ([0.3, 0.0, 0.0], [0.3 * size, 0.0, 0.0]),
            ([0.0, 0.1, 0.0], [chord * size, 0.1, 0.0]),
            ([0.0, 0.0, 0.2], [0.2 * 5.0 * size, 0.0, 0.2 * 3.0 * size]),
        ] {
            let (stated, found) = after(edit, error, [5.0, 0.0, 0.0]);
            for part in 0..3 {
                assert!((stated[part] - expected[part]).abs() < 1e-9, "{edit:?} {error:?}: {stated:?}");
                assert!((found[part] - expected[part]).abs() < 1e-4, "{edit:?} {error:?}: {found:?}");
            }
        }
    }
}

#[test]
fn own_lengths_become_those_below_the_new_parent() {
    let clip = figure([0.0; 3], [5.0, 0.0, 0.0]);
    // From the arm, whose scale reaches 1.5, to the body; and from there to the world.
    for (edit, size) in edits().iter().zip([1.5, 1.5, 3.0]) {
        let mut report = Report::new();
        for error in [Deviation::length(0.1), Deviation::angle(0.1)] {
            report.lose(READ.approximated(error, "read").of_node(&clip, 2));
        }
        report.lose(READ.approximated(Deviation::length(0.1), "read").of_node(&clip, 0));
        edit.apply(std::slice::from_ref(&clip), Positive::literal(1e-4), &mut report).unwrap();
        let own: Vec<f64> = report.losses[..3]
            .iter()
            .map(|loss| if let Fate::Approximated(error) = loss.fate { error.size } else { 0.0 })
            .collect();
        assert!((own[0] - 0.1 * size).abs() < 1e-9 && own[1..] == [0.1, 0.1], "{edit:?}: {own:?}");
    }
}

/// The largest angle between the axes of the hands of two clips in the world, and the largest distance of their tips.
fn axes_apart(a: &Clip, b: &Clip) -> [f64; 2] {
    let hand = |clip: &Clip| clip.nodes.iter().position(|node| node.name == "hand").unwrap();
    let mut most = [0f64; 2];
    for step in 0..=400 {
        let time = f64::from(step) / 400.0;
        let [a, b] = [a, b].map(|clip| clip.pose(time).world[hand(clip)].linear());
        for axis in 0..3 {
            let [p, q] = [a, b].map(|rows| rows.map(|row| row[axis]));
            let dot = |p: [f64; 3], q: [f64; 3]| (0..3).map(|i| p[i] * q[i]).sum::<f64>();
            let tips = [0, 1, 2].map(|i| p[i] - q[i]);
            let cosine = dot(p, q) / (dot(p, p) * dot(q, q)).sqrt();
            most = [most[0].max(cosine.min(1.0).acos()), most[1].max(dot(tips, tips).sqrt())];
        }
    }
    most
}

/// The figure with other scales: of the body, and of the arm at both of its keys.
fn scaled(figure: Clip, body: [f64; 3], arm: [f64; 6], larger: [f64; 3]) -> Clip {
    let mut figure = figure;
    figure.nodes[0].rest.scale = body;
    figure.nodes[2].rest.rotation = quaternion::normalize([0.3, -0.2, 0.5, 0.7]);
    let values = (0..6).map(|part| arm[part] + larger[part % 3]).collect();
    let scale = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
    figure.channels[2] = Channel::new(1, Property::Scale, scale).unwrap();
    figure
}

/// The angle and the distance of the tips of the hand's axes that are stated after it left its arm, and those that it has: with errors
/// of the rotation and of the scale of the arm.
fn uneven(body: [f64; 3], arm: [f64; 6], turned: f64, larger: [f64; 3]) -> ([f64; 2], [f64; 2]) {
    let exact = scaled(figure([0.0; 3], [5.0, 0.0, 0.0]), body, arm, [0.0; 3]);
    let read = scaled(figure([0.0, turned, 0.0], [5.0, 0.0, 0.0]), body, arm, larger);
    let mut report = Report::new();
    let larger = larger.map(|part| part * part).iter().sum::<f64>().sqrt();
    let lost =
        [(Property::Rotation, Deviation::angle(turned.abs())), (Property::Scale, Deviation::ratio(larger))];
    for (property, size) in lost {
        report.lose(READ.approximated(size, "read").of_node(&read, 1).of_property(&property));
    }
    let fine = Positive::literal(1e-7);
    let reroot = Edit::Reroot(vec![Pattern::new("hand")]);
    let made = reroot.apply(std::slice::from_ref(&read), fine, &mut report).unwrap();
    let [_, angle, ratio] = stated(&report);
    let hand = made[0].nodes.iter().position(|node| node.name == "hand").unwrap();
    let longest = (0..=400).flat_map(|step| {
        let world = exact.pose(f64::from(step) / 400.0).world[hand].linear();
        [0, 1, 2].map(|axis| world.map(|row| row[axis].powi(2)).iter().sum::<f64>().sqrt())
    });
    let tips = 2.0 * (0.5 * angle).sin() * longest.fold(0.0, f64::max) + ratio;
    ([angle, tips], axes_apart(&exact, &made[0]))
}

#[test]
fn below_a_scale_that_is_not_the_same_along_all_axes_angles_are_others() {
    for (body, turned, larger) in
        [([10.0, 1.0, 1.0], 0.05, [0.0; 3]), ([2.0; 3], 0.0, [0.2, 0.0, 0.0]), ([2.0; 3], 0.1, [0.0; 3])]
    {
        let (stated, found) = uneven(body, [1.0; 6], turned, larger);
        for part in 0..2 {
            assert!(found[part] <= stated[part] + 1e-6, "{body:?}: {found:?} of {stated:?}");
        }
        assert!(stated[0] <= 4.0 * found[0], "{body:?}: {found:?} of {stated:?}");
    }
    let (stated, _) = uneven([2.0; 3], [1.0; 6], 0.0, [0.2; 3]);
    assert_eq!(stated[0], 0.0, "an error that is the same along all axes turns nothing");
}

proptest! {
    #[test]
    fn stated_angles_bound_those_of_a_hand_below_any_scales(
        body in prop::array::uniform3(0.2f64..4.0),
        arm in prop::array::uniform6(0.5f64..3.0),
        turned in -0.4f64..0.4,
        larger in prop::array::uniform3(-0.2f64..0.2),
    ) {
        let (stated, found) = uneven(body, arm, turned, larger);
        for part in 0..2 {
            prop_assert!(found[part] <= stated[part] + 1e-6, "{found:?} of {stated:?}");
        }
    }

    #[test]
    fn stated_errors_bound_those_of_a_hand(
        error in prop::array::uniform3(-0.4f64..0.4),
        far in prop::array::uniform3(-6.0f64..6.0),
        which in 0usize..3,
    ) {
        let (stated, found) = after(&edits()[which], error, far);
        // A scale that is not the same along all axes shears what is turned below it: its rotation is another.
        prop_assert!(found[0] <= stated[0] + 1e-4, "{found:?} {stated:?}");
    }
}
