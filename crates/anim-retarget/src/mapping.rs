//! Which node of a clip moves which node of a figure.

use crate::HumanBone;
use crate::bodies::Member;

/// The node of a clip that moves each node of a figure. No node of the clip moves two nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    /// For each node of the figure, the node of the clip.
    pub(crate) sources: Vec<Option<usize>>,
    /// For each node of the clip, the node of the figure and how it was found.
    pub(crate) targets: Vec<Option<(usize, Way)>>,
    /// For each node of the clip, the bone that it is of one of the figures among them.
    pub(crate) bones: Vec<Option<Member>>,
    /// Whether the nodes are those of the figure itself.
    pub(crate) is_home: bool,
}

/// How the node of a figure was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Map,
    Id,
    Name,
    Bone,
}

impl Mapping {
    /// The node of the clip that moves a node of the figure.
    pub fn source(&self, target: usize) -> Option<usize> {
        self.sources.get(target).copied().flatten()
    }

    /// The node of the figure that a node of the clip moves.
    pub fn target(&self, source: usize) -> Option<usize> {
        self.targets.get(source).copied().flatten().map(|(target, _)| target)
    }

    /// The human bone that a node of the clip is. Of several figures among the nodes, only the first counts.
    pub fn role(&self, source: usize) -> Option<HumanBone> {
        self.bone(source).and_then(Member::of_main)
    }

    /// The bone that a node of the clip is of one of the figures among the nodes.
    pub(crate) fn bone(&self, source: usize) -> Option<Member> {
        self.bones.get(source).copied().flatten()
    }

    /// Whether the clip is one of the figure itself: nodes with the same names or ids have the same parents and rest in the same
    /// positions, up to rounding. Then the curves of the clip apply to the figure unchanged.
    pub fn is_home(&self) -> bool {
        self.is_home
    }

    /// Whether no node of the figure moves.
    pub fn is_empty(&self) -> bool {
        self.sources.iter().all(Option::is_none)
    }

    /// The mapping for a clip and a figure with these numbers of nodes: without pairs of nodes that do not exist, and of other numbers
    /// of nodes not that of the figure itself.
    pub(crate) fn within(&self, nodes: usize, bones: usize) -> Self {
        let mut within = self.clone();
        within.is_home &= (self.targets.len(), self.sources.len()) == (nodes, bones);
        within.targets.resize(nodes, None);
        within.bones.resize(nodes, None);
        within.sources.resize(bones, None);
        within.targets.iter_mut().for_each(|pair| *pair = pair.filter(|(target, _)| *target < bones));
        within.sources.iter_mut().for_each(|source| *source = source.filter(|source| *source < nodes));
        within
    }

    /// How the target of a node of the clip was found.
    pub(crate) fn way(&self, source: usize) -> Option<Way> {
        self.targets.get(source).copied().flatten().map(|(_, way)| way)
    }

    /// Pairs two nodes that are both free.
    pub(crate) fn join(&mut self, source: usize, target: usize, way: Way) {
        if self.targets[source].is_none() && self.sources[target].is_none() {
            self.targets[source] = Some((target, way));
            self.sources[target] = Some(source);
        }
    }
}
