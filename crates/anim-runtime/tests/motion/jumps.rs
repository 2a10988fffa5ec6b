//! Jumps: next to the rows of a grid, among other keys, and at the end of a repeat.

use std::sync::Arc;

use anim_core::{Channel, Clip, Curve, Ease, Fate, Node, Property, Rate, Report, Times, Wrap};
use anim_runtime::{CompileOptions, Figure, Motion};

/// A node that is at X = 0, 1, 2 … at its keys, in a clip of ten frames per second.
fn count(times: &[f64], eases: &[Ease]) -> Clip {
    let values = (0..times.len()).flat_map(|key| [key as f64, 0.0, 0.0]).collect();
    let eases = (0..times.len()).map(|key| eases[key % eases.len()]).collect();
    let curve = Curve::new(Times::keys(times).unwrap(), 3, values, Ease::Step);
    let channel = Channel::new(0, Property::Translation, curve.unwrap().with_eases(eases).unwrap());
    Clip::new("count")
        .with_duration(1.0)
        .with_rate(Rate::per_second(10))
        .with_nodes(vec![Node::new("a")])
        .with_channels(vec![channel.unwrap()])
}

fn compiled(clip: &Clip) -> (Motion, Report) {
    let mut report = Report::new();
    let figure = Arc::new(Figure::new(clip));
    let motion = Motion::compile_with(clip, &figure, &CompileOptions::default(), &mut report).unwrap();
    (motion, report)
}

/// X at a time.
fn x(motion: &Motion, time: f64) -> f64 {
    f64::from(motion.joint(0, time, Wrap::Hold).translation[0])
}

/// Frame times as in files: sums, single precision, and decimals that were truncated or rounded up.
fn frames() -> [Vec<f64>; 4] {
    [
        |i| 0.1 * f64::from(i),
        |i| f64::from(0.1 * f32::from(i)),
        |i| 0.1 * f64::from(i) - 8e-8,
        |i| 0.1 * f64::from(i) + 8e-8,
    ]
    .map(|time: fn(u8) -> f64| (0..11).map(|i| time(i).max(0.0)).collect())
}

#[test]
fn steps_next_to_rows_hold_from_their_own_frames() {
    for times in frames() {
        let (motion, report) = compiled(&count(&times, &[Ease::Step]));
        assert_eq!(report, Report::new());
        for frame in 0..10 {
            let time = 0.1 * f64::from(frame) + 0.05;
            assert_eq!(x(&motion, time), f64::from(frame), "at {time} of {times:?}");
        }
    }
}

#[test]
fn lines_next_to_steps_are_those_of_the_clip() {
    for times in frames() {
        // Two lines and a step, in turn: the step from key 2 to key 3 holds 2.
        let (motion, report) = compiled(&count(&times, &[Ease::Linear, Ease::Linear, Ease::Step]));
        assert_eq!(report, Report::new(), "{times:?}");
        for frame in 0..10u8 {
            for part in [0.01, 0.5, 0.99] {
                let expected = f64::from(frame) + if frame % 3 == 2 { 0.0 } else { part };
                let found = x(&motion, 0.1 * (f64::from(frame) + part));
                assert!((found - expected).abs() < 1e-4, "{found} for {expected} of {times:?}");
            }
        }
    }
}

#[test]
fn a_short_peak_in_a_track_with_a_step_is_kept() {
    // 5 ms between two rows: from 1 at 0.31 s to 2 at 0.312 s, then to 3 at 0.315 s; a step later.
    let clip =
        count(&[0.0, 0.31, 0.312, 0.315, 0.7, 0.8], &[Ease::Linear, Ease::Linear, Ease::Linear, Ease::Step]);
    let (motion, report) = compiled(&clip);
    assert_eq!(report, Report::new());
    for (time, expected) in [(0.155, 0.5), (0.311, 1.5), (0.3135, 2.5), (0.69, 3.0), (0.7, 4.0)] {
        assert!((x(&motion, time) - expected).abs() < 1e-4, "{} at {time}", x(&motion, time));
    }
    assert!(motion.errors().length < 1e-5);
}

#[test]
fn a_curve_that_repeats_from_the_end_of_the_clip_on_reaches_its_last_value() {
    for ease in [Ease::Linear, Ease::Sine] {
        // A period may end by rounding before the clip does.
        for end in [1.0, 1.0 - 1e-15] {
            let mut clip = count(&[0.0, 0.35, end], &[ease]);
            let curve = clip.channels[0].curve().clone().with_wrap(Wrap::Repeat, Wrap::Repeat);
            clip.channels[0] = clip.channels[0].with_curve(curve).unwrap();
            let (motion, report) = compiled(&clip);
            assert_eq!(report, Report::new());
            assert!((x(&motion, 1.0) - 2.0).abs() < 1e-6);
            // Sine is 2 − (π/2·δ/0.65)² at most δ before its end, and the line 2 − δ/0.65.
            assert!(2.0 - x(&motion, 0.999) < 2e-3);
            let travel = motion.travel(0, 0.0, 3.0, Wrap::Repeat);
            assert!((travel.translation[0] - 6.0).abs() < 1e-5, "{travel:?}");
        }
    }
}

#[test]
fn shear_is_reported() {
    let matrix = |shear: f64| {
        let rows = [2.0, shear, 0.0, 5.0, 0.0, 2.0, 0.0, 6.0, 0.0, 0.0, 2.0, 7.0];
        let channel = Channel::new(0, Property::Matrix, Curve::constant(&rows).unwrap()).unwrap();
        Clip::new("m").with_nodes(vec![Node::new("a")]).with_channels(vec![channel])
    };
    assert_eq!(compiled(&matrix(1e-7)).1, Report::new());
    let losses = compiled(&matrix(1.6)).1.losses;
    assert_eq!(losses.iter().map(|loss| loss.code.id).collect::<Vec<_>>(), ["runtime::shear"]);
    // The rotation θ with the smallest remainder for the columns (2, 0) and (1.6, 2) has tan 2θ = −3.2 / 2.72: most of the
    // remainder is 2·sin θ·cos θ.
    let rest = 3.2 / 3.2f64.hypot(2.72);
    let Fate::Approximated(deviation) = &losses[0].fate else { panic!("{:?}", losses[0]) };
    assert!((deviation.size - rest).abs() < 1e-6, "{deviation}");
}

#[test]
fn repeats_that_are_left_out_are_in_the_error() {
    // x is 0 and 1 in turn, every 5 ms, for a thousand seconds: more keys than there may be.
    let values = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let curve = Curve::new(Times::keys([0.0, 0.005, 0.01]).unwrap(), 3, values, Ease::Step).unwrap();
    for (wrap, expected) in [(Wrap::Repeat, 1.0), (Wrap::PingPong, 1.0), (Wrap::Hold, 0.0)] {
        let channel = Channel::new(0, Property::Translation, curve.clone().with_wrap(Wrap::Hold, wrap));
        let clip = Clip::new("blink")
            .with_duration(1000.0)
            .with_nodes(vec![Node::new("a")])
            .with_channels(vec![channel.unwrap()]);
        let (motion, report) = compiled(&clip);
        let error = motion.errors().length;
        assert!((error - expected).abs() < 1e-3, "{wrap:?}: {error}");
        assert_eq!(report.losses.len(), usize::from(expected > 0.0), "{wrap:?}: {report}");
    }
}
