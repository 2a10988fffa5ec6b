//! World matrices: parents before children, and no cycles.

use crate::{Affine, Pose};

/// Computes world matrices in memory that is reused.
#[derive(Debug, Default)]
pub(crate) struct Resolver {
    marks: Vec<Mark>,
    path: Vec<usize>,
    /// The parents of the last pose: as stated, and without cycles.
    parents: [Vec<Option<usize>>; 2],
    /// The nodes of the last pose with their parents, parents before children.
    order: Vec<(usize, Option<usize>)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    Unseen,
    OnPath,
    Done,
}

impl Resolver {
    /// Whether an order is known for this number of nodes.
    pub(crate) fn has_order(&self, nodes: usize) -> bool {
        self.order.len() == nodes
    }

    /// Computes the parents and the world matrices in the order that [`Resolver::sort`] has found.
    pub(crate) fn resolve(&self, pose: &mut Pose) {
        pose.parent.copy_from_slice(&self.parents[1]);
        pose.world.resize(pose.local.len(), Affine::IDENTITY);
        let count = pose.local.len();
        let (local, world) = (&pose.local[..count], &mut pose.world[..count]);
        for &(node, parent) in &self.order {
            world[node] = parent.map_or(local[node], |parent| world[parent].after(&local[node]));
        }
    }

    /// Sorts parents before children, unless the parents are those of the last pose, and breaks each cycle at the parent that
    /// would close it.
    pub(crate) fn sort(&mut self, pose: &mut Pose) {
        let count = pose.parent.len();
        if self.has_order(count) && self.parents[0] == pose.parent {
            return;
        }
        let Self { marks, path, parents: [stated, cut], order } = self;
        stated.clone_from(&pose.parent);
        order.clear();
        marks.clear();
        marks.resize(count, Mark::Unseen);
        for start in 0..count {
            let mut node = start;
            while marks[node] == Mark::Unseen {
                marks[node] = Mark::OnPath;
                path.push(node);
                match pose.parent[node] {
                    Some(parent) if marks[parent] == Mark::OnPath => pose.parent[node] = None,
                    Some(parent) => node = parent,
                    None => {}
                }
            }
            while let Some(node) = path.pop() {
                order.push((node, pose.parent[node]));
                marks[node] = Mark::Done;
            }
        }
        cut.clone_from(&pose.parent);
    }
}
