//! Matrices of poses: each joint in the space of the figure.

use wide::f32x4;

use crate::blocks::Block;
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
    /// The matrices of a pose. Panics if the pose has another number of joints than the figure.
    pub fn new(figure: &Figure, pose: &Pose) -> Self {
        let mut model = Self::default();
        model.fill(figure, pose);
        model
    }

    /// The matrix of each joint, in the figure's order.
    pub fn matrices(&self) -> &[Matrix] {
        &self.matrices
    }

    /// Fills in the matrices of a pose: that of the parent times that of the joint. Does not allocate after it was filled once for a
    /// figure of this size. Panics if the pose has another number of joints than the figure.
    pub fn fill(&mut self, figure: &Figure, pose: &Pose) {
        assert_eq!(pose.len(), figure.len(), "the pose is of another figure");
        // Each matrix is overwritten below, parents first, so old content does not matter.
        self.matrices.resize(figure.len(), [[0.0; 4]; 3]);
        let columns = pose.translation.blocks().iter().zip(pose.rotation.blocks()).zip(pose.scale.blocks());
        for (place, ((places, turns), scales)) in columns.enumerate() {
            let [first, second, third] = local(places, turns, scales);
            let parents = figure.parents().get(4 * place..).unwrap_or_default();
            for (at, parent) in parents.iter().take(4).enumerate() {
                let own = [first[at], second[at], third[at]];
                let matrix = parent.map_or(own, |parent| after(&self.matrices[parent], own));
                self.matrices[4 * place + at] = matrix.map(f32x4::to_array);
            }
        }
    }
}

/// The local matrices of four joints, R·S with the translation as the last column: their first rows, then their second and third
/// ones.
#[inline]
fn local(places: &Block<3>, [x, y, z, w]: &Block<4>, scales: &Block<3>) -> [[f32x4; 4]; 3] {
    let (x, y, z, w) = (*x, *y, *z, *w);
    let (one, two) = (f32x4::ONE, f32x4::splat(2.0));
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let (xy, xz, yz) = (x * y, x * z, y * z);
    let (wx, wy, wz) = (w * x, w * y, w * z);
    let [a, b, c] = *scales;
    let [u, v, t] = *places;
    let columns = [
        [a * (one - two * (yy + zz)), b * (two * (xy - wz)), c * (two * (xz + wy)), u],
        [a * (two * (xy + wz)), b * (one - two * (xx + zz)), c * (two * (yz - wx)), v],
        [a * (two * (xz - wy)), b * (two * (yz + wx)), c * (one - two * (xx + yy)), t],
    ];
    columns.map(f32x4::transpose)
}

/// The composed map: `inner` acts first.
#[inline]
fn after(outer: &Matrix, [a, b, c]: [f32x4; 3]) -> [f32x4; 3] {
    outer.map(|[x, y, z, t]| {
        let own = f32x4::new([0.0, 0.0, 0.0, t]);
        f32x4::splat(x) * a + f32x4::splat(y) * b + f32x4::splat(z) * c + own
    })
}
