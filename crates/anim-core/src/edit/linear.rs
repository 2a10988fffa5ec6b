//! Linear maps of the components of a property: for each new component, factors of the old ones and an offset.

use crate::quaternion::Quaternion;
use crate::{Affine, Channel};

/// Each component with an offset.
pub(super) fn offsets<const N: usize>(channel: &Channel, offset: [f64; N]) -> Vec<(Vec<f64>, f64)> {
    let width = channel.curve().width();
    let row = |part: usize| (0..width).map(|other| f64::from(u8::from(other == part))).collect();
    (0..width).map(|part| (row(part), offset[channel.component() + part])).collect()
}

/// Each component times a factor.
pub(super) fn factors(width: usize, factor: impl Fn(usize) -> f64) -> Vec<(Vec<f64>, f64)> {
    let row = |part: usize| (0..width).map(|other| if other == part { factor(part) } else { 0.0 }).collect();
    (0..width).map(|part| (row(part), 0.0)).collect()
}

/// The map that multiplies quaternions by this one from the left.
pub(super) fn left_factor([x, y, z, w]: Quaternion) -> Vec<(Vec<f64>, f64)> {
    let rows = [[w, -z, y, x], [z, w, -x, y], [-y, x, w, z], [-x, -y, -z, w]];
    rows.map(|row| (row.to_vec(), 0.0)).to_vec()
}

/// The map that applies an affine map after a matrix of twelve numbers.
pub(super) fn rows_after(map: &Affine) -> Vec<(Vec<f64>, f64)> {
    let row = |place: usize| {
        let (r, c) = (place / 4, place % 4);
        let mut row = vec![0.0; 12];
        (0..3).for_each(|k| row[4 * k + c] = map.0[r][k]);
        (row, if c == 3 { map.0[r][3] } else { 0.0 })
    };
    (0..12).map(row).collect()
}

/// Writes the new components of a value.
pub(super) fn apply(rows: &[(Vec<f64>, f64)], value: &[f64], out: &mut [f64]) {
    for (out, (factors, offset)) in out.iter_mut().zip(rows) {
        *out = factors.iter().zip(value).map(|(factor, part)| factor * part).sum::<f64>() + offset;
    }
}
