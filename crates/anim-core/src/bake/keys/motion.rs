//! Functions that are baked to keys.

/// A function of time that is baked to keys. A sample holds the numbers of a key, and numbers derived from them.
pub(crate) trait Motion {
    /// The number of numbers in a key.
    fn width(&self) -> usize;

    /// The number of derived numbers in a sample.
    fn derived(&self) -> usize {
        0
    }

    /// Writes the numbers of a key at a time.
    fn sample(&mut self, time: f64, out: &mut [f64]);

    /// Adds the derived numbers to a sample that has the numbers of a key.
    fn derive(&self, _sample: &mut [f64]) {}

    /// The error of the interpolation from a to b at u, compared with a sample.
    fn error(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64;

    /// The [error](Self::error) by which a jump is known: also that of numbers that stay as they are in the result, although they may
    /// represent the same value.
    fn leap(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
        self.error(a, b, u, actual)
    }

    /// The smallest difference from a sample that counts.
    fn finest(&self, sample: &[f64]) -> f64;

    /// Whether the numbers of two samples at one time differ although they represent the same value: angles that wrap.
    fn winds(&self, _a: &[f64], _b: &[f64]) -> bool {
        false
    }

    /// Whether a jump from a to b is as short as possible, because numbers between them have other values than both: angles.
    fn is_short(&self, _a: &[f64], _b: &[f64]) -> bool {
        false
    }

    /// Whether the source interpolates between its keys in the same way as the result.
    fn is_plain(&self) -> bool;

    /// If the numbers of keys go straight from a to b: the number of equal parts that stay within `tolerance`, at most `most`,
    /// and an upper bound of their error; `None` if this needs samples. A bound below `enough` need not be tight.
    fn parts(&self, _ends: [&[f64]; 2], _tolerance: f64, _enough: f64, _most: f64) -> Option<(u32, f64)> {
        None
    }

    /// The smallest number of segments needed between samples at the start, the quarters and the end of a segment, whatever their
    /// values, and the error of fewer segments.
    fn pieces(&self, _samples: [&[f64]; 5]) -> (f64, f64) {
        (1.0, 0.0)
    }
}
