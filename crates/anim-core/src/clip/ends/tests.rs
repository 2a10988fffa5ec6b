//! Motion outside of clips against differences computed by hand.

use super::*;
use crate::{Fate, Handles, Node, Rate, Times};

static ENDS: Code = Code::warning("toy::ends", "");

/// What is reported of a ramp from 1 at −1 s to 5 at 1 s.
fn size(before: Wrap, after: Wrap, duration: f64, from_zero: bool) -> Option<f64> {
    let curve = Curve::new(Times::keys([-1.0, 1.0]).unwrap(), 3, vec![1., 0., 0., 5., 0., 0.], Ease::Linear);
    let curve = curve.unwrap().with_wrap(before, after);
    let clip = Clip::new("c")
        .with_duration(duration)
        .with_nodes(vec![Node::new("n")])
        .with_channels(vec![Channel::new(0, Property::Translation, curve).unwrap()]);
    let mut report = Report::new();
    report_ends(&clip, from_zero, "TOY", &ENDS, &mut report);
    match report.losses.first()?.fate {
        Fate::Approximated(error) => Some(error.size),
        _ => None,
    }
}

#[test]
fn motion_outside_is_measured_from_the_value_that_is_held() {
    use Wrap::{Hold, PingPong, Repeat, RepeatWithOffset};
    assert_eq!(size(Hold, Hold, 1.0, false), None);
    // At 0 the value is 3, before that it comes from 1.
    assert_eq!(size(Hold, Hold, 1.0, true), Some(2.0));
    // At the end of a period the value is 1, and rises to 5; a ping-pong falls from 5 to 1.
    assert_eq!(size(Hold, Repeat, 1.0, false), Some(4.0));
    assert_eq!(size(Hold, PingPong, 1.0, false), Some(4.0));
    // At 2 s a ping-pong is at 3.
    assert_eq!(size(Hold, PingPong, 2.0, false), Some(2.0));
    assert_eq!(size(Hold, RepeatWithOffset, 1.0, false), Some(f64::INFINITY));
}

#[test]
fn what_is_added_up_is_held_where_the_first_of_both_begins() {
    let curve = |times: [f64; 2], to: f64| {
        let values = vec![0.0, 0.0, 0.0, to, 0.0, 0.0];
        Curve::new(Times::keys(times).unwrap(), 3, values, Ease::Linear).unwrap()
    };
    let round = curve([0.25, 0.75], 1.0).with_wrap(Wrap::Repeat, Wrap::Repeat);
    let channels = [(Property::Displacement, round), (Property::Translation, curve([-0.25, 1.0], 0.0))];
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("n")])
        .with_channels(channels.map(|(property, curve)| Channel::new(0, property, curve).unwrap()).to_vec());
    let mut report = Report::new();
    report_ends(&clip, false, "TOY", &ENDS, &mut report);
    // At -0.25 s the loop begins at 0, and before that it comes to 1.
    assert!(matches!(report.losses[0].fate, Fate::Approximated(error) if error.size == 1.0), "{report}");
}

#[test]
fn nodes_and_properties_are_held_each_at_its_own_ends() {
    let curve = |times: [f64; 2], wrap: Wrap| {
        let values = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        Curve::new(Times::keys(times).unwrap(), 3, values, Ease::Linear).unwrap().with_wrap(wrap, wrap)
    };
    let round = || Channel::new(0, Property::Translation, curve([0.25, 0.75], Wrap::Repeat)).unwrap();
    let early = || curve([-0.25, 1.0], Wrap::Hold);
    for other in [
        Channel::new(1, Property::Translation, early()).unwrap(),
        Channel::new(0, Property::Scale, early()).unwrap(),
    ] {
        let clip = Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("a"), Node::new("b")]);
        let mut report = Report::new();
        report_ends(&clip.with_channels(vec![round(), other]), false, "TOY", &ENDS, &mut report);
        // At 0 s and at 1 s the loop is in the middle of its way, not at its start as at -0.25 s.
        assert_eq!(report.losses.len(), 1);
        assert!(matches!(report.losses[0].fate, Fate::Approximated(error) if error.size == 0.5), "{report}");
    }
}

