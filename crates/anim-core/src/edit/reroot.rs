//! Nodes that become roots.

use super::by_node::ByNode;
use super::nodes::rehung;
use super::pattern::{known, meant};
use super::quota::Quota;
use super::relative::relative;
use super::{EditError, Pattern, codes};
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
    let quota = &Quota::of(clips, fineness);
    clips.iter().map(|clip| unhung(clip, &meant(patterns, clip), quota, report)).collect()
}

/// Those of the nodes that have a parent.
pub(super) fn uprooted(by_node: &ByNode<'_>, meant: &[bool]) -> Vec<usize> {
    let hangs =
        |node: usize| by_node.clip.nodes[node].parent.is_some() || by_node.parents(node).next().is_some();
    (0..meant.len()).filter(|&node| meant[node] && hangs(node)).collect()
}

fn unhung(clip: &Clip, meant: &[bool], quota: &Quota, report: &mut Report) -> Result<Clip, EditError> {
    let by_node = ByNode::new(clip);
    let mut moves = Vec::new();
    for node in uprooted(&by_node, meant) {
        if by_node.parents(node).next().is_some() {
            let message = "its changes of parents are baked into its motion";
            report.lose(codes::PARENTS.dropped(message).of_node(clip, node));
        }
        let moved = relative(&by_node, node, None, quota, report).map_err(EditError::of(&clip.name))?;
        report.change(Change::new("reroot", format!("`{}` is a root", clip.nodes[node].name)).in_clip(clip));
        moves.push((node, None, moved));
    }
    Ok(rehung(clip, moves))
}
