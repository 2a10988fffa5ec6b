//! Columns: the same component of several nodes side by side (all x, then all y), so that one instruction computes several nodes.
//!
//! Every loop applies the formula of a single node to each node, so the results have the same bits.

use crate::quaternion;

/// The largest number of nodes computed together.
pub(crate) const MOST: usize = 32;

/// One number of each node.
pub(crate) type Column = [f64; MOST];

/// The numbers of one node.
#[inline]
pub(crate) fn get<const N: usize>(columns: &[Column; N], node: usize) -> [f64; N] {
    std::array::from_fn(|i| columns[i][node])
}

/// Replaces the numbers of one node.
#[inline]
pub(crate) fn put<const N: usize>(columns: &mut [Column; N], node: usize, values: [f64; N]) {
    columns.iter_mut().zip(values).for_each(|(column, value)| column[node] = value);
}

/// The first `count` quaternions, each as [`quaternion::normalize`] returns it.
pub(crate) fn normalize(quaternions: &mut [Column; 4], count: usize) {
    let mut off = 0;
    for node in 0..count.min(MOST) {
        off |= u64::from(!quaternion::is_normalized(get(quaternions, node)));
    }
    if off != 0 {
        for node in 0..count.min(MOST) {
            put(quaternions, node, quaternion::normalize(get(quaternions, node)));
        }
    }
}

/// The rotation matrices of the first `count` quaternions, row by row. The quaternions are normalised.
pub(crate) fn matrices(quaternions: &mut [Column; 4], count: usize, matrices: &mut [Column; 9]) {
    if !turned(quaternions, count, matrices) {
        normalize(quaternions, count);
        turned(quaternions, count, matrices);
    }
}

/// Fills in the matrices, and returns whether all quaternions have length 1.
fn turned(quaternions: &[Column; 4], count: usize, matrices: &mut [Column; 9]) -> bool {
    let mut off = 0;
    for node in 0..count.min(MOST) {
        let q = get(quaternions, node);
        off |= u64::from(!quaternion::is_normalized(q));
        let [[a, b, c], [d, e, f], [g, h, i]] = quaternion::to_matrix(q);
        put(matrices, node, [a, b, c, d, e, f, g, h, i]);
    }
    off == 0
}
