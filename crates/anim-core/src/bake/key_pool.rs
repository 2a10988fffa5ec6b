//! The keys of the curves that one file keeps together.

use std::cell::Cell;
use std::collections::HashMap;

use super::fineness::FREE;
use crate::{Channel, Clip, Curve, KeyLimit, Property, effective_channels};

/// The keys that all curves of a file may have together, so that a small file does not become a large one: 65,536, and for each key of
/// the clips an eighth of [`KeyLimit::per_key`]. A curve has an equal part of those that are left for the curves to come, or one in
/// proportion to its keys, whichever is more. Curves that need no more keys than they have are best [left out](Self::without).
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
        let given: f64 = clips.iter().flat_map(|clip| &clip.channels).map(Channel::curve).map(keys_of).sum();
        let curves: usize = clips.iter().map(|clip| clip.channels.len()).sum();
        let left = Cell::new(FREE + limit.each(tolerance) * given);
        Self { left, curves: Cell::default(), mean: 0.0 }.for_curves(curves, given)
    }

    /// The same pool for the other curves of the clips, where some [keep the keys](crate::keeps_keys) of the channels that they are
    /// made of: these count from the start, and are not to be [spent](Self::spend).
    ///
    /// Channels of one property of a node become one curve, also angles of several kinds, or translations and displacements. Some
    /// formats have them apart, unless there are displacements.
    #[must_use]
    pub fn without(
        self,
        clips: &[Clip],
        are_apart: impl Fn(&Property) -> bool,
        are_kept: impl Fn(&Clip, &[&Channel]) -> bool,
    ) -> Self {
        let (mut curves, mut kept, mut shared) = (0, 0.0, 0.0);
        for clip in clips {
            for channels in curves_of(clip, &are_apart) {
                let keys: f64 = channels.iter().map(|channel| keys_of(channel.curve())).sum();
                if are_kept(clip, &channels) {
                    kept += keys;
                } else {
                    shared += keys;
                    curves += 1;
                }
            }
        }
        self.left.set((self.left.get() - kept).max(0.0));
        self.for_curves(curves, shared)
    }

    /// The same pool for this number of curves to come, which have `keys` keys in all.
    pub(crate) fn for_curves(self, curves: usize, keys: f64) -> Self {
        Self { left: self.left, curves: Cell::new(curves), mean: keys / curves.max(1) as f64 }
    }

    /// The number of curves to come.
    pub fn curves(&self) -> usize {
        self.curves.get()
    }

    /// The same pool with another number of keys that do not depend on the clips, in place of 65,536: for formats whose keys take much
    /// memory.
    #[must_use]
    pub fn with_free(self, keys: f64) -> Self {
        Self { left: Cell::new(self.left.get() - FREE + keys), ..self }
    }

    /// The limit of the next curve, within a limit that holds for each curve.
    pub fn within(&self, limit: KeyLimit) -> KeyLimit {
        let all = self.left.get();
        let share = all / self.curves.get().max(1) as f64;
        KeyLimit { all, share, share_per_key: share / self.mean.max(1.0), ..limit }
    }

    /// Counts a curve that was made: its keys, and the numbers in each.
    pub fn spend(&self, keys: usize, width: usize) {
        self.take(keys, width);
        self.pass(1);
    }

    /// Counts keys of a curve that is still to come: those of one of its parts, or of a step on the way to it.
    pub fn take(&self, keys: usize, width: usize) {
        self.left.set((self.left.get() - size(keys, width)).max(0.0));
    }

    /// Gives up the shares of this number of curves to come: the others may use their keys.
    pub fn pass(&self, curves: usize) {
        self.curves.set(self.curves.get().saturating_sub(curves));
    }
}

impl Default for KeyPool {
    /// The pool of no clips.
    fn default() -> Self {
        Self { left: Cell::new(FREE), curves: Cell::new(0), mean: 0.0 }
    }
}

