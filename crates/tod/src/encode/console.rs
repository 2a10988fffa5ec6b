//! The errors of the console's matrices, whose elements are rounded.

use anim_core::quaternion::{self, Quaternion};
use anim_core::vector::norm;

use crate::hardware::{self, Coordinates};

/// The rotation error on the console, in radians: the angle to the nearest rotation, or the distance by which the end of an
/// axis of length 1 moves, whichever is larger.
pub(super) fn turn(rotation: Quaternion, steps: [i16; 3]) -> f64 {
    let exact = quaternion::to_matrix(rotation);
    let shown = hardware::rotation_matrix(steps).map(|row| row.map(|element| f64::from(element) / 4096.0));
    // From one matrix to the other. In a matrix near the identity, the skew part rotates and the symmetric part stretches.
    let between = |r: usize, c: usize| -> f64 { (0..3).map(|i| exact[i][r] * shown[i][c]).sum() };
    let skew = [(2, 1), (0, 2), (1, 0)].map(|(r, c)| (between(r, c) - between(c, r)) / 2.0);
    let axes = (0..3).map(|axis| norm(std::array::from_fn(|row| exact[row][axis] - shown[row][axis])));
    axes.fold(norm(skew), f64::max)
}

/// The largest difference between the length of an axis on the console and the scale there; 0 without a scale, since the
/// rounding of a rotation counts as a rotation error.
pub(super) fn truncation(console: &Coordinates) -> f64 {
    if console.scale == [4096; 3] {
        return 0.0;
    }
    let error = |axis: usize| {
        let shown: [f64; 3] = std::array::from_fn(|row| f64::from(console.matrix[row][axis]));
        let scale = f64::from(console.scale[axis]);
        if is_sound(console, axis) { (norm(shown) - scale.abs()).abs() / 4096.0 } else { 0.0 }
    };
    (0..3).map(error).fold(0.0, f64::max)
}

/// Whether an axis on the console is the product of rotation and scale up to one step. If not, the product overflowed, which
/// lowering reports.
pub(super) fn is_sound(console: &Coordinates, axis: usize) -> bool {
    let turned = hardware::rotation_matrix(console.rotate);
    let scale = f64::from(console.scale[axis]);
    (0..3).all(|row| {
        let exact = f64::from(turned[row][axis]) * scale / 4096.0;
        (exact - f64::from(console.matrix[row][axis])).abs() <= 1.0
    })
}
