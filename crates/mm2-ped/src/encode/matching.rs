//! Which node of a clip moves which bone.

use std::collections::HashMap;

use anim_core::{Clip, Node};

use super::losses::PROPORTION;
use super::solver::distance;
use crate::{BoneMap, Skeleton};

/// For each bone the node that moves it: the one that the map says, else one of its name. Names are compared as they are, then without case, then bare: without what
/// stands before a `:` or `|`, and without spaces, `_`, `-` and `.`. A better match goes first, then the order of the
/// bones and of the nodes; no node moves two bones.
pub(super) fn nodes_of(skeleton: &Skeleton, nodes: &[Node], map: &BoneMap) -> Vec<Option<usize>> {
    let mut found = vec![None; skeleton.bones().len()];
    let mut taken = vec![false; nodes.len()];
    let mut named = HashMap::new();
    for (index, node) in nodes.iter().enumerate() {
        named.entry(node.name.as_str()).or_insert(index);
    }
    for (node, bone) in map.pairs() {
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

/// Whether the nodes hang on each other as their bones do, each at the bone's place along the axes of its parent. Where
/// there are no two such bones apart from each other nothing can be said.
pub(super) fn hang_alike(skeleton: &Skeleton, clip: &Clip, nodes: &[Option<usize>], unit: f64) -> bool {
    let mut apart = false;
    for (bone, node) in skeleton.bones().iter().zip(nodes) {
        let (Some(node), Some(parent)) = (node, bone.parent.and_then(|parent| nodes[parent])) else {
            continue;
        };
        let node = &clip.nodes[*node];
        let (place, offset) = (node.rest.translation.map(|part| part * unit), bone.offset.map(f64::from));
        if node.parent != Some(parent) || distance(place, offset) > PROPORTION {
            return false;
        }
        apart |= distance(offset, [0.0; 3]) > PROPORTION;
    }
    apart
}

/// `mixamorig:Left Hip` as `lefthip`.
fn bare(name: &str) -> String {
    let own = name.rsplit([':', '|']).next().unwrap_or(name);
    own.chars().filter(|c| !matches!(c, ' ' | '_' | '-' | '.')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bone;

    fn matched(bones: &[&str], nodes: &[&str]) -> Vec<Option<usize>> {
        mapped(bones, nodes, &BoneMap::default())
    }

    fn mapped(bones: &[&str], nodes: &[&str], map: &BoneMap) -> Vec<Option<usize>> {
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
            mapped(&["root", "spine", "neck"], &["spine", "Hips", "root"], &map),
            [Some(1), None, Some(0)]
        );
        assert_eq!(mapped(&["root", "head"], &["Head", "Hips"], &map), [Some(1), Some(0)]);
    }
}
