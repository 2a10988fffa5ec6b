//! Meshes, as far as animation has to do with them: their morph targets, and the shapes that make nodes visible.

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
    /// The parts that are drawn, each with as many morph targets.
    pub primitives: Vec<Primitive>,
    /// The weights of the morph targets where a node has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<Finite>,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications; by custom `targetNames` are the names of the morph targets.
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
    /// The accessor of each attribute, such as `POSITION`.
    pub attributes: BTreeMap<String, usize>,
    /// The accessor of vertex indices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indices: Option<usize>,
    /// The index of its material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<usize>,
    /// What the vertices make: 0 points, 4 triangles (also where nothing is said), and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    /// For each morph target the accessors of displaced attributes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
    /// Red, green, blue and opacity, linear, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_color_factor: Option<[Finite; 4]>,
    /// 0 for a dielectric, 1 for a metal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metallic_factor: Option<Finite>,
    /// 0 for a mirror, 1 for chalk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roughness_factor: Option<Finite>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}
