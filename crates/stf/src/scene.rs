//! The hierarchy below a document's root: nodes, and the bones of the armatures that they instance.

mod names;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use anim_core::{Affine, Transform, quaternion};
use serde_json::{Map, Value};

use crate::Stf;
use crate::json::MAX_INDEX;
pub(crate) use names::numbered;

/// The limit on the size of the paths and names of instanced bones and blendshapes, as a multiple of the document's length:
/// an armature or a mesh may be instanced more than once.
const MAX_INSTANCED: usize = 16;

/// A hierarchy, parents before children, except for nodes bound to bones.
#[derive(Debug, Default)]
pub(crate) struct Scene {
    pub(crate) nodes: Vec<SceneNode>,
    by_path: HashMap<String, usize>,
    by_name: HashMap<String, usize>,
    /// The nodes with the name of another node, which have a number after it.
    pub(crate) renumbered: Vec<usize>,
    /// The ids of resources that cannot be parsed as JSON objects.
    pub(crate) unread: Vec<String>,
}

/// A node, or a bone of an armature that a node instances.
#[derive(Debug)]
pub(crate) struct SceneNode {
    /// The first steps of its targets, joined by `/`.
    pub(crate) path: String,
    /// Its name in the document, or its path if it has none, made unique.
    pub(crate) name: String,
    pub(crate) parent: Option<usize>,
    pub(crate) rest: Transform,
    /// The names of its blendshapes.
    pub(crate) morphs: Vec<String>,
    /// The number of bytes of the path that are the id of the node.
    id_len: usize,
}

/// The step between a node and its instance.
const INSTANCE: &str = "/instance/";

impl SceneNode {
    /// The first steps of its targets.
    pub(crate) fn steps(&self) -> Vec<String> {
        let (id, bone) = self.path.split_at(self.id_len);
        let mut steps = vec![id.to_owned()];
        if let Some(bone) = bone.strip_prefix(INSTANCE) {
            steps.extend(["instance".to_owned(), bone.to_owned()]);
        }
        steps
    }
}

impl Scene {
    /// The hierarchy of a document; empty if it has no root.
    pub(crate) fn of(stf: &Stf) -> Self {
        let room = stf.json().len().saturating_mul(MAX_INSTANCED);
        let mut builder = Builder { stf, scene: Self::default(), parsed: HashMap::new(), room };
        if let Some(root) = stf.root() {
            builder.add_below(root);
        }
        let mut scene = builder.scene;
        let mut names: Vec<_> = scene.nodes.iter_mut().map(|node| std::mem::take(&mut node.name)).collect();
        scene.renumbered = names::make_unique(&mut names);
        for (index, (node, name)) in scene.nodes.iter_mut().zip(names).enumerate() {
            scene.by_name.insert(name.clone(), index);
            node.name = name;
        }
        scene
    }

    /// The index of the node with a path.
    pub(crate) fn at_path(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    /// The index of the node with a unique name.
    pub(crate) fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

/// The path of a bone of the armature that a node instances.
pub(crate) fn bone_path(node: &str, bone: &str) -> String {
    format!("{node}{INSTANCE}{bone}")
}

pub(crate) type Object = Map<String, Value>;

struct Builder<'a> {
    stf: &'a Stf,
    scene: Scene,
    /// The resources that were parsed; `None` for those that cannot be read.
    parsed: HashMap<String, Option<Rc<Object>>>,
    /// The number of bytes left for instanced paths and names.
    room: usize,
}

impl Builder<'_> {
    fn object(&mut self, id: &str) -> Option<Rc<Object>> {
        if let Some(known) = self.parsed.get(id) {
            return known.clone();
        }
        let resource = self.stf.resource(id);
        let object = resource.map(|resource| serde_json::from_str(self.stf.resource_text(resource)));
        if matches!(object, Some(Err(_))) {
            self.scene.unread.push(id.to_owned());
        }
        let object = object.and_then(Result::ok).map(Rc::new);
        self.parsed.insert(id.to_owned(), object.clone());
        object
    }

    fn add_below(&mut self, root: &str) {
        let Some(prefab) = self.object(root) else { return };
        // The list is a stack, so the last entry comes first.
        let mut open: Vec<(String, Option<usize>)> =
            references(&prefab, "root_nodes").into_iter().rev().map(|id| (id, None)).collect();
        while let Some((id, parent)) = open.pop() {
            // A node that is its own ancestor is found a second time.
            if self.scene.by_path.contains_key(&id) {
                continue;
            }
            let Some(object) = self.object(&id) else { continue };
            let children = references(&object, "children");
            let instance = reference(&object, "instance");
            let node = SceneNode {
                name: name(&object, &id),
                parent: self.bound_bone(&object).or(parent),
                rest: object.get("trs").and_then(transform).unwrap_or_default(),
                morphs: Vec::new(),
                id_len: id.len(),
                path: id.clone(),
            };
            let node = self.push(node);
            if let Some(instance) = instance {
                self.instance(node, &id, &instance);
            }
            open.extend(children.into_iter().rev().map(|child| (child, Some(node))));
        }
    }

    /// The bone that a node is bound to; the node's transform is then in the space of the bone. Exporters that refer by ids use
    /// another space: their nodes stay below the armature's node.
    fn bound_bone(&self, node: &Object) -> Option<usize> {
        let [armature, step, bone] = node.get("parent_binding")?.as_array()?.as_slice() else { return None };
        if step != "instance" || !(armature.is_number() && bone.is_number()) {
            return None;
        }
        self.scene.at_path(&bone_path(&resolve(node, armature)?, &resolve(node, bone)?))
    }

