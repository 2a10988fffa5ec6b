//! Losses of clips that are joined with others.

use std::borrow::Cow;
use std::slice::from_ref;

use anim_core::edit::{Edit, Pattern, drop_nodes, mirror, rename, reroot, select_nodes};
use anim_core::{Clip, Loss, Positive, Report};

/// Makes losses of clips those of their motion after operations on clips that are joined from these and others. Conversions to
/// another space are left out.
///
/// Operations know nodes by name, and joining keeps names, so each operation is followed in the clips as they are.
pub(crate) fn follow(edits: &[Edit], clips: &[Clip], tolerance: Positive, losses: &mut Vec<Loss>) {
    if losses.is_empty() {
        return;
    }
    let mut clips = Cow::Borrowed(clips);
    for edit in edits.iter().filter(|edit| !matches!(edit, Edit::Join { .. } | Edit::Space(_))) {
        if !names_nodes(edit) {
            edit.restate(&clips, losses);
            continue;
        }
        let edited = clips.iter().map(|clip| {
            // The nodes that an operation is about may all be those of other clips.
            let edit = within(edit, clip);
            edit.restate(from_ref(clip), losses);
            one(&edit, clip, tolerance, losses)
        });
        let edited: Vec<_> = edited.collect();
        let edited = edited.into_iter().zip(clips.iter());
        clips = Cow::Owned(edited.map(|(new, old)| new.unwrap_or_else(|| old.clone())).collect());
    }
}

/// The operation without the patterns that match no node of a clip.
fn within(edit: &Edit, clip: &Clip) -> Edit {
    let is_in = |pattern: &Pattern| pattern.nodes(clip).contains(&true);
    let known = |patterns: &[Pattern]| patterns.iter().filter(|pattern| is_in(pattern)).cloned().collect();
    match edit {
        Edit::Rename(names) => {
            Edit::Rename(names.iter().filter(|(pattern, _)| is_in(pattern)).cloned().collect())
        }
        Edit::Select(patterns) => Edit::Select(known(patterns)),
        Edit::Drop(patterns) => Edit::Drop(known(patterns)),
        Edit::Reroot(patterns) => Edit::Reroot(known(patterns)),
        _ => edit.clone(),
    }
}

/// Whether an operation gives nodes other names or other parents.
fn names_nodes(edit: &Edit) -> bool {
    matches!(edit, Edit::Rename(_) | Edit::Mirror(_) | Edit::Select(_) | Edit::Drop(_) | Edit::Reroot(_))
}

/// The clip after an operation, whose own losses are those of the joined clip; `None` if the operation fails, as it does there.
fn one(edit: &Edit, clip: &Clip, tolerance: Positive, losses: &mut Vec<Loss>) -> Option<Clip> {
    let (clips, known) = (from_ref(clip), losses.len());
    let mut report = Report::new();
    report.losses = std::mem::take(losses);
    let edited = match edit {
        Edit::Rename(names) => rename(clips, names, &mut report),
        Edit::Select(patterns) => select_nodes(clips, patterns, tolerance, &mut report),
        Edit::Drop(patterns) => drop_nodes(clips, patterns, tolerance, &mut report),
        Edit::Reroot(patterns) => reroot(clips, patterns, tolerance, &mut report),
        Edit::Mirror(how) => mirror(clip, how, &mut report).map(|clip| vec![clip]),
        _ => Ok(Vec::new()),
    };
    *losses = report.losses;
    losses.truncate(known);
    edited.ok()?.pop()
}

#[cfg(test)]
mod tests {
    use anim_core::edit::Mirror;
    use anim_core::{Code, Deviation, Fate, Node};

    use super::*;

    static TEST: Code = Code::note("test::baked", "values are baked");

    fn rename(old: &str, new: &str) -> Edit {
        Edit::Rename(vec![(Pattern::new(old), new.to_owned())])
    }

    /// The nodes and the errors of losses of the nodes `arm.L` of two clips, after operations. The second clip has a parent of it, and an
    /// error of that parent.
    fn followed(edits: &[Edit]) -> Vec<(String, f64)> {
        let arms = ["arm.L", "arm.R"].map(Node::new).to_vec();
        let one = Clip::new("one").with_nodes(arms);
        let two = Clip::new("two").with_nodes(vec![Node::new("arm.L").with_parent(1), Node::new("root")]);
        let lost =
            |clip: &Clip, node, size| TEST.approximated(Deviation::length(size), "baked").of_node(clip, node);
        let mut losses = vec![lost(&one, 0, 1.0), lost(&two, 0, 2.0), lost(&two, 1, 4.0)];
        follow(edits, &[one, two], Positive::literal(1e-3), &mut losses);
        let told = losses.into_iter().map(|loss| match loss.fate {
            Fate::Approximated(error) => (loss.node.unwrap_or_default(), error.size),
            _ => (String::new(), 0.0),
        });
        told.collect()
    }

    #[test]
    fn losses_follow_their_motion_through_what_is_done_to_joined_clips() {
        let join = Edit::Join { crossfade: 0.0 };
        let scale = Edit::Scale(Positive::literal(10.0));
        let expected = |told: &[(&str, f64)]| {
            told.iter().map(|(node, size)| ((*node).to_owned(), *size)).collect::<Vec<_>>()
        };
        assert_eq!(
            followed(&[join.clone(), rename("arm.*", "*_arm"), scale]),
            expected(&[("L_arm", 10.0), ("L_arm", 20.0), ("root", 40.0)])
        );
        // A pattern that only another clip matches, and names that operations before gave.
        assert_eq!(
            followed(&[join.clone(), rename("root", "hip"), rename("hip", "pelvis")]),
            expected(&[("arm.L", 1.0), ("arm.L", 2.0), ("pelvis", 4.0)])
        );
        assert_eq!(followed(&[join.clone(), Edit::Mirror(Mirror::default())])[0], ("arm.R".to_owned(), 1.0));
        // The error of a dropped parent is in the motion of its child.
        assert_eq!(
            followed(&[join, rename("root", "hip"), Edit::Drop(vec![Pattern::new("hip")])]),
            expected(&[("arm.L", 1.0), ("arm.L", 2.0), ("hip", 4.0), ("arm.L", 4.0)])
        );
    }
}
