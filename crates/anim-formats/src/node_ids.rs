//! Operations on nodes that are named by their ids.

use std::collections::HashMap;

use anim_core::edit::{Edit, EditError, Pattern};
use anim_core::{Clip, Positive, Report};

/// The ids of a clip's nodes by name; empty if the clip has none.
pub fn node_ids(clip: &Clip) -> HashMap<String, String> {
    #[cfg(feature = "stf")]
    let ids = anim_stf::node_ids(clip);
    #[cfg(not(feature = "stf"))]
    let ids = {
        let _ = clip;
        HashMap::new()
    };
    ids
}

/// The name of the node that has a name or an id, as clips have it. A name that is neither stays.
pub fn node_name(clips: &[Clip], name: &str) -> String {
    let is_name = clips.iter().any(|clip| clip.nodes.iter().any(|node| node.name == name));
    let by_id =
        |clip: &Clip| node_ids(clip).into_iter().find_map(|(known, id)| (id == name).then_some(known));
    let named = if is_name { None } else { clips.iter().find_map(by_id) };
    named.unwrap_or_else(|| name.to_owned())
}

/// The clips after several operations, applied in order: see [`Edit::apply_all`]. The operations know a node by its id, too.
///
/// Errors: those of [`Edit::apply`].
pub fn apply(
    edits: &[Edit],
    clips: Vec<Clip>,
    tolerance: Positive,
    report: &mut Report,
) -> Result<Vec<Clip>, EditError> {
    edits.iter().try_fold(clips, |clips, edit| by_name(edit, &clips).apply(&clips, tolerance, report))
}

/// The operation with names in place of ids.
fn by_name(edit: &Edit, clips: &[Clip]) -> Edit {
    let named = |pattern: &Pattern| {
        let matches = |clip: &Clip| clip.nodes.iter().any(|node| pattern.matches(&node.name));
        if clips.iter().any(matches) {
            pattern.clone()
        } else {
            pattern.with_text(node_name(clips, pattern.text()))
        }
    };
    match edit {
        Edit::Rename(names) => {
            Edit::Rename(names.iter().map(|(pattern, name)| (named(pattern), name.clone())).collect())
        }
        Edit::Select(patterns) => Edit::Select(patterns.iter().map(named).collect()),
        Edit::Drop(patterns) => Edit::Drop(patterns.iter().map(named).collect()),
        Edit::RootMotion { what, root } => {
            Edit::RootMotion { what: what.clone(), root: root.as_ref().map(named) }
        }
        Edit::Reroot(pattern) => Edit::Reroot(named(pattern)),
        Edit::Mirror(how) => {
            let mut how = how.clone();
            for (left, right) in &mut how.pairs {
                (*left, *right) = (node_name(clips, left), node_name(clips, right));
            }
            Edit::Mirror(how)
        }
        _ => edit.clone(),
    }
}
