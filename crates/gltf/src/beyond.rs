//! The data of a document that clips cannot hold.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::BTreeSet;

use serde_json::Value;

use crate::extensions::{POINTER, VISIBILITY};
use crate::extras::{KEY, is_helper, is_marker};
use crate::{Animation, Gltf, Json, Other, Root, expressions};

/// The extension for lights, which is listed like objects.
const LIGHTS: &str = "KHR_lights_punctual";

/// Everything in a document that clips cannot hold, by kind, such as `meshes (2)`. Meshes, skins and materials that only make nodes
/// visible come from the encoder, so they are not listed.
pub(crate) fn of(document: &Gltf) -> Vec<String> {
    let root = document.root();
    let mut parts = objects(root);
    if let Some(gaze) = expressions::gaze(root) {
        let name = expressions::node(gaze).and_then(|node| root.nodes.get(node)?.name.as_ref());
        let name = name.map_or_else(String::new, |name| format!(" of node `{name}`"));
        parts.push(format!("the direction of the gaze, which is the rotation{name}"));
    }
    let extensions: Vec<_> = extensions(root).into_iter().collect();
    if !extensions.is_empty() {
        parts.push(format!("extensions ({})", extensions.join(", ")));
    }
    if root.asset.copyright.is_some() {
        parts.push("the copyright".to_owned());
    }
    parts.extend(extras(root));
    let members = members(root);
    if !members.is_empty() {
        parts.push(format!("unknown members ({})", members.into_iter().collect::<Vec<_>>().join(", ")));
    }
    counted(&mut parts, "chunks", document.glb().map_or(0, |glb| glb.others().count()));
    counted(&mut parts, "bytes after the chunks", document.glb().map_or(0, |glb| glb.layout().rest.len()));
    parts
}

/// Whether an animation has extras, extensions or members that clips cannot hold.
pub(crate) fn has_own(animation: &Animation) -> bool {
    is_foreign(animation.extras.as_ref()) || animation.extensions.is_some() || !animation.other.is_empty()
}

/// Whether channels or samplers of an animation have extras.
pub(crate) fn has_own_in_parts(animation: &Animation) -> bool {
    let channels = animation.channels.iter();
    channels.flat_map(|channel| [&channel.extras, &channel.target.extras]).any(Option::is_some)
        || animation.samplers.iter().any(|sampler| sampler.extras.is_some())
}

fn counted(parts: &mut Vec<String>, what: &str, count: usize) {
    if count > 0 {
        parts.push(format!("{what} ({count})"));
    }
}

/// The objects in the top-level lists, and lights.
fn objects(root: &Root) -> Vec<String> {
    let mut parts = Vec::new();
    let is_own = |extras: &Option<Json>| is_marker(extras.as_ref());
    counted(&mut parts, "meshes", root.meshes.iter().filter(|mesh| !is_own(&mesh.extras)).count());
    counted(&mut parts, "skins", root.skins.iter().filter(|skin| !is_own(&skin.extras)).count());
    let shown = root.meshes.iter().filter(|mesh| is_own(&mesh.extras)).flat_map(|mesh| &mesh.primitives);
    let own: BTreeSet<usize> = shown.filter_map(|primitive| primitive.material).collect();
    counted(&mut parts, "materials", (0..root.materials.len()).filter(|index| !own.contains(index)).count());
    for name in root.other.names() {
        match root.other.get(name) {
            Some(Value::Array(list)) => counted(&mut parts, name, list.len()),
            _ => parts.push(name.to_owned()),
        }
    }
    let lights = root.extensions.as_ref().and_then(|all| all.value().get(LIGHTS)?.get("lights")?.as_array());
    counted(&mut parts, "lights", lights.map_or(0, Vec::len));
    if root.scenes.len() > 1 {
        counted(&mut parts, "scenes", root.scenes.len());
    }
    parts
}

/// The extensions that the document declares or uses, except those that clips hold.
fn extensions(root: &Root) -> BTreeSet<&str> {
    let at_top = [&root.extensions, &root.asset.extensions].into_iter();
    let of_nodes = root.nodes.iter().map(|node| &node.extensions);
    let of_scenes = root.scenes.iter().map(|scene| &scene.extensions);
    let of_animations = root.animations.iter().map(|animation| &animation.extensions);
    let all = at_top.chain(of_nodes).chain(of_scenes).chain(of_animations).flatten();
    let names = all.filter_map(|extensions| extensions.value().as_object()).flat_map(|all| all.keys());
    let used = root.extensions_used.iter().chain(names).map(String::as_str);
    used.filter(|name| ![POINTER, VISIBILITY].contains(name)).collect()
}

/// The extras of objects that clips do hold.
fn extras(root: &Root) -> Vec<String> {
    let mut parts = Vec::new();
    if is_foreign(root.extras.as_ref()) {
        parts.push("the extras of the file".to_owned());
    }
    if is_foreign(root.asset.extras.as_ref()) {
        parts.push("the extras of the asset".to_owned());
    }
    let scenes = root.scenes.iter().filter(|scene| is_foreign(scene.extras.as_ref()));
    counted(&mut parts, "extras of scenes", scenes.count());
    let nodes = root.nodes.iter().filter(|node| !is_helper(node.extras.as_ref()));
    counted(&mut parts, "extras of nodes", nodes.filter(|node| is_foreign(node.extras.as_ref())).count());
    let animations = root.animations.iter();
    let own =
        animations.filter(|animation| is_foreign(animation.extras.as_ref()) || has_own_in_parts(animation));
    counted(&mut parts, "extras of animations", own.count());
    parts
}

/// Whether extras contain more than the data of this project.
fn is_foreign(extras: Option<&Json>) -> bool {
    let Some(extras) = extras else { return false };
    extras.value().as_object().is_none_or(|members| members.keys().any(|name| name != KEY))
}

/// The names of members outside the specification, in objects that clips do hold.
fn members(root: &Root) -> BTreeSet<&str> {
    fn names<T>(other: &Other<T>) -> impl Iterator<Item = &str> {
        other.names()
    }
    let nodes = root.nodes.iter().flat_map(|node| names(&node.other)).filter(|name| *name != "camera");
    let scenes = root.scenes.iter().flat_map(|scene| names(&scene.other));
    let animations = root.animations.iter().flat_map(|animation| names(&animation.other));
    names(&root.asset.other).chain(nodes).chain(scenes).chain(animations).collect()
}