    /// Takes room for a part of an instance; false if there is not enough.
    fn takes(&mut self, bytes: usize) -> bool {
        let left = self.room.checked_sub(bytes);
        self.room = left.unwrap_or_default();
        left.is_some()
    }

    fn push(&mut self, node: SceneNode) -> usize {
        let index = self.scene.nodes.len();
        self.scene.by_path.insert(node.path.clone(), index);
        self.scene.nodes.push(node);
        index
    }

    /// Adds the instance of a node: the blendshapes of a mesh, or the bones of an armature.
    fn instance(&mut self, node: usize, node_id: &str, id: &str) {
        let Some(instance) = self.object(id) else { return };
        if let Some(mesh) = reference(&instance, "mesh") {
            self.blendshapes(node, &mesh);
        }
        if let Some(armature) = reference(&instance, "armature") {
            self.bones(node, node_id, &instance, &armature);
        }
    }

    fn blendshapes(&mut self, node: usize, mesh: &str) {
        let mesh = self.object(mesh);
        let shapes = mesh.as_ref().and_then(|mesh| mesh.get("blendshapes")?.as_array());
        for shape in shapes.into_iter().flatten() {
            let name = shape.as_object().and_then(|shape| text(shape, "name"));
            if !self.takes(name.map_or(1, |name| name.len().saturating_add(1))) {
                return;
            }
            self.scene.nodes[node].morphs.extend(name.map(str::to_owned));
        }
    }

    fn bones(&mut self, node: usize, node_id: &str, instance: &Object, armature: &str) {
        let Some(armature) = self.object(armature) else { return };
        let roots = armature.get("root_bones").and_then(Value::as_array).map_or(0, Vec::len);
        if !self.takes(roots) {
            return;
        }
        let pose = instance.get("pose").and_then(Value::as_object);
        // Each bone with its parent, and the map from the parent to the space of the armature.
        let mut open: Vec<_> = references(&armature, "root_bones")
            .into_iter()
            .rev()
            .map(|id| (id, node, Affine::IDENTITY))
            .collect();
        let mut met = HashSet::new();
        while let Some((id, parent, space)) = open.pop() {
            let path = bone_path(node_id, &id);
            if !self.takes(path.len()) {
                return;
            }
            if !met.insert(id.clone()) {
                continue;
            }
            let Some(bone) = self.object(&id) else { continue };
            let part = |name: &str| bone.get(name).and_then(Value::as_array).map(Vec::as_slice);
            let bind = Affine::from(Transform {
                translation: part("translation").and_then(numbers).unwrap_or_default(),
                rotation: part("rotation").and_then(numbers).unwrap_or(quaternion::IDENTITY),
                scale: [1.0; 3],
            });
            // Without a pose, a bone has the rest of the armature, in the space of the armature.
            let at_rest = || inverse(&space).after(&bind).decompose();
            let rest = pose.and_then(|pose| transform(pose.get(&id)?)).unwrap_or_else(at_rest);
            let children = references(&bone, "children");
            let name = name(&bone, &path);
            if name != path && !self.takes(name.len()) {
                return;
            }
            let node = SceneNode {
                path,
                name,
                parent: Some(parent),
                rest,
                morphs: Vec::new(),
                id_len: node_id.len(),
            };
            let index = self.push(node);
            open.extend(children.into_iter().rev().map(|child| (child, index, bind)));
        }
    }
}

/// The inverse of a rotation and translation.
fn inverse(map: &Affine) -> Affine {
    let (turn, [x, y, z]) = (map.linear(), map.translation());
    let back = std::array::from_fn(|row| std::array::from_fn(|column: usize| turn[column][row]));
    let away = Affine::new(back, [0.0; 3]).apply([-x, -y, -z]);
    Affine::new(back, away)
}

/// The name of a node or bone; its path if it has none.
fn name(object: &Object, path: &str) -> String {
    text(object, "name").filter(|name| !name.is_empty()).unwrap_or(path).to_owned()
}

fn text<'a>(object: &'a Object, member: &str) -> Option<&'a str> {
    object.get(member)?.as_str()
}

/// The id of a reference by index or by id.
pub(crate) fn resolve(object: &Object, value: &Value) -> Option<String> {
    match value {
        Value::String(id) => Some(id.clone()),
        value => Some(object.get("referenced_resources")?.get(index(value)?)?.as_str()?.to_owned()),
    }
}

/// A whole number of at least 0; `2.0` is one.
fn index(value: &Value) -> Option<usize> {
    let number = value.as_f64().filter(|number| (0.0..=MAX_INDEX as f64).contains(number))?;
    (number.fract() == 0.0).then_some(number as usize)
}

fn reference(object: &Object, member: &str) -> Option<String> {
    resolve(object, object.get(member)?)
}

fn references(object: &Object, member: &str) -> Vec<String> {
    let list = object.get(member).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(|value| resolve(object, value)).collect()
}

/// Translation, rotation and scale as a list of three lists.
pub(crate) fn transform(value: &Value) -> Option<Transform> {
    let part = |index: usize| value.get(index).and_then(Value::as_array).map(Vec::as_slice);
    Some(Transform {
        translation: part(0).and_then(numbers)?,
        rotation: part(1).and_then(numbers)?,
        scale: part(2).and_then(numbers)?,
    })
}

pub(crate) fn numbers<const N: usize>(values: &[Value]) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = values.iter().map(Value::as_f64).collect();
    numbers?.try_into().ok()
}
