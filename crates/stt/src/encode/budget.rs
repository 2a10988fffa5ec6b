//! The poses that clips may take.

use std::num::NonZeroU32;

use anim_core::Clip;

/// The number of poses of nodes that a state counts as, in addition to those in it.
const STATE: usize = 2;

/// The number of keys and nodes that a clip is treated as having in addition, so that small clips can have much motion.
const FREE_OF_CLIP: usize = 3072;

/// The number of keys and nodes that all clips together are treated as having in addition.
const FREE_OF_ALL: usize = 1152;

/// All clips may take this many times the poses of a clip.
const SHARED: usize = 4;

/// The maximum number of poses, for each that a key may take.
const MOST: usize = 1 << 17;

/// The poses that are left.
pub(super) struct Budget {
    /// The number of poses for each key and node.
    each: usize,
    /// What clips had for their own keys and nodes and did not use, and what belongs to none.
    free: usize,
    /// What is left of all.
    left: usize,
}

impl Budget {
    /// The budget of all clips of a file, with this many poses for each key and node.
    pub(super) fn new(each: NonZeroU32) -> Self {
        let each = each.get() as usize;
        let times = |count: usize| each.saturating_mul(count);
        Self { each, free: times(SHARED * FREE_OF_ALL), left: times(MOST) }
    }

    /// The number of poses of nodes that a clip may take.
    pub(super) fn most(&self, clip: &Clip) -> usize {
        let alone = entries(clip).saturating_add(FREE_OF_CLIP).saturating_mul(self.each);
        let at_keys = 2 * clip.key_count() + clip.nodes.len();
        alone.min(self.with_own(clip)).min(self.left.max(at_keys))
    }

    /// The number of moments that a clip may take if its keys alone take `least`; `None` if these are too many.
    pub(super) fn moments(&self, clip: &Clip, least: usize) -> Option<usize> {
        let (most, nodes) = (self.most(clip), clip.nodes.len());
        let fits = least.saturating_mul(nodes.max(1)) <= most;
        fits.then(|| (most / nodes.saturating_add(STATE)).max(least))
    }

    /// Counts the moments that a clip took.
    pub(super) fn spend(&mut self, clip: &Clip, moments: usize) {
        let poses = moments.saturating_mul(clip.nodes.len().saturating_add(STATE));
        self.free = self.with_own(clip).saturating_sub(poses);
        self.left = self.left.saturating_sub(poses);
    }

    fn with_own(&self, clip: &Clip) -> usize {
        entries(clip).saturating_mul(self.each).saturating_mul(SHARED).saturating_add(self.free)
    }
}

/// The number of keys and nodes of a clip.
fn entries(clip: &Clip) -> usize {
    clip.key_count().saturating_add(clip.nodes.len())
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Times};

    use super::{Budget, MOST};
    use crate::POSES_PER_KEY;

    #[test]
    fn a_long_recording_has_a_pose_for_each_of_its_keys() {
        let keys = MOST * POSES_PER_KEY.get() as usize + 5;
        let times = Times::uniform(0.0, Rate::per_second(30), keys).unwrap();
        let curve = Curve::new(times, 3, vec![0.0; 3 * keys], Ease::Linear).unwrap();
        let channel = Channel::new(0, Property::Translation, curve).unwrap();
        // A node that moves, and one at the end of its bone, which has no keys.
        let nodes = ["n", "end"].map(Node::new).to_vec();
        let clip = Clip::new("long").with_nodes(nodes).with_channels(vec![channel]);
        let mut budget = Budget::new(POSES_PER_KEY);
        for _ in 0..2 {
            assert_eq!(budget.moments(&clip, keys), Some(keys));
            assert_eq!(budget.moments(&clip, keys + 2), None);
            budget.spend(&clip, keys);
        }
    }
}
