//! Baked curves compared with their sources, and with their stated errors.

mod limits;

use proptest::prelude::*;

use super::breaks::Gaps;
use super::*;
use crate::curve::sample::tests::any_curve;
use crate::{Handles, KeyLimit};

fn ramp(ease: Ease) -> Curve {
    Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, 1.0], ease).unwrap()
}

fn times(baked: &Baked) -> Vec<f64> {
    baked.curve.times().iter().collect()
}

#[test]
fn keys_next_to_each_other_are_not_left_too_near() {
    let times = [0.0, 2.0 - 2.0 / f64::from(1 << 20), 2.0_f64.next_down(), 2.0, 3.0];
    let curve =
        Curve::new(Times::keys(times).unwrap(), 1, vec![0.0, 1.0, 2.0, 1.0, 0.0], Ease::Sine).unwrap();
    let baked = bake(&curve, [0.0, 3.0], 1e-3).unwrap();
    let gaps: Vec<f64> =
        baked.curve.times().iter().collect::<Vec<_>>().windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps.iter().all(|gap| *gap > 5e-7), "{gaps:?}");
    assert!((baked.curve.at(2.5)[0] - curve.at(2.5)[0]).abs() < 1e-3 + baked.error);
}

#[test]
fn straight_lines_need_no_more_keys() {
    let baked = bake(&ramp(Ease::Linear), [0.0, 1.0], 1e-6).unwrap();
    assert_eq!((times(&baked), baked.curve.values()), (vec![0.0, 1.0], &[0.0, 1.0][..]));
    let part = bake(&ramp(Ease::Linear), [0.25, 2.0], 1e-6).unwrap();
    assert_eq!((times(&part), part.curve.values()), (vec![0.25, 1.0, 2.0], &[0.25, 1.0, 1.0][..]));
}

#[test]
fn a_curve_is_followed_within_the_tolerance_everywhere() {
    let source = ramp(Ease::Sine).with_wrap(Wrap::Hold, Wrap::PingPong);
    for tolerance in [1e-2, 1e-4] {
        let baked = bake(&source, [0.0, 7.3], tolerance).unwrap();
        assert!(baked.error <= tolerance);
        for step in 0..=7300 {
            let time = f64::from(step) / 1000.0;
            let expected = (1.0 - (std::f64::consts::PI * time).cos()) / 2.0;
            assert!((baked.curve.at(time)[0] - expected).abs() < 1.5 * tolerance, "at {time}");
        }
    }
}

#[test]
fn the_error_is_the_largest_at_any_time() {
    // A cosine is farthest from its chord where both are equally steep: sin πu = 2 / π.
    let steep = (2.0 / std::f64::consts::PI).asin() / std::f64::consts::PI;
    let cosine = (steep - (1.0 - (std::f64::consts::PI * steep).cos()) / 2.0).abs();
    // With these handles, time is 3u² − 2u³ and the value is 3u − 6u² + 4u³, both symmetric about the middle.
    let handles = [
        Handles { out: [0.0, 1.0], ..Handles::default() },
        Handles { into: [0.0, -1.0], ..Handles::default() },
    ];
    let bent = ramp(Ease::Bezier).with_handles(handles.to_vec()).unwrap();
    let apart = |u: f64| 3.0 * u - 6.0 * u * u + 4.0 * u.powi(3) - (3.0 * u * u - 2.0 * u.powi(3));
    let cubic = (0..=1_000_000).map(|n| apart(f64::from(n) * 1e-6).abs()).fold(0.0, f64::max);
    for (source, expected) in [(ramp(Ease::Sine), cosine), (bent, cubic)] {
        let baked = bake(&source, [0.0, 1.0], 9.0).unwrap();
        assert_eq!(baked.curve.len(), 2);
        assert!((baked.error / expected - 1.0).abs() < 1e-3, "{} for {expected}", baked.error);
    }
}

