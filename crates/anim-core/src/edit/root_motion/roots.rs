//! The roots of figures: the topmost nodes whose position moves.

use std::collections::HashSet;

use super::{is_matrix, place_in};
use crate::edit::pattern::{downwards, parent_of};
use crate::edit::{EditError, Pattern};
use crate::{Channel, Clip, listed};

/// The node that a pattern matches, or the topmost one whose position moves.
pub(super) fn find(clip: &Clip, root: Option<&Pattern>) -> Result<usize, EditError> {
    let unfit = |message: String| Err(EditError::Unfit(format!("clip `{}`: {message}", clip.name)));
    if let Some(pattern) = root {
        let meant = pattern.nodes(clip);
        let nodes: Vec<usize> = (0..meant.len()).filter(|&node| meant[node]).collect();
        return match nodes[..] {
            [node] => Ok(node),
            _ => unfit(format!("{} nodes are named `{}`, not one", nodes.len(), pattern.text())),
        };
    }
    let nodes = &clip.nodes;
    let mut depths = vec![nodes.len(); nodes.len()];
    for node in downwards(nodes) {
        depths[node] = parent_of(nodes, node).map_or(1, |up| nodes.len().min(depths[up] + 1));
    }
    match moving(clip).into_iter().min_by_key(|&node| (depths[node], node)) {
        Some(node) => Ok(node),
        None => unfit("no node's position moves".into()),
    }
}

/// The nodes whose position moves.
fn moving(clip: &Clip) -> HashSet<usize> {
    let has_matrix: HashSet<usize> =
        clip.channels.iter().filter(|channel| is_matrix(channel)).map(Channel::node).collect();
    let moves = |channel: &&Channel| {
        let (curve, first) = (channel.curve(), channel.component());
        let Some(place) = place_in(channel.property()) else { return false };
        let mut parts = place.into_iter().filter_map(|part| part.checked_sub(first));
        parts.any(|part| part < curve.width() && !curve.is_still_in(part))
            && (is_matrix(channel) || !has_matrix.contains(&channel.node()))
    };
    clip.channels.iter().filter(moves).map(Channel::node).collect()
}

/// The roots of other figures whose position moves, in words; empty if there are none.
pub(super) fn others(clip: &Clip, root: usize) -> String {
    let (nodes, moving) = (&clip.nodes, moving(clip));
    // Whether a node is the root or moves, or is below one that does.
    let mut goes = vec![false; nodes.len()];
    let mut tops = Vec::new();
    for node in downwards(nodes) {
        let follows = parent_of(nodes, node).is_some_and(|up| goes[up]);
        goes[node] = follows || node == root || moving.contains(&node);
        if goes[node] && !follows && node != root {
            tops.push(node);
        }
    }
    tops.sort_unstable();
    let names: Vec<_> = tops.into_iter().map(|node| &nodes[node].name).collect();
    match names.len() {
        0 => String::new(),
        1 => format!("; {}, which is not below it, travels as before", listed(&names)),
        _ => format!("; {}, which are not below it, travel as before", listed(&names)),
    }
}
