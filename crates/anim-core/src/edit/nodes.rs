//! Nodes selected and dropped.

use super::by_node::ByNode;
use super::moves::Moves;
use super::pattern::{known, meant, upwards};
use super::quota::Quota;
use super::relative::Moved;
use super::{EditError, Pattern};
use crate::{
    Change, Channel, Clip, ClipError, Curve, Ease, Event, Fineness, Node, Property, Report, counted,
};

/// The clips with only the nodes that patterns match.
///
/// The motion of dropped parents is baked into their children, as by [`drop_nodes`].
///
/// Errors: [`EditError::NoNode`] for a pattern that matches no node of any clip, [`EditError::Clip`] if baking takes too many
/// keys.
pub fn select_nodes(
    clips: &[Clip],
    patterns: &[Pattern],
    fineness: impl Into<Fineness>,
    report: &mut Report,
) -> Result<Vec<Clip>, EditError> {
    known(patterns, clips)?;
    let dropped = |clip: &Clip| meant(patterns, clip).iter().map(|keep| !keep).collect();
    without(clips, dropped, "select", fineness.into(), report)
}

/// The clips without the nodes that patterns match, their channels and their events.
///
/// The world matrices of all other nodes stay: a node whose parent is dropped becomes a child of the nearest ancestor that is kept,
/// and moves relative to it. Its curves stay curves if the nodes in between stand still, without shear, and scale uniformly;
/// otherwise they are baked within the tolerance (radians, the length unit, a ratio), and motion before and after the clip is lost.
///
/// Errors: as for [`select_nodes`].
pub fn drop_nodes(
    clips: &[Clip],
    patterns: &[Pattern],
    fineness: impl Into<Fineness>,
    report: &mut Report,
) -> Result<Vec<Clip>, EditError> {
    known(patterns, clips)?;
    without(clips, |clip| meant(patterns, clip), "drop", fineness.into(), report)
}

/// The clips without some of their nodes.
fn without(
    clips: &[Clip],
    dropped: impl Fn(&Clip) -> Vec<bool>,
    edit: &'static str,
    fineness: Fineness,
    report: &mut Report,
) -> Result<Vec<Clip>, EditError> {
    let moves = |clip| -> Result<(Moves<'_>, Vec<bool>), EditError> {
        let (by_node, dropped) = (ByNode::new(clip), dropped(clip));
        let orphans = orphans(&by_node, &dropped);
        let moves = Moves::new(by_node, orphans, |node| !dropped[node]).map_err(EditError::of(&clip.name))?;
        Ok((moves, dropped))
    };
    let all: Vec<_> = clips.iter().map(moves).collect::<Result<_, _>>()?;
    let quota = &Moves::quota(clips, fineness, all.iter().map(|(moves, _)| moves));
    all.into_iter().map(|(moves, dropped)| rest(moves, &dropped, edit, quota, report)).collect()
}

/// A clip without some of its nodes, of which others get other parents.
fn rest(
    moves: Moves<'_>,
    dropped: &[bool],
    edit: &'static str,
    quota: &Quota,
    report: &mut Report,
) -> Result<Clip, EditError> {
    let clip = moves.clip();
    let kept: Vec<usize> = (0..dropped.len()).filter(|&node| !dropped[node]).collect();
    if kept.len() == dropped.len() {
        return Ok(clip.clone());
    }
    let moves = moves.baked(quota, report).map_err(EditError::of(&clip.name))?;
    let message = match moves.len() {
        0 => format!("{} of {}", dropped.len() - kept.len(), counted(dropped.len(), "node")),
        count => {
            let of = counted(dropped.len(), "node");
            format!("{} of {of}; {} with other parents", dropped.len() - kept.len(), counted(count, "node"))
        }
    };
    report.change(Change::new(edit, format!("dropped {message}")).in_clip(clip));
    Ok(subset(&rehung(clip, moves), &kept))
}

/// How many links between nodes are followed in search of cycles of parents; nodes that need more become roots.
const FOLLOWED: usize = 1 << 22;

/// The nodes whose parents are dropped, with the parents that they get: the nearest ancestor that is kept, unless it may come to
/// hang below the node when parents change.
pub(super) fn orphans(by_node: &ByNode<'_>, dropped: &[bool]) -> Vec<(usize, Option<usize>)> {
    let nodes = &by_node.clip.nodes;
    let is_dropped = |parent: usize| dropped.get(parent) == Some(&true);
    let kept = || (0..dropped.len()).filter(|&node| !dropped[node]);
    let hangs =
        |node: usize| by_node.parents(node).any(is_dropped) || nodes[node].parent.is_some_and(is_dropped);
    let mut orphans: Vec<(usize, Option<usize>)> = kept()
        .filter(|&node| hangs(node))
        .map(|node| (node, upwards(nodes, node).skip(1).find(|&up| !dropped[up])))
        .collect();
    if !kept().any(|node| by_node.parents(node).next().is_some()) {
        return orphans;
    }
    // For each kept node, the parents that it may have.
    let mut parents: Vec<Vec<usize>> = (0..dropped.len())
        .map(|node| by_node.parents(node).chain(nodes[node].parent).filter(|up| *up < nodes.len()).collect())
        .collect();
    for (node, parent) in &orphans {
        parents[*node] = parent.iter().copied().collect();
    }
    let (mut left, mut seen) = (FOLLOWED, vec![usize::MAX; dropped.len()]);
    for (node, parent) in &mut orphans {
        let mut open: Vec<usize> = parent.iter().copied().collect();
        while let Some(up) = open.pop() {
            left = left.saturating_sub(1 + parents[up].len());
            if up == *node || left == 0 {
                *parent = None;
                parents[*node].clear();
                break;
            }
            if std::mem::replace(&mut seen[up], *node) != *node {
                open.extend(&parents[up]);
            }
        }
    }
    orphans
}

