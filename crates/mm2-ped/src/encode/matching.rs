//! Which node of a clip moves which bone, by their names.

use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Location, Node, Report};

use super::solver::distance;
use super::tolerances::SAME_OFFSET;
use crate::bone_map::BoneMap;
use crate::{Skeleton, codes};

/// The node that moves each bone: the one that the map names, else the one with the bone's name.
///
/// Names match exactly, else without case, else without the part before a `:` or `|`, spaces, `_`, `-` and `.` too. Better
/// matches come first, then the order of the bones and of the nodes decides. No node moves two bones.
pub(super) fn nodes_of(skeleton: &Skeleton, nodes: &[Node], map: Option<&BoneMap>) -> Vec<Option<usize>> {
    let mut found = vec![None; skeleton.bones().len()];
    let mut taken = vec![false; nodes.len()];
    let mut named = HashMap::new();
    for (index, node) in nodes.iter().enumerate() {
        named.entry(node.name.as_str()).or_insert(index);
    }
    for (node, bone) in map.into_iter().flat_map(BoneMap::pairs) {
        if let (Some(&node), Some(bone)) = (named.get(node), skeleton.find(bone))
            && found[bone].is_none()
            && !taken[node]
        {
            found[bone] = Some(node);
            taken[node] = true;
        }
    }
    let ways: [fn(&str) -> String; 3] = [str::to_owned, str::to_lowercase, bare];
    for way in ways {
        let mut free = HashMap::new();
        for (index, node) in nodes.iter().enumerate().filter(|(index, _)| !taken[*index]) {
            free.entry(way(&node.name)).or_insert(index);
        }
        free.remove("");
        for (found, bone) in found.iter_mut().zip(skeleton.bones()).filter(|(found, _)| found.is_none()) {
            *found = free.remove(&way(&bone.name));
            if let Some(index) = *found {
                taken[index] = true;
            }
        }
    }
    found
}

/// Whether the nodes have the hierarchy of their bones, and each node the offset of its bone along the axes of its parent.
/// False if no bone has an offset: then there is nothing to compare.
pub(super) fn has_offsets_of(skeleton: &Skeleton, clip: &Clip, nodes: &[Option<usize>]) -> bool {
    let mut apart = false;
    for (bone, node) in skeleton.bones().iter().zip(nodes) {
        let (Some(node), Some(parent)) = (node, bone.parent.and_then(|parent| nodes[parent])) else {
            continue;
        };
        let node = &clip.nodes[*node];
        let (own, offset) = (node.rest.translation, bone.offset.map(f64::from));
        if node.parent != Some(parent) || distance(own, offset) > SAME_OFFSET {
            return false;
        }
        apart |= distance(offset, [0.0; 3]) > SAME_OFFSET;
    }
    apart
}

/// Reports the pairs of a bone map that have no effect.
pub(super) fn report_bone_map(
    clip: &Clip,
    skeleton: Option<&Skeleton>,
    map: Option<&BoneMap>,
    report: &mut Report,
) {
    let mut warn = |message: String| report.push(codes::BONE_MAP.at(Location::path(&clip.name), message));
    let pairs = || map.into_iter().flat_map(BoneMap::pairs);
    let Some(skeleton) = skeleton else {
        if pairs().next().is_some() {
            warn("the bone map is ignored: it needs a skeleton".to_owned());
        }
        return;
    };
    let nodes: HashSet<&str> = clip.nodes.iter().map(|node| node.name.as_str()).collect();
    for (node, bone) in pairs() {
        let missing = match (nodes.contains(node), skeleton.find(bone).is_some()) {
            (true, true) => continue,
            (true, false) => format!("bone `{bone}`"),
            (false, true) => format!("node `{node}`"),
            (false, false) => format!("node `{node}` and no bone `{bone}`"),
        };
        warn(format!("the bone map has `{node} = {bone}`, but there is no {missing}"));
    }
}

/// The name without case, namespace and separators: `lefthip` for `mixamorig:Left Hip`.
fn bare(name: &str) -> String {
    let own = name.rsplit([':', '|']).next().unwrap_or(name);
    own.chars().filter(|c| !matches!(c, ' ' | '_' | '-' | '.')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bone;

    fn matched(bones: &[&str], nodes: &[&str]) -> Vec<Option<usize>> {
        mapped(bones, nodes, None)
    }

    fn mapped(bones: &[&str], nodes: &[&str], map: Option<&BoneMap>) -> Vec<Option<usize>> {
        let bone = |(index, name): (usize, &&str)| Bone {
            name: (*name).to_owned(),
            parent: index.checked_sub(1),
            offset: [0.0; 3],
            rotmin: None,
            rotmax: None,
        };
        let skeleton = Skeleton::new(bones.iter().enumerate().map(bone).collect()).unwrap();
        nodes_of(&skeleton, &nodes.iter().map(|name| Node::new(*name)).collect::<Vec<_>>(), map)
    }

    #[test]
    fn the_better_name_wins() {
        assert_eq!(matched(&["hip_l"], &["Hip.L", "HIP_L", "hip_l"]), [Some(2)]);
        assert_eq!(matched(&["hip_l"], &["Hip.L", "HIP_L"]), [Some(1)]);
        assert_eq!(matched(&["hip_l"], &["spine", "mixamorig:Hip L"]), [Some(1)]);
        assert_eq!(matched(&["hip_l"], &["Armature|hip-l"]), [Some(0)]);
        assert_eq!(matched(&["hip_l"], &["hip", "_", ""]), [None]);
    }

    #[test]
    fn no_node_moves_two_bones() {
        assert_eq!(matched(&["Hip", "hip"], &["hip", "HIP"]), [Some(1), Some(0)]);
        assert_eq!(matched(&["hip", "h_ip"], &["hip"]), [Some(0), None]);
    }

    #[test]
    fn the_map_comes_before_the_names() {
        let map = BoneMap::new([("Hips", "root"), ("spine", "neck"), ("Hips", "spine"), ("x", "root")]);
        assert_eq!(
            mapped(&["root", "spine", "neck"], &["spine", "Hips", "root"], Some(&map)),
            [Some(1), None, Some(0)]
        );
        assert_eq!(mapped(&["root", "head"], &["Head", "Hips"], Some(&map)), [Some(1), Some(0)]);
    }
}
