//! The key times of a curve over any span, with the repeats of its wraps.

use super::bezier::Cubic;
use crate::{Curve, Ease, Wrap};

impl Curve {
    /// The ends of a span of seconds and, strictly ascending between them, every time at which the curve has a key.
    ///
    /// Before the first key and after the last one, the keys repeat according to [`Curve::wrap`]: in the same order
    /// ([`Wrap::Repeat`], [`Wrap::RepeatWithOffset`]), forwards and backwards in turn ([`Wrap::PingPong`]), or not at all
    /// ([`Wrap::Hold`]). Each side follows its own wrap. The last key of a period and the first key of the next one share one
    /// time. Between two neighbouring times, the curve stays within one segment of its keys.
    ///
    /// `None` if there are more than `most` times, or if the span is not finite or not ascending. The function never allocates
    /// more than `most` times. A span of length 0 has one time.
    ///
    /// ```
    /// use anim_core::{Curve, Ease, Times, Wrap};
    ///
    /// let curve = Curve::new(Times::keys([0.0, 1.0, 4.0])?, 1, vec![0.0, 2.0, 3.0], Ease::Linear)?
    ///     .with_wrap(Wrap::Hold, Wrap::PingPong);
    /// assert_eq!(curve.unrolled_times([-1.0, 9.5], 100), Some(vec![-1.0, 0.0, 1.0, 4.0, 7.0, 8.0, 9.0, 9.5]));
    /// assert_eq!(curve.unrolled_times([0.0, 1e9], 100), None);
    /// # Ok::<(), anim_core::ClipError>(())
    /// ```
    pub fn unrolled_times(&self, span: [f64; 2], most: usize) -> Option<Vec<f64>> {
        self.unrolled(span, most, self.len(), |key| self.times().get(key))
    }

    /// [`Curve::unrolled_times`] with the turning points of each component between two keys: between two neighbouring times, each
    /// component only rises or only falls.
    ///
    /// ```
    /// use anim_core::{Curve, Ease, Handles, Times};
    ///
    /// let handles = vec![
    ///     Handles { out: [1.0, 3.0], ..Handles::default() },
    ///     Handles { into: [-1.0, 3.0], ..Handles::default() },
    /// ];
    /// let curve = Curve::new(Times::keys([0.0, 3.0])?, 1, vec![0.0, 0.0], Ease::Bezier)?.with_handles(handles)?;
    /// assert_eq!(curve.turning_times([0.0, 3.0], 100), Some(vec![0.0, 1.5, 3.0]));
    /// # Ok::<(), anim_core::ClipError>(())
    /// ```
    pub fn turning_times(&self, span: [f64; 2], most: usize) -> Option<Vec<f64>> {
        if !self.has_handles() {
            return self.unrolled_times(span, most);
        }
        let mut times: Vec<f64> = self.times().iter().collect();
        for key in (1..self.len()).filter(|key| self.ease(key - 1) == Ease::Bezier) {
            let [from, to] = [times[key - 1], times[key]];
            for component in 0..self.width() {
                let values = [key - 1, key].map(|key| self.value(key)[component]);
                let handles = [key - 1, key].map(|key| self.handles(key, component));
                let turns = Cubic::new(to - from, values, handles).turns().map(|offset| from + offset);
                times.extend(turns.filter(|time| from < *time && *time < to));
            }
        }
        times.sort_unstable_by(f64::total_cmp);
        times.dedup();
        self.unrolled(span, most, times.len(), |place| times.get(place).copied())
    }

    /// The ends of a span and all of the curve's `count` times between them, repeats included; the first and the last of the
    /// times are the curve's ends.
    fn unrolled(
        &self,
        [from, to]: [f64; 2],
        most: usize,
        count: usize,
        of: impl Fn(usize) -> Option<f64>,
    ) -> Option<Vec<f64>> {
        if !(from.is_finite() && to.is_finite() && from <= to) {
            return None;
        }
        let (start, end) = (self.start(), self.end());
        let period = end - start;
        // The number of the period that contains a time: 0 for the period of the keys, below 0 before it.
        let turn_of = |time: f64| match (time, self.wrap()) {
            _ if period == 0.0 => 0.0,
            (time, (before, _)) if time < start && before != Wrap::Hold => ((time - start) / period).floor(),
            (time, (_, after)) if time >= end && after != Wrap::Hold => ((time - start) / period).floor(),
            _ => 0.0,
        };
        let (first, last) = (turn_of(from), turn_of(to));
        // The number of times in the complete periods between the ends. The difference of two infinite numbers is NaN.
        let inner = (last - first - 1.0) * (count - 1) as f64;
        if inner.is_nan() || inner > most as f64 {
            return None;
        }
        let mut times = Vec::with_capacity(most.min(count + 1));
        times.push(from);
        for step in 0..=(last - first) as u64 {
            let turn = first + step as f64;
            let wrap = if turn < 0.0 { self.wrap().0 } else { self.wrap().1 };
            let mirrored = wrap == Wrap::PingPong && turn.rem_euclid(2.0) == 1.0;
            for place in 0..count {
                let time = of(if mirrored { count - 1 - place } else { place }).unwrap_or_default();
                let time = turn * period + if mirrored { start + (end - time) } else { time };
                if step > 0 && place == 0 {
                    // This is the last key of the period before. Rounding may have made the two times differ.
                    if let [_, .., seam] = &mut times[..] {
                        *seam = seam.min(time);
                    }
                } else if times.last().is_some_and(|last| *last < time) && time < to {
                    if times.len() >= most {
                        return None;
                    }
                    times.push(time);
                }
            }
        }
        if from < to {
            times.push(to);
        }
        times.dedup();
        (times.len() <= most).then_some(times)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Ease, Times};

