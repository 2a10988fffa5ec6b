//! The hierarchy that a document's root holds: nodes, and the bones of the armatures that they show.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use anim_core::{Affine, Location, Loss, Node, Sink, Transform};
use serde_json::{Map, Value};

use crate::{Stf, codes};

/// How many times as long as the document the paths and names of what nodes show may be: an armature or a mesh may be
/// shown more than once.
const MAX_SHOWN: usize = 16;

/// A hierarchy, parents before children.
#[derive(Debug, Default)]
pub(crate) struct Scene {
    /// The nodes as they are in clips, called by their paths in targets.
    pub(crate) nodes: Vec<Node>,
    /// What the document calls them.
    pub(crate) names: Vec<String>,
    /// The index of the node with a path.
    pub(crate) by_path: HashMap<String, usize>,
}

/// The path of a bone that a node shows.
pub(crate) fn bone_path(node: &str, bone: &str) -> String {
    format!("{node}/instance/{bone}")
}

/// The hierarchy of a document; empty if it has no root. What cannot be read is reported.
pub(crate) fn scene(stf: &Stf, sink: &mut dyn Sink) -> Scene {
    let room = stf.json().len().saturating_mul(MAX_SHOWN);
    let mut builder = Builder { stf, scene: Scene::default(), parsed: HashMap::new(), room, sink };
    if let Some(root) = stf.root() {
        builder.walk(root);
    }
    builder.scene
}

type Object = Map<String, Value>;

struct Builder<'a> {
    stf: &'a Stf,
    sink: &'a mut dyn Sink,
    scene: Scene,
    /// The resources that were looked at; `None` for those that are no objects.
    parsed: HashMap<String, Option<Rc<Object>>>,
    /// How many bytes of paths and names are left for what nodes show.
    room: usize,
}