#[test]
fn every_property_that_files_hold_is_measured() {
    let properties =
        [Property::Visible, Property::Color, Property::named("color.diffuse", 3), Property::named("fov", 1)];
    for property in properties {
        let (width, mut values) = (property.width(), vec![0.0; 3 * property.width()]);
        values[width] = 0.75;
        for ease in [Ease::Step, Ease::Linear] {
            let curve =
                Curve::new(Times::keys([0.0, 0.5, 1.0]).unwrap(), width, values.clone(), ease).unwrap();
            let curve = curve.with_wrap(Wrap::Hold, Wrap::Repeat);
            let clip = Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("n")]);
            let channel = Channel::new(0, property.clone(), curve).unwrap();
            let mut report = Report::new();
            report_ends(&clip.with_channels(vec![channel]), false, "TOY", &ENDS, &mut report);
            let fates: Vec<Fate> = report.losses.iter().map(|loss| loss.fate).collect();
            assert_eq!(fates, [Fate::Approximated(Deviation::of(&property, 0.75))], "{property:?} {ease:?}");
        }
    }
}

#[test]
fn a_moment_of_a_long_loop_is_found_and_peaks_between_keys_are() {
    let lost = |curve: Curve, property: Property| {
        let clip = Clip::new("c")
            .with_duration(1.0)
            .with_nodes(vec![Node::new("n")])
            .with_channels(vec![Channel::new(0, property, curve).unwrap()]);
        let mut report = Report::new();
        report_ends(&clip, false, "TOY", &ENDS, &mut report);
        match report.losses.first().map(|loss| loss.fate) {
            Some(Fate::Approximated(error)) => error.size,
            _ => 0.0,
        }
    };
    for ease in [Ease::Step, Ease::Linear] {
        let mut values = vec![0.0; 3 * 100_000];
        values[3 * 77_777] = 9.0;
        let times = Times::uniform(0.0, Rate::per_second(100_000), 100_000).unwrap();
        let curve = Curve::new(times, 3, values, ease).unwrap().with_wrap(Wrap::Hold, Wrap::Repeat);
        assert_eq!(lost(curve, Property::Translation), 9.0, "{ease:?}");
    }
    // The last value of steps that repeat is never shown; a ping-pong holds it, and returns to the first.
    for (wrap, expected) in [(Wrap::Repeat, 2.0), (Wrap::PingPong, 5.0)] {
        let times = Times::keys([0.0, 0.5, 1.0]).unwrap();
        let values = vec![0., 0., 0., 2., 0., 0., 5., 0., 0.];
        let curve = Curve::new(times, 3, values, Ease::Step).unwrap().with_wrap(wrap, wrap);
        assert_eq!(lost(curve, Property::Translation), expected, "{wrap:?}");
    }
    // A cubic from 0 to 0 whose handles rise to 1: 3·u·(1−u) is 0.75 in the middle.
    let times = || Times::keys([0.0, 1.0]).unwrap();
    let handles = vec![
        Handles { into: [-0.1, 0.0], out: [1.0 / 3.0, 1.0] },
        Handles { into: [-1.0 / 3.0, 1.0], out: [0.1, 0.0] },
    ];
    let curve = Curve::new(times(), 1, vec![0.0; 2], Ease::Bezier).unwrap().with_handles(handles).unwrap();
    let size = lost(curve.with_wrap(Wrap::Repeat, Wrap::Repeat), Property::Weights { count: 1 });
    assert!((size - 0.75).abs() < 1e-9, "{size}");
    // The same hump long after a time, in the last second of a curve that holds.
    let handles = [[0.0; 2], [0.0; 2], [1.0 / 3.0, 1.0], [0.1, 0.0]]
        .map(|out| Handles { into: [-out[0], out[1]], out });
    let curve = Curve::new(Times::keys([0.0, 1.0, 8.0, 9.0]).unwrap(), 1, vec![0.0; 4], Ease::Bezier);
    let mut handles = handles.to_vec();
    handles[3].into = [-1.0 / 3.0, 1.0];
    let curve = curve.unwrap().with_handles(handles).unwrap();
    let channel = Channel::new(0, Property::Weights { count: 1 }, curve).unwrap();
    let size = difference(&channel, 1.0, 1.0);
    assert!((size - 0.75).abs() < 1e-9, "{size}");
    // A hump of 9.8, and a cubic of 10, 13, 0 and 0, which is highest just behind its key: its slope, 3·v·(3·v − 26·u) with
    // v = 1 − u, is 0 at u = 3/29.
    let third = |rise: f64| [1.0 / 3.0, rise];
    let out = [third(9.8 / 0.75), third(10.0 / 3.0), third(3.0), [0.1, 0.0]];
    let into =
        [[0.1, 0.0], third(9.8 / 0.75), third(-10.0 / 3.0), third(0.0)].map(|[time, rise]| [-time, rise]);
    let handles = out.into_iter().zip(into).map(|(out, into)| Handles { into, out }).collect();
    let keys = Times::keys([0.0, 1.0, 2.0, 3.0]).unwrap();
    let curve = Curve::new(keys, 1, vec![0.0, 0.0, 10.0, 0.0], Ease::Bezier).unwrap();
    let curve = curve.with_handles(handles).unwrap().with_wrap(Wrap::Hold, Wrap::PingPong);
    let size = lost(curve, Property::Weights { count: 1 });
    assert!((size - 254_852.0 / 24_389.0).abs() < 1e-9, "{size}");
    // Held at 0°, where a loop of 200° begins again: between its keys, it comes to be half a turn away.
    let turn = |degrees: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], degrees.to_radians());
    let values = [0.0, 100.0, 200.0].map(turn);
    let keys = Times::keys([0.0, 0.5, 1.0]).unwrap();
    let curve = Curve::new(keys, 4, values.as_flattened().to_vec(), Ease::Slerp).unwrap();
    let size = lost(curve.with_wrap(Wrap::Hold, Wrap::Repeat), Property::Rotation);
    assert!((size - PI).abs() < 1e-5, "{size}");
    // So it does where a straight line joins quaternions, whatever their lengths, and steps of one direction do not move at all.
    for (ease, lengths, degrees, expected) in [
        (Ease::Linear, [1.0, 1.0], 200.0, PI),
        (Ease::Linear, [2.0, 0.5], 200.0, PI),
        (Ease::Step, [1.0, 2.0], 0.0, 0.0),
    ] {
        let values = [turn(0.0).map(|part| part * lengths[0]), turn(degrees).map(|part| part * lengths[1])];
        let curve = Curve::new(times(), 4, values.as_flattened().to_vec(), ease).unwrap();
        let size = lost(curve.with_wrap(Wrap::Hold, Wrap::PingPong), Property::Rotation);
        assert!((size - expected).abs() < 1e-5, "{ease:?} {lengths:?}: {size}");
    }
}

