//! The names of the nodes that extras refer to, which identify them if another program has changed the list of nodes.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{BTreeSet, HashMap};

use anim_core::Node;

use super::{ChannelExtras, ClipExtras, EventExtras, ExactExtras, WrapExtras};

/// The new index of each node, or `None` if it no longer exists.
type Place<'a> = &'a mut dyn FnMut(usize) -> Option<usize>;

impl ClipExtras {
    /// States the names of the nodes that the extras refer to.
    pub(crate) fn name_nodes(&mut self, nodes: &[Node]) {
        let mut meant = BTreeSet::new();
        self.move_nodes(&mut |node| {
            meant.insert(node);
            Some(node)
        });
        let name = |node: usize| Some((node, nodes.get(node)?.name.clone()));
        self.names = meant.into_iter().filter_map(name).collect();
    }

    /// Makes the extras refer to nodes with the stated names. Returns the names that no node or several nodes have: entries that
    /// refer to them are left out.
    pub(crate) fn find_nodes(&mut self, nodes: &[Node]) -> Vec<String> {
        let has_name = |node: usize, name: &str| nodes.get(node).is_some_and(|node| node.name == name);
        if self.names.iter().all(|(node, name)| has_name(*node, name)) {
            return Vec::new();
        }
        // The node of each name, if it is unique.
        let mut named: HashMap<&str, Option<usize>> = HashMap::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            named.entry(&node.name).and_modify(|one| *one = None).or_insert(Some(index));
        }
        let mut places = HashMap::with_capacity(self.names.len());
        let mut lost = Vec::new();
        for (node, name) in std::mem::take(&mut self.names) {
            let found = named.get(name.as_str()).copied().flatten();
            let place = if has_name(node, &name) { Some(node) } else { found };
            places.insert(node, place);
            if place.is_none() {
                lost.push(name);
            }
        }
        self.move_nodes(&mut |node| places.get(&node).map_or(Some(node), |place| *place));
        lost
    }

    /// Gives nodes other indices; entries of nodes without one are left out.
    fn move_nodes(&mut self, place: Place<'_>) {
        self.channels.retain_mut(|entry| entry.move_nodes(place));
        self.exact.retain_mut(|entry| entry.move_nodes(place));
        self.wraps.retain_mut(|entry| entry.move_nodes(place));
        self.events.retain_mut(|entry| entry.move_nodes(place));
    }
}

fn moved(node: &mut usize, place: Place<'_>) -> bool {
    let new = place(*node);
    *node = new.unwrap_or(*node);
    new.is_some()
}

impl ChannelExtras {
    fn move_nodes(&mut self, place: Place<'_>) -> bool {
        let is_parent = self.property == "parent";
        let mut parents = self.values.0.iter_mut().filter(|value| is_parent && **value >= 0.0);
        moved(&mut self.node, place)
            && parents.all(|value| {
                let known = *value as usize;
                let new = place(known);
                // Another spelling of the same index stays: a fraction, or minus zero.
                *value = new.filter(|new| *new != known).map_or(*value, |node| node as f64);
                new.is_some()
            })
    }
}

impl ExactExtras {
    fn move_nodes(&mut self, place: Place<'_>) -> bool {
        moved(&mut self.node, place) && self.channels.iter_mut().all(|channel| channel.move_nodes(place))
    }
}

impl WrapExtras {
    fn move_nodes(&mut self, place: Place<'_>) -> bool {
        moved(&mut self.node, place)
    }
}

impl EventExtras {
    fn move_nodes(&mut self, place: Place<'_>) -> bool {
        self.node.as_mut().is_none_or(|node| moved(node, place))
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Curve, Ease, Event, Property, Times};

    use super::*;

    fn nodes(names: &[&str]) -> Vec<Node> {
        names.iter().copied().map(Node::new).collect()
    }

    /// Extras of a node that is hidden, one that changes its parent, and an event of a third.
    fn extras(own: &[Node]) -> ClipExtras {
        let mut extras = ClipExtras::default();
        let parents = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![3.0, -1.0], Ease::Step).unwrap();
        let hidden = Channel::new(0, Property::Visible, Curve::constant(&[0.0]).unwrap()).unwrap();
        let moved = Channel::new(1, Property::Parent, parents).unwrap();
        let mut last = None;
        for channel in [&hidden, &moved] {
            extras.push(channel, false, &mut last);
        }
        let wrap = |node| WrapExtras {
            node,
            property: "rotation".into(),
            before: "hold".into(),
            after: "repeat".into(),
            baked: false,
        };
        extras.wraps = vec![wrap(0), wrap(4)];
        extras.events = vec![
            EventExtras::new(&Event::named(0.0, "step", vec![]).with_node(2)).unwrap(),
            EventExtras::new(&Event::named(0.0, "end", vec![])).unwrap(),
        ];
        extras.name_nodes(own);
        extras
    }

    /// The nodes of the channels, the first parent, and the nodes of wraps and events.
    fn meant(extras: &ClipExtras) -> (Vec<usize>, Vec<f64>, Vec<usize>, Vec<Option<usize>>) {
        (
            extras.channels.iter().map(|channel| channel.node).collect(),
            extras
                .channels
                .iter()
                .filter(|entry| entry.property == "parent")
                .map(|entry| entry.values.0[0])
                .collect(),
            extras.wraps.iter().map(|wrap| wrap.node).collect(),
            extras.events.iter().map(|event| event.node).collect(),
        )
    }

    #[test]
    fn nodes_are_found_by_name_where_they_are_not_at_their_index() {
        let own = nodes(&["hip", "hand", "foot", "cup", "head", "tail"]);
        let written = extras(&own);
        let named: Vec<_> = written.names.iter().map(|(node, name)| (*node, &**name)).collect();
        assert_eq!(named, [(0, "hip"), (1, "hand"), (2, "foot"), (3, "cup"), (4, "head")]);
        let found = |names: &[&str]| {
            let mut extras = written.clone();
            let lost = extras.find_nodes(&nodes(names));
            (meant(&extras), lost)
        };
        let same = (vec![0, 1], vec![3.0], vec![0, 4], vec![Some(2), None]);
        assert_eq!(found(&["hip", "hand", "foot", "cup", "head", "tail"]), (same, vec![]));
        let shifted = (vec![1, 2], vec![4.0], vec![1, 5], vec![Some(3), None]);
        assert_eq!(found(&["new", "hip", "hand", "foot", "cup", "head"]), (shifted, vec![]));
        // A missing parent removes the channel; of two nodes with the same name, the one at the index is meant, or neither.
        let less = (vec![0], vec![], vec![0], vec![None]);
        let lost = ["foot", "cup", "head"].map(str::to_owned).to_vec();
        assert_eq!(found(&["hip", "hand", "head", "head"]), (less, lost));
    }
}
