//! Poses: the state of every node of a clip at a time.

mod bounds;
pub(crate) mod columns;
mod direct;
mod evaluator;
pub mod frames;
mod gathered;
mod group;
mod poser;
mod resolver;
pub(crate) mod times;

use crate::{Affine, Transform};
pub use bounds::Bounds;
pub use evaluator::{ClipSampler, Evaluator};
pub use poser::Poser;
pub use times::{Rate, Segment, Times};

/// The state of every node at one time, in the order of the clip's nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// The map from the node's space to its parent's.
    pub local: Vec<Affine>,
    /// The world matrix: the map from the node's space to the world's.
    pub world: Vec<Affine>,
    /// The parent at this time; also `None` if the parent does not exist, is not alive or would close a cycle.
    pub parent: Vec<Option<usize>>,
    /// Whether the node exists at this time.
    pub alive: Vec<bool>,
}

/// The state of one node at one time, from its channels and its rest pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeState {
    /// The transform relative to the parent; a property without a channel is at rest.
    pub transform: Transform,
    /// The local matrix, if a channel drives it.
    pub matrix: Option<Affine>,
    /// Whether the node exists.
    pub alive: bool,
    /// The parent as the clip states it; it may not exist.
    pub parent: Option<usize>,
}

impl NodeState {
    /// The map from the node's space to its parent's.
    pub fn local(&self) -> Affine {
        self.matrix.unwrap_or_else(|| self.transform.into())
    }
}
