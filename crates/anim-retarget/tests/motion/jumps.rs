//! Steps of nodes that are combined with others.

use anim_core::{
    Channel, Clip, Curve, Deviation, Ease, Fate, Node, Positive, Property, Report, Times, Transform,
    quaternion,
};
use anim_retarget::{Figure, Mapping, Options, retarget};

use crate::figures::{brought, map};

const JUMP: f64 = 0.5e-3;

fn curve(times: &[f64], values: &[&[f64]], ease: Ease) -> Curve {
    Curve::new(Times::keys(times.to_vec()).unwrap(), values[0].len(), values.concat(), ease).unwrap()
}

/// A root without a counterpart in the figure, and the hips below it, with these channels.
fn clip(channels: Vec<Channel>) -> Clip {
    let up = Transform { translation: [0.0, 1.0, 0.0], ..Transform::IDENTITY };
    let nodes = vec![Node::new("Root"), Node::new("Hips").with_parent(0).with_rest(up)];
    Clip::new("walk").with_duration(1.0).with_nodes(nodes).with_channels(channels)
}

#[test]
fn steps_stay_steps_and_other_jumps_are_told() {
    let quarter = quaternion::from_axis_angle([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_2);
    let stepped = curve(&[0.0, 0.5], &[&[0.0; 3], &[1.0, 0.0, 0.0]], Ease::Step);
    let slid = curve(&[0.0, 1.0], &[&[0.0, 1.0, 0.0], &[0.0, 1.0, 2.0]], Ease::Linear);
    let hopped = curve(&[0.0, 0.25], &[&[0.0, 1.0, 0.0], &[0.0, 2.0, 0.0]], Ease::Step);
    let spun = curve(&[0.0, 0.5], &[&quaternion::IDENTITY, &quarter], Ease::Step);
    let turned = curve(&[0.0, 1.0], &[&quaternion::IDENTITY, &quarter], Ease::Slerp);
    let place =
        |node: usize, curve: &Curve| Channel::new(node, Property::Translation, curve.clone()).unwrap();
    let turn = |node: usize, curve: &Curve| Channel::new(node, Property::Rotation, curve.clone()).unwrap();
    for (channels, told) in [
        (vec![place(0, &stepped)], &[][..]),
        (vec![place(0, &stepped), place(1, &hopped)], &[]),
        (vec![turn(0, &spun), place(1, &hopped)], &[]),
        (vec![place(0, &stepped), place(1, &slid)], &["translation"]),
        (vec![turn(0, &spun), turn(1, &turned)], &["rotation"]),
        (vec![turn(0, &spun), place(1, &slid), turn(1, &turned)], &["translation", "rotation"]),
    ] {
        let clip = clip(channels);
        let figure = Figure::new(vec![Node::new("Hips").with_rest(clip.nodes[1].rest)]);
        let mut report = Report::new();
        let options = Options { jump: Positive::new(JUMP), ..Options::default() };
        let made = retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &options, &mut report);
        let time = Deviation::time(0.0).unit;
        let found: Vec<_> = report
            .losses
            .iter()
            .filter_map(|loss| match loss.fate {
                Fate::Approximated(error) if error.unit == time => {
                    assert!((error.size - JUMP).abs() < 1e-9, "{loss}");
                    assert_eq!((loss.code.id, loss.node.as_deref()), ("retarget::jumps", Some("Hips")));
                    loss.property.as_deref()
                }
                _ => None,
            })
            .collect();
        assert_eq!(found, told, "{report}");
        // Next to each jump, which takes no time where all are steps.
        for time in [0.1, 0.2499, 0.25, 0.4, 0.4994, 0.49975, 0.49999, 0.5, 0.75, 1.0] {
            let [own, other] = [clip.pose(time).world[1], made.pose(time).world[0]];
            let is_within = !told.is_empty() && time > 0.5 - JUMP && time < 0.5;
            assert!(is_within || own.distance(&other) < 2e-3, "{told:?} at {time}");
            if told.is_empty() {
                assert!(own.distance(&other) < 1e-12, "at {time}");
            }
        }
    }
}

