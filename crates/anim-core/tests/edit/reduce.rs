//! Fewer keys.

use anim_core::edit::{Edit, Moment, reduce};
use anim_core::{
    Channel, Clip, Curve, Ease, Fate, Handles, Node, Positive, Property, Rate, Report, Times, Wrap,
};
use proptest::prelude::*;

use super::any::{self, ALL, EASES, Kind};
use super::same::{away, times};

fn one(curve: Curve) -> Clip {
    let channel = Channel::new(0, Property::named("x", 1), curve).unwrap();
    Clip::new("c").with_duration(9.0).with_nodes(vec![Node::new("n")]).with_channels(vec![channel])
}

fn reduced(curve: Curve, tolerance: f64) -> (Curve, Report) {
    let mut report = Report::new();
    let clip = reduce(&one(curve), Positive::new(tolerance).unwrap(), &mut report).unwrap();
    (clip.channels[0].curve().clone(), report)
}

#[test]
fn keys_on_a_line_are_not_needed() {
    let cases: [(Ease, &[f64], &[f64]); 4] = [
        (Ease::Linear, &[0.0, 1.0, 2.0, 3.0, 2.0, 1.0], &[0.0, 3.0, 5.0]),
        (Ease::Linear, &[0.0, 1.05, 2.0, 3.0, 2.2, 1.0], &[0.0, 3.0, 4.0, 5.0]),
        (Ease::Step, &[7.0, 7.0, 8.0, 8.05, 8.0, 7.0], &[0.0, 2.0, 5.0]),
        (Ease::Sine, &[1.0, 1.0, 1.0, 4.0, 4.0, 1.0], &[0.0, 2.0, 3.0, 4.0, 5.0]),
    ];
    for (ease, values, expected) in cases {
        let times = Times::uniform(0.0, Rate::per_second(1), 6).unwrap();
        let (curve, _) = reduced(Curve::new(times, 1, values.to_vec(), ease).unwrap(), 0.1);
        assert_eq!(curve.times().iter().collect::<Vec<_>>(), expected, "{ease:?} {values:?}");
    }
}

#[test]
fn a_bezier_that_was_cut_in_two_is_one_again() {
    // The halves of 0, 3, 7.5, 6 at thirds of 3 s.
    let handles = [([0.0; 2], [0.5, 1.5]), ([-0.5, -1.3125], [0.5, 1.3125]), ([-0.5, 0.75], [0.0; 2])];
    let handles = handles.map(|(into, out)| Handles { into, out }).to_vec();
    let times = Times::keys([0.0, 1.5, 3.0]).unwrap();
    let curve =
        Curve::new(times, 1, vec![0.0, 4.6875, 6.0], Ease::Bezier).unwrap().with_handles(handles).unwrap();
    let (curve, report) = reduced(curve, 1e-6);
    assert_eq!(
        (curve.len(), curve.handles(0, 0).out, curve.handles(1, 0).into),
        (2, [1.0, 3.0], [-1.0, 1.5])
    );
    assert!(report.losses.is_empty());
}

#[test]
fn the_loss_has_the_error_of_the_result() {
    let times = Times::keys([0.0, 1.0, 2.0]).unwrap();
    let (curve, report) = reduced(Curve::new(times, 1, vec![0.0, 0.55, 1.0], Ease::Linear).unwrap(), 0.1);
    assert_eq!(curve.len(), 2);
    assert!(matches!(report.losses[0].fate, Fate::Approximated(error) if (error.size - 0.05).abs() < 1e-12));
}

#[test]
fn the_error_is_that_between_the_compared_times_too() {
    use std::f64::consts::PI;
    // Two halves of cosines, of 1 s and 4.1 s, become one of 5.1 s.
    let half = |u: f64| (1.0 - (PI * u).cos()) / 2.0;
    let two = |time: f64| if time < 1.0 { 0.15 * half(time) } else { 0.15 + 0.85 * half((time - 1.0) / 4.1) };
    let fine = (0..=510_000).map(|step| 1e-5 * f64::from(step));
    let expected = fine.map(|time| (two(time) - half(time / 5.1)).abs()).fold(0.0, f64::max);
    let times = Times::keys([0.0, 1.0, 5.1]).unwrap();
    let (curve, report) = reduced(Curve::new(times, 1, vec![0.0, 0.15, 1.0], Ease::Sine).unwrap(), 0.1);
    assert_eq!(curve.len(), 2);
    let Fate::Approximated(error) = report.losses[0].fate else { panic!("{:?}", report.losses) };
    assert!((expected * 0.999_999..expected * 1.001).contains(&error.size), "{expected}: {error:?}");
}

