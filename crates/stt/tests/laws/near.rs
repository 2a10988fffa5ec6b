//! Keys that lie near each other, late in a clip, where a sequence has few moments left between them.

use anim_core::{Channel, Clip, Ease, EulerOrder, Fate, Property, Unit};
use proptest::prelude::*;

use crate::encoding::{clip, curve, distance, encode};

/// A position that stands, goes up by 5 within some seconds before an end, and stands again.
fn ramp(end: f64, seconds: f64) -> Clip {
    let values = [0.0, 0.0, 5.0, 5.0].map(|x| [x, 0.0, 0.0]);
    let times = [0.0, end - seconds, end, end + 1.0];
    clip(end + 1.0, Property::Translation, curve(&times, 3, values.as_flattened(), Ease::Linear))
}

#[test]
fn a_steep_way_begins_where_it_does_in_the_clip() {
    for (end, seconds) in [(300.0, 0.5e-3), (300.0, 0.3e-3), (300.0, 0.1e-3), (1.0, 2e-6), (33.0, 6e-5)] {
        let (stt, report) = encode(&[ramp(end, seconds)]);
        let again = &stt.clips()[0];
        let x = |time: f64| again.pose(time).local[0].translation()[0];
        for (time, expected) in [(end / 2.0, 0.0), (end - 2.0 * seconds, 0.0), (end, 5.0), (end + 0.5, 5.0)] {
            assert!((x(time) - expected).abs() <= 1e-3, "{end} {seconds} {time}: {} {report}", x(time));
        }
    }
}

#[test]
fn a_jump_that_takes_several_keys_stays_a_jump() {
    // Other formats turn halfway round within a microsecond, by quarters.
    for jump in [0.5, 1.0, 2.0, 7.0, 33.0, 120.0, 300.0] {
        let turns = [0.0, 0.0, 45.0, 90.0, 135.0, 179.0, 179.0].map(|degrees: f64| {
            let half = degrees.to_radians() / 2.0;
            [0.0, 0.0, half.sin(), half.cos()]
        });
        let ahead = [-1e-6, -7.5e-7, -5e-7, -2.5e-7, 0.0].map(|seconds| jump + seconds);
        let times = [&[0.0][..], &ahead, &[jump + 10.0]].concat();
        let turned = curve(&times, 4, turns.as_flattened(), Ease::Slerp);
        let source = clip(jump + 10.0, Property::Rotation, turned);
        let (stt, report) = encode(std::slice::from_ref(&source));
        let again = &stt.clips()[0];
        for share in [0.0, 0.25, 0.5, 0.9, 0.999, 1.0, 1.001] {
            let [expected, found] = [&source, again].map(|clip| clip.pose(jump * share).local[0]);
            assert!(distance(&expected, &found) < 2e-3, "{jump} {share}: {report}");
        }
    }
}

proptest! {
    #[test]
    fn no_error_is_larger_than_reported(
        steps in prop::collection::vec(
            prop::sample::select(vec![1e-7, 3e-7, 8e-7, 2e-6, 1e-4, 6e-4, 0.05, 0.5, 33.0, 290.0]),
            1..9,
        ),
        values in prop::collection::vec(-1.5..1.5f64, 27),
        ease in prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Sine]),
        shares in prop::collection::vec(0.0..1.0f64, 40),
    ) {
        let mut times = vec![0.0];
        for step in steps {
            times.push(times.last().unwrap() + step);
        }
        let source = clip(
            *times.last().unwrap(),
            Property::Translation,
            curve(&times, 3, &values[..3 * times.len()], ease),
        );
        let (stt, report) = encode(std::slice::from_ref(&source));
        let stated = |unit: Unit| report.losses.iter().fold(0.0, |most: f64, loss| match loss.fate {
            Fate::Approximated(error) if error.unit == unit => most.max(error.size),
            _ => most,
        });
        let again = &stt.clips()[0];
        let at = |clip: &Clip, time: f64| clip.pose(time).local[0].translation();
        for pair in times.windows(2) {
            for share in &shares {
                let time = pair[0] + (pair[1] - pair[0]) * share;
                // Values are those of the clip at most as late or early as stated, beyond the least time between two poses. Between
                // two keys values rise or fall.
                let rounding = 1e-9 + time.max(1.0) / f64::from(1 << 20);
                let late = stated(Unit::Time) + rounding;
                let (from, to) = (time - late, time + late);
                let inside = times.iter().copied().filter(|key| (from..=to).contains(key));
                let around: Vec<f64> =
                    inside.flat_map(|key| [key - rounding, key]).chain([from, to]).collect();
                for component in 0..3 {
                    let near = around.iter().map(|time| at(&source, *time)[component]);
                    let low = near.clone().fold(f64::INFINITY, f64::min);
                    let high = near.fold(f64::NEG_INFINITY, f64::max);
                    let found = at(again, time)[component];
                    let off = (low - found).max(found - high);
                    prop_assert!(off <= stated(Unit::Length) + 1e-9, "{} at {}: {}", off, time, report);
                }
            }
        }
    }
}

#[test]
fn poses_next_to_a_jump_are_those_of_their_own_time() {
    // While one channel jumps, another one moves on.
    let steps = curve(&[0.0, 10.0, 20.0], 3, &[0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 3.0, 0.0, 0.0], Ease::Step);
    let line = curve(&[0.0, 20.0], 3, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0], Ease::Linear);
    let mut source = clip(20.0, Property::Translation, steps);
    source.channels.push(Channel::new(0, Property::Euler(EulerOrder::Xyz), line).unwrap());
    let (stt, report) = encode(std::slice::from_ref(&source));
    let again = &stt.clips()[0];
    for time in [0.0, 5.0, 9.99, 10.0, 10.01, 15.0, 20.0] {
        let [expected, found] = [&source, again].map(|clip| clip.pose(time).local[0]);
        assert!(distance(&expected, &found) < 1e-6, "{time}: {report}");
    }
    assert!(report.losses.is_empty(), "{report}");
}
