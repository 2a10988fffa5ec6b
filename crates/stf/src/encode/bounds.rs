//! The tolerances of track curves, and their maximum number of keys.

use anim_core::{Channel, Clip, Fineness, KeyLimit, KeyPool, Property, keeps_keys};

use super::keys::{is_stored, straight};
use crate::EncodeOptions;

/// The bounds of the next curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The largest error of values, in their own unit.
    pub(super) value: f64,
    /// The largest error of rotations in radians.
    pub(super) angle: f64,
    /// The maximum number of keys of a curve.
    pub(super) limit: KeyLimit,
}

/// The keys that all curves of some clips may have together, whatever their number of keys. Each number of a key is a keyframe of its
/// own, in the model and in the text.
const FREE: f64 = 10_240.0;

/// The keys that all curves of some clips may have together: for each original key half as many as in other formats.
pub(super) fn pool(clips: &[Clip], options: &EncodeOptions) -> KeyPool {
    let tolerance = options.tolerance.get().min(options.tolerance_angle.get());
    let usual = limit(0, options);
    KeyPool::of(clips, KeyLimit { per_key: usual.per_key / 2.0, ..usual }, tolerance).with_free(FREE).without(
        clips,
        are_apart,
        |clip, channels| keeps(clip, channels, options),
    )
}

/// Whether channels of a property have their own tracks, unless there are displacements.
fn are_apart(property: &Property) -> bool {
    !matches!(property, Property::Displacement | Property::Euler(_) | Property::Matrix)
}

/// Whether the curve that channels become has their keys.
pub(super) fn keeps(clip: &Clip, channels: &[&Channel], options: &EncodeOptions) -> bool {
    let is_own = |channel: &Channel| {
        let property = channel.property();
        !matches!(property, Property::Euler(_) | Property::Matrix) && is_stored(channel.curve(), property)
    };
    keeps_keys(channels, clip.duration, straight(options.tolerance_angle.get()))
        || matches!(channels, [one] if is_own(one))
}

/// How many keys one of several curves may have.
fn limit(curves: usize, options: &EncodeOptions) -> KeyLimit {
    KeyLimit { per_key: f64::from(options.baked_keys.get()), ..KeyLimit::among(curves) }
}

impl Bounds {
    pub(super) fn new(options: &EncodeOptions, pool: &KeyPool) -> Self {
        let limit = pool.within(limit(pool.curves(), options));
        Self { value: options.tolerance.get(), angle: options.tolerance_angle.get(), limit }
    }

    /// The limit of keys, with a tolerance.
    pub(super) fn within(&self, tolerance: f64) -> Fineness {
        Fineness { limit: self.limit, ..Fineness::from(tolerance) }
    }
}
