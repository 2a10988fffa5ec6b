//! How many keys the curves of a file may have.

use anim_core::{Channel, Clip, KeyLimit, KeyPool, keeps_keys};

use super::{arcs, choice, plain};
use crate::{EncodeOptions, Interpolate};

/// The limits of the keys of all curves.
#[derive(Debug, Default)]
pub(super) struct Budget {
    /// How many keys a curve that is baked may have.
    pub(super) limit: KeyLimit,
    /// The keys that all curves may have together, without those that keep theirs.
    pub(super) pool: KeyPool,
    /// The widest arc that gets no more keys, in radians.
    arc: f64,
    /// Whether splines are written.
    cubic: bool,
}

impl Budget {
    /// The budget for the curves of some clips.
    pub(super) fn new(clips: &[Clip], options: &EncodeOptions) -> Self {
        let tolerance = options.tolerance.get().min(options.tolerance_angle.get());
        let per_key = f64::from(options.baked_keys.get());
        let limit = KeyLimit { per_key, ..KeyLimit::default() };
        // The angle of a rotation is twice that between quaternions, which is larger than their distance.
        let arc = 2.0 * arcs::narrow(arcs::straightness(options)).sqrt();
        let cubic = options.interpolation == Interpolate::Cubic;
        let empty = Self { limit, pool: KeyPool::default(), arc, cubic };
        let keep = |clip: &Clip, channels: &[&Channel]| empty.keeps(channels, clip.duration);
        let pool = KeyPool::of(clips, limit, tolerance).without(clips, |_| false, keep);
        let limit = KeyLimit { per_key, ..KeyLimit::among(pool.curves()) };
        Self { limit, pool, ..empty }
    }

    /// Whether the curve that channels of a clip with a duration become has their keys. Other properties than those that glTF can
    /// animate become no curves.
    pub(super) fn keeps(&self, channels: &[&Channel], duration: f64) -> bool {
        let is_spline = |channel: &Channel| self.cubic && plain::is_spline(channel, duration);
        keeps_keys(channels, duration, self.arc)
            || matches!(channels, [one] if is_spline(one))
            || !channels.iter().any(|channel| choice::is_animated(channel.property()))
    }
}
