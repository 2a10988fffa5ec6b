//! The nodes of a document and where they are.

use std::sync::Arc;

use anim_core::{Affine, Node, Pose, Transform, quaternion};

use super::engine::Engine;
use super::value::Value;
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
    /// The nodes of the clip `*`, then the targets that only a sensor can set in motion.
    pub(super) fn new(program: &Program) -> Self {
        let mut nodes = Nodes::default();
        let whole = whole(program);
        let first = whole.playing.iter().chain(&whole.still).map(|member| member.animation);
        let mut node_of = vec![None; program.animations.len()];
        for index in first.chain(0..program.animations.len()) {
            let animation = &program.animations[index];
            if animation.target.is_some() && !animation.tracks.is_empty() {
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
        let three = |[x, y, z, _]: [f64; 4]| [x, y, z];
        let moved = drivers.moving.map_or([0.0; 3], |source| three(engine.vector(source)));
        let scale = drivers.scaling.map_or(target.scale, |source| three(engine.vector(source)));
        let rotation = match drivers.turning.map(|source| engine.value(source)) {
            Some(Value::Rotation(rotation)) => rotation,
            Some(Value::Angle { axis, radians }) => quaternion::from_axis_angle(axis, radians),
            _ => target.rotation(),
        };
        let rotation = quaternion::normalize(rotation);
        Transform { translation: target.around_pivot(moved, rotation), rotation, scale }.into()
    }
}
