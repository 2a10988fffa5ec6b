//! World matrices: parents before children, and no cycles.

use crate::{Affine, Pose};

/// Computes world matrices in memory that is reused.
#[derive(Debug, Default)]
pub(crate) struct Resolver {
    marks: Vec<Mark>,
    path: Vec<usize>,
    /// The parents of the last pose, as stated and without cycles.
    parents: [Vec<Option<usize>>; 2],
    /// The nodes of the last pose, parents before children.
    order: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    Unseen,
    OnPath,
    Done,
}

impl Resolver {
    /// Computes the world matrices, parents before children, and cuts each cycle at the parent that would close it.
    pub(crate) fn resolve(&mut self, pose: &mut Pose) {
        if self.parents[0] != pose.parent || self.order.len() != pose.parent.len() {
            self.sort(pose);
        }
        pose.parent.copy_from_slice(&self.parents[1]);
        pose.world.resize(pose.local.len(), Affine::IDENTITY);
        for &node in &self.order {
            let local = &pose.local[node];
            pose.world[node] = pose.parent[node].map_or(*local, |parent| pose.world[parent].after(local));
        }
    }

    /// Puts parents before children, and cuts cycles.
    fn sort(&mut self, pose: &mut Pose) {
        let Self { marks, path, parents: [stated, cut], order } = self;
        let count = pose.local.len();
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
                order.push(node);
                marks[node] = Mark::Done;
            }
        }
        cut.clone_from(&pose.parent);
    }
}
