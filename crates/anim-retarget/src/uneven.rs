//! Nodes below an uneven scale, which changes angles: of the figure, and of the clip.

use std::collections::BTreeSet;

use anim_core::{Channel, Curve, Location, Property, Report, Transform, listed};

use crate::codes;
use crate::curves::Local;
use crate::hung::Hung;
use crate::job::Job;
use crate::scale::{is_always_even, is_even};

/// The relative difference between scales that is told. It turns nodes by up to half as many radians.
const UNEVEN: f64 = 1e-3;

impl Job<'_, '_> {
    /// Reports the rotated nodes of the figure that are below an uneven scale, or whose sources are.
    pub(crate) fn report_uneven(&self, channels: &[Channel], report: &mut Report) {
        let (nodes, source) = (self.figure.nodes(), &self.source);
        let of_source = |(rest, local): (&Transform, &Local<'_>)| {
            is_uneven(rest.scale) || local.scale.as_ref().is_some_and(|driven| becomes_uneven(&driven.curve))
        };
        let sources: Vec<bool> = source.rest.iter().zip(&source.locals).map(of_source).collect();
        let mut uneven: Vec<bool> = nodes.iter().map(|node| is_uneven(node.rest.scale)).collect();
        for channel in channels.iter().filter(|channel| *channel.property() == Property::Scale) {
            // It grows as its source does.
            uneven[channel.node()] |= self.mapping.source(channel.node()).is_some_and(|node| sources[node]);
        }
        let turned = channels.iter().filter(|channel| channel.property().is_rotation());
        let turned: BTreeSet<usize> = turned.map(Channel::node).collect();
        let mut tell = |below: &dyn Fn(usize) -> bool, whose: &str| {
            let names: Vec<&str> =
                turned.iter().filter(|node| below(**node)).map(|node| nodes[*node].name.as_str()).collect();
            if !names.is_empty() {
                let message = format!(
                    "{whose} is scaled unevenly, so they point in other directions than in the clip: {}",
                    listed(&names)
                );
                report.push(codes::UNEVEN.at(Location::path(&source.clip.name), message));
            }
        };
        let below = below(&self.hung, &uneven);
        tell(&|node| below[node], "a node of the figure above these");
        let below = self::below(&source.hung, &sources);
        let is_below = |node: usize| self.mapping.source(node).is_some_and(|source| below[source]);
        tell(&is_below, "a node of the clip above the sources of these");
    }
}

/// Whether the factors of a scale differ, apart from their signs.
fn is_uneven(scale: [f64; 3]) -> bool {
    !is_even(scale.map(f64::abs), UNEVEN)
}

/// Whether the factors of a scale differ at any time, apart from the signs that they begin with.
fn becomes_uneven(scale: &Curve) -> bool {
    let signs = std::array::from_fn(|i| if scale.value(0)[i] < 0.0 { -1.0 } else { 1.0 });
    !is_always_even(scale, signs, UNEVEN)
}

/// For each node, whether one above it is uneven.
fn below(nodes: &Hung, uneven: &[bool]) -> Vec<bool> {
    let nearest = nodes.nearest_above(|node| uneven[node]);
    nearest.iter().map(Option::is_some).collect()
}
