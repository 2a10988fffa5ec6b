//! Tests of values and poses over time.

use anim_core::{Channel, Ease, Handles, Node, Property, Times, Wrap};

use super::super::By;
use super::*;

fn step(at: f64) -> Curve {
    Curve::new(Times::keys([0.0, at, 2.0]).unwrap(), 1, vec![0.0, 5.0, 5.0], Ease::Step).unwrap()
}

#[test]
fn a_jump_may_come_as_much_later_as_the_tolerance_of_times() {
    for (time_tolerance, expected) in [(0.0, Some(5.0)), (0.001, Some(5.0)), (0.02, None)] {
        for tolerance in [0.0, 0.1] {
            let rules = Rules { by: By::Values, tolerance, time_tolerance };
            let most = of_curves([&step(1.0), &step(1.01)], Metric::Numbers, 2.0, &rules);
            assert_eq!(most.and_then(|most| most.off), expected, "{time_tolerance}");
        }
    }
}

#[test]
fn what_holds_until_a_key_is_compared_until_then() {
    let curve = |ease: Ease| {
        let values = (0..31).flat_map(|key| [f64::from(key), 0.0, 0.0]).collect();
        let times = Times::keys((0..31).map(|key| f64::from(key) / 30.0).collect::<Vec<_>>()).unwrap();
        Curve::new(times, 3, values, ease).unwrap()
    };
    let saw = |after: Wrap| {
        let times = Times::keys([0.0, 0.25]).unwrap();
        let curve = Curve::new(times, 3, vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0], Ease::Linear).unwrap();
        curve.with_wrap(Wrap::Hold, after)
    };
    // Just before a key, a line is where the held value is not yet; a saw is at its top before it begins again.
    let rules = Rules { by: By::Values, tolerance: 0.9, time_tolerance: 0.0 };
    for [a, b] in
        [[curve(Ease::Step), curve(Ease::Linear)], [saw(Wrap::Repeat), Curve::constant(&[0.0; 3]).unwrap()]]
    {
        let clips = [&a, &b].map(|curve| clip(Property::Translation, curve.clone()));
        let values = of_curves([&a, &b], Metric::Numbers, 1.0, &rules);
        let poses = of_poses([&clips[0], &clips[1]], &[[0, 0]], &rules).concat();
        for found in [values.as_ref(), poses.first()] {
            let off = found.and_then(|most| most.off).unwrap_or_default();
            assert!((off - 1.0).abs() < 1e-5, "{values:?} {poses:?}");
        }
    }
}

#[test]
fn a_value_that_a_motion_passes_is_there_within_rounding() {
    let peak = |at: f64| {
        let times = Times::keys([0.0, at, 2.0]).unwrap();
        Curve::new(times, 3, vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], Ease::Linear).unwrap()
    };
    for (at, time_tolerance) in [(1.25, 0.25), (1.25, 0.26), (1.25, 0.3), (1.1, 0.100_001), (0.7, 0.3)] {
        let rules = Rules { by: By::Values, tolerance: 0.0, time_tolerance };
        let curves = [peak(1.0), peak(at)];
        let clips = curves.clone().map(|curve| clip(Property::Translation, curve));
        assert_eq!(of_curves([&curves[0], &curves[1]], Metric::Numbers, 2.0, &rules), None, "{at}");
        assert_eq!(of_poses([&clips[0], &clips[1]], &[[0, 0]], &rules).concat(), [], "{at}");
    }
}

