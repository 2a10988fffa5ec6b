//! The expressions of an avatar: the morph targets that each moves (`VRMC_vrm` 1.0, `expressions`; VRM 0.x, `blendShapeMaster`).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use anim_core::Sink;
use anim_retarget::{Bind, Expression, NotApplied};
use serde_json::Value;

use crate::numbers::dangling;
use crate::{FREE_NUMBERS, Json, Root, whole_number};

/// The standard expressions of avatars, with their names in VRM 0.x, except those of the eyes' direction.
pub(crate) const PRESETS: [(&str, &str); 14] = [
    ("happy", "joy"),
    ("angry", "angry"),
    ("sad", "sorrow"),
    ("relaxed", "fun"),
    ("surprised", "surprised"),
    ("neutral", "neutral"),
    ("aa", "a"),
    ("ih", "i"),
    ("ou", "u"),
    ("ee", "e"),
    ("oh", "o"),
    ("blink", "blink"),
    ("blinkLeft", "blink_l"),
    ("blinkRight", "blink_r"),
];

/// The expressions that others override, by the member that states it.
const OVERRIDES: [(&str, &[&str]); 3] = [
    ("overrideBlink", &["blink", "blinkLeft", "blinkRight"]),
    ("overrideLookAt", &["lookUp", "lookDown", "lookLeft", "lookRight"]),
    ("overrideMouth", &["aa", "ih", "ou", "ee", "oh"]),
];

/// Members that list what an expression changes besides morph targets.
const OTHERS: [&str; 3] = ["materialColorBinds", "textureTransformBinds", "materialValues"];

/// An expression in a file.
struct Entry<'a> {
    path: String,
    name: String,
    /// Its names in VRM 1.0, in VRM 0.x and in the file, if VRM defines it.
    other_names: Vec<String>,
    /// The list of binds, and the member of a bind that states where its morph target is.
    binds: (&'static str, &'static str),
    /// The weight of a bind that counts as 1.
    full: f64,
    value: &'a Value,
}

impl Entry<'_> {
    /// The binds that are complete, each with its number: the index of a node (VRM 1.0) or a mesh (0.x), that of its morph target,
    /// and the weight.
    fn binds(&self) -> impl Iterator<Item = (usize, (usize, usize, f64))> {
        let binds = self.value.get(self.binds.0).and_then(Value::as_array).into_iter().flatten();
        binds.enumerate().filter_map(|(number, bind)| {
            let index = |member: &str| bind.get(member).and_then(whole_number::index);
            let weight = bind.get("weight").map_or(Some(self.full), Value::as_f64)?;
            Some((number, (index(self.binds.1)?, index("index")?, weight / self.full)))
        })
    }

    /// Whether the binds name meshes, not nodes.
    fn names_meshes(&self) -> bool {
        self.binds.1 == "mesh"
    }

    fn not_applied(&self) -> Vec<NotApplied> {
        let is_listed = |member: &&str| {
            self.value.get(*member).and_then(Value::as_array).is_some_and(|list| !list.is_empty())
        };
        let is_binary = self.value.get("isBinary").and_then(Value::as_bool).unwrap_or(false);
        let always = OTHERS.into_iter().filter(is_listed).chain(is_binary.then_some("isBinary"));
        let overrides = OVERRIDES.into_iter().filter(|(member, _)| {
            let kind = self.value.get(*member).and_then(Value::as_str);
            kind.is_some_and(|kind| kind != "none")
        });
        let always = always.map(|member| NotApplied { member: member.into(), to: Vec::new() });
        always
            .chain(overrides.map(|(member, to)| NotApplied {
                member: member.into(),
                to: to.iter().map(|name| Cow::Borrowed(*name)).collect(),
            }))
            .collect()
    }
}

