//! The keys of the curves that one file keeps together.

use std::cell::Cell;

use super::fineness::FREE;
use crate::{Channel, Clip, KeyLimit};

/// The keys that all curves of a file may have together, so that a small file does not become a large one: 65,536, and for each key of
/// the clips an eighth of [`KeyLimit::per_key`]. A single curve may take all that are left.
///
/// Keys of more than four numbers count as more.
///
/// ```
/// use anim_core::{Clip, KeyLimit, KeyPool};
///
/// let limit = KeyLimit::default();
/// let pool = KeyPool::of(&[Clip::new("")], limit, 1e-3);
/// pool.spend(500, 3);
/// pool.spend(18, 8);
/// assert_eq!(pool.within(limit).all, 65_000.0);
/// ```
#[derive(Debug)]
pub struct KeyPool {
    left: Cell<f64>,
    /// The number of curves.
    curves: usize,
}

impl KeyPool {
    /// The pool of all curves of some clips, for curves of this limit that are baked within a tolerance.
    pub fn of(clips: &[Clip], limit: KeyLimit, tolerance: f64) -> Self {
        let curves = clips.iter().flat_map(|clip| &clip.channels).map(Channel::curve);
        let given: f64 = curves.map(|curve| size(curve.len(), curve.width())).sum();
        let curves = clips.iter().map(|clip| clip.channels.len()).sum();
        Self { left: Cell::new(FREE + limit.each(tolerance) * given), curves }
    }

    /// The same pool with another number of keys that do not depend on the clips, in place of 65,536: for formats whose keys take much
    /// memory.
    #[must_use]
    pub fn with_free(self, keys: f64) -> Self {
        Self { left: Cell::new(self.left.get() - FREE + keys), ..self }
    }

    /// The limit of the next curve, which has a limit besides.
    pub fn within(&self, limit: KeyLimit) -> KeyLimit {
        let left = self.left.get();
        KeyLimit { all: left, share: left / self.curves.max(1) as f64, ..limit }
    }

    /// Counts keys of so many numbers that were made.
    pub fn spend(&self, keys: usize, width: usize) {
        self.left.set((self.left.get() - size(keys, width)).max(0.0));
    }
}

impl Default for KeyPool {
    /// The pool of no clips.
    fn default() -> Self {
        Self { left: Cell::new(FREE), curves: 0 }
    }
}

/// As how many keys of four numbers keys of so many numbers count.
fn size(keys: usize, width: usize) -> f64 {
    keys as f64 * (width as f64 / 4.0).max(1.0)
}
