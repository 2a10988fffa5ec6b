//! Checks that a file lists the extensions that it uses (3.12).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;

use anim_core::Sink;
use serde_json::Value;

use super::report;
use crate::{Json, Other, Root, codes};

/// Reports extensions that the file requires or whose data its objects have, but that it does not list as used; each once.
pub(super) fn check(root: &Root, sink: &mut dyn Sink) {
    let listed = root.extensions_used.iter().map(String::as_str).collect();
    let mut unlisted = Unlisted { listed, sink };
    for (index, name) in root.extensions_required.iter().enumerate() {
        unlisted.name(name, &|| format!("extensionsRequired[{index}]"));
    }
    unlisted.data(root.extensions.as_ref(), &|| "extensions".into());
    unlisted.data(root.asset.extensions.as_ref(), &|| "asset/extensions".into());
    unlisted.list("scenes", root.scenes.iter().map(|scene| &scene.extensions));
    unlisted.list("nodes", root.nodes.iter().map(|node| &node.extensions));
    unlisted.list("skins", root.skins.iter().map(|skin| &skin.extensions));
    unlisted.list("meshes", root.meshes.iter().map(|mesh| &mesh.extensions));
    unlisted.list("accessors", root.accessors.iter().map(|accessor| &accessor.extensions));
    unlisted.list("bufferViews", root.buffer_views.iter().map(|view| &view.extensions));
    unlisted.list("buffers", root.buffers.iter().map(|buffer| &buffer.extensions));
    unlisted.list("animations", root.animations.iter().map(|animation| &animation.extensions));
    for (m, mesh) in root.meshes.iter().enumerate() {
        let primitives = mesh.primitives.iter().map(|primitive| &primitive.extensions);
        unlisted.list(&format!("meshes[{m}]/primitives"), primitives);
    }
    for (a, animation) in root.animations.iter().enumerate() {
        for (c, channel) in animation.channels.iter().enumerate() {
            let path = |part: &str| format!("animations[{a}]/channels[{c}]{part}/extensions");
            unlisted.data(channel.extensions.as_ref(), &|| path(""));
            unlisted.data(channel.target.extensions.as_ref(), &|| path("/target"));
        }
        let samplers = animation.samplers.iter().map(|sampler| &sampler.extensions);
        unlisted.list(&format!("animations[{a}]/samplers"), samplers);
    }
    for (m, material) in root.materials.iter().enumerate() {
        unlisted.members(&material.other, &|| format!("materials[{m}]"));
        if let Some(reflection) = &material.pbr_metallic_roughness {
            unlisted.members(&reflection.other, &|| format!("materials[{m}]/pbrMetallicRoughness"));
        }
    }
    unlisted.members(&root.other, &String::new);
}

/// The extensions that a file lists, and those that were reported.
struct Unlisted<'a> {
    listed: HashSet<&'a str>,
    sink: &'a mut dyn Sink,
}

impl<'a> Unlisted<'a> {
    fn name(&mut self, name: &'a str, path: &dyn Fn() -> String) {
        if self.listed.insert(name) {
            let message = format!("`extensionsUsed` does not list `{name}`");
            report(self.sink, &codes::UNLISTED, path(), message);
        }
    }

    fn data(&mut self, extensions: Option<&'a Json>, path: &dyn Fn() -> String) {
        let data = extensions.and_then(|extensions| extensions.value().as_object());
        for name in data.into_iter().flat_map(|data| data.keys()) {
            self.name(name, path);
        }
    }

    /// The extensions of textures, cameras and other objects that this crate does not know.
    fn members<T>(&mut self, other: &'a Other<T>, path: &dyn Fn() -> String) {
        for (name, value) in other.values() {
            self.member(name, value, path);
        }
    }

    /// It recurses, like the parser, which limits the depth.
    fn member(&mut self, name: &'a str, value: &'a Value, path: &dyn Fn() -> String) {
        match value {
            _ if name == "extras" => {}
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    self.member("", value, &|| joined(path(), &format!("{name}[{index}]")));
                }
            }
            Value::Object(members) => {
                let path = || joined(path(), name);
                for (member, value) in members {
                    if name == "extensions" {
                        self.name(member, &path);
                    }
                    self.member(member, value, &path);
                }
            }
            _ => {}
        }
    }

    fn list(&mut self, path: &str, all: impl Iterator<Item = &'a Option<Json>>) {
        for (index, extensions) in all.enumerate() {
            self.data(extensions.as_ref(), &|| format!("{path}[{index}]/extensions"));
        }
    }
}

fn joined(path: String, member: &str) -> String {
    if path.is_empty() || member.is_empty() || member.starts_with('[') {
        path + member
    } else {
        format!("{path}/{member}")
    }
}
