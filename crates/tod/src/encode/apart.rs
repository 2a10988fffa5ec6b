//! The distance between a node of the clip and the same node of the file at an instant.

use anim_core::{Affine, Difference, trig};

/// The distance, the angle and the largest difference of scale between two maps.
pub(super) fn differences(a: &Affine, b: &Affine) -> [f64; 3] {
    [distance(a, b), angle(a, b), scale(a, b)]
}

/// The transform of a node in the clip, and the differences of the file from it; nothing unless the node exists in both. The
/// file holds each transform until the next frame, so these differences change as the clip's transforms do.
pub(super) struct Apart(Option<(Affine, [f64; 3])>);

impl Apart {
    pub(super) fn new(places: Option<[Affine; 2]>) -> Self {
        Self(places.map(|[expected, found]| (expected, differences(&expected, &found))))
    }
}

impl Difference for Apart {
    fn parts(&self) -> usize {
        3
    }

    fn size(&self, part: usize) -> f64 {
        self.0.map_or(0.0, |(_, sizes)| sizes[part])
    }

    fn change(&self, other: &Self, part: usize) -> f64 {
        let (Some((a, _)), Some((b, _))) = (&self.0, &other.0) else { return 0.0 };
        [distance, angle, stretch][part](a, b)
    }

    fn is_angle(&self, part: usize) -> bool {
        part == 1
    }
}

/// The differences of the components of a value.
pub(super) struct Components(pub(super) Vec<f64>);

impl Difference for Components {
    fn parts(&self) -> usize {
        self.0.len()
    }

    fn size(&self, part: usize) -> f64 {
        self.0[part].abs()
    }

    fn change(&self, other: &Self, part: usize) -> f64 {
        (self.0[part] - other.0[part]).abs()
    }

    fn is_angle(&self, _: usize) -> bool {
        false
    }
}

fn distance(a: &Affine, b: &Affine) -> f64 {
    let (from, to) = (a.translation(), b.translation());
    (0..3).map(|i| (from[i] - to[i]).powi(2)).sum::<f64>().sqrt()
}

fn angle(a: &Affine, b: &Affine) -> f64 {
    let mut squares = 0.0;
    for i in 0..3 {
        let (u, v) = (axis(a, i), axis(b, i));
        let (long, wide) = (length(u), length(v));
        // An axis without a length has no direction.
        if long > 0.0 && wide > 0.0 {
            squares += (0..3).map(|k| (u[k] / long - v[k] / wide).powi(2)).sum::<f64>();
        }
    }
    // All axes of a rotation by φ together are √8·sin(φ/2) away from the unrotated ones.
    2.0 * trig::asin((squares / 8.0).sqrt().min(1.0))
}

fn scale(a: &Affine, b: &Affine) -> f64 {
    (0..3).map(|i| (length(axis(a, i)) - length(axis(b, i))).abs()).fold(0.0, f64::max)
}

/// The change of the length of an axis from one map to another; through zero, if the axis flips.
fn stretch(a: &Affine, b: &Affine) -> f64 {
    let of = |i: usize| {
        let (u, v) = (axis(a, i), axis(b, i));
        let is_mirrored = (0..3).map(|k| u[k] * v[k]).sum::<f64>() < 0.0;
        if is_mirrored { length(u) + length(v) } else { (length(u) - length(v)).abs() }
    };
    (0..3).map(of).fold(0.0, f64::max)
}

fn axis(map: &Affine, index: usize) -> [f64; 3] {
    map.linear().map(|row| row[index])
}

fn length(v: [f64; 3]) -> f64 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
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
        let found = peaks.finish(|_, _| Apart::new(Some([Affine::IDENTITY; 2])));
        assert_eq!(found.iter().map(|peak| peak.size).collect::<Vec<_>>(), [10.0, PI, 10.0]);
    }
}
