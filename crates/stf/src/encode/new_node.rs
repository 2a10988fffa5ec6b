//! A node of a new document.

use anim_core::{Node, Transform};

use super::listed::Listed;

pub(super) struct NewNode {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) rest: Transform,
    /// Whether a clip has the node at rest: its translation, its rotation and its scale.
    rests: [bool; 3],
}

impl NewNode {
    /// A node as its first clip has it, without its parent.
    pub(super) fn new(id: String, node: &Node, rests: [bool; 3]) -> Self {
        Self { id, name: node.name.clone(), parent: None, rest: node.rest, rests }
    }

    /// Whether a node of a clip rests as this one where that has an effect.
    pub(super) fn agrees(&self, listed: &Listed<'_>, at: usize) -> bool {
        let rest = &listed.clip.nodes[at].rest;
        let same = [
            self.rest.translation == rest.translation,
            self.rest.rotation == rest.rotation,
            self.rest.scale == rest.scale,
        ];
        (0..3).all(|part| same[part] || !(self.rests[part] && listed.rests[at][part]))
    }

    /// Takes over how a clip has the node at rest.
    pub(super) fn join(&mut self, rest: &Transform, rests: [bool; 3]) {
        if rests[0] {
            self.rest.translation = rest.translation;
        }
        if rests[1] {
            self.rest.rotation = rest.rotation;
        }
        if rests[2] {
            self.rest.scale = rest.scale;
        }
        self.rests = std::array::from_fn(|part| self.rests[part] || rests[part]);
    }
}
