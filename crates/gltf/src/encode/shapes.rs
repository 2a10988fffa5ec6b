//! Meshes that make nodes visible, and meshes with the morph targets that weights act on.

use std::collections::{BTreeMap, HashMap};

use anim_core::{Affine, Clip, Pose};
use serde_json::{Map, Value, json};

use super::buffer::Bytes;
use super::nodes::NodeSet;
use crate::extras::KEY;
use crate::{Finite, Json, Material, Mesh, MetallicRoughness, Other, Primitive, Root};

/// A corner of a triangle: its position and its normal.
type Vertex = [[f32; 3]; 2];

/// The most bones of one node; a node with more children gets a box.
const MAX_BONES: usize = 16;

/// The side of a box, relative to the usual distance between nodes.
const BOX: f64 = 0.15;

/// The thickness of a bone, and the position of the thickest part, relative to its length.
const THICK: f64 = 0.1;

/// Adds meshes to the nodes of a set, which begin at `first`: shapes if they are `visible`, and morph targets.
pub(super) fn write(set: &NodeSet<'_>, first: usize, visible: bool, root: &mut Root, bytes: &mut Bytes) {
    let shapes = if visible { shapes(set) } else { vec![Vec::new(); set.nodes.len()] };
    let mut known: HashMap<(Vec<u32>, usize, &[String]), usize> = HashMap::new();
    for (index, shape) in shapes.iter().enumerate() {
        let (morphs, names) = (set.morphs[index], &set.nodes[index].morphs[..]);
        let names = if names.len() == morphs { names } else { &[] };
        if shape.is_empty() && morphs == 0 {
            continue;
        }
        let bits = shape.iter().flatten().flatten().map(|value| value.to_bits()).collect();
        let mesh = *known.entry((bits, morphs, names)).or_insert_with(|| {
            let mesh = mesh(shape, morphs, names, root, bytes);
            root.meshes.push(mesh);
            root.meshes.len() - 1
        });
        root.nodes[first + index].mesh = Some(mesh);
    }
}

fn mesh(shape: &[Vertex], morphs: usize, names: &[String], root: &mut Root, bytes: &mut Bytes) -> Mesh {
    let mut attributes = BTreeMap::new();
    let mut primitive = Primitive::default();
    let zeros = if shape.is_empty() {
        // Weights need a mesh: a point at the origin of the node.
        let zeros = bytes.zeros(1);
        attributes.insert("POSITION".to_owned(), zeros);
        primitive.mode = Some(0);
        zeros
    } else {
        let [positions, normals] = bytes.vertices(shape);
        attributes.insert("POSITION".to_owned(), positions);
        attributes.insert("NORMAL".to_owned(), normals);
        primitive.material = Some(material(root));
        if morphs > 0 { bytes.zeros(shape.len()) } else { 0 }
    };
    primitive.targets = vec![BTreeMap::from([("POSITION".to_owned(), zeros)]); morphs];
    let mut extras = Map::from_iter([(KEY.to_owned(), json!({ "marker": true }))]);
    if !names.is_empty() {
        extras.insert("targetNames".to_owned(), json!(names));
    }
    Mesh {
        primitives: vec![Primitive { attributes, ..primitive }],
        extras: Json::new(Value::Object(extras)),
        ..Mesh::default()
    }
}

