//! The human bones that an avatar or a VRM animation lists.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::{Axis, Format as _, Location, Sink, Space};
use anim_retarget::HumanBone;
use serde_json::Value;

use crate::numbers::dangling;
use crate::{Gltf, Json, Root, codes, whole_number};

/// The extension of an avatar of VRM 0.x.
const OLD: &str = "VRM";

/// The extension of a VRM animation.
const ANIMATION: &str = "VRMC_vrm_animation";

/// The extensions that list bones: an avatar, a VRM animation (VRM 1.0), an avatar (0.x).
const EXTENSIONS: [&str; 3] = ["VRMC_vrm", ANIMATION, OLD];

/// An entry of a list.
struct Entry<'a> {
    /// Its place in the list.
    place: String,
    name: &'a str,
    bone: Option<HumanBone>,
    node: Option<usize>,
}

/// What a file states about its axes: avatars of VRM 0.x face −Z, where glTF and VRM 1.0 have +Z.
pub(crate) fn stated_space(root: &Root) -> Space {
    let has =
        |extension: &str| root.extensions.as_ref().is_some_and(|all| all.value().get(extension).is_some());
    let [new @ .., old] = EXTENSIONS;
    if has(old) && !new.into_iter().any(has) { Space::UNKNOWN.facing(Axis::NegZ) } else { Space::UNKNOWN }
}

/// The axes and the unit of a file.
pub(crate) fn space(root: &Root) -> Space {
    stated_space(root).or(Gltf::SPACE)
}

/// The bones and their nodes, as the first list that has any states them. Of the entries of one bone, or of one node, the first
/// counts.
pub(crate) fn bones(root: &Root) -> Vec<(HumanBone, usize)> {
    let lists = EXTENSIONS.iter().filter_map(|extension| entries(root, extension));
    let mut lists = lists.map(|list| {
        let (mut names, mut nodes) = (HashSet::new(), HashSet::new());
        let known = list.into_iter().filter_map(|entry| entry.bone.zip(entry.node));
        let mut known: Vec<_> = known.filter(|(_, node)| *node < root.nodes.len()).collect();
        known.retain(|(bone, node)| names.insert(*bone) && nodes.insert(*node));
        known
    });
    lists.find(|bones| !bones.is_empty()).unwrap_or_default()
}

/// Reports entries without a bone or a node of their own, and required bones that an avatar lacks.
pub(crate) fn check(root: &Root, sink: &mut dyn Sink) {
    for extension in EXTENSIONS {
        let Some(list) = entries(root, extension) else { continue };
        let path = format!("extensions/{extension}/humanoid/humanBones");
        let (mut seen, mut owners) = (HashSet::new(), HashMap::new());
        for Entry { place, name, bone, node } in &list {
            let path = format!("{path}{place}");
            let node = match node {
                Some(node) if *node < root.nodes.len() => *node,
                Some(node) => {
                    sink.report(dangling(&path, "node", *node, root.nodes.len()));
                    continue;
                }
                None => {
                    let message = format!("the bone `{name}` has no node, expected the index of one");
                    sink.report(codes::HUMANOID.at(Location::path(path), message));
                    continue;
                }
            };
            let message = match bone {
                None => format!("`{name}` is not a bone that VRM defines"),
                Some(bone) if !seen.insert(*bone) => format!("the bone `{name}` is listed already"),
                Some(_) => match owners.insert(node, name) {
                    Some(other) => format!("node {node} is the bone `{other}` already"),
                    None => continue,
                },
            };
            sink.report(codes::HUMANOID.at(Location::path(path), message));
        }
        let required = HumanBone::ALL.iter().filter(|bone| bone.is_required() && !seen.contains(*bone));
        let missing: Vec<_> = required.map(|bone| format!("`{}`", bone.name())).collect();
        // A VRM animation may move any bones.
        if extension != ANIMATION && !missing.is_empty() || seen.is_empty() {
            let message = match seen.len() {
                0 => "no human bones are listed".to_owned(),
                _ => format!("bones that every avatar has are not listed: {}", missing.join(", ")),
            };
            sink.report(codes::HUMANOID.at(Location::path(path), message));
        }
    }
}

/// The bones of a VRM animation by node; none for other files.
pub(crate) fn animated(root: &Root) -> HashMap<usize, HumanBone> {
    if entries(root, ANIMATION).is_none() {
        return HashMap::new();
    }
    bones(root).into_iter().map(|(bone, node)| (node, bone)).collect()
}

/// The entries of the list of an extension; none if the list is missing, `None` without the extension. The list is an object in VRM
/// 1.0, and an array in 0.x.
fn entries<'a>(root: &'a Root, extension: &str) -> Option<Vec<Entry<'a>>> {
    let list = root.extensions.as_ref().map(Json::value)?.get(extension)?.pointer("/humanoid/humanBones");
    let node = |entry: &Value| entry.get("node").and_then(whole_number::index);
    let new = |(name, entry): (&'a String, &'a Value)| Entry {
        place: format!("/{name}"),
        name,
        bone: HumanBone::from_name(name),
        node: node(entry),
    };
    let old = |(index, entry): (usize, &'a Value)| {
        let name = entry.get("bone").and_then(Value::as_str).unwrap_or_default();
        Entry { place: format!("[{index}]"), name, bone: HumanBone::from_vrm0_name(name), node: node(entry) }
    };
    Some(match list {
        Some(Value::Object(list)) if extension != OLD => list.iter().map(new).collect(),
        Some(Value::Array(list)) if extension == OLD => list.iter().enumerate().map(old).collect(),
        _ => Vec::new(),
    })
}
