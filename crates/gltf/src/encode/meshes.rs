//! Meshes that make nodes visible, and meshes with the morph targets that weights act on.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::buffer::Bytes;
use super::solid::{Triangle, Vertex, vertices};
use super::stage::Stage;
use crate::extras::KEY;
use crate::{Finite, Json, Material, Mesh, MetallicRoughness, Other, Primitive, Root};

/// Adds meshes to the nodes: their shapes, and their morph targets.
pub(super) fn write(stage: &Stage<'_>, shapes: &[Vec<Triangle>], root: &mut Root, bytes: &mut Bytes) {
    let mut known: BTreeMap<(Vec<u32>, usize, &[String]), usize> = BTreeMap::new();
    for (index, member) in stage.nodes.iter().enumerate() {
        let shape = vertices(shapes.get(index).map_or(&[], Vec::as_slice));
        let (morphs, names) = (member.morphs, member.morph_names);
        if shape.is_empty() && morphs == 0 {
            continue;
        }
        let bits = shape.iter().flatten().flatten().map(|value| value.to_bits()).collect();
        let mesh = *known.entry((bits, morphs, names)).or_insert_with(|| {
            let mesh = mesh(&shape, morphs, names, root, bytes);
            root.meshes.push(mesh);
            root.meshes.len() - 1
        });
        root.nodes[index].mesh = Some(mesh);
    }
}

fn mesh(shape: &[Vertex], morphs: usize, names: &[String], root: &mut Root, bytes: &mut Bytes) -> Mesh {
    let mut attributes = BTreeMap::new();
    let mut primitive = Primitive::default();
    if shape.is_empty() {
        // Weights need a mesh: a point at the origin of the node.
        attributes.insert("POSITION".to_owned(), bytes.zeros(1));
        primitive.mode = Some(0);
    } else {
        let [positions, normals] = bytes.vertices(shape);
        attributes.insert("POSITION".to_owned(), positions);
        attributes.insert("NORMAL".to_owned(), normals);
        primitive.material = Some(material(root));
    }
    if morphs > 0 {
        let still = bytes.zeros(shape.len().max(1));
        primitive.targets = vec![BTreeMap::from([("POSITION".to_owned(), still)]); morphs];
    }
    let mut own = json!({ "marker": true });
    let mut extras = Map::new();
    if !names.is_empty() {
        // Other programs expect names for all targets or for none.
        let all = (0..morphs).map(|index| names.get(index).cloned().unwrap_or_else(|| index.to_string()));
        extras.insert("targetNames".to_owned(), all.collect());
        if names.len() < morphs {
            own["named"] = json!(names.len());
        }
    }
    extras.insert(KEY.to_owned(), own);
    Mesh {
        primitives: vec![Primitive { attributes, ..primitive }],
        extras: Json::new(Value::Object(extras)),
        ..Mesh::default()
    }
}

/// The index of the material of all shapes: light grey and rough.
pub(super) fn material(root: &mut Root) -> usize {
    if root.materials.is_empty() {
        root.materials.push(Material {
            name: Some("anim".to_owned()),
            pbr_metallic_roughness: Some(MetallicRoughness {
                base_color_factor: Some([0.7, 0.7, 0.75, 1.0].map(Finite::from)),
                metallic_factor: Some(Finite::from(0.0)),
                roughness_factor: Some(Finite::from(0.8)),
                other: Other::default(),
            }),
            other: Other::default(),
        });
    }
    root.materials.len() - 1
}