/// The clip with some nodes on other parents, with the given motion.
pub(super) fn rehung(clip: &Clip, moves: Vec<(usize, Option<usize>, Moved)>) -> Clip {
    let mut new = clip.clone();
    new.channels.clear();
    let mut by_node: Vec<Option<&Moved>> = vec![None; clip.nodes.len()];
    for (node, _, moved) in &moves {
        by_node[*node] = Some(moved);
    }
    let mut put = vec![false; clip.nodes.len()];
    for channel in &clip.channels {
        let node = channel.node();
        let replaced = channel.property().is_spatial() || *channel.property() == Property::Parent;
        match by_node.get(node).copied().flatten().filter(|_| replaced) {
            Some(moved) if !std::mem::replace(&mut put[node], true) => {
                new.channels.extend(moved.channels.iter().map(|channel| channel.with_node(node)));
            }
            Some(_) => {}
            None => new.channels.push(channel.clone()),
        }
    }
    for (node, parent, moved) in moves {
        if !put[node] {
            new.channels.extend(moved.channels.iter().map(|channel| channel.with_node(node)));
        }
        new.nodes[node] = Node { parent, rest: moved.rest, ..new.nodes[node].clone() };
    }
    new
}

/// The clip with only these nodes, in ascending order of their indices. A node whose parent is not among them has none.
pub(super) fn subset(clip: &Clip, kept: &[usize]) -> Clip {
    let event = |event: &Event| match event.node {
        Some(node) => Some(Event { node: Some(kept.binary_search(&node).ok()?), ..event.clone() }),
        None => Some(event.clone()),
    };
    Clip {
        name: clip.name.clone(),
        nodes: nodes_alone(clip, kept),
        channels: clip.channels.iter().filter_map(|channel| placed(channel, kept)).collect(),
        events: clip.events.iter().filter_map(event).collect(),
        metadata: clip.metadata.clone(),
        ..*clip
    }
}

/// The motion of only these nodes, in ascending order of their indices: without events and metadata, and with only the channels
/// that affect poses.
pub(super) fn motion_alone(by_node: &ByNode<'_>, kept: &[usize]) -> Clip {
    let moves = |channel: &&Channel| channel.property().moves_nodes();
    let clip = by_node.clip;
    let channels = kept.iter().flat_map(|&node| by_node.of(node)).filter(moves);
    Clip {
        name: clip.name.clone(),
        nodes: nodes_alone(clip, kept),
        channels: channels.filter_map(|channel| placed(channel, kept)).collect(),
        events: Vec::new(),
        metadata: Vec::new(),
        ..*clip
    }
}

fn nodes_alone(clip: &Clip, kept: &[usize]) -> Vec<Node> {
    let place = |node: usize| kept.binary_search(&node).ok();
    let node = |&node: &usize| {
        let node = &clip.nodes[node];
        Node { parent: node.parent.and_then(place), ..node.clone() }
    };
    kept.iter().map(node).collect()
}

/// A channel with its node, and its possible parents, renumbered to their places among the kept nodes.
fn placed(channel: &Channel, kept: &[usize]) -> Option<Channel> {
    let place = |node: usize| kept.binary_search(&node).ok();
    let moved = channel.with_node(place(channel.node())?);
    if *channel.property() != Property::Parent {
        return Some(moved);
    }
    let number = |value: f64| {
        if value < 0.0 { value } else { place(value as usize).map_or(-1.0, |place| place as f64) }
    };
    moved.with_curve(renumbered(channel.curve(), number).ok()?).ok()
}

/// A curve of node indices, renumbered.
pub(super) fn renumbered(curve: &Curve, place: impl Fn(f64) -> f64) -> Result<Curve, ClipError> {
    let values = curve.values().iter().map(|value| place(*value)).collect();
    let eases: Vec<Ease> = (0..curve.len()).map(|key| curve.ease(key)).collect();
    let (before, after) = curve.wrap();
    Ok(Curve::new(curve.times().clone(), curve.width(), values, Ease::Step)?
        .with_eases(eases)?
        .with_wrap(before, after))
}
