//! Bounds on the distance of bones from their frames outside a clip, where their motion does not simply repeat.

use anim_core::{Channel, Clip, Outside, Property};

use super::figure::Figure;
use super::solver::Solver;

/// The channels that move bones.
pub(super) struct Reach<'a> {
    /// The channels of each node.
    channels: Vec<Vec<&'a Channel>>,
    parents: Vec<Option<usize>>,
}

impl<'a> Reach<'a> {
    pub(super) fn new(clip: &'a Clip, figure: &Figure<'_>) -> Self {
        let mut channels = vec![Vec::new(); clip.nodes.len()];
        for channel in &clip.channels {
            channels[channel.node()].push(channel);
        }
        Self { channels, parents: figure.parents().to_vec() }
    }

    /// A bound on each part of a difference, as a distance from its value at a time in seconds, or 0 where the times of `outside` show
    /// all of it: for the position of the first bone, for the rotation of each bone relative to its parent, and for the position of
    /// each bone relative to the bone above.
    pub(super) fn limits(&self, solver: &Solver<'_>, outside: &Outside, time: f64) -> Vec<f64> {
        let sum = |nodes: Vec<usize>, drives: fn(&Property) -> bool| {
            let channels: Vec<&Channel> =
                nodes.iter().flat_map(|node| &self.channels[*node]).copied().collect();
            if outside.shows(&channels) {
                return 0.0;
            }
            let driving = channels
                .into_iter()
                .filter(|channel| drives(channel.property()) || *channel.property() == Property::Matrix);
            outside.limit(driving, time)
        };
        let moves = |property: &Property| matches!(property, Property::Translation | Property::Displacement);
        let position = sum(solver.node(0).map_or(Vec::new(), |node| self.up(node, None)), moves);
        // The nodes between a bone and the bone above.
        let between = |bone: usize| {
            let Some(node) = solver.node(bone) else { return Vec::new() };
            let mut above = solver.parent(bone);
            while let Some(parent) = above.filter(|&parent| solver.node(parent).is_none()) {
                above = solver.parent(parent);
            }
            let above = above.and_then(|parent| solver.node(parent));
            let mut nodes = self.up(node, above);
            if let Some(above) = above.filter(|above| !self.up(node, None).contains(above)) {
                nodes.extend(self.up(above, None));
            }
            nodes
        };
        let bones = solver.local.len();
        let angles = (0..bones).map(|bone| sum(between(bone), Property::is_rotation));
        let moved = (0..bones).map(|bone| if bone > 0 { sum(between(bone), moves) } else { 0.0 });
        [position].into_iter().chain(angles).chain(moved).collect()
    }

    /// A node and its ancestors, except `end` and the ancestors of `end`.
    fn up(&self, node: usize, end: Option<usize>) -> Vec<usize> {
        let next = |node: &usize| self.parents[*node];
        std::iter::successors(Some(node), next).take_while(|node| Some(*node) != end).collect()
    }
}
