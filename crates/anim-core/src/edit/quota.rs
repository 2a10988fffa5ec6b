//! The keys that the curves of an operation may have.

use super::repeats::Repeats;
use crate::{Clip, Curve, Fineness, KeyPool};

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

    /// How closely the next curve follows its source.
    pub(super) fn fineness(&self) -> Fineness {
        Fineness { limit: self.pool.within(self.fineness.limit), ..self.fineness }
    }

    /// Counts the keys of a curve that was baked.
    pub(super) fn spend(&self, curve: &Curve) {
        self.pool.spend(curve.len(), curve.width());
    }
}
