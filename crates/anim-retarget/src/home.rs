//! Clips of the figure itself, whose curves stay unchanged.

use anim_core::quaternion;
use anim_core::{Affine, Channel, Clip, Node, Property, Report, Transform};

use crate::figure::Figure;
use crate::job::{Job, moved};
use crate::mapping::{Mapping, Way};
use crate::rounding::SAME;
use crate::weights;

/// Whether the nodes that a mapping pairs are the same at rest: each has the same position relative to its nearest paired ancestor,
/// and nodes in between do not move. The rest position of a root does not matter if the clip always drives it, as in recordings whose
/// roots rest at the origin.
pub(crate) fn is_home(clip: &Clip, figure: &Figure, mapping: &Mapping) -> bool {
    let (moves, placed) = (moving(clip), placed(clip));
    let pairs = (0..clip.nodes.len()).filter_map(|source| Some((source, mapping.target(source)?)));
    let is_same = |(source, target): (usize, usize)| {
        let (own, other) = (&clip.nodes[source], &figure.nodes()[target]);
        let is_root = own.parent.is_none() && other.parent.is_none();
        let place = if is_root && placed[source] { other.rest.translation } else { own.rest.translation };
        if !is_near(&Transform { translation: place, ..own.rest }, &other.rest) {
            return false;
        }
        // Clips may leave out the ancestors of the nodes that they move.
        if mapping.way(source) == Some(Way::Id) && own.parent.is_none() {
            return true;
        }
        let lines = (
            up(&clip.nodes, source, |node| mapping.target(node).is_some()),
            up(figure.nodes(), target, |node| mapping.source(node).is_some()),
        );
        let (Some((above, between)), Some((over, gap))) = lines else { return false };
        let [here, there] = [span(&clip.nodes, &between), span(figure.nodes(), &gap)];
        let size = here.translation().iter().fold(1.0, |most: f64, part| most.max(part.abs()));
        above.and_then(|above| mapping.target(above)) == over
            && !between.iter().any(|node| moves[*node])
            && here.distance(&there) <= SAME * size
    };
    !mapping.is_empty() && pairs.into_iter().all(is_same)
}

/// The unchanged channels of the clip, on the nodes of the figure. Only the weights of nodes that do not fit are rearranged.
pub(crate) fn channels(job: &Job<'_, '_>, report: &mut Report) -> Vec<Channel> {
    let clip = job.source.clip;
    let mut out = Vec::with_capacity(clip.channels.len());
    let kept: Vec<bool> = (0..clip.nodes.len()).map(|node| fits(job, node)).collect();
    let mut is_rearranged = false;
    for channel in &clip.channels {
        let is_weight = matches!(channel.property(), Property::Weights { .. });
        if is_weight && kept.get(channel.node()) != Some(&true) {
            is_rearranged = true;
            continue;
        }
        let Some(target) = job.mapping.target(channel.node()) else { continue };
        match channel.property() {
            Property::Parent => job.report_parent(channel, report),
            _ => out.extend(moved(channel, target)),
        }
    }
    if is_rearranged {
        weights::write(job, &kept, &mut out, report);
    }
    out
}

/// Whether a node moves the morph targets of its target, which are the same as its own.
fn fits(job: &Job<'_, '_>, node: usize) -> bool {
    let Some(target) = job.mapping.target(node) else { return false };
    let count = job.figure.weights(target).len();
    let counts = job.source.channels[node].iter().filter_map(|channel| match channel.property() {
        Property::Weights { count } => Some(*count),
        _ => None,
    });
    let is_same = job.source.clip.nodes[node].morphs == job.figure.nodes()[target].morphs;
    is_same && counts.clone().count() > 0 && counts.clone().all(|own| own == count)
}

/// For each node of a clip, whether channels drive all of its position.
fn placed(clip: &Clip) -> Vec<bool> {
    let mut parts = vec![[false; 3]; clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| *channel.property() == Property::Translation) {
        let driven = parts.get_mut(channel.node()).into_iter().flatten();
        driven.skip(channel.component()).take(channel.curve().width()).for_each(|part| *part = true);
    }
    parts.into_iter().map(|parts| parts == [true; 3]).collect()
}

/// For each node of a clip, whether a channel moves it.
fn moving(clip: &Clip) -> Vec<bool> {
    let mut moves = vec![false; clip.nodes.len()];
    for channel in &clip.channels {
        let is_moved = channel.property().is_spatial() || *channel.property() == Property::Parent;
        if let Some(moves) = moves.get_mut(channel.node()) {
            *moves |= is_moved;
        }
    }
    moves
}

/// The nearest paired ancestor of a node, and the nodes in between, from below; `None` if there are too many.
fn up(nodes: &[Node], node: usize, is_joined: impl Fn(usize) -> bool) -> Option<(Option<usize>, Vec<usize>)> {
    let mut between = Vec::new();
    let mut above = nodes[node].parent;
    while let Some(at) = above.filter(|at| *at < nodes.len() && !is_joined(*at)) {
        // Parents may form a cycle.
        if between.len() >= MOST_BETWEEN {
            return None;
        }
        between.push(at);
        above = nodes[at].parent;
    }
    Some((above, between))
}

/// The largest number of nodes between two paired ones: figures have few, and each pair examines its own.
const MOST_BETWEEN: usize = 64;

/// The map of a chain of nodes, given from below.
fn span(nodes: &[Node], between: &[usize]) -> Affine {
    let map = |below: Affine, node: &usize| Affine::from(nodes[*node].rest).after(&below);
    between.iter().fold(Affine::IDENTITY, map)
}

/// Whether two rest transforms are equal within single precision.
fn is_near(a: &Transform, b: &Transform) -> bool {
    let near = |a: [f64; 3], b: [f64; 3]| {
        a.iter().zip(b).all(|(a, b)| *a == b || (a - b).abs() <= SAME * a.abs().max(1.0))
    };
    let [p, q] = [a.rotation, b.rotation].map(quaternion::normalize);
    near(a.translation, b.translation)
        && near(a.scale, b.scale)
        && (a.rotation == b.rotation || quaternion::angle_between(p, q) <= SAME)
}
