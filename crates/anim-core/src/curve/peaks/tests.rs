use std::cell::Cell;

use super::*;
use crate::{Channel, Curve, Ease, Property, Times};

/// A position on a line, and the angle of a rotation about an axis.
struct Apart(f64, f64);

impl Difference for Apart {
    fn parts(&self) -> usize {
        2
    }

    fn size(&self, part: usize) -> f64 {
        [self.0.abs(), folded(self.1)][part]
    }

    fn change(&self, other: &Self, part: usize) -> f64 {
        [(self.0 - other.0).abs(), folded(self.1 - other.1)][part]
    }

    fn is_angle(&self, part: usize) -> bool {
        part == 1
    }
}

/// The angle of the rotation by this angle, 0 to π.
fn folded(angle: f64) -> f64 {
    let angle = angle.rem_euclid(2.0 * PI);
    angle.min(2.0 * PI - angle)
}

fn spin(turn: f64) -> Channel {
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, turn], Ease::Linear).unwrap();
    Channel::new(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, curve).unwrap()
}

fn of(times: &[f64], turn: f64, at: impl Fn(f64) -> Apart) -> ([f64; 2], usize) {
    let channel = spin(turn);
    let mut count = 0;
    let mut at = |time: f64| {
        count += 1;
        at(time)
    };
    let mut peaks = Peaks::new([1e-9; 2]);
    peaks.search(0, times, &mut Winding::new([&channel]), &mut at);
    let found = peaks.finish(|_, time| at(time));
    ([found[0].size, found[1].size], count)
}

#[test]
fn the_highest_peak_is_found_even_if_the_highest_time_is_that_of_another() {
    // Half a turn is passed between 0 and 0.25; the largest angle at any of the times is the 3 at 0.75.
    let keys = [2.8, 3.4, 6.0, 2.0 * PI + 3.0, 12.5];
    let at = |time: f64| {
        let key = ((4.0 * time) as usize).min(3);
        Apart(0.0, keys[key] + (keys[key + 1] - keys[key]) * (4.0 * time - key as f64))
    };
    let ([_, size], _) = of(&[0.0, 0.25, 0.5, 0.75, 1.0], 0.0, at);
    assert!((size - PI).abs() < 1e-5, "{size}");
}

#[test]
fn a_lower_instant_may_be_beside_a_higher_peak() {
    // Instants at 0.1, 0.3, …: the first of two peaks is seen, the second one is between two instants, at whose sizes it is 4 % lower.
    let times: Vec<f64> = (0..=10).map(|n| f64::from(n) / 10.0 * 2.0).collect();
    let hump = |time: f64, top: f64, height: f64| (height - 4.0 * (time - top).powi(2)).max(0.0);
    let at = |time: f64| Apart(hump(time, 0.6, 1.0).max(hump(time, 1.5, 1.02)), 0.0);
    let ([size, _], count) = of(&times, 0.0, at);
    assert!((size - 1.02).abs() < 1e-4 && count < 80, "{size}, {count} differences");
}

#[test]
fn whole_turns_between_times_are_turns() {
    for turns in [0.8, 1.0, 4.0, 25.0] {
        let turn = 2.0 * PI * turns;
        let ([_, size], count) = of(&[0.0, 1.0], turn, |time| Apart(0.0, turn * time));
        assert!((size - PI).abs() < 1e-6 && count < 300, "{turns} turns: {size}, {count} differences");
    }
}

#[test]
fn what_turns_too_often_is_half_a_turn_off_at_most() {
    // Two of three turns stay near the start.
    let ([_, size], count) = of(&[0.0, 1.0], 1e7, |time| Apart(0.0, 0.3 * time));
    assert!(size == PI && count < 400, "{size}, {count} differences");
    let ([_, size], _) = of(&[0.0, 1.0], 1e7, |_| Apart(0.0, 0.0));
    assert_eq!(size, 0.0, "both motions turn alike");
}

