//! The keys that the curves of an operation may have.

use super::repeats::Repeats;
use crate::bake::key_pool::keys_of;
use crate::{Channel, Clip, Curve, Fineness, KeyLimit, KeyPool};

/// The keys that do not depend on the clips: a quarter of those of a file, since a file may need several for each of them.
pub(super) const FREE: f64 = 16_384.0;

/// How closely the curves of an operation follow their sources, and the keys that all of them may have together.
pub(super) struct Quota {
    fineness: Fineness,
    pool: KeyPool,
    /// The keys that repeats may be written out to.
    pub(super) repeats: Repeats,
}

impl Quota {
    /// The quota of an operation on these clips. A limit on all keys replaces those that do not depend on the clips.
    pub(super) fn of(clips: &[Clip], fineness: impl Into<Fineness>) -> Self {
        let fineness = fineness.into();
        let Fineness { tolerance, limit, .. } = fineness;
        let free = limit.all.min(FREE);
        let pool = KeyPool::of(clips, limit, tolerance).with_free(free);
        Self { fineness, pool, repeats: Repeats::part_of(free / FREE, clips) }
    }

    /// The same quota for curves that are each made of one of some channels.
    pub(super) fn for_channels<'c>(self, channels: impl Iterator<Item = &'c Channel>) -> Self {
        let (curves, keys) =
            channels.fold((0, 0.0), |(count, keys), own| (count + 1, keys + keys_of(own.curve())));
        self.for_curves(curves, keys)
    }

    /// The same quota for this number of curves to come, whose sources have `keys` keys in all.
    pub(super) fn for_curves(self, curves: usize, keys: f64) -> Self {
        Self { pool: self.pool.for_curves(curves, keys), ..self }
    }

    /// How closely the next curve follows its source.
    pub(super) fn fineness(&self) -> Fineness {
        Fineness { limit: self.pool.within(self.fineness.limit), ..self.fineness }
    }

    /// How closely a curve follows its source if it may use the shares of several curves to come.
    pub(super) fn fineness_of(&self, curves: usize) -> Fineness {
        let (Fineness { limit, .. }, curves) = (self.fineness(), curves as f64);
        let (share, share_per_key) = (limit.share * curves, limit.share_per_key * curves);
        Fineness { limit: KeyLimit { share, share_per_key, ..limit }, ..self.fineness }
    }

    /// Counts the keys of a curve that was baked.
    pub(super) fn spend(&self, curve: &Curve) {
        self.pool.spend(curve.len(), curve.width());
    }

    /// Counts the keys of a curve that was baked, which is still one of those to come.
    pub(super) fn take(&self, curve: &Curve) {
        self.pool.take(curve.len(), curve.width());
    }

    /// Gives up the shares of this number of curves to come: the others may use their keys.
    pub(super) fn pass(&self, curves: usize) {
        self.pool.pass(curves);
    }
}
