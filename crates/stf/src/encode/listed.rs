//! The nodes of one clip, prepared for comparison with those of other clips.

use std::collections::HashMap;

use anim_core::{Clip, Property, Report, SharedRest};

use crate::codes;

/// The name of a node, and the number of earlier nodes with that name in its clip.
pub(super) type Key = (String, usize);

/// The nodes of a clip. Every list has an entry for each of them.
pub(super) struct Listed {
    pub(super) keys: Vec<Key>,
    /// The node of each key.
    pub(super) index: HashMap<Key, usize>,
    /// The parents in the file: no node is its own ancestor.
    pub(super) parents: Vec<Option<usize>>,
    /// The rest poses; the parts that no channels drive have an effect.
    pub(super) rests: Vec<SharedRest>,
}

impl Listed {
    /// The nodes of a valid clip. Reports the parents that the file cannot have.
    pub(super) fn of(clip: &Clip, report: &mut Report) -> Self {
        let keys = keys(clip);
        let index = keys.iter().enumerate().map(|(at, key)| (key.clone(), at)).collect();
        // The pose of the nodes without channels has no cycles.
        let parents = Clip::default().with_nodes(clip.nodes.clone()).pose(0.0).parent;
        for (node, parent) in parents.iter().enumerate() {
            if parent.is_none() && clip.nodes[node].parent.is_some() {
                let message = "the parent is not in the file: the node would be its own ancestor";
                report.lose(codes::DROPPED.dropped(message).of_node(clip, node));
            }
        }
        let mut used = vec![[true; 3]; clip.nodes.len()];
        for channel in &clip.channels {
            let [translation, rotation, scale] = &mut used[channel.node()];
            match channel.property() {
                Property::Translation | Property::Displacement => *translation = false,
                Property::Rotation | Property::Euler(_) | Property::Angle { .. } => *rotation = false,
                Property::Scale => *scale = false,
                Property::Matrix => used[channel.node()] = [false; 3],
                _ => {}
            }
        }
        let rests =
            clip.nodes.iter().zip(used).map(|(node, used)| SharedRest::new(node.rest, used)).collect();
        Self { keys, index, parents, rests }
    }
}

fn keys(clip: &Clip) -> Vec<Key> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut key = |name| {
        let count = seen.entry(name).or_default();
        *count += 1;
        (name.to_owned(), *count - 1)
    };
    clip.nodes.iter().map(|node| key(&node.name)).collect()
}