#[test]
fn the_largest_error_is_searched_for_where_it_may_be() {
    let wave = |time: f64| (1.0 + 1e-3 * time) * time.sin();
    let mut samples = 0;
    let sample = |time: f64, out: &mut [f64]| {
        samples += 1;
        out[0] = wave(time);
    };
    let breaks = Times::keys((0..=100).map(|n| f64::from(n) * 0.1).collect::<Vec<_>>()).unwrap();
    let source = Curve::new(breaks, 1, (0..=100).map(f64::from).collect(), Ease::Linear).unwrap();
    let baked = bake_function(&[&source], 1, Ease::Linear, [0.0, 10.0], 1.0, sample).unwrap();
    // Ten for each segment, one of them at its end and two next to its ends; eleven more where the largest error may be.
    assert!(baked.curve.len() == 101 && samples < 13 * 101, "{} keys, {samples} samples", baked.curve.len());
    let off =
        (0..=100_000).map(|n| f64::from(n) * 1e-4).map(|time| (wave(time) - baked.curve.at(time)[0]).abs());
    let off = off.fold(0.0, f64::max);
    assert!((off / baked.error - 1.0).abs() < 1e-3, "{off}, {}", baked.error);
}

#[test]
fn two_or_three_components_are_off_by_their_distance() {
    // A cosine is farthest from its chord where both are equally steep: sin πu = 2 / π.
    let steep = (2.0 / std::f64::consts::PI).asin() / std::f64::consts::PI;
    let cosine = (steep - (1.0 - (std::f64::consts::PI * steep).cos()) / 2.0).abs();
    for (end, factor) in [(&[3.0, 4.0][..], 5.0), (&[2.0, 3.0, 6.0], 7.0), (&[5.0], 5.0), (&[3.0; 4], 3.0)] {
        let values = [&vec![0.0; end.len()], end].concat();
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), end.len(), values, Ease::Sine).unwrap();
        let baked = bake(&curve, [0.0, 1.0], 10.0).unwrap();
        assert_eq!(baked.curve.len(), 2);
        assert!((baked.error - factor * cosine).abs() < 1e-4, "{end:?}: {}", baked.error);
    }
}

#[test]
fn a_function_of_two_curves_is_followed_within_the_tolerance() {
    let (wave, line) = (ramp(Ease::Sine), ramp(Ease::Linear));
    let sample = |time: f64, out: &mut [f64]| {
        let angle = 3.0 * wave.at(time)[0] * line.at(time)[0];
        out.copy_from_slice(&quaternion::from_axis_angle([0.0, 1.0, 0.0], angle));
    };
    let baked = bake_function(&[&wave, &line], 4, Ease::Slerp, [0.0, 1.0], 1e-3, sample).unwrap();
    assert!(baked.error <= 1e-3);
    for step in 0..=100 {
        let time = f64::from(step) / 100.0;
        let angle = 1.5 * time * (1.0 - (std::f64::consts::PI * time).cos());
        let value = baked.curve.at(time);
        assert!((2.0 * value[1].atan2(value[3]) - angle).abs() < 2e-3, "at {time}");
    }
    let three = bake_function(&[&line], 3, Ease::Slerp, [0.0, 1.0], 1e-3, |_, _| {});
    assert_eq!(three, Err(ClipError::Slerp { width: 3 }));
}

#[test]
fn jumps_become_two_keys_that_single_precision_tells_apart() {
    let step = bake(&ramp(Ease::Step), [0.0, 2.0], 1e-3).unwrap();
    assert_eq!(step.curve.values(), [0.0, 0.0, 1.0, 1.0]);
    let saw = bake(&ramp(Ease::Linear).with_wrap(Wrap::Hold, Wrap::Repeat), [0.0, 1000.5], 1e-3).unwrap();
    let narrow: Vec<f32> = saw.curve.times().iter().map(|time| time as f32).collect();
    assert!(narrow.is_sorted_by(|a, b| a < b));
    for (time, expected) in [(999.25, 0.25), (999.999, 0.999), (1000.0, 0.0), (1000.5, 0.5)] {
        assert!((saw.curve.at(time)[0] - expected).abs() < 1e-3, "at {time}");
    }
}

#[test]
fn a_jump_between_two_near_keys_is_over_at_the_later_one() {
    for room in [1e-4_f64, 1e-7, 0.0] {
        let before = if room > 0.0 { 3.5 - room } else { 3.5_f64.next_down() };
        let times = Times::keys([0.0, before, 3.5, 7.0]).unwrap();
        let jump = Curve::new(times, 1, vec![0.0, 7.0, 1.0, 2.0], Ease::Linear).unwrap();
        // A wave is added, so that the function must be baked.
        let sample = |time: f64, out: &mut [f64]| out[0] = jump.at(time)[0] + time.sin();
        let fineness = Fineness { jump: 0.5e-3, ..Fineness::from(1e-3) };
        let baked = bake_function(&[&jump], 1, Ease::Linear, [0.0, 7.0], fineness, sample).unwrap();
        assert!(baked.error <= 1e-3 && baked.jump < 0.500_001e-3, "{}", baked.jump);
        for (time, expected) in [(1.75, 3.5), (3.499, 6.998), (3.5, 1.0), (3.501, 1.0), (5.25, 1.5)] {
            let found = baked.curve.at(time)[0] - time.sin();
            assert!((found - expected).abs() < 3e-3, "{room}: {found} at {time}");
        }
    }
}