/// A node and its parent, both rotating, and a figure of one node that gets both rotations.
fn turning(eases: [Ease; 2], options: &Options) -> (Clip, Clip, Report) {
    let turn = |node: usize, at: f64, ease: Ease| {
        let values =
            [0.0, 0.5, 0.75].map(|angle| quaternion::from_axis_angle([0.0, 1.0 - node as f64, 1.0], angle));
        let times = Times::keys([0.0, at, 2.0]).unwrap();
        let curve = Curve::new(times, 4, values.as_flattened().to_vec(), ease).unwrap();
        Channel::new(node, Property::Rotation, curve).unwrap()
    };
    let nodes = vec![Node::new("bone 0"), Node::new("bone 1").with_parent(0)];
    let channels = vec![turn(0, 0.5, eases[0]), turn(1, 1.0, eases[1])];
    let clip = Clip::new("c").with_duration(2.0).with_nodes(nodes).with_channels(channels);
    let figure = Figure::new(vec![Node::new("limb 1")]);
    let mut report = Report::new();
    let mapping = Mapping::new(&clip, &figure, Some(&map(2, ["bone", "limb"])));
    let made = retarget(&clip, &figure, &mapping, options, &mut report);
    (clip, made, report)
}

#[test]
fn products_of_steps_are_steps() {
    let (clip, made, report) = turning([Ease::Step; 2], &Options::default());
    assert_eq!(made.channels.len(), 1);
    let curve = made.channels[0].curve();
    assert_eq!(curve.times().iter().collect::<Vec<_>>(), [0.0, 0.5, 1.0, 2.0]);
    assert_eq!((curve.uniform_ease(), report.losses.len()), (Some(Ease::Step), 0), "{report}");
    for time in [0.0, 0.25, 0.5, 0.99, 1.0, 1.9, 2.0] {
        let apart = made.pose(time).world[0].distance(&clip.pose(time).world[1]);
        assert!(apart < 1e-12, "{apart} at {time}");
    }
}

#[test]
fn jumps_of_baked_curves_take_as_long_as_is_asked_for() {
    // The shortest time between two keys.
    let shortest = |curve: &Curve| {
        let times: Vec<f64> = curve.times().iter().collect();
        times.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min)
    };
    let coarse = |jump: f64| {
        let tenth = Positive::literal(0.1);
        Options { jump: Positive::new(jump), tolerance: tenth, tolerance_angle: tenth, ..Options::default() }
    };
    // A position on a straight line, and a displacement that jumps.
    let moving = |property, ease| {
        let values = vec![0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 8.0, 0.0, 0.0];
        let curve = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 3, values, ease).unwrap();
        Channel::new(0, property, curve).unwrap()
    };
    let channels =
        vec![moving(Property::Translation, Ease::Linear), moving(Property::Displacement, Ease::Step)];
    let clip =
        Clip::new("c").with_duration(2.0).with_nodes(vec![Node::new("bone 0")]).with_channels(channels);
    for (jump, expected) in [(0.02, 0.019..0.021), (0.0, 1e-9..1e-5)] {
        let (_, turned, _) = turning([Ease::Slerp, Ease::Step], &coarse(jump));
        let base = Transform { rotation: [0.0, 0.6, 0.0, 0.8], ..Transform::IDENTITY };
        let figure = vec![Node::new("base").with_rest(base), Node::new("limb 0").with_parent(0)];
        let moved = brought(&clip, figure, &map(1, ["bone", "limb"]), &coarse(jump));
        for curve in [&turned, &moved].map(|made| made.channels[0].curve()) {
            assert!(expected.contains(&shortest(curve)), "{jump}: {}", shortest(curve));
        }
    }
}
