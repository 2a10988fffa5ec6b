//! Local maxima of a part of a difference that come close to its largest value: each may turn out to be the largest.

use std::cmp::Ordering;

/// The largest number of rivals of one part.
const MOST: usize = 8;
/// The largest number of rivals of all parts together; each part has at least one.
const MOST_TOGETHER: usize = 32;

/// How much larger a part may be than estimated: three instants on a cubic curve that crosses 0 show so little.
const SLACK: f64 = 1.08;

/// An instant, with a part of the difference there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rival {
    /// The number of the span with the time.
    pub(super) span: usize,
    /// The instants before and after.
    pub(super) around: [f64; 2],
    /// The estimated size of the part near the instant.
    size: f64,
    /// The size of a part is never larger than this.
    most: f64,
}

impl Rival {
    /// The middle one of three instants, where a part has these sizes.
    pub(super) fn new(span: usize, times: [f64; 3], sizes: [f64; 3]) -> Self {
        Self { span, around: [times[0], times[2]], size: top(times, sizes), most: f64::INFINITY }
    }

    /// With a size that the part cannot exceed.
    pub(super) fn at_most(self, most: f64) -> Self {
        Self { most, ..self }
    }

    /// The largest size that the part is likely to have near the instant.
    pub(super) fn reach(&self) -> f64 {
        (self.size * SLACK).min(self.most)
    }
}

/// The rivals of a part.
#[derive(Clone, Debug, Default)]
pub(super) struct Rivals {
    most: usize,
    all: Vec<Rival>,
}

impl Rivals {
    /// No rivals yet, for one of this number of parts.
    pub(super) fn among(parts: usize) -> Self {
        Self { most: (MOST_TOGETHER / parts.max(1)).clamp(1, MOST), all: Vec::new() }
    }

    /// Adds a rival; if there are too many, the smallest are forgotten.
    pub(super) fn add(&mut self, rival: Rival) {
        self.all.push(rival);
        if self.all.len() >= 4 * self.most {
            self.all.sort_by(higher);
            self.all.truncate(self.most);
        }
    }

    pub(super) fn highest_first(mut self) -> impl Iterator<Item = Rival> {
        self.all.sort_by(higher);
        self.all.into_iter().take(self.most)
    }
}

fn higher(a: &Rival, b: &Rival) -> Ordering {
    b.size.total_cmp(&a.size)
}

/// The top of the parabola through three points, the middle one of which is the highest.
fn top([a, b, c]: [f64; 3], [low, high, end]: [f64; 3]) -> f64 {
    let (left, right) = ((high - low) / (b - a), (end - high) / (c - b));
    let bend = (right - left) / (c - a);
    // The slope at the middle point.
    let slope = left + bend * (b - a);
    let rise = -slope * slope / (4.0 * bend);
    if rise.is_finite() && rise > 0.0 { high + rise.min(0.25 * high) } else { high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_has_its_top_between_the_points() {
        let at = |time: f64| 3.0 - 2.0 * (time - 0.4) * (time - 0.4);
        for times in [[0.0, 0.5, 0.9], [0.1, 0.3, 1.0], [0.0, 0.4, 0.5]] {
            assert!((top(times, times.map(at)) - 3.0).abs() < 1e-12, "{times:?}");
        }
        assert_eq!(top([0.0, 1.0, 2.0], [1.0; 3]), 1.0);
        assert_eq!(top([0.0, 1.0, 1.0], [0.0, 1.0, 1.0]), 1.0);
    }

    #[test]
    fn the_highest_are_kept() {
        let mut rivals = Rivals::among(1);
        for n in 0..100 {
            let size = f64::from(n * 37 % 100);
            rivals.add(Rival::new(0, [0.0, 1.0, 2.0], [size; 3]));
        }
        let sizes: Vec<f64> = rivals.highest_first().map(|rival| rival.size).collect();
        assert_eq!(sizes, [99.0, 98.0, 97.0, 96.0, 95.0, 94.0, 93.0, 92.0]);
    }
}
