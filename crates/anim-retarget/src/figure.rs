//! The figure that receives the motion.

use anim_core::Node;

use crate::bodies::Member;
use crate::rigs::members_of;
use crate::{Expression, HumanBone};

/// A figure: its nodes at rest, their roles as human bones, their morph weights at rest, and its expressions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    nodes: Vec<Node>,
    bones: Vec<Option<Member>>,
    weights: Vec<Vec<f64>>,
    expressions: Vec<Expression>,
}

impl Figure {
    /// A figure whose bones are recognised by their names, with all weights at 0, without expressions.
    pub fn new(nodes: Vec<Node>) -> Self {
        let bones = members_of(&nodes);
        let weights = nodes.iter().map(|node| vec![0.0; node.morphs.len()]).collect();
        Self { nodes, bones, weights, expressions: Vec::new() }
    }

    /// The figure with these bones: pairs of a bone and the index of its node. Nodes that do not exist are ignored.
    #[must_use]
    pub fn with_bones(mut self, bones: impl IntoIterator<Item = (HumanBone, usize)>) -> Self {
        self.bones.fill(None);
        for (bone, node) in bones {
            if let Some(own) = self.bones.get_mut(node) {
                *own = Some(Member { body: 0, bone });
            }
        }
        self
    }

    /// The figure with a node's morph weights at rest. Their number is that of its morph targets, with names or without. A weight that
    /// is not finite counts as 0, and a node that does not exist is ignored.
    #[must_use]
    pub fn with_weights(mut self, node: usize, mut weights: Vec<f64>) -> Self {
        for weight in weights.iter_mut().filter(|weight| !weight.is_finite()) {
            *weight = 0.0;
        }
        if let Some(own) = self.weights.get_mut(node) {
            *own = weights;
        }
        self
    }

    /// The figure with these expressions. Morph targets that do not exist are ignored.
    #[must_use]
    pub fn with_expressions(self, expressions: Vec<Expression>) -> Self {
        Self { expressions, ..self }
    }

    /// The nodes at rest.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The human bone that a node is. Of several figures among the nodes, only the first counts.
    pub fn role(&self, node: usize) -> Option<HumanBone> {
        self.bone(node).and_then(Member::of_main)
    }

    /// The bone that a node is of one of the figures among the nodes.
    pub(crate) fn bone(&self, node: usize) -> Option<Member> {
        self.bones.get(node).copied().flatten()
    }

    /// A node's morph weights at rest.
    pub fn weights(&self, node: usize) -> &[f64] {
        self.weights.get(node).map_or(&[], Vec::as_slice)
    }

    /// The expressions.
    pub fn expressions(&self) -> &[Expression] {
        &self.expressions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_at_rest_are_finite() {
        let figure = Figure::new(vec![Node::new("face")]);
        let figure =
            figure.with_weights(0, vec![0.5, f64::NAN, f64::INFINITY, -1.0]).with_weights(7, vec![1.0]);
        assert_eq!(figure.weights(0), [0.5, 0.0, 0.0, -1.0]);
        assert_eq!(figure.weights(7), [0.0; 0]);
    }
}