#[test]
fn candidates_that_the_search_refuses_take_no_longer() {
    // Every other segment rises to 4/9 of a handle after 1/27 of its second, where candidates are not compared. To search all keys to
    // the end for each of them would take hours.
    let (keys, handle, tolerance) = (60_000, 0.023, 0.01);
    let out = |key: u32| [0.0, if key % 2 == 1 { handle } else { 0.0 }];
    let handles = (0..keys).map(|key| Handles { into: [-1.0, 0.0], out: out(key) }).collect();
    let times = Times::keys((0..keys).map(f64::from).collect::<Vec<_>>()).unwrap();
    let curve = Curve::new(times, 1, vec![0.0; keys as usize], Ease::Bezier).unwrap();
    let (curve, _) = reduced(curve.with_handles(handles).unwrap(), tolerance);
    for key in (1..keys - 1).step_by(2) {
        let off = curve.at(f64::from(key) + 1.0 / 27.0)[0] - handle * 4.0 / 9.0;
        assert!(off.abs() <= tolerance, "{off} after {key}");
    }
}

#[test]
fn quaternions_that_repeat_with_an_offset_keep_their_keys() {
    let values = [[0.0, 0.0, 0.0, 1.0], [0.11, 0.0, 0.0, 1.0], [0.2, 0.0, 0.0, 1.0]].concat();
    let curve = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 4, values, Ease::Linear).unwrap();
    let count = |wrap: Wrap| {
        let channel = Channel::new(0, Property::Rotation, curve.clone().with_wrap(Wrap::Hold, wrap)).unwrap();
        let clip = Clip::new("c").with_nodes(vec![Node::new("n")]).with_channels(vec![channel]);
        reduce(&clip, Positive::literal(0.1), &mut Report::new()).unwrap().key_count()
    };
    assert_eq!([Wrap::Repeat, Wrap::RepeatWithOffset].map(count), [2, 3]);
}

/// A hundred keys of a smooth motion, as programs export it.
fn smooth(ease: Ease) -> impl Strategy<Value = Clip> {
    (0.1..3.0f64, -2.0..2.0f64, 0.0..6.0f64).prop_map(move |(speed, size, phase)| {
        let at = |frame: u32| size * (speed * f64::from(frame) / 30.0 + phase).sin();
        let times = Times::uniform(0.0, Rate::per_second(30), 100).unwrap();
        one(Curve::new(times, 1, (0..100).map(at).collect(), ease).unwrap())
    })
}

#[test]
fn the_error_of_a_part_is_that_of_what_is_left() {
    // A bump of 0.09 at 1 s, and one of 0.04 at 5 s, of lines from 0 s to 4 s and from there to 8 s.
    let times = Times::keys([0.0, 1.0, 4.0, 5.0, 8.0]).unwrap();
    let bumps = one(Curve::new(times, 1, vec![0.0, 1.09, 4.0, 2.96, 0.0], Ease::Linear).unwrap());
    let seconds = |time: f64| Some(Moment::Seconds(time));
    let trim = |from: f64, to: f64| Edit::Trim { from: seconds(from), to: seconds(to) };
    let reduce = || Edit::Reduce(Positive::literal(0.2));
    for (edits, expected) in [
        (vec![reduce()], Some(0.09)),
        (vec![reduce(), trim(0.0, 9.0)], Some(0.09)),
        (vec![reduce(), trim(4.0, 9.0)], Some(0.04)),
        // Two thirds of the bump are left.
        (vec![reduce(), trim(2.0, 4.5)], Some(0.06)),
        (vec![reduce(), trim(1.0, 9.0), trim(1.5, 2.5)], Some(0.045)),
        (vec![reduce(), trim(8.0, 9.0)], None),
        // What happens in between may change times.
        (vec![reduce(), Edit::Reverse, trim(0.0, 1.0)], Some(0.09)),
        (vec![reduce(), trim(4.0, 9.0), reduce(), trim(0.0, 1.0)], Some(0.04)),
    ] {
        let mut report = Report::new();
        Edit::apply_all(&edits, vec![bumps.clone()], Positive::literal(1e-3), &mut report).unwrap();
        let errors = report.losses.iter().filter_map(|loss| match loss.fate {
            Fate::Approximated(error) => Some(error.size),
            _ => None,
        });
        let largest = errors.reduce(f64::max);
        let is_it = largest.zip(expected).map_or(largest == expected, |(a, b)| (a - b).abs() < 1e-9);
        assert!(is_it, "{edits:?}: {largest:?} for {expected:?}");
    }
}

