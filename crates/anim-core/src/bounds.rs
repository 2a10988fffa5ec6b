//! How far nodes move, turn and stretch on one side of a clip: upper bounds, for motion of which no list of times shows everything.

mod most;

use std::f64::consts::PI;

use crate::{Channel, Clip, Node, Outside, Property, effective_channels};
use most::{Most, Shape, Turn, changes, times};

/// The number of nodes of a path up to which each of them is considered.
const MOST: usize = 256;

/// Upper bounds of the distances of nodes on one side of a clip from their transforms at a time.
///
/// Bounds are 0 where the times of [`Outside::spans`] show everything.
#[derive(Debug)]
pub struct Bounds<'a> {
    outside: &'a Outside,
    /// The time in seconds from which distances are measured.
    held: f64,
    channels: Vec<Vec<&'a Channel>>,
    nodes: Vec<Most>,
    /// The largest distance of any node from the origin, whatever the parents are.
    far: f64,
}

impl<'a> Bounds<'a> {
    /// The bounds for the nodes of a clip on this side, as distances from their transforms at `held` seconds. `outside` is made from all
    /// channels of the clip that move nodes.
    pub fn new(clip: &'a Clip, outside: &'a Outside, held: f64) -> Self {
        let mut channels = vec![Vec::new(); clip.nodes.len()];
        for channel in &clip.channels {
            channels[channel.node()].push(channel);
        }
        let channels = channels.iter().map(|channels| effective_channels(channels)).collect();
        Self::of(&clip.nodes, channels, (outside, held))
    }

    /// The bounds for a single node with these channels, all of which have an effect. `outside` is made from them.
    pub fn of_node(node: &Node, channels: Vec<&'a Channel>, outside: &'a Outside, held: f64) -> Self {
        Self::of(std::slice::from_ref(node), vec![channels], (outside, held))
    }

    fn of(nodes: &[Node], channels: Vec<Vec<&'a Channel>>, (outside, held): (&'a Outside, f64)) -> Self {
        let most = |(node, channels): (&Node, &Vec<&Channel>)| Most::of(node, channels, outside);
        let nodes: Vec<Most> = nodes.iter().zip(&channels).map(most).collect();
        let stretch = nodes.iter().fold(1.0, |all, node| times(all, node.stretch.max(1.0)));
        let far = times(stretch, nodes.iter().map(|node| node.distance).sum());
        Self { outside, held, channels, nodes, far }
    }

    /// The bound for the vector from one node of a path to the last one, without the rotation of the former in the world.
    ///
    /// The path leads from a root down; the node is the last one of the first `above` nodes of the path. If `above` is 0, the vector
    /// begins at the origin of the world.
    pub fn position(&self, path: &[usize], above: usize) -> f64 {
        let Some(last) = path.len().checked_sub(1).filter(|_| !self.outside.is_whole()) else { return 0.0 };
        if self.is_free(path) {
            // The vector is the difference of two nodes, at both times.
            return 4.0 * self.far;
        }
        let top = self.top(path);
        let matters = |place: usize, property: &Property| match property {
            Property::Translation | Property::Displacement => place >= above,
            Property::Matrix => true,
            Property::Scale => place < last,
            property => property.is_rotation() && place < last && (place > top || place >= above),
        };
        if self.outside.shows(&self.channels_of(path, matters)) {
            return 0.0;
        }
        let (mut limit, mut stretch, mut change) = (0.0, 1.0, 0.0);
        for (place, node) in path.iter().enumerate() {
            let most = &self.nodes[*node];
            if place >= above {
                limit += times(stretch, self.moved(*node)) + times(times(stretch, change), most.distance);
            }
            stretch = times(stretch, most.stretch);
            change = f64::max(change, most.change());
            if most.turn == Turn::Changing && (place > top || place >= above) {
                change = 2.0;
            }
        }
        limit
    }

    /// The bound for the rotation of the last node of a path relative to another one of the path, in radians, for the rotations
    /// nearest to the maps of nodes in the world. `above` is that of [`Bounds::position`].
    pub fn rotation(&self, path: &[usize], above: usize) -> f64 {
        let turns = |property: &Property| {
            property.is_rotation() || matches!(property, Property::Scale | Property::Matrix)
        };
        if self.outside.is_whole() || path.is_empty() {
            return 0.0;
        }
        if self.is_free(path) {
            return PI;
        }
        // Below a node that stretches in some directions, a rotation shears, which turns the nearest rotation.
        let top = self.top(path);
        let shears = path.iter().skip(top + 1).any(|node| self.nodes[*node].turn > Turn::Never);
        let first = if shears { 0 } else { top.min(above) };
        if self.outside.shows(&self.channels_of(path, |place, property| place >= first && turns(property))) {
            return 0.0;
        }
        let is_any = |channel: &&Channel| {
            let is_part = channel.curve().width() < channel.property().width();
            match channel.property() {
                Property::Matrix => changes(channel),
                Property::Rotation => is_part && changes(channel),
                _ => self.outside.mirrors(channel, self.held),
            }
        };
        if shears || self.channels_of(path, |place, _| place >= first).iter().any(is_any) {
            return PI;
        }
        let channels = self.channels_of(path, |place, property| place >= above && property.is_rotation());
        self.limit(&channels)
    }

    /// The bound for the distance of the last node of a path from the origin of the world.
    pub fn far(&self, path: &[usize]) -> f64 {
        let (mut far, mut stretch) = (0.0, 1.0);
        for node in path {
            far += times(stretch, self.nodes[*node].distance);
            stretch = times(stretch, self.nodes[*node].stretch);
        }
        far
    }

    /// The place of the first node of a path that does not stretch all directions alike; the length of the path if there is none.
    fn top(&self, path: &[usize]) -> usize {
        path.iter().position(|node| self.nodes[*node].shape == Shape::Other).unwrap_or(path.len())
    }

    /// Whether anything may be above a node of a path at some time: where parents change, and in paths that are too long to follow.
    fn is_free(&self, path: &[usize]) -> bool {
        path.len() > MOST || path.iter().any(|node| self.nodes[*node].moves_away)
    }

    /// The bound for the position of a node relative to its parent.
    fn moved(&self, node: usize) -> f64 {
        let channels = self.channels_of(&[node], |_, property| {
            matches!(property, Property::Translation | Property::Displacement | Property::Matrix)
        });
        self.limit(&channels)
    }

    fn limit(&self, channels: &[&Channel]) -> f64 {
        self.outside.limit(channels.iter().copied(), self.held)
    }

    /// The channels of nodes that matter, by the place of the node and the property.
    fn channels_of(&self, nodes: &[usize], matters: impl Fn(usize, &Property) -> bool) -> Vec<&'a Channel> {
        let channels = nodes
            .iter()
            .enumerate()
            .flat_map(|(place, node)| self.channels[*node].iter().map(move |channel| (place, *channel)));
        channels
            .filter(|(place, channel)| matters(*place, channel.property()))
            .map(|(_, found)| found)
            .collect()
    }
}

#[cfg(test)]
mod tests;
