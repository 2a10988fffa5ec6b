//! Meshes, limited to what animation needs: morph targets, and shapes that make nodes visible.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Finite, Json, Other};

/// Geometry (5.23).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mesh {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The parts that are drawn; all have the same number of morph targets.
    pub primitives: Vec<Primitive>,
    /// The weights of the morph targets, for nodes without weights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<Finite>,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications; by convention `targetNames` has the names of the morph targets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

/// A part of a mesh (5.24).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Primitive {
    /// The index of the accessor of each attribute, such as `POSITION`.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub attributes: BTreeMap<String, usize>,
    /// The index of the accessor of vertex indices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub indices: Option<usize>,
    /// The index of its material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub material: Option<usize>,
    /// The primitive type: 0 for points, 4 for triangles, and so on; 4 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub mode: Option<u32>,
    /// For each morph target, the indices of the accessors of its displacements, by attribute.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub targets: Vec<BTreeMap<String, usize>>,
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

/// A surface (5.19).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How it reflects light.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pbr_metallic_roughness: Option<MetallicRoughness>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

/// How a surface reflects light (5.22).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MetallicRoughness {
    /// Red, green, blue and opacity, linear, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_color_factor: Option<[Finite; 4]>,
    /// From 0, a dielectric, to 1, a metal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metallic_factor: Option<Finite>,
    /// From 0, smooth, to 1, rough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roughness_factor: Option<Finite>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}
