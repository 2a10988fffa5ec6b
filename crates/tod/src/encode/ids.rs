//! The ids that nodes get.

use std::collections::HashSet;

use anim_core::Clip;

use crate::clips::Kind;

/// An id for each node: the one its name states, else the next free one as an object.
pub(super) fn assign_ids(clip: &Clip) -> Vec<(Kind, u16)> {
    let stated = |name: &str| {
        Kind::ALL.into_iter().find_map(|kind| {
            let id: u16 = name.strip_prefix(kind.name())?.strip_prefix(' ')?.parse().ok()?;
            // Object 0xFFFF could have no children: as a parent it means none.
            (id != u16::MAX).then_some((kind, id))
        })
    };
    let mut taken = HashSet::new();
    let ids: Vec<_> =
        clip.nodes.iter().map(|node| stated(&node.name).filter(|&id| taken.insert(id))).collect();
    let mut free = (1..u16::MAX).filter(|&id| !taken.contains(&(Kind::Object, id)));
    ids.into_iter().map(|id| id.unwrap_or_else(|| (Kind::Object, free.next().unwrap_or_default()))).collect()
}