/// The expressions of an avatar, with their names in VRM 1.0.
pub(crate) fn expressions(root: &Root) -> Vec<Expression> {
    let entries = entries(root);
    let mut users: HashMap<usize, Vec<usize>> = HashMap::new();
    if entries.iter().any(Entry::names_meshes) {
        for (index, node) in root.nodes.iter().enumerate() {
            users.entry(node.mesh.unwrap_or(usize::MAX)).or_default().push(index);
        }
    }
    // Nodes may share a mesh, and each then has all binds.
    let mut room = FREE_NUMBERS;
    let mut expression = |entry: Entry<'_>| {
        let mut moved: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for (_, (place, morph, weight)) in entry.binds() {
            let one = [place];
            let nodes =
                if entry.names_meshes() { users.get(&place).map_or(&[][..], Vec::as_slice) } else { &one };
            for node in nodes.iter().take(room) {
                *moved.entry((*node, morph)).or_default() += weight;
            }
            room = room.saturating_sub(nodes.len());
        }
        let binds = moved.into_iter().map(|((node, morph), weight)| Bind { node, morph, weight }).collect();
        let not_applied = entry.not_applied();
        Expression { name: entry.name, other_names: entry.other_names, binds, not_applied }
    };
    entries.into_iter().map(&mut expression).collect()
}

/// Reports binds of nodes, meshes or morph targets that do not exist.
pub(crate) fn check(root: &Root, sink: &mut dyn Sink) {
    for entry in entries(root) {
        for (number, (place, morph, _)) in entry.binds() {
            let path = format!("{}/{}[{number}]", entry.path, entry.binds.0);
            let (what, count) =
                if entry.names_meshes() { ("mesh", root.meshes.len()) } else { ("node", root.nodes.len()) };
            if place >= count {
                sink.report(dangling(&path, what, place, count));
                continue;
            }
            let mesh = if entry.names_meshes() {
                Some(place)
            } else {
                root.nodes.get(place).and_then(|node| node.mesh)
            };
            let mesh = mesh.and_then(|mesh| root.meshes.get(mesh));
            let targets = mesh.and_then(|mesh| Some(mesh.primitives.first()?.targets.len())).unwrap_or(0);
            if morph >= targets {
                sink.report(dangling(&path, "morph target", morph, targets));
            }
        }
    }
}

fn entries(root: &Root) -> Vec<Entry<'_>> {
    let Some(extensions) = root.extensions.as_ref().map(Json::value) else { return Vec::new() };
    let mut entries = Vec::new();
    for list in ["preset", "custom"] {
        let path = format!("VRMC_vrm/expressions/{list}");
        let listed = extensions.pointer(&format!("/{path}")).and_then(Value::as_object);
        entries.extend(listed.into_iter().flatten().map(|(name, value)| Entry {
            path: format!("extensions/{path}/{name}"),
            name: name.clone(),
            other_names: names_of(PRESETS.iter().find(|(new, _)| list == "preset" && new == name), name),
            binds: ("morphTargetBinds", "node"),
            full: 1.0,
            value,
        }));
    }
    if !entries.is_empty() {
        return entries;
    }
    let path = "VRM/blendShapeMaster/blendShapeGroups";
    let listed = extensions.pointer(&format!("/{path}")).and_then(Value::as_array);
    entries.extend(listed.into_iter().flatten().enumerate().map(|(number, value)| {
        let text = |member: &str| value.get(member).and_then(Value::as_str).unwrap_or_default();
        let preset = PRESETS.iter().find(|(_, old)| old.eq_ignore_ascii_case(text("presetName")));
        let name = text("name");
        Entry {
            path: format!("extensions/{path}[{number}]"),
            name: preset.map_or(name, |(new, _)| new).to_owned(),
            other_names: names_of(preset, name),
            binds: ("binds", "mesh"),
            full: 100.0,
            value,
        }
    }));
    entries
}

/// All names of a standard expression, which has this name in the file.
fn names_of(preset: Option<&(&str, &str)>, name: &str) -> Vec<String> {
    preset.map_or_else(Vec::new, |(new, old)| [new, old, name].map(str::to_owned).to_vec())
}
