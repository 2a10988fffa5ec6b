//! From poses to matrices: each joint in the space of the figure.

use crate::blocks::{Block, one};
use crate::figure::Figure;
use crate::pose::Pose;

/// A map for column vectors: three rows of four numbers, the translation last in each row.
pub type Matrix = [[f32; 4]; 3];

/// The matrices of all joints in the space of their figure. Its memory is reused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    matrices: Vec<Matrix>,
}

impl Model {
    /// The matrices of a pose.
    pub fn new(figure: &Figure, pose: &Pose) -> Self {
        let mut model = Self::default();
        model.fill(figure, pose);
        model
    }

    /// The matrix of each joint, in the figure's order.
    pub fn matrices(&self) -> &[Matrix] {
        &self.matrices
    }

    /// Becomes the matrices of a pose: that of the parent times that of the joint. Does not allocate once it was filled for a figure of
    /// this size. Panics if the pose has another number of joints than the figure.
    pub fn fill(&mut self, figure: &Figure, pose: &Pose) {
        assert_eq!(pose.len(), figure.len(), "the pose is of another figure");
        self.matrices.clear();
        let columns = pose.translation.blocks().iter().zip(pose.rotation.blocks()).zip(pose.scale.blocks());
        for (((places, turns), scales), parents) in columns.zip(figure.parents().chunks(4)) {
            let rows = local(places, turns, scales);
            for (at, parent) in parents.iter().enumerate() {
                let own = [one(&rows[0], at), one(&rows[1], at), one(&rows[2], at)];
                let matrix = match parent {
                    Some(parent) => after(&self.matrices[*parent], &own),
                    None => own,
                };
                self.matrices.push(matrix);
            }
        }
    }
}

/// The local matrices of four joints, row by row: R·S with the translation beside it.
#[inline]
fn local(places: &Block<3>, [x, y, z, w]: &Block<4>, scales: &Block<3>) -> [Block<4>; 3] {
    let mut rows = [[[0.0; 4]; 4]; 3];
    for i in 0..4 {
        let (x, y, z, w) = (x[i], y[i], z[i], w[i]);
        let (xx, yy, zz) = (x * x, y * y, z * z);
        let (xy, xz, yz) = (x * y, x * z, y * z);
        let (wx, wy, wz) = (w * x, w * y, w * z);
        let [a, b, c] = [scales[0][i], scales[1][i], scales[2][i]];
        rows[0][0][i] = a * (1.0 - 2.0 * (yy + zz));
        rows[0][1][i] = b * (2.0 * (xy - wz));
        rows[0][2][i] = c * (2.0 * (xz + wy));
        rows[1][0][i] = a * (2.0 * (xy + wz));
        rows[1][1][i] = b * (1.0 - 2.0 * (xx + zz));
        rows[1][2][i] = c * (2.0 * (yz - wx));
        rows[2][0][i] = a * (2.0 * (xz - wy));
        rows[2][1][i] = b * (2.0 * (yz + wx));
        rows[2][2][i] = c * (1.0 - 2.0 * (xx + yy));
    }
    for (row, place) in rows.iter_mut().zip(places) {
        row[3] = *place;
    }
    rows
}

/// The composed map: `inner` acts first.
#[inline]
fn after(outer: &Matrix, inner: &Matrix) -> Matrix {
    let mut out = [[0.0; 4]; 3];
    for (out, [x, y, z, t]) in out.iter_mut().zip(outer) {
        for i in 0..4 {
            out[i] = x * inner[0][i] + y * inner[1][i] + z * inner[2][i];
        }
        out[3] += t;
    }
    out
}
