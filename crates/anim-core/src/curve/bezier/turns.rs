//! The turning points of a Bézier segment.

use super::{Cubic, cubic};

impl Cubic {
    /// The seconds into the segment at which the value turns back, ascending: at most two.
    pub(crate) fn turns(self) -> impl Iterator<Item = f64> {
        let [first, middle, last] = [0, 1, 2].map(|part| self.values[part + 1] - self.values[part]);
        // A third of the slope is a·u² + 2·b·u + first.
        let (a, b) = (first - 2.0 * middle + last, middle - first);
        let root = (b * b - a * first).sqrt();
        // Each form of a root is precise where the other loses digits.
        let far = if b < 0.0 { root - b } else { -root - b };
        let mut turns = [far / a, first / far];
        turns.sort_unstable_by(f64::total_cmp);
        let [x1, x2] = self.controls;
        // Without a turning point, a root is not finite or lies outside.
        turns
            .into_iter()
            .filter(|u| 0.0 < *u && *u < 1.0)
            .map(move |u| self.length * cubic(u, 0.0, x1, x2, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Handles;

    #[test]
    fn between_its_turns_a_segment_only_rises_or_only_falls() {
        let mut counts = [0; 3];
        for case in 0..400u32 {
            let number = |salt: u32| {
                f64::from(case.wrapping_mul(2_654_435_761).rotate_left(7 * salt) >> 8) / 2f64.powi(23) - 1.0
            };
            let out = Handles { out: [number(0).abs(), number(1)], ..Handles::default() };
            let into = Handles { into: [-number(2).abs(), number(3)], ..Handles::default() };
            let segment = Cubic::new(1.5, [0.0, number(4)], [out, into]);
            let turns: Vec<f64> = segment.turns().collect();
            counts[turns.len()] += 1;
            let ends: Vec<f64> = [0.0].into_iter().chain(turns).chain([1.5]).collect();
            for ends in ends.windows(2) {
                let at = |step: u32| segment.at(ends[0] + (ends[1] - ends[0]) * f64::from(step) / 50.0);
                let steps: Vec<f64> = (0..50).map(|step| at(step + 1) - at(step)).collect();
                let rises = at(50) > at(0);
                let back = steps.iter().map(|step| if rises { -step } else { *step }).fold(0.0, f64::max);
                assert!(back < 1e-9, "{case}: {back} within {ends:?}");
            }
        }
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    }

    #[test]
    fn straight_segments_do_not_turn() {
        for value in [0.0, 3.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Cubic::new(1.0, [0.0, value], [Handles::default(); 2]).turns().count(), 0, "{value}");
        }
    }
}