#[test]
fn a_jump_beside_keys_that_are_hardly_apart_takes_no_longer_than_they_are() {
    // Two gaps before 0.6 the value holds; three keys lie within two gaps, the first two of them a rounding error apart.
    let gap = 1.0 / f64::from(1 << 21);
    let held =
        (vec![0.6 - 2.0 * gap, 0.6, 2.0], vec![0.0, 5.0, 9.0], vec![Ease::Step, Ease::Sine, Ease::Step]);
    let landed = (
        vec![0.0, 0.333_f64.next_down(), 0.333, 0.333 + gap, 0.833],
        vec![0.0, 6.0, -2.0, -2.0, -2.0],
        vec![Ease::Sine, Ease::Step, Ease::Step, Ease::Linear, Ease::Step],
    );
    let mirrored = (
        vec![0.0, 0.5 - gap, 0.5, 0.5_f64.next_up(), 0.833],
        vec![-2.0, -2.0, -2.0, 6.0, 0.0],
        vec![Ease::Step, Ease::Step, Ease::Step, Ease::Sine, Ease::Step],
    );
    for ((times, values, eases), jump) in [(held, 0.6), (landed, 0.333), (mirrored, 0.5)] {
        let curve = Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Sine).unwrap();
        let curve = curve.with_eases(eases).unwrap();
        let baked = bake(&curve, [0.0, curve.end()], 1e-3).unwrap();
        assert!(baked.error <= 1e-3 && baked.jump <= 4.0 * gap, "{jump}: {baked:?}");
        for step in 0..=100_000 {
            let time = f64::from(step) * 1e-5 * curve.end();
            if (time - jump).abs() > 4.0 * gap {
                let off = (baked.curve.at(time)[0] - curve.at(time)[0]).abs();
                assert!(off < 1.5e-3, "{jump}: {off} at {time}");
            }
        }
        for beside in [-4.0 * gap, 4.0 * gap] {
            let off = (baked.curve.at(jump + beside)[0] - curve.at(jump + beside)[0]).abs();
            assert!(off < 1.5e-3, "{jump}: {off} beside the jump");
        }
    }
}

#[test]
fn a_jump_one_gap_before_a_key_takes_the_time_of_a_jump() {
    let gap = 1.0 / f64::from(1 << 21);
    let times = Times::keys([0.0, 1.0, 1.0 + gap, 2.0]).unwrap();
    let jump = Curve::new(times, 1, vec![0.2, 0.9, 0.9, 0.5], Ease::Step).unwrap();
    let jump = jump.with_eases(vec![Ease::Step, Ease::Step, Ease::Linear, Ease::Step]).unwrap();
    let baked = bake(&jump, [0.0, 2.0], Fineness { jump: 0.5e-3, ..Fineness::from(1e-3) }).unwrap();
    assert!(baked.error <= 1e-3 && baked.jump < 0.500_001e-3 && baked.curve.len() < 8, "{baked:?}");
    for (time, expected) in [(0.5, 0.2), (0.999, 0.2), (1.001, 0.8996), (1.5, 0.7)] {
        assert!((baked.curve.at(time)[0] - expected).abs() < 1e-3, "{time}: {baked:?}");
    }
}

#[test]
fn steps_that_run_backwards_jump_too() {
    let stairs =
        Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 1, vec![0.0, 5.0, 9.0], Ease::Step).unwrap();
    let baked = bake(&stairs.with_wrap(Wrap::Hold, Wrap::PingPong), [0.0, 4.0], 1e-3).unwrap();
    assert!(baked.error <= 1e-3 && baked.curve.len() < 16, "{baked:?}");
    for (time, expected) in [(1.5, 5.0), (1.999, 5.0), (2.0, 9.0), (2.001, 5.0), (2.999, 5.0), (3.001, 0.0)] {
        assert!((baked.curve.at(time)[0] - expected).abs() < 1e-3, "at {time}");
    }
}

