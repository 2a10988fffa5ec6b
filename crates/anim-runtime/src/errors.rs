//! How far motions are from their clips.

/// The largest differences between a motion and its clip, joint by joint, each relative to the joint's parent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Errors {
    /// Of positions, in the clip's length unit.
    pub length: f64,
    /// Of rotations, in radians.
    pub angle: f64,
    /// Of scales.
    pub ratio: f64,
}
