//! Steps of nodes that are combined with others.

use anim_core::{
    Channel, Clip, Curve, Deviation, Ease, Fate, Node, Property, Report, Times, Transform, quaternion,
};
use anim_retarget::{Figure, Mapping, Options, retarget};

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
        let options = Options { jump: anim_core::Positive::new(JUMP), ..Options::default() };
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
