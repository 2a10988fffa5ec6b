//! The distance between a node of the clip and the same node of the file at an instant.

use anim_core::vector::norm;
use anim_core::{Affine, Difference, trig};

/// The transform of a node in the clip, and the distance, the angle and the largest difference of scale of the file from it; nothing
/// unless the node exists in both. The file holds each transform until the next frame, so these differences change as the clip's
/// transforms do.
pub(super) struct Distance {
    found: Option<(Place, [f64; 3])>,
    /// Whether the node may be mirrored at other times.
    mirrors: bool,
}

impl Distance {
    pub(super) fn new(places: Option<[Affine; 2]>, mirrors: bool) -> Self {
        let found = places.map(|[expected, found]| {
            let expected = Place::new(&expected);
            let sizes = expected.apart(&Place::new(&found));
            (expected, sizes)
        });
        Self { found, mirrors }
    }

    /// The distance, the angle and the largest difference of scale between two transforms.
    pub(super) fn sizes(expected: &Affine, found: &Affine) -> [f64; 3] {
        Place::new(expected).apart(&Place::new(found))
    }
}

impl Difference for Distance {
    fn parts(&self) -> usize {
        3
    }

    fn size(&self, part: usize) -> f64 {
        self.found.as_ref().map_or(0.0, |(_, sizes)| sizes[part])
    }

    fn change(&self, other: &Self, part: usize) -> f64 {
        let (Some((a, _)), Some((b, _))) = (&self.found, &other.found) else { return 0.0 };
        let stretch = if self.mirrors { Place::stretch } else { Place::scale };
        [Place::distance, Place::angle, stretch][part](a, b)
    }

    fn is_angle(&self, part: usize) -> bool {
        part == 1
    }
}

/// The difference of two values, whose length is their distance.
pub(super) struct Far(pub(super) Vec<f64>);

impl Difference for Far {
    fn parts(&self) -> usize {
        1
    }

    fn size(&self, _: usize) -> f64 {
        self.0.iter().map(|part| part * part).sum::<f64>().sqrt()
    }

    fn change(&self, other: &Self, _: usize) -> f64 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    fn is_angle(&self, _: usize) -> bool {
        false
    }
}

/// The translation of a map, and the direction and the length of each of its axes.
struct Place {
    translation: [f64; 3],
    axes: [[f64; 3]; 3],
    lengths: [f64; 3],
}

impl Place {
    fn new(map: &Affine) -> Self {
        let columns: [[f64; 3]; 3] = std::array::from_fn(|index| map.linear().map(|row| row[index]));
        let lengths = columns.map(norm);
        let axes = std::array::from_fn(|index| columns[index].map(|part| part / lengths[index]));
        Self { translation: map.translation(), axes, lengths }
    }

    fn apart(&self, other: &Self) -> [f64; 3] {
        [self.distance(other), self.angle(other), self.scale(other)]
    }

    fn distance(&self, other: &Self) -> f64 {
        square(self.translation, other.translation).sqrt()
    }

    fn angle(&self, other: &Self) -> f64 {
        // An axis without a length has no direction.
        let have_length = |i: &usize| self.lengths[*i] > 0.0 && other.lengths[*i] > 0.0;
        let squares: f64 = (0..3).filter(have_length).map(|i| square(self.axes[i], other.axes[i])).sum();
        // All axes of a rotation by φ together are √8·sin(φ/2) away from the unrotated ones.
        let angle = 2.0 * trig::asin((squares / 8.0).sqrt().min(1.0));
        if !(0..3).all(|i| have_length(&i)) {
            return angle;
        }
        // Near half a turn, axes that are not quite orthogonal hardly change the sum of their cross products: 2·sin(φ).
        let mut crossed = [0.0; 3];
        let mut along = 0.0;
        for (a, b) in self.axes.iter().zip(&other.axes) {
            for k in 0..3 {
                let [next, last] = [(k + 1) % 3, (k + 2) % 3];
                crossed[k] += a[next] * b[last] - a[last] * b[next];
                along += a[k] * b[k];
            }
        }
        angle.max(trig::atan2(norm(crossed) / 2.0, (along - 1.0) / 2.0))
    }

    fn scale(&self, other: &Self) -> f64 {
        (0..3).map(|i| (self.lengths[i] - other.lengths[i]).abs()).fold(0.0, f64::max)
    }

    /// The change of the length of an axis from one map to another; through zero if the axis flips, as it does where it is mirrored.
    fn stretch(&self, other: &Self) -> f64 {
        let of = |i: usize| {
            let is_mirrored = (0..3).map(|k| self.axes[i][k] * other.axes[i][k]).sum::<f64>() < 0.0;
            let [from, to] = [self.lengths[i], other.lengths[i]];
            if is_mirrored { from + to } else { (from - to).abs() }
        };
        (0..3).map(of).fold(0.0, f64::max)
    }
}

/// The square of the distance between two points.
fn square(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use anim_core::Peaks;

    use super::*;

    #[test]
    fn of_distances_angles_and_scales_angles_alone_are_half_a_turn_at_most() {
        let mut peaks = Peaks::new(vec![0.0; 3]);
        (0..3).for_each(|part| peaks.limit(part, 10.0, 0.0));
        let found = peaks.finish(|_, _| Distance::new(Some([Affine::IDENTITY; 2]), false));
        assert_eq!(found.iter().map(|peak| peak.size).collect::<Vec<_>>(), [10.0, PI, 10.0]);
    }

    #[test]
    fn axes_that_are_not_quite_orthogonal_hide_no_half_turn() {
        for angle in [0.5f64, 3.0, 3.12, 3.13] {
            let (sin, cos) = angle.sin_cos();
            let steps = [[2.0, -1.0, 1.0], [1.0, 2.0, -2.0], [-1.0, 2.0, 1.0]];
            let turned = [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]];
            let rounded = std::array::from_fn(|row| {
                std::array::from_fn(|column: usize| turned[row][column] + steps[row][column] / 4096.0)
            });
            let [one, other] = [Affine::IDENTITY, Affine::new(rounded, [0.0; 3])];
            let found = Place::new(&one).angle(&Place::new(&other));
            assert!((found - angle).abs() < 2e-3, "{found} for {angle}");
        }
    }
}
