//! The times at which curves jump.

use anim_core::{Curve, Ease};

/// The rounding error of the times of keys, as a fraction of the duration of a jump.
const ROUNDING: f64 = 1e-3;

/// The spans of time in which curves jump: between two keys that are as near as those of a jump, and about the ends of steps.
pub(super) struct Jumps {
    /// Ascending, and apart from each other. They include the times that single precision makes of those of the keys.
    spans: Vec<[f64; 2]>,
}

impl Jumps {
    /// The jumps of some curves that take at most this many seconds, and the steps of those that have other values to step to.
    pub(super) fn of(curves: &[&Curve], longest: f64) -> Self {
        let rounding = |time: f64| time.abs() * f64::from(f32::EPSILON);
        let mut spans = Vec::new();
        for curve in curves {
            let keys = curve.times().iter().zip(curve.times().iter().skip(1));
            for (key, (from, to)) in keys.enumerate() {
                if longest > 0.0 && to - from <= longest * (1.0 + ROUNDING) {
                    spans.push([from - rounding(from), to + rounding(to)]);
                } else if curve.ease(key) == Ease::Step && curve.value(key) != curve.value(key + 1) {
                    spans.push([to - rounding(to), to + rounding(to)]);
                }
            }
        }
        spans.sort_by(|a: &[f64; 2], b| a[0].total_cmp(&b[0]));
        spans.dedup_by(|later, earlier| {
            let overlap = later[0] < earlier[1];
            if overlap {
                earlier[1] = earlier[1].max(later[1]);
            }
            overlap
        });
        Self { spans }
    }

    /// Whether a time is within a jump.
    pub(super) fn are_at(&self, time: f64) -> bool {
        let begun = self.spans.partition_point(|[from, _]| *from < time);
        begun > 0 && time < self.spans[begun - 1][1]
    }
}
