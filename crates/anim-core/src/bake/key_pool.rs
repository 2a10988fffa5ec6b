//! The keys of the curves that one file keeps together.

use std::cell::Cell;

use super::fineness::FREE;
use crate::{Channel, Clip, KeyLimit};

/// The keys that all curves of a file may have together, so that a small file does not become a large one: 65,536, and for each key of
/// the clips an eighth of [`KeyLimit::per_key`]. A curve has an equal part of those that are left for the curves to come, or one in
/// proportion to its keys, whichever is more.
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
    /// The number of curves to come.
    curves: Cell<usize>,
    /// The mean number of keys of a curve.
    mean: f64,
}

impl KeyPool {
    /// The pool of all curves of some clips, for curves of this limit that are baked within a tolerance.
    pub fn of(clips: &[Clip], limit: KeyLimit, tolerance: f64) -> Self {
        let curves = clips.iter().flat_map(|clip| &clip.channels).map(Channel::curve);
        let given: f64 = curves.map(|curve| size(curve.len(), curve.width())).sum();
        let curves: usize = clips.iter().map(|clip| clip.channels.len()).sum();
        let left = Cell::new(FREE + limit.each(tolerance) * given);
        Self { left, curves: Cell::new(curves), mean: given / curves.max(1) as f64 }
    }

    /// The same pool with another number of keys that do not depend on the clips, in place of 65,536: for formats whose keys take much
    /// memory.
    #[must_use]
    pub fn with_free(self, keys: f64) -> Self {
        Self { left: Cell::new(self.left.get() - FREE + keys), ..self }
    }

    /// The limit of the next curve, which has a limit besides.
    pub fn within(&self, limit: KeyLimit) -> KeyLimit {
        let all = self.left.get();
        let share = all / self.curves.get().max(1) as f64;
        KeyLimit { all, share, share_per_key: share / self.mean.max(1.0), ..limit }
    }

    /// Counts the keys of a curve that was made, each of so many numbers.
    pub fn spend(&self, keys: usize, width: usize) {
        self.curves.set(self.curves.get().saturating_sub(1));
        self.left.set((self.left.get() - size(keys, width)).max(0.0));
    }
}

impl Default for KeyPool {
    /// The pool of no clips.
    fn default() -> Self {
        Self { left: Cell::new(FREE), curves: Cell::new(0), mean: 0.0 }
    }
}

/// As how many keys of four numbers keys of so many numbers count.
fn size(keys: usize, width: usize) -> f64 {
    keys as f64 * (width as f64 / 4.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Curve, Ease, Property, Times};

    fn clip(keys: &[usize]) -> Clip {
        let channel = |(node, keys): (usize, &usize)| {
            let times = Times::keys((0..*keys).map(|key| key as f64).collect::<Vec<_>>()).unwrap();
            let curve = Curve::new(times, 3, vec![0.0; 3 * keys], Ease::Linear).unwrap();
            Channel::new(node, Property::Translation, curve).unwrap()
        };
        Clip::new("").with_channels(keys.iter().enumerate().map(channel).collect())
    }

    #[test]
    fn every_curve_has_an_equal_part() {
        let pool = KeyPool::of(&[clip(&[20; 40])], KeyLimit::default(), 1e-3);
        let all = FREE + 8.0 * 20.0 * 40.0;
        for _ in 0..40 {
            let share = pool.within(KeyLimit::default()).share;
            assert!((share - all / 40.0).abs() < 100.0, "{share}");
            pool.spend(share as usize, 3);
        }
        assert!(pool.within(KeyLimit::default()).all < 40.0);
    }

    #[test]
    fn a_curve_of_many_keys_among_plain_ones_has_a_part_in_proportion() {
        let mut keys = vec![2; 130];
        keys.push(60);
        let pool = KeyPool::of(&[clip(&keys)], KeyLimit::default(), 1e-3);
        let (all, given) = (FREE + 8.0 * 320.0, 320.0);
        let limit = pool.within(KeyLimit::default());
        assert!((60.0 * limit.share_per_key - 60.0 / given * all).abs() < 1e-6, "{limit:?}");
        assert!(limit.share < 600.0);
    }
}
