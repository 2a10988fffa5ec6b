//! The poses that clips may take.

use std::num::NonZeroU32;

use anim_core::Clip;

/// How many poses of nodes a clip may take for each of its keys and nodes, unless
/// [`EncodeOptions::poses`](crate::EncodeOptions::poses) sets another limit. A state counts as two more poses, except at the keys.
///
/// A clip is treated as having 3072 more keys than it has. All clips together may take four times as many poses for each of their
/// keys and nodes, and for 1152 more, of which each can use its own. They take no more than 131,072 times this limit, except for two
/// poses at each of its keys: of the node that has the key, and of one that has none. The limit bounds the memory that encoding takes, since a few keys can describe motion that
/// no number of poses follows.
pub const MAX_POSES: NonZeroU32 = NonZeroU32::MIN.saturating_add(7);

/// The number of poses of nodes that a state counts as, in addition to those in it.
const STATE: usize = 2;

/// The number of keys and nodes that a clip, and all clips, are treated as having in addition.
const FREE: [usize; 2] = [3072, 1152];

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
        Self { each, free: times(SHARED * FREE[1]), left: times(MOST) }
    }

    /// The number of poses of nodes that a clip may take.
    pub(super) fn most(&self, clip: &Clip) -> usize {
        let alone = entries(clip).saturating_add(FREE[0]).saturating_mul(self.each);
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

    use super::{Budget, MAX_POSES, MOST};

    #[test]
    fn a_long_recording_has_a_pose_for_each_of_its_keys() {
        let keys = MOST * MAX_POSES.get() as usize + 5;
        let times = Times::uniform(0.0, Rate::per_second(30), keys).unwrap();
        let curve = Curve::new(times, 3, vec![0.0; 3 * keys], Ease::Linear).unwrap();
        let channel = Channel::new(0, Property::Translation, curve).unwrap();
        // A node that moves, and one at the end of its bone, which has no keys.
        let nodes = ["n", "end"].map(Node::new).to_vec();
        let clip = Clip::new("long").with_nodes(nodes).with_channels(vec![channel]);
        let mut budget = Budget::new(MAX_POSES);
        for _ in 0..2 {
            assert_eq!(budget.moments(&clip, keys), Some(keys));
            assert_eq!(budget.moments(&clip, keys + 2), None);
            budget.spend(&clip, keys);
        }
    }
}
