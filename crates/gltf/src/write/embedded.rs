//! The root with the bytes of its buffers embedded: everything except the buffers is borrowed.

use serde::Serialize;

use crate::document::Source;
use crate::root::{Asset, Scene};
use crate::{Accessor, Animation, Buffer, BufferView, Json, Material, Mesh, Node, Other, Root, Skin, uri};

/// The members of [`Root`], with other buffers.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Embedded<'a> {
    asset: &'a Asset,
    #[serde(skip_serializing_if = "is_empty")]
    extensions_used: &'a [String],
    #[serde(skip_serializing_if = "is_empty")]
    extensions_required: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<usize>,
    #[serde(skip_serializing_if = "is_empty")]
    scenes: &'a [Scene],
    #[serde(skip_serializing_if = "is_empty")]
    nodes: &'a [Node],
    #[serde(skip_serializing_if = "is_empty")]
    meshes: &'a [Mesh],
    #[serde(skip_serializing_if = "is_empty")]
    materials: &'a [Material],
    #[serde(skip_serializing_if = "is_empty")]
    skins: &'a [Skin],
    #[serde(skip_serializing_if = "is_empty")]
    animations: &'a [Animation],
    #[serde(skip_serializing_if = "is_empty")]
    accessors: &'a [Accessor],
    #[serde(skip_serializing_if = "is_empty")]
    buffer_views: &'a [BufferView],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    buffers: Vec<Buffer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extensions: Option<&'a Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extras: Option<&'a Json>,
    #[serde(flatten)]
    other: &'a Other<Root>,
}

impl<'a> Embedded<'a> {
    /// The root of a document, with data URIs for its embedded buffers.
    pub(super) fn of(root: &'a Root, sources: &[Source]) -> Self {
        let Root {
            asset,
            extensions_used,
            extensions_required,
            scene,
            scenes,
            nodes,
            meshes,
            materials,
            skins,
            animations,
            accessors,
            buffer_views,
            buffers,
            extensions,
            extras,
            other,
        } = root;
        let mut buffers = buffers.clone();
        for (buffer, source) in buffers.iter_mut().zip(sources) {
            if let Source::Embedded(bytes) = source {
                buffer.uri = Some(uri::encode(bytes));
            }
        }
        Self {
            asset,
            extensions_used,
            extensions_required,
            scene: *scene,
            scenes,
            nodes,
            meshes,
            materials,
            skins,
            animations,
            accessors,
            buffer_views,
            buffers,
            extensions: extensions.as_ref(),
            extras: extras.as_ref(),
            other,
        }
    }
}

fn is_empty<T>(list: &&[T]) -> bool {
    list.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Gltf;

    #[test]
    fn without_embedded_buffers_the_text_is_that_of_the_root() {
        let text = r#"{"asset":{"version":"2.0"},"extensionsUsed":["A"],"extensionsRequired":["A"],"scene":0,
            "scenes":[{"nodes":[0]}],"nodes":[{"name":"n","mesh":0,"skin":0}],"cameras":[{"type":"perspective"}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"materials":[{"name":"m"}],
            "skins":[{"joints":[0]}],"accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}],
            "bufferViews":[{"buffer":0,"byteLength":12}],"buffers":[{"byteLength":12}],
            "animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],
            "samplers":[{"input":0,"output":0}]}],"extensions":{"A":{}},"extras":{"b":1}}"#;
        let document = Gltf::parse(text.as_bytes()).unwrap();
        let root = serde_json::to_string(&document.root).unwrap();
        assert_eq!(serde_json::to_string(&Embedded::of(&document.root, &document.sources)).unwrap(), root);
        assert!(root.contains("cameras") && root.contains("extras"), "{root}");
    }
}
