//! How linear maps change lengths and directions.

use std::f64::consts::PI;

use crate::Affine;
use crate::trig::{atan2, cos, sin};
use crate::vector::dot;

/// The largest and the smallest factor by which a linear map lengthens vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) most: f64,
    least: f64,
}

impl Stretch {
    pub(super) fn of(map: &Affine) -> Self {
        let most = stretch(&map.linear());
        let back = map.inverse().map_or(f64::INFINITY, |back| stretch(&back.linear()));
        // Both are equal up to rounding if the factor is the same for all vectors.
        let least = if back * most <= 1.0 + EVEN { most } else { 1.0 / back };
        Self { most, least }
    }

    /// The largest factor of small angles between vectors; infinite for a map that is flat.
    pub(super) fn bend(self) -> f64 {
        if self.least == self.most { 1.0 } else { self.most / self.least }
    }

    /// By how much the image of a vector of length 1 may get longer or shorter when the vector turns by an angle.
    pub(super) fn lengths(self, angle: f64) -> f64 {
        (self.most - self.least) * angle.min(1.0)
    }
}

/// The largest angle between two vectors after a map that bends small angles by this factor: half of it is on each side of the
/// direction that the map lengthens least.
pub(super) fn bent(angle: f64, bend: f64) -> f64 {
    if bend <= 1.0 || angle == 0.0 || angle >= PI || angle.is_nan() {
        return angle;
    }
    2.0 * atan2(sin(angle / 2.0), cos(angle / 2.0) / bend)
}

/// The largest relative difference of the two factors that is rounding.
const EVEN: f64 = 1e-9;

/// The largest factor by which a linear map lengthens a vector: exact if it is the same for all, else at most 2 % too large.
pub(super) fn stretch(map: &[[f64; 3]; 3]) -> f64 {
    let size = map.as_flattened().iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    if size == 0.0 || !size.is_finite() {
        return size;
    }
    let column = |column: usize| map.map(|row| row[column] / size);
    let columns = [column(0), column(1), column(2)];
    let mut square = columns.map(|a| columns.map(|b| dot(a, b)));
    let even = square[0][0];
    let is_even = (0..9).all(|place| {
        let wanted = if place % 4 == 0 { even } else { 0.0 };
        (square[place / 3][place % 3] - wanted).abs() <= 1e-12 * even
    });
    if is_even {
        return size * even.sqrt();
    }
    // The largest eigenvalue is near a root of the norm of a power, from above; it is at least 1, as is the largest number.
    for _ in 0..4 {
        square = square.map(|a| [0, 1, 2].map(|column| dot(a, square.map(|row| row[column]))));
    }
    let norm = square.as_flattened().iter().map(|part| part * part).sum::<f64>().sqrt();
    size * (0..5).fold(norm, |root: f64, _| root.sqrt())
}
