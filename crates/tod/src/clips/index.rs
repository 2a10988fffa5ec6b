//! Nodes by kind and id.

use crate::names::Kind;

/// Which node has an id. Each packet looks it up, so it is a list, of at most 196,608 entries.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The node of each kind for each id, plus 1; 0 for none.
    nodes: Vec<u32>,
}

impl Index {
    /// The node with an id.
    pub(crate) fn get(&self, kind: Kind, id: u16) -> Option<usize> {
        Some(self.nodes.get(place(kind, id))?.checked_sub(1)? as usize)
    }

    /// Gives a node its id.
    pub(super) fn insert(&mut self, kind: Kind, id: u16, node: usize) {
        let place = place(kind, id);
        if self.nodes.len() <= place {
            self.nodes.resize(place + 1, 0);
        }
        if let Some(known) = self.nodes.get_mut(place) {
            *known = node as u32 + 1;
        }
    }
}

fn place(kind: Kind, id: u16) -> usize {
    usize::from(id) * Kind::ALL.len() + kind as usize
}
