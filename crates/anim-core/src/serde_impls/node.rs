//! Nodes.

use serde::{Deserialize, Serialize};

use super::number::Numbers;
use super::reference::{Names, Reference};
use crate::{Node, Transform};

/// A node whose parent has not been looked up.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Node", deny_unknown_fields)]
pub(super) struct Form {
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    #[serde(default)]
    parent: Option<Reference>,
    #[serde(default = "translation")]
    translation: Numbers<[f64; 3]>,
    #[serde(default = "rotation")]
    rotation: Numbers<[f64; 4]>,
    #[serde(default = "scale")]
    scale: Numbers<[f64; 3]>,
    #[serde(default)]
    morphs: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bone: Option<String>,
}

fn translation() -> Numbers<[f64; 3]> {
    Numbers(Transform::IDENTITY.translation)
}

fn rotation() -> Numbers<[f64; 4]> {
    Numbers(Transform::IDENTITY.rotation)
}

fn scale() -> Numbers<[f64; 3]> {
    Numbers(Transform::IDENTITY.scale)
}

impl From<&Node> for Form {
    fn from(node: &Node) -> Self {
        Self {
            name: node.name.clone(),
            id: node.id.clone(),
            parent: node.parent.map(Reference::Index),
            translation: Numbers(node.rest.translation),
            rotation: Numbers(node.rest.rotation),
            scale: Numbers(node.rest.scale),
            morphs: node.morphs.clone(),
            bone: node.bone.clone(),
        }
    }
}

impl Form {
    /// The node with its parent looked up; `index` is for messages.
    pub(super) fn node(&self, index: usize, names: &Names<'_>) -> Result<Node, String> {
        let parent = self.parent.as_ref().map(|parent| names.index(parent)).transpose();
        Ok(Node {
            name: self.name.clone(),
            id: self.id.clone(),
            parent: parent
                .map_err(|error| format!("the parent of node {index} (`{}`): {error}", self.name))?,
            rest: Transform {
                translation: self.translation.0,
                rotation: self.rotation.0,
                scale: self.scale.0,
            },
            morphs: self.morphs.clone(),
            bone: self.bone.clone(),
        })
    }
}