#[test]
fn a_larger_tolerance_of_times_never_finds_more() {
    let ramp = |times: [f64; 3]| {
        let values = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        Curve::new(Times::keys(times).unwrap(), 3, values, Ease::Linear).unwrap()
    };
    let curves = [ramp([0.0, 1.0, 2.0]), ramp([0.005, 1.005, 2.0])];
    let clips = curves.clone().map(|curve| clip(Property::Translation, curve));
    for (time_tolerance, expected) in [
        (0.0, Some(0.005)),
        (0.002, Some(0.003)),
        (0.005, None),
        (0.0051, None),
        (0.0075, None),
        (0.01, None),
        (0.1, None),
        (1.0, None),
        (100.0, None),
    ] {
        let rules = Rules { by: By::Values, tolerance: 1e-4, time_tolerance };
        let values = of_curves([&curves[0], &curves[1]], Metric::Numbers, 2.0, &rules);
        let poses = of_poses([&clips[0], &clips[1]], &[[0, 0]], &rules).concat();
        for found in [values.as_ref(), poses.first()].map(|found| found.and_then(|most| most.off)) {
            let is_expected = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
                (found, expected) => found == expected,
            };
            assert!(is_expected, "{time_tolerance}: {found:?} {expected:?}");
        }
    }
}

#[test]
fn what_only_one_side_shows_is_found_however_short_it_is() {
    /// The curve that is 1 at a time, and 0 from so many seconds before to as many after.
    fn spike(at: f64, seconds: f64) -> Curve {
        let times = Times::keys([0.0, at - seconds, at, at + seconds, 2.0]).unwrap();
        let values = [0.0, 0.0, 1.0, 0.0, 0.0].into_iter().flat_map(|value| [value, 0.0, 0.0]).collect();
        Curve::new(times, 3, values, Ease::Linear).unwrap()
    }
    let flat = || Curve::constant(&[0.0; 3]).unwrap();
    let repeated = |curve: Curve| curve.with_wrap(Wrap::Hold, Wrap::Repeat);
    // A spike within the first second.
    let once = |at: f64| {
        let times = Times::keys([0.0, at, at + 1e-4, at + 2e-4, 1.0]).unwrap();
        let values = [0.0, 0.0, 1.0, 0.0, 0.0].into_iter().flat_map(|value| [value, 0.0, 0.0]).collect();
        Curve::new(times, 3, values, Ease::Linear).unwrap()
    };
    let cases = [
        (flat(), spike(1.0, 1e-3), 0.01, 1.0),
        (flat(), spike(1.0, 1e-7), 0.5, 1.0),
        (spike(1.0, 1e-3), spike(1.004, 1e-3), 0.01, 0.0),
        (spike(1.0, 1e-3), spike(1.004, 1e-3), 0.002, 1.0),
        (spike(1.0, 1e-3), spike(1.3, 1e-3), 0.2, 1.0),
        (spike(1.0, 1e-3), spike(1.004, 1e-5), 0.01, 0.0),
        // Of the repeats only the first is on both sides.
        (repeated(once(0.4001)), once(0.4001), 0.01, 1.0),
    ];
    for (a, b, time_tolerance, expected) in cases {
        let rules = Rules { by: By::Values, tolerance: 1e-6, time_tolerance };
        for [a, b] in [[&a, &b], [&b, &a]] {
            let values = of_curves([a, b], Metric::Numbers, 2.0, &rules);
            let clips = [a, b].map(|curve| clip(Property::Translation, curve.clone()));
            let poses = of_poses([&clips[0], &clips[1]], &[[0, 0]], &rules).concat();
            for found in [values.as_ref(), poses.first()] {
                let off = found.and_then(|most| most.off).unwrap_or(0.0);
                assert!((off - expected).abs() < 1e-6, "{off} {expected}: {a:?} {b:?} {time_tolerance}");
            }
        }
    }
}

#[test]
fn the_keys_the_frames_and_the_middles_are_looked_at() {
    assert_eq!(moments(vec![0.25], 1.0, 1.0), [0.0, 0.125, 0.25, 0.625, 1.0]);
    assert_eq!(moments(vec![], 0.0, 60.0), [0.0]);
    assert!(moments(vec![], 1e300, 60.0).len() < 3 * MOST);
}

fn clip(property: Property, curve: Curve) -> Clip {
    let channels = vec![Channel::new(0, property, curve).unwrap()];
    Clip::new("").with_nodes(vec![Node::new("n")]).with_channels(channels).with_duration(2.0)
}

