//! Checks of references between resources.

use std::collections::HashSet;

use serde_json::Value;

use super::findings::Findings;
use crate::path::{Path, short};
use crate::scene::resolve;
use crate::write::Members;
use crate::{Form, Resource, Stf, codes};

/// The members of a type of resource that refer to resources, each with the type that it refers to; empty for any.
type References = &'static [(&'static str, &'static str)];

/// The references of known types of resources.
const MEMBERS: &[(&str, References)] = &[
    ("stf.prefab", &[("root_nodes", "stf.node"), ("animations", "stf.animation")]),
    ("stf.node", &[("children", "stf.node"), ("instance", "")]),
    ("stf.armature", &[("root_bones", "stf.bone")]),
    ("stf.bone", &[("children", "stf.bone")]),
    ("stf.instance.armature", &[("armature", "stf.armature")]),
    ("stf.instance.mesh", &[("mesh", "stf.mesh")]),
];

/// Checks the root and the entries of buffers.
pub(super) fn root(stf: &Stf, findings: &mut Findings<'_>) {
    if stf.form() == Form::Animation {
        return;
    }
    let document = Path::Root;
    let stf_path = document.member("stf");
    let place = stf.outline.head.as_ref().and_then(|head| stf.head_member("root").or(Some(head.clone())));
    match (stf.root(), &place) {
        (None, place) => {
            let span = place.clone().unwrap_or(0..1);
            findings.at(
                &codes::ROOT,
                &span,
                &stf_path,
                "the document states no `root`, expected the id of a resource",
            );
        }
        (Some(root), Some(place)) if stf.resource(root).is_none() => {
            let message = format!("the document has no resource with the id of the root, `{}`", short(root));
            findings.at(&codes::REFERENCE, place, &stf_path.member("root"), message);
        }
        (Some(root), Some(place)) => {
            let kind = stf.resource(root).map(Resource::kind).unwrap_or_default();
            if kind != "stf.prefab" {
                let message = format!("the root is a `{}`, expected an `stf.prefab`", short(kind));
                findings.at(&codes::REFERENCE_TYPE, place, &stf_path.member("root"), message);
            }
        }
        _ => {}
    }
    // A lone document has no buffers; its entries are those of the container it came from.
    if let Form::Container { .. } = stf.form() {
        let buffers = document.member("buffers");
        for buffer in &stf.outline.buffers {
            let message = match buffer.index {
                None => {
                    "the entry has no `index` that is a whole number of at least 0, expected that of a buffer"
                        .to_owned()
                }
                Some(index) if index >= stf.blobs.len() => {
                    format!(
                        "there is no buffer {index}: the container has {} after the document",
                        stf.blobs.len()
                    )
                }
                Some(_) => continue,
            };
            findings.at(&codes::REFERENCE, &buffer.at, &buffers.member(&buffer.id), message);
        }
    }
}

/// The nodes directly below the root.
pub(super) fn roots(stf: &Stf) -> HashSet<String> {
    let root = stf.root().and_then(|root| stf.resource(root)).map(|root| stf.resource_text(root));
    let Some(Ok(Value::Object(prefab))) = root.map(serde_json::from_str) else { return HashSet::new() };
    let nodes = prefab.get("root_nodes").and_then(Value::as_array);
    nodes.into_iter().flatten().filter_map(|node| resolve(&prefab, node)).collect()
}

/// Checks the references of a resource of a known type. `placed` has the nodes and bones that earlier resources refer to as their
/// children.
pub(super) fn check(
    stf: &Stf,
    resource: &Resource,
    path: &Path<'_>,
    placed: &mut HashSet<String>,
    findings: &mut Findings<'_>,
) {
    let Some((_, members)) = MEMBERS.iter().find(|(kind, _)| *kind == resource.kind()) else { return };
    let text = stf.resource_text(resource);
    let (Ok(Value::Object(object)), Some(places)) = (serde_json::from_str(text), Members::of(text)) else {
        return;
    };
    for (member, expected) in *members {
        let values = match object.get(*member) {
            Some(Value::Array(values)) => values.as_slice(),
            Some(value) => std::slice::from_ref(value),
            None => continue,
        };
        let place = places.value(member).unwrap_or_default();
        let start = resource.at.start;
        let place = start.saturating_add(place.start)..start.saturating_add(place.end);
        for value in values {
            let id = resolve(&object, value);
            let found = id.as_deref().and_then(|id| stf.resource(id));
            let (code, message) = match (&id, found) {
                _ if value.is_null() => continue,
                (Some(id), None) => {
                    let id = short(id);
                    (
                        &codes::REFERENCE,
                        format!("`{member}` refers to `{id}`, but the document has no such resource"),
                    )
                }
                (Some(id), Some(found))
                    if !(expected.is_empty() || ["", *expected].contains(&found.kind())) =>
                {
                    let (id, kind) = (short(id), short(found.kind()));
                    let message =
                        format!("`{member}` refers to `{id}`, which is a `{kind}`, expected an `{expected}`");
                    (&codes::REFERENCE_TYPE, message)
                }
                (Some(id), Some(_)) if *member == "children" && !placed.insert(id.clone()) => {
                    let message = format!(
                        "`{}` is the child of more than one resource: it is in one place only",
                        short(id)
                    );
                    (&codes::PARENTS, message)
                }
                (Some(_), Some(_)) => continue,
                (None, _) => (
                    &codes::REFERENCE,
                    format!("`{member}` has {value}, expected an index into `referenced_resources`"),
                ),
            };
            findings.at(code, &place, &path.member(member), message);
        }
    }
}

/// Reports reset animations that form a cycle.
pub(super) fn resets(stf: &Stf, findings: &mut Findings<'_>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        Unseen,
        OnPath,
        Done,
    }
    let resources = stf.resources();
    let next = |index: usize| {
        let animation = resources.get(index)?.animation()?;
        stf.outline.resource(animation.reset_animation.as_ref()?.resolve(&animation.referenced_resources)?)
    };
    let mut marks = vec![Mark::Unseen; resources.len()];
    for start in 0..resources.len() {
        let (mut path, mut at) = (Vec::new(), Some(start));
        while let Some(index) = at
            && let Some(mark) = marks.get_mut(index)
            && *mark == Mark::Unseen
        {
            *mark = Mark::OnPath;
            path.push(index);
            at = next(index);
        }
        let closes = at.filter(|&index| marks.get(index) == Some(&Mark::OnPath));
        if let Some(resource) = closes.and_then(|index| resources.get(index)) {
            let document = Path::Root;
            let resources = document.member("resources");
            let path = resources.member(resource.id());
            let message = format!("the reset animations of `{}` lead back to it", short(resource.id()));
            let start = resource.at.start;
            let value =
                Members::of(stf.resource_text(resource)).and_then(|members| members.value("reset_animation"));
            let place = value.map(|value| start.saturating_add(value.start)..start.saturating_add(value.end));
            let place = place.unwrap_or(resource.at.clone());
            findings.at(&codes::RESET_CYCLE, &place, &path.member("reset_animation"), message);
        }
        for index in path {
            if let Some(mark) = marks.get_mut(index) {
                *mark = Mark::Done;
            }
        }
    }
}
