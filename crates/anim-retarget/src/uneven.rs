//! Nodes of a figure below an uneven scale, which changes angles.

use std::collections::BTreeSet;

use anim_core::{Channel, Location, Report, listed};

use crate::codes;
use crate::job::Job;

/// The relative difference between scales that is told. It turns nodes by up to half as many radians.
const UNEVEN: f64 = 1e-3;

impl Job<'_, '_> {
    /// Reports the rotated nodes of the figure that are below an uneven scale, which changes angles.
    pub(crate) fn report_uneven(&self, channels: &[Channel], report: &mut Report) {
        let nodes = self.figure.nodes();
        let is_uneven = |node: usize| {
            let [x, y, z] = nodes[node].rest.scale.map(f64::abs);
            [y, z].iter().any(|other| (other - x).abs() > UNEVEN * x.max(*other))
        };
        if !(0..nodes.len()).any(is_uneven) {
            return;
        }
        // For each node, whether it or a node above it has such a scale.
        let mut known: Vec<Option<bool>> = vec![None; nodes.len()];
        for start in 0..nodes.len() {
            let mut path: Vec<_> =
                self.hung.line(Some(start)).take_while(|node| known[*node].is_none()).collect();
            while let Some(node) = path.pop() {
                let above = self.hung.parents[node].and_then(|parent| known[parent]) == Some(true);
                known[node] = Some(above || is_uneven(node));
            }
        }
        let is_below =
            |node: &usize| self.hung.parents[*node].is_some_and(|above| known[above] == Some(true));
        let turned = channels.iter().filter(|channel| channel.property().is_rotation());
        let below: BTreeSet<usize> = turned.map(Channel::node).filter(is_below).collect();
        let names: Vec<&str> = below.into_iter().map(|node| nodes[node].name.as_str()).collect();
        if !names.is_empty() {
            let message = format!(
                "a node of the figure above these is scaled unevenly, so they point in other directions than in the clip: {}",
                listed(&names)
            );
            report.push(codes::UNEVEN.at(Location::path(&self.source.clip.name), message));
        }
    }
}