#[test]
fn what_is_no_number_stays_where_it_was() {
    let step = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![2.0, f64::NAN], Ease::Step).unwrap();
    let baked = bake(&step, [0.0, 2.0], 1e-3).unwrap();
    assert_eq!((baked.error, baked.curve.at(0.5)[0]), (0.0, 2.0));
    assert!(baked.curve.at(1.5)[0].is_nan());
}

#[test]
fn an_offset_that_repeats_climbs() {
    let stairs = ramp(Ease::Linear).with_wrap(Wrap::RepeatWithOffset, Wrap::RepeatWithOffset);
    let baked = bake(&stairs, [-2.0, 3.5], 1e-6).unwrap();
    assert_eq!((baked.curve.at(-2.0), baked.curve.at(3.5)), (vec![-2.0], vec![3.5]));
}

#[test]
fn a_span_that_is_shorter_than_a_jump_keeps_both_ends() {
    let short = Curve::new(Times::keys([0.0, 1e-4]).unwrap(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
    let baked = bake(&short, [0.0, 1e-4], Fineness { jump: 0.5e-3, ..Fineness::from(1e-3) }).unwrap();
    assert_eq!((times(&baked), baked.curve.values()), (vec![0.0, 1e-4], &[0.0, 1.0][..]));
}

#[test]
fn differences_that_single_precision_cannot_hold_are_not_chased() {
    let far = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, 1e9], Ease::Sine).unwrap();
    let baked = bake(&far, [0.0, 1.0], 1e-9).unwrap();
    // The error of a line over a width w is w²/8 times the curvature, which is at most π²/2 · 1e9.
    let widest = (8.0 * 1e9 * FINEST / (std::f64::consts::PI.powi(2) / 2.0 * 1e9)).sqrt();
    // Halving makes no segment shorter than half of that.
    assert!(baked.curve.len() < (2.0 / widest) as usize, "{}", baked.curve.len());
    assert!(baked.error > 1e-9 && baked.error < 1e9 * FINEST, "{}", baked.error);
}

#[test]
fn a_jump_within_the_tolerance_is_an_error_of_its_size() {
    let step = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 1, vec![0.0, 0.05, 0.05], Ease::Step);
    let baked = bake(&step.unwrap(), [0.0, 2.0], 0.1).unwrap();
    assert_eq!((times(&baked), baked.jump), (vec![0.0, 1.0, 2.0], 0.0));
    assert!((baked.error - 0.05).abs() < 1e-6, "{}", baked.error);
}

#[test]
fn keys_are_bounded_and_the_error_tells_what_they_cost() {
    let fast = ramp(Ease::Sine).with_wrap(Wrap::Hold, Wrap::PingPong);
    let baked = bake(&fast, [0.0, 10_000.0], 1e-9).unwrap();
    assert!(baked.curve.len() <= 3 * 64 * (4096 + 2 * 256), "{}", baked.curve.len());
    let found = (0..1000)
        .map(|step| f64::from(step) * 9.973)
        .map(|time| (baked.curve.at(time)[0] - (1.0 - (std::f64::consts::PI * time).cos()) / 2.0).abs());
    assert!(found.fold(0.0, f64::max) <= baked.error * 1.02, "{}", baked.error);
}

/// Between the measured times, the error of a steep curve may be larger by this factor.
const FACTOR: f64 = 1.5;

proptest! {
    #[test]
    fn the_error_holds_between_all_keys(
        curve in any_curve(),
        places in prop::collection::vec(0.0..1.0f64, 100),
        tolerance in prop::sample::select(vec![0.1, 1e-2, 1e-4]),
    ) {
        let span = [curve.start() - 3.0, curve.end() + 5.0];
        let baked = bake(&curve, span, tolerance).unwrap();
        let times: Vec<f64> = baked.curve.times().iter().collect();
        let gaps = Gaps::of(&[&curve]);
        for place in places {
            let time = span[0] + (span[1] - span[0]) * place;
            let after = times.partition_point(|key| *key <= time).clamp(1, times.len() - 1);
            if times[after] - times[after - 1] < 2.5 * gaps.at(times[after]).max(gaps.at(time)) {
                continue;
            }
            let (expected, found) = (curve.at(time)[0], baked.curve.at(time)[0]);
            prop_assert!(
                (expected - found).abs() <= FACTOR * baked.error + 1e-9,
                "at {time}: {expected} and {found}, {}", baked.error
            );
        }
    }
}
