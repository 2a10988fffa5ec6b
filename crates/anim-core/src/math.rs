//! Numbers, vectors, rotations and affine maps, with the same bits on every machine.

pub(crate) mod affine;
mod decompose;
pub(crate) mod euler;
mod positive;
pub mod quaternion;
pub mod trig;
pub mod vector;

pub use affine::{Affine, Transform, largest_difference};
pub use euler::EulerOrder;
pub use positive::Positive;
