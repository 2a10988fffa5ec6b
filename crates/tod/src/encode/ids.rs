//! The ids of nodes.

use std::collections::HashSet;

use anim_core::{Clip, Property};

use crate::body::is_no_parent;
use crate::names::Kind;

/// An id for each node: the one in its name, or else that of an object, the next free one.
pub(super) fn assign_ids(clip: &Clip) -> Vec<(Kind, u16)> {
    let parents = parents(clip);
    let stated = |node: usize, name: &str| {
        Kind::ALL.into_iter().find_map(|kind| {
            let id: u16 = name.strip_prefix(kind.name())?.strip_prefix(' ')?.parse().ok()?;
            // As the id of a parent, such an id means that there is none.
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

/// The nodes that are parents at any time.
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
    fn the_id_in_a_name_counts_unless_it_is_taken_or_cannot_be_a_parent() {
        let nodes = vec![
            Node::new("object 2"),
            Node::new("object 2"),
            Node::new("light 65535"),
            Node::new("camera 0"),
            Node::new("object 65535"),
            Node::new("object 0"),
            Node::new("arm").with_parent(5),
            Node::new("object 1").with_parent(6),
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
        assert_eq!(assign_ids(&Clip::default().with_nodes(nodes)), expected);
    }
}
