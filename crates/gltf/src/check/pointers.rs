//! Checks of channels that state their target as a pointer (`KHR_animation_pointer`).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Sink;

use super::report;
use crate::extensions::POINTER;
use crate::{Channel, Path, codes, target};

/// Reports a pointer that is malformed or does not refer to a property that can be animated, and a node next to a pointer.
pub(super) fn check(channel: &Channel, path: &str, sink: &mut dyn Sink) {
    if channel.target.path != Path::Pointer {
        return;
    }
    let mut wrong = |message: String| report(sink, &codes::TARGET, format!("{path}/target"), message);
    if channel.target.node.is_some() {
        wrong(format!("the target has a node and the extension {POINTER}, expected no node"));
    }
    let Some(pointer) = channel.target.pointer() else { return };
    if let Some(expected) = flaw(pointer) {
        wrong(format!("the pointer `{pointer}` is malformed, expected {expected}"));
    } else if !is_mutable(pointer) {
        wrong(format!("the pointer `{pointer}` does not refer to a property that can be animated"));
    }
}

/// What is expected instead of a malformed JSON pointer (RFC 6901).
fn flaw(pointer: &str) -> Option<&'static str> {
    let is_index = |token: &str| token.bytes().all(|byte| byte.is_ascii_digit());
    if !pointer.starts_with('/') {
        Some("a `/` in front")
    } else if pointer.split('~').skip(1).any(|after| !after.starts_with(['0', '1'])) {
        Some("`~0` or `~1` for a `~` or a `/` in a name")
    } else if pointer.split('/').any(|token| token.starts_with('0') && token != "0" && is_index(token)) {
        Some("indices without leading zeros")
    } else {
        None
    }
}

/// Whether the object model of glTF lets a property change, as far as this crate knows it: extensions, cameras and materials have
/// properties that it does not know.
fn is_mutable(pointer: &str) -> bool {
    let is_extended = pointer.split('/').any(|token| token == "extensions" || token == "extras");
    let is_unknown = pointer.starts_with("/cameras/") || pointer.starts_with("/materials/");
    is_extended || is_unknown || target::of_pointer(pointer).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_refer_to_what_can_change() {
        let (slash, zeros) = ("a `/` in front", "indices without leading zeros");
        let escapes = "`~0` or `~1` for a `~` or a `/` in a name";
        for (pointer, expected, mutable) in [
            ("/nodes/0/translation", None, true),
            ("/nodes/10/weights/0", None, true),
            ("/nodes/0/extensions/KHR_node_visibility/visible", None, true),
            ("/nodes/0/extras/~0a~1b", None, true),
            ("/meshes/0/weights", None, true),
            ("/cameras/0/perspective/yfov", None, true),
            ("/materials/0/pbrMetallicRoughness/baseColorFactor", None, true),
            ("/extensions/KHR_lights_punctual/lights/0/color", None, true),
            ("/nodes/0/matrix", None, false),
            ("/nodes/0/translation/0", None, false),
            ("/nodes/0/scale/", None, false),
            ("/nodes/0", None, false),
            ("/meshes/0/translation", None, false),
            ("/scenes/0/name", None, false),
            ("/", None, false),
            ("", Some(slash), false),
            ("nodes/0/translation", Some(slash), false),
            ("/nodes/00/translation", Some(zeros), false),
            ("/nodes/0/weights/01", Some(zeros), false),
            ("/nodes/0/~2", Some(escapes), false),
            ("/nodes/0/a~", Some(escapes), false),
        ] {
            assert_eq!((flaw(pointer), is_mutable(pointer)), (expected, mutable), "{pointer}");
        }
    }
}
