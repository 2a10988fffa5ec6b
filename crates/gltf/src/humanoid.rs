//! The human bones that an avatar or a VRM animation lists.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;

use anim_retarget::HumanBone;
use serde_json::Value;

use crate::{Json, Root, whole};

/// The extensions that list bones by name: an avatar, a VRM animation.
const LISTS: [&str; 2] = ["/VRMC_vrm/humanoid/humanBones", "/VRMC_vrm_animation/humanoid/humanBones"];

/// The list of VRM 0.x.
const OLD: &str = "/VRM/humanoid/humanBones";

/// The bones and their nodes, as the extension `VRMC_vrm` or `VRMC_vrm_animation` (VRM 1.0) or `VRM` (0.x) lists them. Of the entries
/// of one bone, or of one node, the first counts.
pub(crate) fn bones(root: &Root) -> Vec<(HumanBone, usize)> {
    let Some(extensions) = root.extensions.as_ref().map(Json::value) else { return Vec::new() };
    let node = |bone: &Value| whole::index(bone.get("node")?);
    let lists = LISTS.iter().filter_map(|list| extensions.pointer(list)?.as_object());
    let new = lists.map(|list| {
        let bone = |(name, bone): (&String, &Value)| Some((HumanBone::from_name(name)?, node(bone)?));
        list.iter().filter_map(bone).collect::<Vec<_>>()
    });
    let old = extensions.pointer(OLD).and_then(Value::as_array).map(|list| {
        let bone =
            |bone: &Value| Some((HumanBone::from_vrm0_name(bone.get("bone")?.as_str()?)?, node(bone)?));
        list.iter().filter_map(bone).collect()
    });
    let mut bones = new.chain(old).find(|bones| !bones.is_empty()).unwrap_or_default();
    let (mut names, mut nodes) = (HashSet::new(), HashSet::new());
    bones.retain(|(bone, node)| *node < root.nodes.len() && names.insert(*bone) && nodes.insert(*node));
    bones
}
