//! Axes: a range of values mapped to a range of pixels, with round tick values.

use crate::ticks::{Ticks, decimal};

/// A range of values mapped to a range of positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    /// The positions of the low and of the high end.
    places: [f64; 2],
}

impl Axis {
    /// An axis from one value to another; from half a unit below to half a unit above if they are the same.
    pub(crate) fn new([low, high]: [f64; 2], places: [f64; 2]) -> Self {
        // Values that differ only by rounding are the same.
        let least = (low.abs().max(high.abs()) * 1e-12).max(f64::MIN_POSITIVE);
        if high / 2.0 - low / 2.0 > least {
            return Self { low, high, places };
        }
        let half = if low.abs() < f64::MIN_POSITIVE * 1e16 { 0.5 } else { low.abs() * 0.1 };
        Self { low: low - half, high: low + half, places }
    }

    /// An axis with a margin around its values.
    pub(crate) fn roomy(range: [f64; 2], places: [f64; 2]) -> Self {
        let mut axis = Self::new(range, places);
        let room = (axis.high / 2.0 - axis.low / 2.0) * 0.12;
        (axis.low, axis.high) = ((axis.low - room).max(f64::MIN), (axis.high + room).min(f64::MAX));
        axis
    }

    /// The position of a value.
    pub(crate) fn place(&self, value: f64) -> f64 {
        // Halved, so that the range of all doubles does not overflow.
        let part = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        self.places[0] + part * (self.places[1] - self.places[0])
    }

    /// Round values, about this many.
    pub(crate) fn ticks(&self, count: usize) -> Ticks {
        let rough = (self.high / 2.0 - self.low / 2.0) / count.max(1) as f64 * 2.0;
        let power = rough.log10().floor() as i32;
        let scale = decimal(1, power);
        if !(scale.is_normal() && rough.is_finite()) {
            return Ticks::new(Vec::new(), 0);
        }
        // The round step nearest to it, by ratio.
        let (digit, exponent) = match rough / scale {
            part if part < 1.5 => (1, power),
            part if part < 3.5 => (2, power),
            part if part < 7.5 => (5, power),
            _ => (1, power + 1),
        };
        let step = decimal(digit, exponent);
        let first = (self.low / step).ceil();
        // Far from 0 the steps may be too small to distinguish neighbours.
        if first.abs() > 1e13 {
            return Ticks::new(Vec::new(), 0);
        }
        let counts = (0..=2 * count as i64 + 2).map(|index| (first as i64 + index) * digit);
        let within = counts.take_while(|&count| decimal(count, exponent) <= self.high);
        Ticks::new(within.collect(), exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let cases = [
            ([0.0, 2.0], "0 0.5 1.0 1.5 2.0"),
            ([-1.0, 1.0], "−1.0 −0.5 0 0.5 1.0"),
            ([0.0, 0.35], "0 0.1 0.2 0.3"),
            ([-1200.0, 3400.0], "−1000 0 1000 2000 3000"),
            ([1e9, 5e9], "1e9 2e9 3e9 4e9 5e9"),
            ([0.0, 4e-9], "0 1e−9 2e−9 3e−9 4e−9"),
            ([7.0, 7.0], "6.5 7.0 7.5"),
            ([0.0, 0.0], "−0.4 −0.2 0 0.2 0.4"),
        ];
        for (range, expected) in cases {
            let ticks = Axis::new(range, [0.0, 1.0]).ticks(4).full();
            let labels: Vec<_> = ticks.iter().map(|(_, label)| label.as_str()).collect();
            assert_eq!(labels.join(" "), expected, "{range:?}");
        }
    }

    #[test]
    fn any_range_has_places_within_its_pixels() {
        for range in
            [[f64::MIN, f64::MAX], [0.0, 5e-324], [1e300, 1e300], [1e15, 1e15 + 1.0], [-1e-300, 1e-300]]
        {
            let axis = Axis::roomy(range, [100.0, 0.0]);
            assert!(axis.ticks(3).full().len() <= 8);
            for value in range {
                assert!(
                    (-1e-9..=100.0 + 1e-9).contains(&axis.place(value)),
                    "{range:?} {}",
                    axis.place(value)
                );
            }
        }
    }
}
