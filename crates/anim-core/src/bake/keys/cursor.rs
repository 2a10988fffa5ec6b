//! A curve sampled at its own keys, one after the other.

use crate::{Curve, Sampler, Wrap};

/// Samples a curve as a [`Sampler`] does, faster at the times of its keys in ascending order.
pub(crate) struct Cursor<'a> {
    curve: &'a Curve,
    sampler: Sampler<'a>,
    /// The key that is expected, and its time; NaN without one.
    key: usize,
    time: f64,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(curve: &'a Curve) -> Self {
        // At the end of a period, the last key shows the value of the first.
        let is_simple = curve.wrap() == (Wrap::Hold, Wrap::Hold);
        let time = if is_simple { curve.start() } else { f64::NAN };
        Self { curve, sampler: Sampler::new(curve), key: 0, time }
    }

    /// [`Sampler::sample`] into `out`, which has the width of the curve.
    pub(crate) fn sample(&mut self, time: f64, out: &mut [f64]) {
        if time > self.time {
            let key = self.curve.times().find(time, self.key).unwrap_or_default();
            self.expect(if self.curve.times().get(key) == Some(time) { key } else { key + 1 });
        }
        if time == self.time {
            out.copy_from_slice(self.curve.value(self.key));
            self.expect(self.key + 1);
        } else {
            self.sampler.sample(time, out);
        }
    }

    fn expect(&mut self, key: usize) {
        self.key = key;
        self.time = self.curve.times().get(key).unwrap_or(f64::NAN);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::curve::sample::tests::any_curve;

    proptest! {
        #[test]
        fn a_cursor_samples_as_a_sampler(
            curve in any_curve(),
            steps in prop::collection::vec((any::<prop::sample::Index>(), -0.5..0.5f64, any::<bool>()), 1..30),
        ) {
            let times: Vec<f64> = steps
                .iter()
                .map(|(key, off, is_at)| curve.times().get(key.index(curve.len())).unwrap() + if *is_at { 0.0 } else { *off })
                .collect();
            let mut sorted = times.clone();
            sorted.sort_by(f64::total_cmp);
            let keys: Vec<f64> = curve.times().iter().collect();
            for times in [times, sorted, keys] {
                let (mut cursor, mut sampler) = (Cursor::new(&curve), Sampler::new(&curve));
                let mut out = [vec![0.0; curve.width()], vec![0.0; curve.width()]];
                for time in times {
                    cursor.sample(time, &mut out[0]);
                    sampler.sample(time, &mut out[1]);
                    let bits = out.each_ref().map(|out| out.iter().map(|part| part.to_bits()).collect::<Vec<_>>());
                    prop_assert_eq!(&bits[0], &bits[1], "at {}", time);
                }
            }
        }
    }
}
