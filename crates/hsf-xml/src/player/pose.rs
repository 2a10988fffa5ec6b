//! The nodes of a document and their transforms.

use std::sync::Arc;

use anim_core::{Affine, Node, Pose, Transform, quaternion};

use super::engine::Engine;
use crate::Property;
use crate::members::whole;
use crate::nodes::Nodes;
use crate::program::{Program, ResolvedTarget};

/// The nodes of a document.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) nodes: Vec<Node>,
    /// The target of each node.
    pub(super) targets: Vec<Arc<ResolvedTarget>>,
    /// The node that each animation moves.
    pub(super) node_of: Vec<Option<usize>>,
    /// All nodes, parents before their children.
    order: Vec<usize>,
}

impl Scene {
    /// The nodes of the clip `*`; those that move only when a sensor acts come last.
    pub(super) fn new(program: &Program) -> Self {
        let mut nodes = Nodes::default();
        let whole = whole(program);
        let playing = whole.playing.iter().map(|member| member.animation);
        let mut node_of = vec![None; program.animations.len()];
        for index in playing.chain(whole.still) {
            if !program.animations[index].tracks.is_empty() {
                node_of[index] = Some(nodes.of(program, index));
            }
        }
        nodes.connect();
        let Nodes { list: nodes, targets, .. } = nodes;
        // The path of a child is longer than that of its parent.
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|&node| nodes[node].name.len());
        Self { nodes, targets: targets.into_iter().flatten().collect(), node_of, order }
    }

    /// Fills a pose.
    pub(super) fn pose(&self, engine: &Engine, pose: &mut Pose) {
        let count = self.nodes.len();
        pose.local.clear();
        pose.local.extend((0..count).map(|node| self.local(engine, node)));
        pose.parent.clear();
        pose.parent.extend(self.nodes.iter().map(|node| node.parent));
        pose.alive.clear();
        pose.alive.resize(count, true);
        pose.world.clear();
        pose.world.extend_from_slice(&pose.local);
        for &node in &self.order {
            if let Some(parent) = self.nodes[node].parent {
                pose.world[node] = pose.world[parent].after(&pose.local[node]);
            }
        }
    }

    /// The map of a node: scale, then rotation about the pivot, then translation.
    fn local(&self, engine: &Engine, node: usize) -> Affine {
        let (target, drivers) = (&self.targets[node], &engine.drivers[node]);
        let driven = |property: &Property| {
            let [x, y, z, _] = engine.joined(drivers.get(property)?);
            Some([x, y, z])
        };
        let moved = driven(&Property::Translation).unwrap_or_default();
        let scale = driven(&Property::Scale).unwrap_or(target.scale);
        let rotation = drivers.turning.map_or_else(|| target.rotation(), |source| engine.quaternion(source));
        let rotation = quaternion::normalize(rotation);
        let translation = self.turned(engine, node).around_pivot(moved, rotation);
        Transform { translation, rotation, scale }.into()
    }

    /// The target about whose pivot a node rotates: if several `TargetObject`s have one path, that of the animation that rotates
    /// it.
    pub(super) fn turned<'s>(&'s self, engine: &'s Engine, node: usize) -> &'s ResolvedTarget {
        let turning = engine.drivers[node].turning;
        let target = turning.and_then(|source| engine.program.animations[source.animation].target.as_deref());
        target.unwrap_or(&self.targets[node])
    }
}
