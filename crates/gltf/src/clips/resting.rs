//! Rest weights of morph targets, which nodes of clips do not have.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Deviation, Location, Property, Report};

use crate::nodes::Cast;
use crate::rest::rest;
use crate::{Finite, Root, codes, expressions};

/// The rest weights that are not 0, as lists of indices and weights, the largest first. Nodes may share a mesh and its list.
#[derive(Debug, Default)]
pub(super) struct Resting {
    lists: Vec<Vec<(usize, f64)>>,
    /// The list of each node of the file that has such weights.
    of: HashMap<usize, usize>,
}

impl Resting {
    pub(super) fn new(root: &Root) -> Self {
        let (mut lists, mut of) = (Vec::new(), HashMap::new());
        let mut listed = |weights: &[Finite]| {
            let weights = weights.iter().map(|weight| weight.get()).enumerate();
            let mut list: Vec<_> = weights.filter(|(_, weight)| *weight != 0.0).collect();
            list.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
            (!list.is_empty()).then(|| {
                lists.push(list);
                lists.len().saturating_sub(1)
            })
        };
        let meshes: Vec<_> = root.meshes.iter().map(|mesh| listed(&mesh.weights)).collect();
        for (index, node) in root.nodes.iter().enumerate() {
            let Some(shared) = node.mesh.and_then(|mesh| meshes.get(mesh)) else { continue };
            if let Some(list) = if node.weights.is_empty() { *shared } else { listed(&node.weights) } {
                of.insert(index, list);
            }
        }
        // The weight of an expression is the place of its node.
        for (index, names) in expressions::of(root) {
            let weight = root.nodes.get(index).map_or(0.0, |node| rest(node).0.translation[0]);
            if weight != 0.0 {
                of.insert(index, lists.len());
                lists.push((0..names.len()).map(|name| (name, weight)).collect());
            }
        }
        Self { lists, of }
    }

    /// Reports for each node of a clip the largest rest weight that no channel drives.
    pub(super) fn report(&self, clip: &Clip, cast: &Cast, report: &mut Report) {
        if self.of.is_empty() {
            return;
        }
        let weights =
            clip.channels.iter().filter(|channel| matches!(channel.property(), Property::Weights { .. }));
        let driven: HashSet<_> = weights
            .flat_map(|channel| {
                (channel.component()..).take(channel.curve().width()).map(|index| (channel.node(), index))
            })
            .collect();
        for own in 0..cast.len() {
            let Some(node) = cast.file(own) else { continue };
            let list = self.of.get(&node).and_then(|list| self.lists.get(*list));
            let Some((index, weight)) =
                list.into_iter().flatten().find(|(index, _)| !driven.contains(&(own, *index)))
            else {
                continue;
            };
            let name = clip.nodes.get(own).and_then(|node| node.morphs.get(*index));
            let name = name.map_or_else(|| format!("morph target {index}"), |name| format!("`{name}`"));
            let message = format!(
                "{name} has the weight {weight} at rest, the largest that nothing drives: in clips it is 0"
            );
            let loss = codes::RESTING_WEIGHTS.approximated(Deviation::ratio(weight.abs()), message);
            let at = Location::path(format!("nodes[{node}]"));
            report.lose(loss.of_node(clip, own).at(at));
        }
    }
}
