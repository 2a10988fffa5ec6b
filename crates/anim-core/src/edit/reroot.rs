//! Nodes that become roots.

use super::by_node::ByNode;
use super::moves::Moves;
use super::nodes::rehung;
use super::pattern::{known, meant};
use super::quota::Quota;
use super::{EditError, Pattern};
use crate::{Change, Clip, Fineness, Report};

/// The clips with the nodes that patterns match as roots, with unchanged world matrices.
///
/// Their children stay with them, and their former ancestors stay in the clip. Curves stay curves if all ancestors stand still,
/// without shear, and scale uniformly; otherwise they are baked within the tolerance (radians, the length unit, a ratio), and motion
/// before and after the clip is lost.
///
/// Errors: [`EditError::NoNode`] if a pattern matches no node of any clip, [`EditError::Clip`] if baking takes too many keys.
pub fn reroot(
    clips: &[Clip],
    patterns: &[Pattern],
    fineness: impl Into<Fineness>,
    report: &mut Report,
) -> Result<Vec<Clip>, EditError> {
    known(patterns, clips)?;
    let moves = |clip| {
        let by_node = ByNode::new(clip);
        let parents = uprooted(&by_node, &meant(patterns, clip)).into_iter().map(|node| (node, None));
        let parents = parents.collect();
        Moves::new(by_node, parents, |_| false).map_err(EditError::of(&clip.name))
    };
    let all: Vec<_> = clips.iter().map(moves).collect::<Result<_, _>>()?;
    let quota = &Moves::quota(clips, fineness.into(), all.iter());
    all.into_iter().map(|moves| unhung(moves, quota, report)).collect()
}

/// Those of the nodes that have a parent.
pub(super) fn uprooted(by_node: &ByNode<'_>, meant: &[bool]) -> Vec<usize> {
    let hangs =
        |node: usize| by_node.clip.nodes[node].parent.is_some() || by_node.parents(node).next().is_some();
    (0..meant.len()).filter(|&node| meant[node] && hangs(node)).collect()
}

fn unhung(moves: Moves<'_>, quota: &Quota, report: &mut Report) -> Result<Clip, EditError> {
    let clip = moves.clip();
    let moves = moves.baked(quota, report).map_err(EditError::of(&clip.name))?;
    for (node, ..) in &moves {
        report.change(Change::new("reroot", format!("`{}` is a root", clip.nodes[*node].name)).in_clip(clip));
    }
    Ok(rehung(clip, moves))
}
