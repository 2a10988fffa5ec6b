//! Steps that repeat, written out as steps.

use anim_core::{Curve, Ease, Fineness, Times, Wrap};

/// The steps of a curve from time 0 to `end`, or to its last key if it holds that, with its repeats, and the time in seconds by which
/// some of them are late; `None` if the curve does not only step, does not repeat, or repeats more often than its keys allow.
///
/// A way back shows each value up to its key, and the value of the last key at its time alone. Where it steps, its next value comes
/// after the shortest time between two keys, so that the value at the time of each key is right.
pub(super) fn unrolled(curve: &Curve, end: f64, fineness: Fineness) -> Option<(Curve, f64)> {
    let wraps = curve.wrap();
    if curve.len() == 1 || curve.uniform_ease() != Some(Ease::Step) || wraps == (Wrap::Hold, Wrap::Hold) {
        return None;
    }
    let most = fineness.limit.keys(curve.len(), fineness.tolerance) / 2;
    // Keys after the end of the clip stay, with the repeats before them.
    let last = if wraps.1 == Wrap::Hold { end.max(curve.end()) } else { end };
    let times = curve.unrolled_times([0.0, last], most)?;
    let turns = [wraps.0, wraps.1].contains(&Wrap::PingPong);
    let mut steps = Steps { width: curve.width(), times: Vec::new(), values: Vec::new() };
    let mut late = 0.0f64;
    for (place, &time) in times.iter().enumerate() {
        let next = times.get(place + 1).copied();
        let after = next.map(|next| curve.at(f64::midpoint(time, next)));
        let gap = fineness.jump.max(time.abs().max(1.0) / f64::from(1 << 21));
        let has_room = next.is_none_or(|next| next - time > 2.0 * gap);
        match after {
            Some(after) if !turns || !has_room => steps.push(time, after),
            None => steps.push(time, curve.at(time)),
            Some(after) => {
                let at = curve.at(time);
                let is_late = at != after;
                steps.push(time, at);
                if is_late {
                    steps.push(time + gap, after);
                    late = late.max(gap);
                }
            }
        }
    }
    let times = Times::keys(steps.times).ok()?;
    Some((Curve::new(times, steps.width, steps.values, Ease::Step).ok()?, late))
}

/// Keys of steps, without those that change nothing.
struct Steps {
    width: usize,
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Steps {
    fn push(&mut self, time: f64, value: Vec<f64>) {
        if self.times.is_empty() || self.values[self.values.len() - self.width..] != value {
            self.times.push(time);
            self.values.extend(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(wraps: (Wrap, Wrap), end: f64, jump: f64) -> Option<(Vec<f64>, Vec<f64>, f64)> {
        let times = Times::keys([0.0, 0.5, 1.0]).unwrap();
        let curve =
            Curve::new(times, 1, vec![5.0, 6.0, 7.0], Ease::Step).unwrap().with_wrap(wraps.0, wraps.1);
        let (steps, late) = unrolled(&curve, end, Fineness { jump, ..Fineness::from(1e-3) })?;
        assert_eq!(steps.uniform_ease(), Some(Ease::Step));
        Some((steps.times().iter().collect(), steps.values().to_vec(), late))
    }

    #[test]
    fn steps_that_repeat_are_steps() {
        let repeated = found((Wrap::Hold, Wrap::Repeat), 2.25, 0.5e-3).unwrap();
        assert_eq!(repeated, (vec![0.0, 0.5, 1.0, 1.5, 2.0], vec![5.0, 6.0, 5.0, 6.0, 5.0], 0.0));
        let risen = found((Wrap::Hold, Wrap::RepeatWithOffset), 2.25, 0.5e-3).unwrap();
        assert_eq!(risen, (vec![0.0, 0.5, 1.0, 1.5, 2.0], vec![5.0, 6.0, 7.0, 8.0, 9.0], 0.0));
        assert_eq!(found((Wrap::Hold, Wrap::Hold), 2.25, 0.5e-3), None);
        assert_eq!(found((Wrap::Hold, Wrap::Repeat), 1e9, 0.5e-3), None);
    }

    #[test]
    fn steps_that_repeat_before_keys_after_the_end_repeat_up_to_those() {
        let times = Times::keys([2.0, 2.5, 3.0]).unwrap();
        let curve = Curve::new(times, 1, vec![5.0, 6.0, 7.0], Ease::Step).unwrap();
        let curve = curve.with_wrap(Wrap::Repeat, Wrap::Hold);
        let (steps, _) = unrolled(&curve, 0.9, Fineness::from(1e-3)).unwrap();
        assert_eq!(steps.times().iter().collect::<Vec<_>>(), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]);
        assert_eq!(steps.values(), [5.0, 6.0, 5.0, 6.0, 5.0, 6.0, 7.0]);
    }

    #[test]
    fn the_end_of_a_way_is_shown_for_the_shortest_time() {
        for (jump, gap) in [(0.5e-3, 0.5e-3), (0.0, f64::from(f32::EPSILON) * 4.0)] {
            let (times, values, late) = found((Wrap::Hold, Wrap::PingPong), 2.75, jump).unwrap();
            // The last value at 1 s alone; on the way back 6 up to 1.5 s, and 5 up to 2.5 s.
            assert_eq!(values, [5.0, 6.0, 7.0, 6.0, 5.0, 6.0]);
            let expected = [0.0, 0.5, 1.0, 1.0 + gap, 1.5 + gap, 2.5];
            let off = times.iter().zip(expected).map(|(time, expected)| (time - expected).abs());
            assert!(off.fold(0.0, f64::max) < gap, "{times:?}");
            assert!(late >= gap && late < 2.0 * gap);
            assert!(times.windows(2).all(|pair| (pair[0] as f32) < pair[1] as f32));
        }
    }
}
