//! The targets of animations as nodes.

use std::collections::HashMap;
use std::sync::Arc;

use anim_core::{Node, Transform};

use crate::program::{Program, ResolvedTarget};

/// Nodes, one for each target, and one for each animation without a target.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    pub(crate) list: Vec<Node>,
    /// The target of each node; `None` for an animation without a target.
    pub(crate) targets: Vec<Option<Arc<ResolvedTarget>>>,
    /// Nodes by name, and whether they are targets.
    index_of: HashMap<(Arc<str>, bool), usize>,
}

impl Nodes {
    /// The node that an animation moves, which is added if it is new.
    pub(crate) fn of(&mut self, program: &Program, animation: usize) -> usize {
        let target = program.animations[animation].target.clone();
        let key = match &target {
            Some(target) => (target.name.clone(), true),
            None => (program.path(animation).into(), false),
        };
        *self.index_of.entry(key).or_insert_with_key(|(name, _)| {
            let rest = target.as_deref().map_or(Transform::IDENTITY, ResolvedTarget::transform);
            self.list.push(Node::new(&**name).with_rest(rest));
            self.targets.push(target);
            self.list.len() - 1
        })
    }

    /// Makes each segment a child of the nearest segment around it that is a node.
    pub(crate) fn connect(&mut self) {
        for index in 0..self.list.len() {
            if self.is_segment(index) {
                self.list[index].parent = self.around(&self.list[index].name);
            }
        }
    }

    /// The node of the target with exactly this name.
    pub(crate) fn index(&self, target: &str) -> Option<usize> {
        self.index_of.get(&(Arc::from(target), true)).copied()
    }

    fn is_segment(&self, index: usize) -> bool {
        self.targets[index].as_ref().is_some_and(|target| target.is_segment)
    }

    /// The segment with the longest path that contains another.
    fn around(&self, name: &str) -> Option<usize> {
        let mut outer = name;
        while let Some((before, _)) = outer.rsplit_once('/') {
            outer = before;
            let found = self.index(outer).filter(|&index| self.is_segment(index));
            if found.is_some() {
                return found;
            }
        }
        None
    }
}
