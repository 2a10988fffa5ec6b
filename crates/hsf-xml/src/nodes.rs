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
        let is_segment =
            |index: &usize| self.targets[*index].as_ref().is_some_and(|target| target.is_segment);
        let mut segments: Vec<usize> = (0..self.list.len()).filter(is_segment).collect();
        // Each path is before those in it, and nothing else is between them.
        segments.sort_by(|&a, &b| self.list[a].name.split('/').cmp(self.list[b].name.split('/')));
        let mut around: Vec<usize> = Vec::new();
        for index in segments {
            let is_in = |outer: &usize| contains(&self.list[*outer].name, &self.list[index].name);
            around.truncate(around.iter().rposition(is_in).map_or(0, |last| last + 1));
            self.list[index].parent = around.last().copied();
            around.push(index);
        }
    }
}

/// Whether a path is in another one.
fn contains(outer: &str, inner: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'))
}