    const WRAPS: [Wrap; 4] = [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset];

    fn curve(times: &[f64], wrap: [Wrap; 2]) -> Curve {
        let values = (0..times.len()).map(|key| key as f64).collect();
        let curve = Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Linear).unwrap();
        curve.with_wrap(wrap[0], wrap[1])
    }

    #[test]
    fn each_side_repeats_as_its_own_wrap_says() {
        use Wrap as W;
        // Keys at 1, 2 and 5: a period of 4 seconds.
        let cases: [([Wrap; 2], &[f64]); 6] = [
            ([W::Hold, W::Hold], &[1.0, 2.0, 5.0]),
            ([W::Repeat, W::Hold], &[-7.0, -6.0, -3.0, -2.0, 1.0, 2.0, 5.0]),
            ([W::Hold, W::RepeatWithOffset], &[1.0, 2.0, 5.0, 6.0, 9.0, 10.0]),
            ([W::PingPong, W::Repeat], &[-7.0, -6.0, -3.0, 0.0, 1.0, 2.0, 5.0, 6.0, 9.0, 10.0]),
            ([W::Repeat, W::PingPong], &[-7.0, -6.0, -3.0, -2.0, 1.0, 2.0, 5.0, 8.0, 9.0, 10.0]),
            ([W::PingPong, W::PingPong], &[-7.0, -6.0, -3.0, 0.0, 1.0, 2.0, 5.0, 8.0, 9.0, 10.0]),
        ];
        for (wrap, inside) in cases {
            let expected = [&[-7.5], inside, &[10.5]].concat();
            assert_eq!(
                curve(&[1.0, 2.0, 5.0], wrap).unrolled_times([-7.5, 10.5], 99),
                Some(expected),
                "{wrap:?}"
            );
        }
    }

    #[test]
    fn a_span_far_from_the_keys_costs_no_more_than_a_near_one() {
        let repeats = curve(&[0.0, 1.0], [Wrap::Repeat; 2]);
        assert_eq!(repeats.unrolled_times([1e15, 1e15 + 2.0], 3), Some(vec![1e15, 1e15 + 1.0, 1e15 + 2.0]));
        assert_eq!(repeats.unrolled_times([-1e15 - 1.5, -1e15], 3).map(|times| times.len()), Some(3));
        assert_eq!(repeats.unrolled_times([3.0, 3.0], 1), Some(vec![3.0]));
        let holds = curve(&[0.0, 1.0], [Wrap::Hold; 2]);
        assert_eq!(holds.unrolled_times([7.0, 1e300], 2), Some(vec![7.0, 1e300]));
    }

    #[test]
    fn more_times_than_allowed_are_refused() {
        let repeats = curve(&[0.0, 0.5, 1.0], [Wrap::Hold, Wrap::Repeat]);
        assert_eq!(repeats.unrolled_times([0.0, 10.0], 21).map(|times| times.len()), Some(21));
        assert_eq!(repeats.unrolled_times([0.0, 10.0], 20), None);
        assert_eq!(repeats.unrolled_times([0.0, 1e300], usize::MAX >> 1), None);
        let brief = curve(&[0.0, 5e-324], [Wrap::Repeat; 2]);
        assert_eq!(brief.unrolled_times([1e300, 1.1e300], usize::MAX), None, "periods without a number");
        for span in [[1.0, 0.0], [0.0, f64::INFINITY], [f64::NAN, 0.0]] {
            assert_eq!(repeats.unrolled_times(span, 99), None, "{span:?}");
        }
    }

    proptest! {
        #[test]
        fn the_curve_is_straight_between_neighbours(
            lengths in prop::collection::vec(0.125..2.0f64, 1..4),
            start in -3.0..3.0f64,
            before in prop::sample::select(WRAPS.to_vec()),
            after in prop::sample::select(WRAPS.to_vec()),
            span in prop::array::uniform2(-20.0..20.0f64),
        ) {
            let mut times = vec![start];
            times.extend(lengths.iter().scan(start, |time, length| {
                *time += length;
                Some(*time)
            }));
            let curve = curve(&times, [before, after]);
            let span = [span[0].min(span[1]), span[0].max(span[1])];
            let unrolled = curve.unrolled_times(span, 10_000).unwrap();
            prop_assert!(unrolled.is_sorted_by(|a, b| a < b));
            prop_assert_eq!([unrolled[0], unrolled[unrolled.len() - 1]], span);
            for pair in unrolled.windows(2).filter(|pair| pair[1] - pair[0] > 1e-6) {
                // Away from the ends, rounding does not cross a jump.
                let at = |share: f64| curve.at(pair[0] + (pair[1] - pair[0]) * share)[0];
                let (found, expected) = (at(0.5), f64::midpoint(at(0.01), at(0.99)));
                prop_assert!((found - expected).abs() < 1e-6, "{} {} in {:?}", found, expected, pair);
            }
        }
    }
}