/// The channels of a clip that have an effect, those that become one curve together.
fn curves_of(clip: &Clip, are_apart: impl Fn(&Property) -> bool) -> Vec<Vec<&Channel>> {
    let mut by_node = vec![Vec::new(); clip.nodes.len()];
    for channel in &clip.channels {
        if let Some(own) = by_node.get_mut(channel.node()) {
            own.push(channel);
        }
    }
    let mut curves: Vec<Vec<&Channel>> = Vec::new();
    for own in &by_node {
        let mut kinds: HashMap<&str, Vec<&Channel>> = HashMap::new();
        for channel in effective_channels(own) {
            kinds.entry(kind(channel.property())).or_default().push(channel);
        }
        for channels in kinds.into_values() {
            if channels.iter().all(|channel| are_apart(channel.property())) {
                curves.extend(channels.into_iter().map(|channel| vec![channel]));
            } else {
                curves.push(channels);
            }
        }
    }
    curves
}

/// The name that properties have in common whose channels become one curve.
fn kind(property: &Property) -> &str {
    match property {
        Property::Displacement => Property::Translation.name(),
        Property::Euler(_) | Property::Angle { .. } => Property::Rotation.name(),
        property => property.name(),
    }
}

/// The keys of a curve, counted in keys of four numbers.
pub(crate) fn keys_of(curve: &Curve) -> f64 {
    size(curve.len(), curve.width())
}

/// The number of keys of four numbers that keys of `width` numbers count as.
fn size(keys: usize, width: usize) -> f64 {
    keys as f64 * (width as f64 / 4.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ease, Times};

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

    #[test]
    fn curves_that_are_left_out_have_their_keys_and_leave_the_rest() {
        // Nodes of two, four and three keys; the last has two more channels of its position, one of them an offset.
        let mut clips = [clip(&[2, 4, 3])];
        clips[0].nodes.resize(3, crate::Node::default());
        let own = clips[0].channels[2].clone();
        let more = |property| Channel::new(2, property, own.curve().clone()).unwrap();
        clips[0].channels.extend([Property::Translation, Property::Displacement].map(more));
        let without = |kept: &[usize], is_apart: bool| {
            let pool = KeyPool::of(&clips, KeyLimit::default(), 1e-3);
            let is_kept = |_: &Clip, channels: &[&Channel]| kept.contains(&channels[0].node());
            pool.without(&clips, |property| is_apart && *property == Property::Translation, is_kept)
        };
        let all = FREE + 8.0 * (2.0 + 4.0 + 9.0);
        for (kept, is_apart, curves, left) in [
            (&[][..], false, 3, all),
            (&[0], false, 2, all - 2.0),
            // Where there are offsets, curves become one in any case.
            (&[0], true, 2, all - 2.0),
            (&[2], true, 2, all - 9.0),
            (&[0, 1, 2], false, 0, all - 15.0),
        ] {
            let pool = without(kept, is_apart);
            assert_eq!(pool.curves(), curves, "{kept:?}");
            let limit = pool.within(KeyLimit::default());
            assert_eq!((limit.all, limit.share), (left, left / (curves.max(1) as f64)), "{kept:?}");
        }
        clips[0].channels.pop();
        let pool = |is_apart| KeyPool::default().without(&clips, |_| is_apart, |_, _| false).curves();
        assert_eq!([pool(false), pool(true)], [3, 4]);
    }

    #[test]
    fn parts_of_a_curve_count_as_one() {
        let pool = KeyPool::of(&[clip(&[1; 4])], KeyLimit::default(), 1e-3);
        let all = FREE + 8.0 * 4.0;
        pool.take(30, 3);
        pool.take(2, 8);
        assert_eq!(pool.within(KeyLimit::default()).share, (all - 34.0) / 4.0);
        pool.pass(1);
        assert_eq!(pool.within(KeyLimit::default()).share, (all - 34.0) / 3.0);
    }
}