impl Builder<'_> {
    fn object(&mut self, id: &str) -> Option<Rc<Object>> {
        let stf = self.stf;
        let parse = || {
            let resource = stf.resource(id)?;
            let object = serde_json::from_str(stf.resource_text(resource));
            if object.is_err() {
                let at = Location::path(format!("resources/{id}"));
                let message =
                    "expected an object without numbers beyond 64 bits and halves of surrogate pairs";
                self.sink.report(codes::UNREAD.at(at, message).losing(Loss::Dropped));
            }
            object.ok().map(Rc::new)
        };
        self.parsed.entry(id.to_owned()).or_insert_with(parse).clone()
    }

    fn walk(&mut self, root: &str) {
        let Some(prefab) = self.object(root) else { return };
        // The last is taken first.
        let mut open: Vec<(String, Option<usize>)> =
            references(&prefab, "root_nodes").into_iter().rev().map(|id| (id, None)).collect();
        while let Some((id, parent)) = open.pop() {
            // A node that is its own ancestor is met again.
            if self.scene.by_path.contains_key(&id) {
                continue;
            }
            let Some(object) = self.object(&id) else { continue };
            let rest = object.get("trs").and_then(transform).unwrap_or_default();
            let name = text(&object, "name").unwrap_or_default().to_owned();
            let children = references(&object, "children");
            let shown = reference(&object, "instance");
            let parent = self.bone(&object).or(parent);
            let node = self.push(id.clone(), name, parent, rest);
            if let Some(shown) = shown {
                self.instance(node, &id, &shown);
            }
            open.extend(children.into_iter().rev().map(|child| (child, Some(node))));
        }
    }

    /// The bone that a node hangs on, whose space its transform is in then. Exporters that refer by ids differ in the
    /// space: their nodes stay where the hierarchy has them, with the armature.
    fn bone(&self, node: &Object) -> Option<usize> {
        let [armature, step, bone] = node.get("parent_binding")?.as_array()?.as_slice() else { return None };
        if step != "instance" || !(armature.is_u64() && bone.is_u64()) {
            return None;
        }
        let path = bone_path(&resolve(node, armature)?, &resolve(node, bone)?);
        self.scene.by_path.get(&path).copied()
    }

    /// Takes room for something that a node shows; false once there is none left.
    fn takes(&mut self, bytes: usize) -> bool {
        let left = self.room.checked_sub(bytes);
        self.room = left.unwrap_or_default();
        left.is_some()
    }

    fn push(&mut self, path: String, name: String, parent: Option<usize>, rest: Transform) -> usize {
        let index = self.scene.nodes.len();
        self.scene.nodes.push(Node { parent, rest, ..Node::new(path.clone()) });
        self.scene.names.push(name);
        self.scene.by_path.insert(path, index);
        index
    }

    /// What a node shows: bones, or a mesh with blendshapes.
    fn instance(&mut self, node: usize, node_id: &str, id: &str) {
        let Some(instance) = self.object(id) else { return };
        if let Some(mesh) = reference(&instance, "mesh") {
            let mesh = self.object(&mesh);
            let shapes = mesh.as_ref().and_then(|mesh| mesh.get("blendshapes")?.as_array());
            for shape in shapes.into_iter().flatten() {
                let name = shape.as_object().and_then(|shape| text(shape, "name"));
                if !self.takes(name.map_or(1, |name| name.len().saturating_add(1))) {
                    return;
                }
                self.scene.nodes[node].morphs.extend(name.map(str::to_owned));
            }
        }
        let Some(armature) = reference(&instance, "armature") else { return };
        let Some(armature) = self.object(&armature) else { return };
        let bones = armature.get("root_bones").and_then(Value::as_array).map_or(0, Vec::len);
        if !self.takes(bones) {
            return;
        }
        let pose = instance.get("pose").and_then(Value::as_object);
        // With each bone the space of its parent in the armature's.
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
            let bind = Transform {
                translation: part("translation").and_then(numbers).unwrap_or_default(),
                rotation: part("rotation").and_then(numbers).unwrap_or(anim_core::quaternion::IDENTITY),
                scale: [1.0; 3],
            };
            let bind = Affine::from(bind);
            // Armatures are stated without a pose, in their own space.
            let at_rest = || inverse(&space).after(&bind).decompose();
            let rest = pose.and_then(|pose| transform(pose.get(&id)?)).unwrap_or_else(at_rest);
            let name = text(&bone, "name").unwrap_or_default().to_owned();
            let children = references(&bone, "children");
            let index = self.push(path, name, Some(parent), rest);
            open.extend(children.into_iter().rev().map(|child| (child, index, bind)));
        }
    }
}

/// The inverse of a turn and a move.
fn inverse(map: &Affine) -> Affine {
    let (turn, [x, y, z]) = (map.linear(), map.translation());
    let back = std::array::from_fn(|row| std::array::from_fn(|column: usize| turn[column][row]));
    let away = Affine::new(back, [0.0; 3]).apply([-x, -y, -z]);
    Affine::new(back, away)
}

fn text<'a>(object: &'a Object, member: &str) -> Option<&'a str> {
    object.get(member)?.as_str()
}

/// The id of a reference by index or by id.
fn resolve(object: &Object, value: &Value) -> Option<String> {
    match value {
        Value::String(id) => Some(id.clone()),
        value => {
            let index = usize::try_from(value.as_u64()?).ok()?;
            Some(object.get("referenced_resources")?.get(index)?.as_str()?.to_owned())
        }
    }
}

fn reference(object: &Object, member: &str) -> Option<String> {
    resolve(object, object.get(member)?)
}

fn references(object: &Object, member: &str) -> Vec<String> {
    let list = object.get(member).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(|value| resolve(object, value)).collect()
}

/// Translation, rotation and scale as a list of three lists.
fn transform(value: &Value) -> Option<Transform> {
    let part = |index: usize| value.get(index).and_then(Value::as_array).map(Vec::as_slice);
    Some(Transform {
        translation: part(0).and_then(numbers)?,
        rotation: part(1).and_then(numbers)?,
        scale: part(2).and_then(numbers)?,
    })
}

fn numbers<const N: usize>(values: &[Value]) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = values.iter().map(Value::as_f64).collect();
    numbers?.try_into().ok()
}
