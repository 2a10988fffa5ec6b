//! Figures: joints in an order in which parents precede their children.

use anim_core::Clip;

use crate::compile_error::CompileError;
use crate::pose::{Joint, Pose};

/// The joints of a clip, parents before their children. Joint `i` is not node `i` of the clip: see [`Figure::node`].
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    names: Vec<String>,
    /// For each joint, its parent.
    parents: Vec<Option<usize>>,
    /// For each joint, its node in the clip.
    nodes: Vec<usize>,
    rest: Pose,
}

impl Figure {
    /// The figure of a clip by the parents of its nodes. A parent that does not exist or would close a cycle is ignored.
    pub fn new(clip: &Clip) -> Self {
        // The pose of the nodes without channels has no cycles.
        let parents = Clip::default().with_nodes(clip.nodes.clone()).pose(0.0).parent;
        let mut below = vec![Vec::new(); parents.len()];
        for (node, parent) in parents.iter().enumerate() {
            if let Some(parent) = *parent {
                below[parent].push(node);
            }
        }
        let mut nodes: Vec<usize> = (0..parents.len()).filter(|&node| parents[node].is_none()).collect();
        // Breadth first: every node is reached once, since there are no cycles.
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            nodes.extend(&below[node]);
            next += 1;
        }
        let mut joints = vec![0; nodes.len()];
        nodes.iter().enumerate().for_each(|(joint, &node)| joints[node] = joint);
        let rest: Vec<_> = nodes.iter().map(|&node| Joint::from(clip.nodes[node].rest)).collect();
        Self {
            names: nodes.iter().map(|&node| clip.nodes[node].name.clone()).collect(),
            parents: nodes.iter().map(|&node| parents[node].map(|parent| joints[parent])).collect(),
            nodes,
            rest: Pose::of(&rest),
        }
    }

    /// The number of joints.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no joints.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether the nodes of a clip have the same names and parents as those of this figure.
    pub fn is_of(&self, clip: &Clip) -> bool {
        self.expect(clip).is_ok()
    }

    /// Errors: the first difference between the nodes of a clip and those of this figure.
    pub(crate) fn expect(&self, clip: &Clip) -> Result<(), CompileError> {
        let other = Self::new(clip);
        let (found, expected) = (other.len(), self.len());
        if found != expected {
            return Err(CompileError::NodeCount { found, expected });
        }
        let [own, others] = [self, &other].map(Self::by_node);
        let pairs = || own.iter().zip(&others).enumerate();
        if let Some((node, (own, other))) = pairs().find(|(_, (own, other))| own.0 != other.0) {
            let (found, expected) = (other.0.to_owned(), own.0.to_owned());
            return Err(CompileError::NodeName { node, found, expected });
        }
        match pairs().find(|(_, (own, other))| own.1 != other.1) {
            Some((node, (own, _))) => Err(CompileError::NodeParent { node, name: own.0.to_owned() }),
            None => Ok(()),
        }
    }

    /// The name and the parent of each node of the clip.
    fn by_node(&self) -> Vec<(&str, Option<usize>)> {
        let mut nodes = vec![("", None); self.len()];
        for (joint, &node) in self.nodes.iter().enumerate() {
            nodes[node] = (self.name(joint), self.parents[joint].map(|parent| self.nodes[parent]));
        }
        nodes
    }

    /// The number of joints without a parent, which are the first ones.
    pub fn roots(&self) -> usize {
        self.parents.partition_point(Option::is_none)
    }

    /// The parent of each joint, which precedes it.
    pub fn parents(&self) -> &[Option<usize>] {
        &self.parents
    }

    /// The name of a joint. Panics if there is no such joint.
    pub fn name(&self, joint: usize) -> &str {
        &self.names[joint]
    }

    /// The first joint with a name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// The index of a joint's node in the clip. Panics if there is no such joint.
    pub fn node(&self, joint: usize) -> usize {
        self.nodes[joint]
    }

    /// The pose at rest of the clip that the figure was made from.
    pub fn rest(&self) -> &Pose {
        &self.rest
    }

    /// A joint and its descendants. Panics if there is no such joint.
    pub fn below(&self, joint: usize) -> Vec<usize> {
        let mut is_below = vec![false; self.len()];
        is_below[joint] = true;
        for (joint, parent) in self.parents.iter().enumerate() {
            is_below[joint] |= parent.is_some_and(|parent| is_below[parent]);
        }
        (0..self.len()).filter(|&joint| is_below[joint]).collect()
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Node;

    use super::*;

    #[test]
    fn parents_precede_children_and_cycles_are_cut() {
        let parents = [Some(2), None, Some(1), Some(4), Some(3), Some(2)];
        let node = |(i, parent): (usize, Option<usize>)| match parent {
            Some(parent) => Node::new(i.to_string()).with_parent(parent),
            None => Node::new(i.to_string()),
        };
        let clip = Clip::default().with_nodes(parents.into_iter().enumerate().map(node).collect());
        let figure = Figure::new(&clip);
        assert_eq!(figure.len(), 6);
        for (joint, parent) in figure.parents().iter().enumerate() {
            assert!(parent.is_none_or(|parent| parent < joint));
        }
        let joint = |name| figure.joint(name).unwrap();
        assert_eq!(figure.parents()[joint("0")], Some(joint("2")));
        assert_eq!(figure.parents().iter().filter(|parent| parent.is_none()).count(), 2);
        let below: Vec<_> = figure.below(joint("2")).into_iter().map(|joint| figure.name(joint)).collect();
        assert_eq!(below, ["2", "0", "5"]);
        assert_eq!(figure.node(joint("5")), 5);
    }
}