#[test]
fn quaternions_that_repeat_with_an_offset_approach_its_direction() {
    // From no rotation to 0.3/1.5, and on by (0.3, 0.5) again and again: the angle approaches 2·atan(0.3/0.5).
    let curve = |to: [f64; 2]| {
        let values = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, to[0], to[1]]].concat();
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, values, Ease::Linear).unwrap();
        Channel::new(0, Property::Rotation, curve.with_wrap(Wrap::Hold, Wrap::RepeatWithOffset)).unwrap()
    };
    let angle = |y: f64, x: f64| 2.0 * y.atan2(x);
    let expected = angle(0.3, 0.5) - angle(0.3, 1.5);
    let rising = curve([0.3, 1.5]);
    assert!((difference(&rising, 1.0, 1.0) - expected).abs() < 1e-9);
    let held = rising.curve().at(1.0);
    let far = (1..2000)
        .map(|step| away(rising.property(), &held, &rising.curve().at(1.0 + 0.37 * f64::from(step))));
    let far = far.fold(0.0, f64::max);
    assert!(far < expected && far > 0.99 * expected, "{far} {expected}");
    // An offset to the other side may turn by any angle.
    assert_eq!(difference(&curve([0.3, 0.2]), 1.0, 1.0), f64::INFINITY);
}