proptest! {
    #[test]
    fn what_is_left_stays_within_the_tolerance(
        clip in any::clip(ALL), tolerance in prop::sample::select(vec![1e-6, 1e-3]),
    ) {
        let mut report = Report::new();
        let less = reduce(&clip, Positive::new(tolerance).unwrap(), &mut report).unwrap();
        prop_assert!(less.key_count() <= clip.key_count());
        // Repeats hold whatever is within the keys.
        prop_assert!(difference_of_all(&clip, &less) <= tolerance);
    }

    #[test]
    fn a_smooth_motion_needs_few_keys(
        clip in prop::sample::select(EASES[1..].to_vec()).prop_flat_map(smooth), tolerance in 0.01..0.1f64,
    ) {
        let mut report = Report::new();
        let less = reduce(&clip, Positive::new(tolerance).unwrap(), &mut report).unwrap();
        let [many, few] = [&clip, &less].map(|clip| clip.channels[0].curve());
        let mut worst: f64 = 0.0;
        for place in 0..997 {
            let time = f64::from(place) * 0.0037;
            worst = worst.max((many.at(time)[0] - few.at(time)[0]).abs());
        }
        prop_assert!(worst <= tolerance, "{} {}", worst, tolerance);
        let reported = report.losses.iter().map(|loss| match loss.fate {
            Fate::Approximated(error) => error.size,
            _ => f64::NAN,
        });
        prop_assert!(reported.sum::<f64>() >= 0.8 * worst - 1e-9);
        // No key of steps can be removed if each step exceeds the tolerance for choosing.
        let is_low = |pair: &[f64]| (pair[1] - pair[0]).abs() < 0.8 * tolerance;
        let inner = &many.values()[..many.len() - 1];
        let must = many.ease(0) != Ease::Step || inner.windows(2).any(is_low);
        prop_assert!(few.len() < many.len() || !must);
    }

    #[test]
    fn nothing_changes_twice(clip in any::clip(Kind { parts: false, ..ALL })) {
        let once = reduce(&clip, Positive::literal(1e-9), &mut Report::new()).unwrap();
        let twice = reduce(&once, Positive::literal(1e-9), &mut Report::new()).unwrap();
        prop_assert_eq!(once, twice);
    }
}

fn difference_of_all(a: &Clip, b: &Clip) -> f64 {
    let pairs = a.channels.iter().zip(&b.channels);
    let off = |(one, other): (&Channel, &Channel)| {
        let [one_curve, other_curve] = [one.curve(), other.curve()];
        times(one_curve.start(), one_curve.end())
            .map(|time| away(one.property(), &one_curve.at(time), &other_curve.at(time)))
            .fold(0.0, f64::max)
    };
    pairs.map(off).fold(0.0, f64::max)
}

#[test]
fn no_arc_becomes_half_a_turn() {
    // Once round in eight arcs of 45°. Three and a bit of them would be within 3 radians, four are half a turn.
    let turn = |eighth: usize| (eighth as f64 * std::f64::consts::FRAC_PI_8).sin_cos();
    let values: Vec<f64> = (0..=8).map(turn).flat_map(|(sin, cos)| [0.0, 0.0, sin, cos]).collect();
    let times = Times::uniform(0.0, Rate::per_second(1), 9).unwrap();
    let curve = Curve::new(times, 4, values, Ease::Slerp).unwrap();
    let channel = Channel::new(0, Property::Rotation, curve).unwrap();
    let clip =
        Clip::new("c").with_duration(8.0).with_nodes(vec![Node::new("n")]).with_channels(vec![channel]);
    let clip = reduce(&clip, Positive::new(0.1).unwrap(), &mut Report::new()).unwrap();
    assert_eq!(clip.channels[0].curve().times().iter().collect::<Vec<_>>(), [0.0, 3.0, 6.0, 8.0]);
}
