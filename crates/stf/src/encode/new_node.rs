//! A node of a new document.

use anim_core::{Node, Transform};

use super::listed::Listed;

pub(super) struct NewNode {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) rest: Transform,
    /// Whether a clip uses the rest translation, rotation and scale of the node.
    rests: [bool; 3],
}

impl NewNode {
    /// A node from the first clip that has it, without its parent.
    pub(super) fn new(id: String, node: &Node, rests: [bool; 3]) -> Self {
        Self { id, name: node.name.clone(), parent: None, rest: node.rest, rests }
    }

    /// Whether the rest of a clip's node equals that of this one where it has an effect.
    pub(super) fn agrees(&self, listed: &Listed<'_>, at: usize) -> bool {
        let rest = &listed.clip.nodes[at].rest;
        let same = [
            self.rest.translation == rest.translation,
            self.rest.rotation == rest.rotation,
            self.rest.scale == rest.scale,
        ];
        (0..3).all(|part| same[part] || !(self.rests[part] && listed.rests[at][part]))
    }

    /// Adopts the rest of the node in a clip.
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
