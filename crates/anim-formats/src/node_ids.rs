//! Operations on nodes that are named by their ids.

use std::collections::{HashMap, HashSet};

use anim_core::edit::{Chain, Edit, EditError, Pattern};
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

/// The clips after several operations, applied in order: see [`Edit::apply_all`]. The operations know a node by its id, too, which
/// is the same node in all clips, whatever its name in each.
///
/// Errors: those of [`Edit::apply`].
pub fn apply(
    edits: &[Edit],
    clips: Vec<Clip>,
    tolerance: Positive,
    report: &mut Report,
) -> Result<Vec<Clip>, EditError> {
    let chain = &mut Chain::new(&clips, tolerance);
    edits.iter().try_fold(clips, |clips, edit| one(chain, edit, &clips, report))
}

/// The clips after the next operation of a chain.
fn one(chain: &mut Chain, edit: &Edit, clips: &[Clip], report: &mut Report) -> Result<Vec<Clip>, EditError> {
    let each = by_name(edit, clips);
    match each.first() {
        // A duration that is no number differs from itself, and joining is for all clips together.
        Some(first) if !matches!(edit, Edit::Join { .. }) && each.iter().any(|own| own != first) => {}
        first => return chain.apply(first.unwrap_or(edit), clips, report),
    }
    // Clips have different names for a node, or not all of them have it.
    for (place, text) in patterns(edit).into_iter().map(Pattern::text).enumerate() {
        let mut known = clips.iter().zip(&each).map(|(clip, own)| is_in(patterns(own)[place], clip));
        if !known.any(|known| known) {
            return Err(EditError::no_node(text, clips));
        }
    }
    let own = clips.iter().zip(each).map(|(clip, edit)| match within(edit, clip) {
        Some(edit) => chain.apply(&edit, std::slice::from_ref(clip), report),
        None => Ok(vec![clip.clone()]),
    });
    own.collect::<Result<Vec<_>, _>>().map(|clips| clips.concat())
}

/// The operation for each clip, with the names of nodes in place of their ids.
pub(crate) fn by_name(edit: &Edit, clips: &[Clip]) -> Vec<Edit> {
    let mut unknown = HashSet::new();
    with_names(edit, &mut |text: &str| {
        let pattern = Pattern::new(text);
        let is_name =
            |clip: &Clip| clip.nodes.iter().any(|node| node.name == text || pattern.matches(&node.name));
        if !clips.iter().any(is_name) {
            unknown.insert(text.to_owned());
        }
        text.to_owned()
    });
    if unknown.is_empty() {
        return vec![edit.clone(); clips.len()];
    }
    let named = |clip: &Clip| {
        let names: HashMap<String, String> = node_ids(clip)
            .into_iter()
            .map(|(name, id)| (id, name))
            .filter(|(id, _)| unknown.contains(id))
            .collect();
        with_names(edit, &mut |text: &str| names.get(text).map_or(text, String::as_str).to_owned())
    };
    clips.iter().map(named).collect()
}

/// The operation with other names of nodes.
fn with_names(edit: &Edit, name: &mut dyn FnMut(&str) -> String) -> Edit {
    let mut named = |pattern: &Pattern| pattern.with_text(name(pattern.text()));
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
                (*left, *right) = (name(left), name(right));
            }
            Edit::Mirror(how)
        }
        _ => edit.clone(),
    }
}

/// The patterns that need not match a node of each clip.
fn patterns(edit: &Edit) -> Vec<&Pattern> {
    match edit {
        Edit::Rename(names) => names.iter().map(|(pattern, _)| pattern).collect(),
        Edit::Select(patterns) | Edit::Drop(patterns) => patterns.iter().collect(),
        Edit::Reroot(pattern) => vec![pattern],
        _ => Vec::new(),
    }
}

fn is_in(pattern: &Pattern, clip: &Clip) -> bool {
    clip.nodes.iter().any(|node| pattern.matches(&node.name))
}

/// The operation without the patterns that match no node of a clip; `None` if it then does nothing.
pub(crate) fn within(edit: Edit, clip: &Clip) -> Option<Edit> {
    match edit {
        Edit::Rename(mut names) => {
            names.retain(|(pattern, _)| is_in(pattern, clip));
            Some(Edit::Rename(names))
        }
        Edit::Select(mut patterns) => {
            patterns.retain(|pattern| is_in(pattern, clip));
            Some(Edit::Select(patterns))
        }
        Edit::Drop(mut patterns) => {
            patterns.retain(|pattern| is_in(pattern, clip));
            Some(Edit::Drop(patterns))
        }
        Edit::Reroot(pattern) => is_in(&pattern, clip).then_some(Edit::Reroot(pattern)),
        edit => Some(edit),
    }
}