/// The index of the material of all shapes: light grey and rough.
fn material(root: &mut Root) -> usize {
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

/// The triangles of each node: bones to its children, or a box.
fn shapes(set: &NodeSet<'_>) -> Vec<Vec<Vertex>> {
    let pose = set.clips.first().map(|clip| clip.pose(0.0)).unwrap_or_default();
    let mut bones: Vec<Vec<[f64; 3]>> = vec![Vec::new(); set.nodes.len()];
    for (index, node) in set.nodes.iter().enumerate() {
        let Some(bones) = node.parent.and_then(|parent| bones.get_mut(parent)) else { continue };
        let rest = set.rest[index].translation;
        let offset = if length(rest) > 0.0 { rest } else { pose.local[index].translation() };
        let fits = offset.iter().all(|value| (*value as f32).is_finite()) && (length(offset) as f32) > 1e-30;
        if fits {
            bones.push(offset);
        }
    }
    let unit = unit(set.clips.first().copied(), &pose, &bones);
    let shape = |(index, bones): (usize, &Vec<[f64; 3]>)| match bones.len() {
        1..=MAX_BONES => bones.iter().flat_map(|offset| bone(*offset)).collect(),
        _ => cube(BOX * unit / magnification(&pose.world[index])),
    };
    bones.iter().enumerate().map(shape).collect()
}

/// The usual distance between nodes in world space: the mean length of bones, or without bones a quarter of the space that the
/// nodes cover.
fn unit(clip: Option<&Clip>, pose: &Pose, bones: &[Vec<[f64; 3]>]) -> f64 {
    let lengths: Vec<f64> = bones
        .iter()
        .zip(&pose.world)
        .flat_map(|(bones, world)| bones.iter().map(|bone| length(*bone) * magnification(world)))
        .filter(|length| length.is_finite())
        .collect();
    let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
    if mean.is_finite() && mean > 0.0 {
        return mean;
    }
    // The nodes may start in one place, so the space covers their positions during the complete clip.
    let end = clip.map(|clip| clip.pose(clip.duration)).unwrap_or_default();
    let middle = clip.map(|clip| clip.pose(clip.duration / 2.0)).unwrap_or_default();
    let places = || pose.world.iter().chain(&middle.world).chain(&end.world).map(Affine::translation);
    let spread = |axis: usize| {
        let [low, high] = places()
            .map(|place| place[axis])
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)]);
        high - low
    };
    let spread = (0..3).map(spread).fold(0.0, f64::max);
    if spread.is_finite() && spread > 0.0 { spread / 4.0 } else { 1.0 }
}

/// The mean scale of a map; 1 if it is not finite or almost 0.
fn magnification(map: &Affine) -> f64 {
    let columns = (0..3).map(|c| length(map.0.map(|row| row[c])));
    let mean = columns.sum::<f64>() / 3.0;
    if mean.is_finite() && mean > 1e-9 { mean } else { 1.0 }
}

/// An octahedron from the origin to a point, thickest near the origin.
fn bone(tip: [f64; 3]) -> Vec<Vertex> {
    let size = length(tip);
    let along = tip.map(|value| value / size);
    let least =
        (0..3).fold(0, |least, axis| if along[axis].abs() < along[least].abs() { axis } else { least });
    let mut other = [0.0; 3];
    other[least] = 1.0;
    let side = cross(along, other);
    let side = side.map(|value| value / length(side));
    let up = cross(along, side);
    let corner = |s: f64, u: f64| -> [f64; 3] {
        std::array::from_fn(|i| THICK * (tip[i] + size * (s * side[i] + u * up[i])))
    };
    let ring = [corner(1.0, 0.0), corner(0.0, 1.0), corner(-1.0, 0.0), corner(0.0, -1.0)];
    let sides = (0..4).flat_map(|i| {
        let (a, b) = (ring[i], ring[(i + 1) % 4]);
        [[tip, a, b], [[0.0; 3], b, a]]
    });
    sides.flat_map(facet).collect()
}

/// A box around the origin.
fn cube(side: f64) -> Vec<Vertex> {
    let side = if (side as f32).is_normal() { side } else { 1.0 };
    let mut vertices = Vec::with_capacity(36);
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            let corner = |u: f64, v: f64| {
                let mut corner = [0.0; 3];
                corner[axis] = sign * side / 2.0;
                corner[(axis + 1) % 3] = u * side / 2.0;
                corner[(axis + 2) % 3] = v * sign * side / 2.0;
                corner
            };
            let [a, b, c, d] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            vertices.extend([[a, b, c], [a, c, d]].into_iter().flat_map(facet));
        }
    }
    vertices
}

/// A flat triangle. Seen from the side of its normal, its corners are counter-clockwise.
fn facet(corners: [[f64; 3]; 3]) -> [Vertex; 3] {
    let [a, b, c] = corners;
    let edge = |to: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| to[i] - a[i]) };
    // The edges are scaled first, because the product of tiny edges would be 0.
    let size = length(edge(b)).max(length(edge(c)));
    let normal = cross(edge(b).map(|x| x / size), edge(c).map(|x| x / size));
    let normal = normal.map(|value| (value / length(normal)) as f32);
    corners.map(|corner| [corner.map(|value| value as f32), normal])
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(v: [f64; 3]) -> f64 {
    v[0].hypot(v[1]).hypot(v[2])
}
