//! How far nodes move, turn and stretch on one side of a clip: upper bounds, for motion of which no list of times shows everything.

mod most;

use std::f64::consts::PI;

use crate::{Channel, Clip, Node, Outside, Property, effective_channels};
use most::{Most, Shape, Turn, times};

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
    parents: Vec<Option<usize>>,
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

    fn of(all: &[Node], channels: Vec<Vec<&'a Channel>>, (outside, held): (&'a Outside, f64)) -> Self {
        let most = |(node, channels): (&Node, &Vec<&Channel>)| Most::of(node, channels, outside);
        let nodes: Vec<Most> = all.iter().zip(&channels).map(most).collect();
        let parents = all.iter().map(|node| node.parent).collect();
        Self { outside, held, channels, nodes, parents }
    }

    /// The bound for the vector from one node of a path to the last one, without the rotation of the former in the world.
    ///
    /// The path leads from a root down; the node is the last one of the first `above` nodes of the path. If `above` is 0, the vector
    /// begins at the origin of the world.
    pub fn position(&self, path: &[usize], above: usize) -> f64 {
        let Some(last) = path.len().checked_sub(1).filter(|_| !self.outside.is_whole()) else { return 0.0 };
        if self.is_free(path) {
            return self.free_position(path);
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
        if self.outside.is_whole() || path.is_empty() {
            return 0.0;
        }
        if self.is_free(path) {
            return self.free_rotation(path);
        }
        // Below a node that stretches in some directions, a rotation shears, which turns the nearest rotation.
        let top = self.top(path);
        let shears = path.iter().skip(top + 1).any(|node| self.nodes[*node].turn > Turn::Never);
        let first = if shears { 0 } else { top.min(above) };
        if self
            .outside
            .shows(&self.channels_of(path, |place, property| place >= first && turns_nodes(property)))
        {
            return 0.0;
        }
        let is_any = |channel: &&Channel| {
            let is_part = channel.curve().width() < channel.property().width();
            match channel.property() {
                Property::Matrix => !channel.curve().is_still(),
                Property::Rotation => is_part && !channel.curve().is_still(),
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

    /// Whether the nodes above change for a node of a path.
    fn is_free(&self, path: &[usize]) -> bool {
        path.len() > MOST || path.iter().any(|node| self.nodes[*node].moves_away)
    }

    /// [`Bounds::position`] where parents change.
    fn free_position(&self, path: &[usize]) -> f64 {
        let family = self.family(path);
        let matters = |_, property: &Property| property.is_spatial() || is_parent(property);
        if family.len() <= MOST && self.outside.shows(&self.channels_of(&family, matters)) {
            return 0.0;
        }
        // The vector is the difference of two nodes, at both times. Whatever the parents are, no node is farther away than this.
        let stretch = family.iter().fold(1.0, |all, node| times(all, self.nodes[*node].stretch.max(1.0)));
        4.0 * times(stretch, family.iter().map(|node| self.nodes[*node].distance).sum())
    }

    /// [`Bounds::rotation`] where parents change.
    fn free_rotation(&self, path: &[usize]) -> f64 {
        let family = self.family(path);
        let turns = |most: &Most| most.turn > Turn::Never || most.shape == Shape::Other;
        let matters = |_, property: &Property| turns_nodes(property) || is_parent(property);
        let is_shown = || family.len() <= MOST && self.outside.shows(&self.channels_of(&family, matters));
        if family.iter().all(|node| !turns(&self.nodes[*node])) || is_shown() { 0.0 } else { PI }
    }

    /// The nodes of a path and all that are above one of them at some time.
    fn family(&self, path: &[usize]) -> Vec<usize> {
        let (mut family, mut ahead) = (Vec::new(), path.to_vec());
        let mut is_in = vec![false; self.nodes.len()];
        while let Some(node) = ahead.pop() {
            if std::mem::replace(&mut is_in[node], true) {
                continue;
            }
            family.push(node);
            let parents =
                self.channels[node].iter().filter(|channel| *channel.property() == Property::Parent);
            let stated =
                parents.flat_map(|channel| channel.curve().values()).filter(|parent| **parent >= 0.0);
            let above = stated.map(|parent| *parent as usize).chain(self.parents[node]);
            ahead.extend(above.filter(|parent| *parent < self.nodes.len()));
        }
        family
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

/// Whether a property turns a node or the nodes below it.
fn turns_nodes(property: &Property) -> bool {
    property.is_rotation() || matches!(property, Property::Scale | Property::Matrix)
}

/// Whether a property decides which node is above.
fn is_parent(property: &Property) -> bool {
    matches!(property, Property::Parent | Property::Alive)
}

#[cfg(test)]
mod tests;
