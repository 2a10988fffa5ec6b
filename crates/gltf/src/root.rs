//! The top level of the JSON: the asset, its scenes and the lists of all other objects.

use serde::{Deserialize, Serialize};

use crate::{
    Accessor, Animation, Buffer, BufferView, Error, ErrorKind, Json, Material, Mesh, Node, Other, Skin,
    syntax,
};

/// The JSON part of a file (glTF 2.0, 5.17).
///
/// An empty list is not written, and a list that is absent is read as empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Root {
    /// The version of glTF and the origin of the file.
    pub asset: Asset,
    /// The extensions that the file uses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions_used: Vec<String>,
    /// The extensions that a reader must support to read the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions_required: Vec<String>,
    /// The index of the scene to show first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub scene: Option<usize>,
    /// The scenes: sets of nodes that are shown together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<Scene>,
    /// The nodes of the hierarchies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    /// The meshes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<Mesh>,
    /// The materials.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    /// The skins: the joints that deform meshes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<Skin>,
    /// The animations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<Animation>,
    /// The accessors: typed views of numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    /// The buffer views: parts of buffers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    /// The buffers; [`Gltf::buffer`](crate::Gltf::buffer) has their bytes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know, such as cameras and textures.
    #[serde(flatten)]
    pub other: Other<Self>,
}

impl Root {
    /// The root in a text that begins at the byte `start` of the file.
    pub(crate) fn parse(text: &[u8], start: usize) -> Result<Self, Error> {
        serde_json::from_slice(text).map_err(|error| {
            let found = syntax::error(&error, text, start);
            match other_version(text) {
                Some(version) => Error::new(ErrorKind::AssetVersion(version), found.at),
                None => found,
            }
        })
    }

    /// Shifts the indices of accessors and buffer views by these numbers.
    pub(crate) fn follow(&mut self, accessors: usize, views: usize) {
        for accessor in &mut self.accessors {
            accessor.buffer_view = accessor.buffer_view.map(|view| view + views);
        }
        for sampler in self.animations.iter_mut().flat_map(|animation| &mut animation.samplers) {
            sampler.input += accessors;
            sampler.output += accessors;
        }
    }
}

/// The version in a JSON text of another structure, if it is not 2.
fn other_version(text: &[u8]) -> Option<String> {
    let json: serde_json::Value = serde_json::from_slice(text).ok()?;
    let version = json.pointer("/asset/version")?.as_str()?;
    (!version.starts_with('2')).then(|| version.to_owned())
}

/// The version of glTF and the origin of the file (5.6).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asset {
    /// The version of glTF, `major.minor`.
    pub version: String,
    /// The lowest version that a reader must support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_version: Option<String>,
    /// The program that wrote the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
    /// The copyright notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copyright: Option<String>,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

impl Default for Asset {
    /// Version 2.0, without any other member.
    fn default() -> Self {
        Self {
            version: "2.0".to_owned(),
            min_version: None,
            generator: None,
            copyright: None,
            extensions: None,
            extras: None,
            other: Other::default(),
        }
    }
}

/// A scene: nodes that are shown together (5.26).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scene {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The indices of its root nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub nodes: Vec<usize>,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}
