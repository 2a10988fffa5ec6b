//! Nodes: the hierarchy and its rest pose.

use serde::{Deserialize, Serialize};

use crate::{Finite, Json, Other};

/// A node of the hierarchy (5.25).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The indices of its children.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub children: Vec<usize>,
    /// The local matrix, column by column; a node has either a matrix or the three parts below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Box<[Finite; 16]>>,
    /// The position relative to the parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation: Option<[Finite; 3]>,
    /// The rotation, a quaternion x, y, z, w of length 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[Finite; 4]>,
    /// The scale along the node's axes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<[Finite; 3]>,
    /// The index of its mesh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub mesh: Option<usize>,
    /// The index of the skin that deforms the mesh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub skin: Option<usize>,
    /// The weights of the mesh's morph targets in the rest pose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<Finite>,
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

/// A skin: the joints that deform a mesh (5.28).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The index of the accessor with a 4×4 matrix for each joint, from the mesh's space to the joint's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub inverse_bind_matrices: Option<usize>,
    /// The index of the root node of the skeleton.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub skeleton: Option<usize>,
    /// The indices of the joints: the nodes that deform the mesh.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub joints: Vec<usize>,
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
