//! The tolerances of track curves, and their maximum number of keys.

use anim_core::{Clip, Fineness, KeyLimit};

use crate::EncodeOptions;

/// The bounds of all curves of a clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The largest error of values, in their own unit.
    pub(super) value: f64,
    /// The largest error of rotations in radians.
    pub(super) angle: f64,
    /// The maximum number of keys of a curve.
    pub(super) limit: KeyLimit,
}

impl Bounds {
    pub(super) fn new(clip: &Clip, options: &EncodeOptions) -> Self {
        let per_key = f64::from(options.baked_keys.get());
        let limit = KeyLimit { per_key, ..KeyLimit::among(clip.channels.len()) };
        Self { value: options.tolerance.get(), angle: options.tolerance_angle.get(), limit }
    }

    /// The limit of keys, with a tolerance.
    pub(super) fn within(&self, tolerance: f64) -> Fineness {
        Fineness { limit: self.limit, ..Fineness::from(tolerance) }
    }
}
