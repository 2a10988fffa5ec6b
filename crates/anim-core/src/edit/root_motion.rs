//! The way of a figure over the ground.

use super::draft::Draft;
use super::relative::constant_between;
use super::whole::wholes;
use super::{EditError, Pattern, codes};
use crate::{Affine, Change, Channel, Clip, ClipError, Deviation, Node, Positive, Property, Report, bake};

/// What becomes of the way of a figure over the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RootMotion {
    /// It stays.
    Keep,
    /// The figure moves in place: along the axes across the axis up, its root stays where it is at time 0.
    Remove,
    /// A new node with this name, between the root and what it hangs on, has it; the figure moves in place below. World matrices stay.
    Extract(String),
}

/// The clip with its root motion kept, removed or in a node of its own.
///
/// The root is the node that the pattern means, or the one with the fewest nodes above it among those whose position moves. Its motion up
/// and down and its turning stay. Curves stay curves, unless their handles forbid it.
///
/// Errors: [`EditError::Unfit`] if the clip does not state its axis up, if no position moves, if the pattern does not mean one node,
/// if a matrix moves the root, or if what it hangs on moves; [`EditError::Clip`] if baking takes too many keys.
pub fn root_motion(
    clip: &Clip,
    what: &RootMotion,
    root: Option<&Pattern>,
    tolerance: Positive,
    report: &mut Report,
) -> Result<Clip, EditError> {
    if *what == RootMotion::Keep {
        return Ok(clip.clone());
    }
    let unfit = |message: &str| EditError::Unfit(format!("clip `{}`: {message}", clip.name));
    let up = clip.space.up.ok_or_else(|| unfit("state the axis up, to tell the way over the ground"))?;
    let root = find(clip, root)?;
    let name = &clip.nodes[root].name;
    if clip.channels.iter().any(|channel| channel.node() == root && *channel.property() == Property::Matrix) {
        return Err(unfit(&format!("`{name}` is moved by a matrix, which has no position of its own")));
    }
    let above = constant_between(clip, root, None)
        .ok_or_else(|| unfit(&format!("what `{name}` hangs on moves; select or drop nodes first")))?;
    let flat =
        |place: usize| [0, 1, 2].map(|other| f64::from(u8::from(place == other && place != up.index())));
    let ground = Affine::new([0, 1, 2].map(flat), [0.0; 3]);
    let level = Affine::new(above.linear(), [0.0; 3]);
    let back = level.inverse().ok_or_else(|| unfit(&format!("`{name}` hangs on what is flat")))?;
    // The part of a local position that is a way over the ground.
    let way = back.after(&ground).after(&level).linear();
    let clip =
        wholes(clip.clone(), tolerance, report, |node, property| node == root && is_position(property))?;
    let mut new = clip.clone();
    let mut extracted = Vec::new();
    new.channels.clear();
    for channel in &clip.channels {
        if channel.node() != root || !is_position(channel.property()) {
            new.channels.push(channel.clone());
            continue;
        }
        let [stays, goes] =
            parted(&clip, channel, way, tolerance, report).map_err(EditError::of(&clip.name))?;
        new.channels.push(stays);
        extracted.push(goes);
    }
    let message = match what {
        RootMotion::Extract(node) => {
            if clip.nodes.iter().any(|other| other.name == *node) {
                return Err(unfit(&format!("there is a node `{node}` already")));
            }
            let place = new.nodes.len();
            new.nodes.push(Node { parent: new.nodes[root].parent, ..Node::new(node.clone()) });
            new.nodes[root].parent = Some(place);
            new.channels.extend(extracted.iter().map(|channel| channel.with_node(place)));
            format!("the way of `{}` is that of `{node}`", clip.nodes[root].name)
        }
        _ => format!("`{}` moves in place", clip.nodes[root].name),
    };
    report.change(Change::new("root-motion", message).in_clip(&clip));
    Ok(new)
}

fn is_position(property: &Property) -> bool {
    matches!(property, Property::Translation | Property::Displacement)
}

/// The node that a pattern means, or the highest one whose position moves.
fn find(clip: &Clip, root: Option<&Pattern>) -> Result<usize, EditError> {
    let unfit = |message: String| Err(EditError::Unfit(format!("clip `{}`: {message}", clip.name)));
    if let Some(pattern) = root {
        let meant = pattern.nodes(clip);
        let nodes: Vec<usize> = (0..meant.len()).filter(|&node| meant[node]).collect();
        return match nodes[..] {
            [node] => Ok(node),
            _ => unfit(format!("{} nodes are named `{}`, not one", nodes.len(), pattern.text())),
        };
    }
    let moves = |channel: &&Channel| {
        let curve = channel.curve();
        is_position(channel.property())
            && curve.values().chunks(curve.width()).any(|value| value != curve.value(0))
    };
    let depth = |node: usize| super::pattern::upwards(&clip.nodes, node).count();
    let moving = clip.channels.iter().filter(moves).map(Channel::node);
    match moving.min_by_key(|&node| (depth(node), node)) {
        Some(node) => Ok(node),
        None => unfit("no node's position moves".into()),
    }
}

/// A channel of a position without its way, and the way from time 0 alone.
fn parted(
    clip: &Clip,
    channel: &Channel,
    way: [[f64; 3]; 3],
    tolerance: Positive,
    report: &mut Report,
) -> Result<[Channel; 2], ClipError> {
    let start = channel.curve().at(0.0);
    let rows = |own: f64, part: f64| -> Vec<(Vec<f64>, f64)> {
        let row = |r: usize| {
            let factors = (0..3).map(|c| own * f64::from(u8::from(r == c)) + part * way[r][c]).collect();
            (factors, -part * (0..3).map(|c| way[r][c] * start[c]).sum::<f64>())
        };
        (0..3).map(row).collect()
    };
    let [own, way] = [rows(1.0, -1.0), rows(0.0, 1.0)];
    let curves = |draft: &Draft| draft.mapped(&own).zip(draft.mapped(&way));
    let mut both = curves(&Draft::of(channel.curve()));
    if both.is_none() {
        let span = [channel.curve().start().min(0.0), channel.curve().end().max(clip.duration)];
        let baked = bake(channel.curve(), span, tolerance.get())?;
        let error = Deviation::of(channel.property(), baked.error);
        let loss = codes::CURVE.approximated(error, "handles of several lengths are baked");
        report.lose(loss.of_channel(clip, channel));
        both = curves(&Draft::of(&baked.curve));
    }
    let (stays, goes) = both.ok_or(ClipError::Handles)?;
    Ok([channel.with_curve(stays.curve()?)?, channel.with_curve(goes.curve()?)?])
}
