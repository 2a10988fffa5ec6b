//! The ids that nodes get.

use std::collections::HashSet;

use anim_core::{Clip, Property};

use crate::check::is_no_parent;
use crate::clips::Kind;

/// An id for each node: the one its name states, else the next free one as an object.
pub(super) fn assign_ids(clip: &Clip) -> Vec<(Kind, u16)> {
    let parents = parents(clip);
    let stated = |node: usize, name: &str| {
        Kind::ALL.into_iter().find_map(|kind| {
            let id: u16 = name.strip_prefix(kind.name())?.strip_prefix(' ')?.parse().ok()?;
            // As a parent, such an id would mean none.
            let childless = kind == Kind::Object && is_no_parent(id) && parents.contains(&node);
            (!childless).then_some((kind, id))
        })
    };
    let mut taken = HashSet::new();
    let names = clip.nodes.iter().map(|node| node.name.as_str()).enumerate();
    let ids: Vec<_> = names.map(|(node, name)| stated(node, name).filter(|&id| taken.insert(id))).collect();
    let mut free = (1..u16::MAX).filter(|&id| !taken.contains(&(Kind::Object, id)));
    ids.into_iter().map(|id| id.unwrap_or_else(|| (Kind::Object, free.next().unwrap_or_default()))).collect()
}

/// The nodes that are parents at some time.
fn parents(clip: &Clip) -> HashSet<usize> {
    let at_times = clip.channels.iter().filter(|channel| *channel.property() == Property::Parent);
    let at_times = at_times.flat_map(|channel| channel.curve().values()).filter(|&&parent| parent >= 0.0);
    let at_rest = clip.nodes.iter().filter_map(|node| node.parent);
    at_rest.chain(at_times.map(|&parent| parent as usize)).collect()
}

#[cfg(test)]
mod tests {
    use anim_core::Node;

    use super::*;
    use Kind::{Camera, Light, Object};

    #[test]
    fn names_state_ids_unless_they_are_taken_or_cannot_be_named() {
        let child = |name: &str, parent| Node { parent: Some(parent), ..Node::new(name) };
        let nodes = vec![
            Node::new("object 2"),
            Node::new("object 2"),
            Node::new("light 65535"),
            Node::new("camera 0"),
            Node::new("object 65535"),
            Node::new("object 0"),
            child("arm", 5),
            child("object 1", 6),
        ];
        let expected = [
            (Object, 2),
            (Object, 3),
            (Light, 65535),
            (Camera, 0),
            (Object, 65535),
            (Object, 4),
            (Object, 5),
            (Object, 1),
        ];
        assert_eq!(assign_ids(&Clip { nodes, ..Clip::default() }), expected);
    }
}
