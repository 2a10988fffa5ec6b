//! What is turned into keys.

/// A function of time that is turned into keys. A sample is the numbers that a key has, and what is derived from them.
pub(crate) trait Motion {
    /// How many numbers a key has.
    fn width(&self) -> usize;

    /// How many numbers are derived from those of a key.
    fn derived(&self) -> usize {
        0
    }

    /// The numbers of a key.
    fn sample(&mut self, time: f64, out: &mut [f64]);

    /// Completes a sample that has the numbers of a key.
    fn derive(&self, _sample: &mut [f64]) {}

    /// How far the interpolation from a to b at u is from a sample.
    fn error(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64;

    /// The smallest difference from a sample that counts.
    fn finest(&self, sample: &[f64]) -> f64;

    /// Whether the numbers of two samples of one moment differ although the samples look alike: angles that start over.
    fn winds(&self, _a: &[f64], _b: &[f64]) -> bool {
        false
    }

    /// Whether the motion interpolates between the keys of its source as the result does.
    fn is_plain(&self) -> bool;

    /// Where the numbers of keys go straight from a to b: how many equal parts of that way are within `tolerance`, at most `most`
    /// of them, and a limit of their error; `None` where that takes samples. A limit below `enough` need not be near.
    fn parts(&self, _ends: [&[f64]; 2], _tolerance: f64, _enough: f64, _most: f64) -> Option<(u32, f64)> {
        None
    }

    /// How many segments it takes at least between samples at the start, the quarters and the end of a segment, whatever their
    /// values look like, and the error if there are fewer.
    fn pieces(&self, _samples: [&[f64]; 5]) -> (f64, f64) {
        (1.0, 0.0)
    }
}
