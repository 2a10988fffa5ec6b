//! Checks of references between resources.

use serde_json::Value;

use super::findings::Findings;
use super::path::{Path, short};
use crate::{Form, Resource, Stf, codes};

/// The members of known resources that refer to resources.
const MEMBERS: &[(&str, &[&str])] = &[
    ("stf.prefab", &["root_nodes", "animations"]),
    ("stf.node", &["children", "instance"]),
    ("stf.armature", &["root_bones"]),
    ("stf.bone", &["children"]),
    ("stf.instance.armature", &["armature"]),
    ("stf.instance.mesh", &["mesh"]),
];

/// Checks the root and the entries of buffers.
pub(super) fn root(stf: &Stf, findings: &mut Findings<'_>) {
    if stf.form() == Form::Animation {
        return;
    }
    let document = Path::Root;
    let stf_path = document.member("stf");
    match (stf.root(), &stf.outline.head) {
        (None, head) => {
            let span = head.clone().unwrap_or(0..1);
            findings.at(
                &codes::ROOT,
                &span,
                &stf_path,
                "the document states no `root`, expected the id of a resource",
            );
        }
        (Some(root), Some(head)) if stf.resource(root).is_none() => {
            let message = format!("the document has no resource with the id of the root, `{root}`");
            findings.at(&codes::REFERENCE, head, &stf_path.member("root"), message);
        }
        (Some(root), Some(head)) => {
            let kind = stf.resource(root).map(Resource::kind).unwrap_or_default();
            if kind != "stf.prefab" {
                let message = format!("the root is a `{}`, expected an `stf.prefab`", short(kind));
                findings.at(&codes::REFERENCE_TYPE, head, &stf_path.member("root"), message);
            }
        }
        _ => {}
    }
    // A lone document has no buffers; its entries are those of the container it came from.
    if let Form::Container { .. } = stf.form() {
        let buffers = document.member("buffers");
        for buffer in &stf.outline.buffers {
            let message = match buffer.index {
                None => "the entry has no `index`, expected that of a buffer".to_owned(),
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

/// Checks the references of a resource of a known type.
pub(super) fn check(stf: &Stf, resource: &Resource, path: &Path<'_>, findings: &mut Findings<'_>) {
    let Some((_, members)) = MEMBERS.iter().find(|(kind, _)| *kind == resource.kind()) else { return };
    let Ok(Value::Object(object)) = serde_json::from_str(stf.resource_text(resource)) else { return };
    let list = object.get("referenced_resources").and_then(Value::as_array);
    for member in *members {
        let values = match object.get(*member) {
            Some(Value::Array(values)) => values.as_slice(),
            Some(value) => std::slice::from_ref(value),
            None => continue,
        };
        for value in values {
            let referenced = || {
                let index = value.as_f64().filter(|index| *index >= 0.0 && index.fract() == 0.0)?;
                list?.get(index as usize)?.as_str()
            };
            let id = value.as_str().or_else(referenced);
            if value.is_null() || id.is_some_and(|id| stf.resource(id).is_some()) {
                continue;
            }
            let message = match id {
                Some(id) => {
                    format!("`{member}` refers to `{}`, but the document has no such resource", short(id))
                }
                None => format!("`{member}` has {value}, expected an index into `referenced_resources`"),
            };
            findings.at(&codes::REFERENCE, &resource.at, &path.member(member), message);
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
            findings.at(&codes::RESET_CYCLE, &resource.at, &path.member("reset_animation"), message);
        }
        for index in path {
            if let Some(mark) = marks.get_mut(index) {
                *mark = Mark::Done;
            }
        }
    }
}