#[test]
fn an_excursion_between_two_samples_is_seen() {
    // With tangents of 100 at both keys, the first 0.01 s are 2u³ − 3u² + u, which is 0 in the middle.
    let mut handles = vec![Handles::default(); 9];
    handles[0].out = [0.01 / 3.0, 1.0 / 3.0];
    handles[3].into = [-0.01 / 3.0, -1.0 / 3.0];
    let times = Times::keys([0.0, 0.01, 2.0]).unwrap();
    let bump = Curve::new(times, 3, vec![0.0; 9], Ease::Bezier).unwrap().with_handles(handles).unwrap();
    let flat = Curve::constant(&[0.0; 3]).unwrap();
    let rules = Rules { by: By::Values, tolerance: 1e-3, time_tolerance: 0.0 };
    let values = of_curves([&bump, &flat], Metric::Numbers, 2.0, &rules);
    let clips = [bump, flat].map(|curve| clip(Property::Translation, curve));
    let poses = of_poses([&clips[0], &clips[1]], &[[0, 0]], &rules).concat();
    for found in [values.as_ref(), poses.first()] {
        let off = found.and_then(|most| most.off).unwrap_or(0.0);
        assert!((off - 3_f64.sqrt() / 18.0).abs() < 1e-9, "{off}");
    }
}

#[test]
fn a_turn_is_the_same_however_it_is_said() {
    let quarter = std::f64::consts::FRAC_PI_2;
    let turn = anim_core::quaternion::from_axis_angle([0.0, 0.0, 1.0], quarter);
    let a = clip(Property::Angle { axis: [0.0, 0.0, 1.0] }, Curve::constant(&[quarter]).unwrap());
    let b = clip(Property::Rotation, Curve::constant(&turn).unwrap());
    let rules = Rules { by: By::Pose, tolerance: 1e-12, time_tolerance: 0.0 };
    assert_eq!(of_poses([&a, &b], &[[0, 0]], &rules), [vec![]]);
    let c = clip(Property::Translation, Curve::constant(&[0.0, 3.0, 0.0]).unwrap());
    let found = of_poses([&a, &c], &[[0, 0]], &rules);
    assert!(matches!(&found[0][..], [most] if most.kind == Kind::Pose && most.off == Some(3.0)));
}

#[test]
fn each_key_of_a_long_clip_is_looked_at() {
    const KEYS: usize = 200_000;
    let far = |at: Option<usize>| {
        let mut values = vec![0.0; 3 * KEYS];
        if let Some(at) = at {
            values[3 * at] = 100.0;
        }
        let times = Times::uniform(0.0, anim_core::Rate::per_second(120), KEYS).unwrap();
        let curve = Curve::new(times, 3, values, Ease::Linear).unwrap();
        clip(Property::Translation, curve).with_duration(KEYS as f64 / 120.0)
    };
    let rules = Rules { by: By::Pose, tolerance: 1e-9, time_tolerance: 0.0 };
    let still = far(None);
    for at in [100_001, 100_002, 100_003, KEYS - 1] {
        let found = of_poses([&still, &far(Some(at))], &[[0, 0]], &rules);
        let [most] = &found[0][..] else { panic!("{at}: {found:?}") };
        assert_eq!(most.off, Some(100.0), "{at}");
    }
}

#[test]
fn a_node_that_is_not_there_is_nowhere() {
    let rules = Rules { by: By::Pose, tolerance: 1e9, time_tolerance: 0.0 };
    let alive = |value: f64| clip(Property::Alive, Curve::constant(&[value]).unwrap());
    let found = of_poses([&alive(1.0), &alive(0.0)], &[[0, 0]], &rules);
    assert_eq!(found, [vec![Difference::new(Kind::Alive, true, false).at(0.0)]]);
    assert_eq!(of_poses([&alive(0.0), &alive(0.0)], &[[0, 0]], &rules), [vec![]]);
}
