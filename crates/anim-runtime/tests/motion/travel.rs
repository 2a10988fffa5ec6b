//! Root motion of a node that rotates, and of infinite times.

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Times, Wrap, quaternion};
use anim_runtime::{Motion, Travel};
use proptest::prelude::*;

use crate::clips::{line, near, spin};

/// One node that moves along X by 1 and rotates about Z by `angle` in a second.
fn arc(angle: f64) -> Motion {
    let channel = |property: Property, values: &[f64]| {
        let times = Times::keys([0.0, 1.0]).unwrap();
        let curve = Curve::new(times, property.width(), values.to_vec(), Ease::Linear).unwrap();
        Channel::new(0, property, curve).unwrap()
    };
    let channels = vec![
        channel(Property::Translation, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
        channel(Property::Angle { axis: [0.0, 0.0, 1.0] }, &[0.0, angle]),
    ];
    let clip = Clip::new("arc").with_duration(1.0).with_nodes(vec![Node::new("a")]).with_channels(channels);
    Motion::compile(&clip).unwrap()
}

#[test]
fn travel_turns_from_period_to_period_and_poses_do_not() {
    for angle in [0.0, 0.1, -1.0] {
        let motion = arc(angle);
        for time in [0.5, 1.5, 2.5, 7.25] {
            let place = motion.joint(0, time, Wrap::RepeatWithOffset).translation;
            assert!(near(&place, &[time, 0.0, 0.0], 1e-5), "{place:?} at {time}");
            // Step n goes along the direction into which the n periods before it have turned.
            let step =
                |n: f64| [(angle * n).cos(), (angle * n).sin(), 0.0].map(|part| part * (time - n).min(1.0));
            let steps = (0..time.ceil() as u32).map(|n| step(f64::from(n)));
            let expected = steps.fold([0.0; 3], |sum, step| [0, 1, 2].map(|i| sum[i] + step[i]));
            for wrap in [Wrap::Repeat, Wrap::RepeatWithOffset] {
                let travel = motion.travel(0, 0.0, time, wrap);
                assert!(near(&travel.translation, &expected, 1e-5), "{travel:?} after {time}");
            }
        }
    }
}

#[test]
fn travel_to_infinite_times_ends_with_the_motion() {
    let motion = arc(0.1);
    let near_by = |a: Travel, b: Travel| near(&a.translation, &b.translation.map(f64::from), 1e-5);
    for wrap in [Wrap::Hold, Wrap::Repeat, Wrap::RepeatWithOffset, Wrap::PingPong] {
        for from in [-1.5, 0.25, 2.5] {
            for (to, finite) in [(f64::INFINITY, 1.0), (f64::NEG_INFINITY, 0.0), (f64::NAN, 0.0)] {
                let expected = motion.travel(0, from, finite, wrap);
                assert_eq!(motion.travel(0, from, to, wrap), expected, "{wrap:?} from {from} to {to}");
                assert!(near_by(motion.travel(0, to, from, wrap), expected.back()));
            }
        }
    }
}

#[test]
fn travel_over_periods_is_that_of_a_walk() {
    let motion = Motion::compile(&line(&[[5.0, 0.0, 0.0], [7.0, 0.0, 0.0]], 1.0)).unwrap();
    for (from, to, expected) in
        [(0.0, 1.0, 2.0), (0.25, 0.75, 1.0), (0.5, 10.5, 20.0), (-1.5, 1.5, 6.0), (3.0, 1.0, -4.0)]
    {
        let travel = motion.travel(0, from, to, Wrap::Repeat);
        assert!((travel.translation[0] - expected).abs() < 1e-4, "{from} to {to}: {travel:?}");
    }
    assert_eq!(motion.travel(0, 2.0, 9.0, Wrap::Hold), Travel::NONE);
    assert!(motion.travel(0, 0.0, 1e15, Wrap::Repeat).translation[0] > 1e15);
}

proptest! {
    #[test]
    fn travel_in_pieces_is_travel_at_once(turns in -0.2..0.2f64, a in -3.0..3.0f64, b in 0.0..4.0f64, c in 0.0..4.0f64) {
        // A curve that ends rotated and away from its start.
        let mut clip = line(&[[0.0, 0.0, 1.0], [1.0, 0.5, 1.0], [1.0, 2.0, 0.0]], 1.0);
        clip.channels.extend(spin(turns, 1.0).channels);
        let motion = Motion::compile(&clip).unwrap();
        let [t0, t1, t2] = [a, a + b, a + b + c];
        let whole = motion.travel(0, t0, t2, Wrap::Repeat);
        let pieces = motion.travel(0, t0, t1, Wrap::Repeat).then(&motion.travel(0, t1, t2, Wrap::Repeat));
        prop_assert!(near(&whole.translation, &pieces.translation.map(f64::from), 1e-3), "{:?} {:?}", whole, pieces);
        let home = whole.then(&motion.travel(0, t2, t0, Wrap::Repeat));
        prop_assert!(near(&home.translation, &[0.0; 3], 1e-3), "{:?}", home);
        let angle = quaternion::angle_between(whole.rotation.map(f64::from), pieces.rotation.map(f64::from));
        prop_assert!(angle < 1e-3);
    }
}