#[cfg(all(test, feature = "stf"))]
#[expect(clippy::unwrap_used, reason = "helpers of tests")]
mod tests {
    use anim_core::edit::Mirror;
    use anim_core::{Channel, Curve, Node, Property};

    use super::*;

    /// A clip of nodes with names and ids; each is at the place of its id.
    fn clip(name: &str, nodes: &[(&str, &str)]) -> Clip {
        let ids: Vec<String> = nodes.iter().map(|(name, id)| format!("\"{name}\": \"{id}\"")).collect();
        let place = |id: &str| Curve::constant(&[f64::from(id.as_bytes()[0]), 0.0, 0.0]).unwrap();
        let channels = nodes.iter().enumerate();
        let channels =
            channels.map(|(node, (_, id))| Channel::new(node, Property::Translation, place(id)).unwrap());
        let mut clip = Clip::new(name)
            .with_nodes(nodes.iter().map(|(name, _)| Node::new(*name)).collect())
            .with_channels(channels.collect());
        clip.metadata.push(("stf.nodes".to_owned(), format!("{{{}}}", ids.join(", "))));
        clip
    }

    fn step(edit: &Edit, clips: &[Clip]) -> Result<Vec<Clip>, EditError> {
        one(&mut Chain::new(clips, Positive::literal(1e-3)), edit, clips, &mut Report::new())
    }

    /// The nodes that are left of each clip: their names and the places of their ids.
    fn left(clips: &[Clip]) -> Vec<Vec<(String, char)>> {
        let nodes = |clip: &Clip| {
            let x = clip.pose(0.0).world.into_iter().map(|world| world.translation()[0] as u8 as char);
            clip.nodes.iter().map(|node| node.name.clone()).zip(x).collect()
        };
        clips.iter().map(nodes).collect()
    }

    #[test]
    fn an_id_is_the_same_node_in_all_clips() {
        // The same two nodes, with their names exchanged; and a clip without the second of them, whose name another has.
        let clips = [
            clip("one", &[("Cube", "a"), ("Cube.001", "b"), ("Lamp", "c")]),
            clip("two", &[("Cube.001", "a"), ("Cube", "b"), ("Lamp", "c")]),
            clip("three", &[("Cube", "a"), ("Lamp", "c"), ("Cube.001", "d")]),
        ];
        let done = |edit: Edit| {
            let done = step(&edit, &clips)?;
            let ids = left(&done).into_iter().map(|nodes| nodes.into_iter().map(|(_, id)| id).collect());
            Ok::<Vec<String>, EditError>(ids.collect())
        };
        let b = || Pattern::new("b");
        assert_eq!(done(Edit::Drop(vec![b()])).unwrap(), ["ac", "ac", "acd"]);
        assert_eq!(done(Edit::Drop(vec![b(), Pattern::new("Lamp")])).unwrap(), ["a", "a", "ad"]);
        assert_eq!(done(Edit::Select(vec![b(), Pattern::new("L*")])).unwrap(), ["bc", "bc", "c"]);
        let known = done(Edit::Select(vec![b(), Pattern::new("z")]));
        assert_eq!(known, Err(EditError::NoNode { pattern: "z".into(), nearest: None }));
        let renamed = step(&Edit::Rename(vec![(b(), "Box".into())]), &clips);
        let boxes: Vec<Vec<char>> = left(&renamed.unwrap())
            .into_iter()
            .map(|nodes| nodes.into_iter().filter(|(name, _)| name == "Box").map(|(_, id)| id).collect())
            .collect();
        assert_eq!(boxes, [vec!['b'], vec!['b'], vec![]]);
        let mut how = Mirror::default();
        how.pairs = vec![("a".into(), "c".into())];
        let mirrored = step(&Edit::Mirror(how), &clips).unwrap();
        let cubes = |clip: &Clip, name: &str| {
            let node = clip.nodes.iter().position(|node| node.name == name).unwrap();
            -clip.pose(0.0).world[node].translation()[0]
        };
        // Lamp has the mirrored place of `a` in each clip.
        assert!(mirrored.iter().all(|clip| cubes(clip, "Lamp") == 97.0));
    }
}
