//! The poses that clips may take.

use anim_core::Clip;

/// The maximum number of poses of nodes that the encoder makes of all clips together: those of 100 nodes at 10,000 moments. A
/// clip with few keys gets fewer: 8 for each of its keys and nodes, and for 1024 more. All clips together get 32 for each of their
/// keys and nodes, and for 384 more, of which each can use its own.
pub const MAX_POSES: usize = 1 << 20;

/// The number of poses of a clip for each of its keys and nodes, and of all clips.
const EACH: [usize; 2] = [8, 32];

/// The number of keys and nodes that a clip, and all clips, are treated as having in addition.
const FREE: [usize; 2] = [1024, 384];

/// The poses that are left.
pub(super) struct Budget {
    /// What clips had for their own keys and nodes and did not use, and what belongs to none.
    free: usize,
    /// What is left of [`MAX_POSES`].
    left: usize,
}

impl Budget {
    /// The budget of all clips of a file.
    pub(super) fn new() -> Self {
        Self { free: EACH[1] * FREE[1], left: MAX_POSES }
    }

    /// The number of poses of nodes that a clip may take.
    pub(super) fn most(&self, clip: &Clip) -> usize {
        let alone = entries(clip).saturating_add(FREE[0]).saturating_mul(EACH[0]);
        alone.min(self.with_own(clip)).min(self.left)
    }

    /// Counts the poses that a clip took.
    pub(super) fn spend(&mut self, clip: &Clip, poses: usize) {
        self.free = self.with_own(clip).saturating_sub(poses);
        self.left = self.left.saturating_sub(poses);
    }

    fn with_own(&self, clip: &Clip) -> usize {
        entries(clip).saturating_mul(EACH[1]).saturating_add(self.free)
    }
}

/// The number of keys and nodes of a clip.
fn entries(clip: &Clip) -> usize {
    clip.key_count().saturating_add(clip.nodes.len())
}
