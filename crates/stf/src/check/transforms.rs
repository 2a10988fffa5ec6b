//! Checks of the rest poses of nodes and bones.

use serde_json::Value;

use super::findings::Findings;
use crate::path::Path;
use crate::scene::{Object, numbers, transform};
use crate::write::Members;
use crate::{Resource, Stf, codes};

/// Reports transforms of a node, a bone or the pose of an armature that cannot be read.
pub(super) fn check(stf: &Stf, resource: &Resource, path: &Path<'_>, findings: &mut Findings<'_>) {
    let members: &[&str] = match resource.kind() {
        "stf.node" => &["trs"],
        "stf.bone" => &["translation", "rotation"],
        "stf.instance.armature" => &["pose"],
        _ => return,
    };
    let text = stf.resource_text(resource);
    let (Ok(Value::Object(object)), Some(places)) = (serde_json::from_str::<Value>(text), Members::of(text))
    else {
        return;
    };
    for member in members {
        let Some((value, place)) = stated(&object, member).zip(places.value(member)) else { continue };
        let start = resource.at.start;
        let span = start.saturating_add(place.start)..start.saturating_add(place.end);
        if let Some(expected) = fault(member, value) {
            let message = format!("expected {expected}, so the member has no effect");
            findings.at(&codes::SHAPE, &span, &path.member(member), message);
        }
    }
}

/// The value of a member, unless it is `null`.
fn stated<'a>(object: &'a Object, member: &str) -> Option<&'a Value> {
    object.get(member).filter(|value| !value.is_null())
}

/// What was expected of the value of a member; `None` if it can be read.
fn fault(member: &str, value: &Value) -> Option<&'static str> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let (is_read, expected) = match member {
        "trs" => (
            transform(value).is_some(),
            "three lists: 3 numbers of a translation, 4 of a rotation and 3 of a scale",
        ),
        "translation" => (numbers::<3>(list).is_some(), "3 numbers"),
        "rotation" => (numbers::<4>(list).is_some(), "4 numbers"),
        _ => {
            let poses = value.as_object();
            let is_read = poses.is_some_and(|poses| poses.values().all(|pose| transform(pose).is_some()));
            (is_read, "a translation, a rotation and a scale (3, 4 and 3 numbers) for each bone")
        }
    };
    (!is_read).then_some(expected)
}
