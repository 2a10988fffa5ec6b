//! A part of a document: one of its animations.

use std::collections::HashSet;

use super::baked_references;
use crate::Stf;

impl Stf {
    /// The document without all animations except the one with this index and the reset animation to which it refers, and
    /// without the buffers that only the removed ones use. `None` if there is no such animation.
    pub(crate) fn with_animation(&self, index: usize) -> Option<Self> {
        let (id, animation) = self.animations().nth(index)?;
        let reset = animation.reset_animation.as_ref();
        let reset = reset.and_then(|reset| reset.resolve(&animation.referenced_resources));
        let mut part = self.clone();
        let mut unused = HashSet::new();
        for (other, removed) in self.animations().filter(|(other, _)| *other != id && Some(*other) != reset) {
            let buffers = baked_references(removed).filter_map(|baked| removed.buffer_id(baked));
            unused.extend(buffers.filter(|id| self.buffer(id).is_some()).map(str::to_owned));
            part.remove_animation(other).ok()?;
        }
        part.remove_unused(unused);
        Some(part)
    }
}