#[test]
fn once_half_a_turn_is_stated_rotations_are_followed_no_further() {
    let channel = spin(1e7);
    let mut peaks = Peaks::new([1e-9; 2]);
    let mut count = 0;
    for span in 0..1000 {
        let times = [span, span + 1].map(|time| f64::from(time) / 1000.0);
        peaks.search(0, &times, &mut Winding::new([&channel]), |time| {
            count += 1;
            // The position is largest in the last span.
            Apart(time * time, 1e7 * time)
        });
    }
    let [far, turned] = peaks.finish(|_, time| Apart(time * time, 1e7 * time))[..] else { unreachable!() };
    assert!((far.size - 1.0).abs() <= 1e-3 && turned.size * 1.001 >= PI, "{far:?} {turned:?}");
    assert!(count <= 2 * 1000 + 1000, "{count} differences");
}

#[test]
fn the_work_is_linear_and_the_rest_is_a_bound() {
    // The change is large everywhere, and the size never.
    struct Around<'a>(f64, &'a Cell<usize>);
    impl Difference for Around<'_> {
        fn parts(&self) -> usize {
            1
        }
        fn size(&self, _: usize) -> f64 {
            1.0
        }
        fn change(&self, other: &Self, _: usize) -> f64 {
            self.1.set(self.1.get() + 1);
            1e6 * (self.0 - other.0).abs()
        }
        fn is_angle(&self, _: usize) -> bool {
            false
        }
    }
    let times: Vec<f64> = (0..=2000).map(|time| f64::from(time) / 2000.0).collect();
    let compared = Cell::new(0);
    let work = |mut peaks: Peaks| {
        let mut count = 0;
        peaks.search(0, &times, &mut Winding::new([]), |time| {
            count += 1;
            Around(time, &compared)
        });
        (peaks, count)
    };
    let (_, count) = work(Peaks::new([1e-9]).sparing(2, 100));
    assert!(count <= times.len() * (1 + 2) + 100, "{count}");
    let (peaks, count) = work(Peaks::new([1e-9]));
    assert!(count <= times.len() * (1 + Peaks::EACH) + Peaks::FREE, "{count}");
    assert!(compared.get() <= 8 * count, "{} comparisons", compared.get());
    let size = peaks.finish(|_, time| Around(time, &compared))[0].size;
    // Half of the change between two given times.
    assert!((1.0..=1.0 + 1e6 / 2000.0 / 2.0 + 1e-6).contains(&size) && size > 1.5, "{size}");
}

#[test]
fn the_peak_of_a_later_span_is_looked_for_there() {
    // A hump of 1 at 0.3 in the second span, and nothing in the first.
    let hump = |span: usize, time: f64| Apart(if span == 1 { 1.0 - (time - 0.3).powi(2) } else { 0.0 }, 0.0);
    let mut peaks = Peaks::new([1e-9; 2]);
    for span in [0, 1, 2] {
        peaks.search(span, &[0.0, 0.5, 1.0], &mut Winding::new([]), |time| hump(span, time));
    }
    let peak = peaks.finish(hump)[0];
    assert!((peak.size - 1.0).abs() < 1e-9 && (peak.time - 0.3).abs() < 1e-4, "{peak:?}");
}

#[test]
fn short_is_what_single_precision_cannot_tell_apart_at_that_time() {
    for (from, length, expected) in [
        (0.0, 1e-7, true),
        (0.0, 1e-5, false),
        (1.0, 4e-7, true),
        (1.0, 1e-6, false),
        (1e6, 0.4, true),
        (1e6, 1.0, false),
    ] {
        assert_eq!(is_short(from, from + length), expected, "{length} s at {from} s");
    }
}

#[test]
fn a_peak_beside_two_times_that_differ_by_rounding_is_found() {
    // The difference rises beyond both times; the second one is what the next number is.
    let at = |time: f64| Apart(1.0 - (time - 0.3).powi(2), 0.0);
    for time in [0.2f64, 0.25, 0.35] {
        for times in [vec![0.0, time, time.next_up(), 0.6], vec![0.0, time.next_down(), time, 0.6]] {
            let ([size, _], _) = of(&times, 0.0, at);
            assert!((size - 1.0).abs() < 1e-6, "{times:?}: {size}");
        }
    }
}
