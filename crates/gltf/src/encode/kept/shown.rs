//! Which nodes of a document are visible at rest, after its clips were replaced.

use std::collections::HashSet;

use anim_core::{Channel, Clip, Property};
use serde_json::{Map, Value, json};

use crate::extensions::VISIBILITY;
use crate::rest::is_hidden;
use crate::{Json, Node, Root};

/// Shows the nodes that are hidden at rest although a clip does not hide them: a node without a channel is visible.
pub(super) fn show(root: &mut Root, given: &[impl AsRef<Clip>], casts: &[Vec<usize>]) {
    if !root.nodes.iter().any(is_hidden) {
        return;
    }
    for (clip, cast) in given.iter().map(AsRef::as_ref).zip(casts) {
        let visible = clip.channels.iter().filter(|channel| *channel.property() == Property::Visible);
        let driven: HashSet<usize> = visible.map(Channel::node).collect();
        for (_, node) in cast.iter().enumerate().filter(|(own, _)| !driven.contains(own)) {
            if let Some(node) = root.nodes.get_mut(*node).filter(|node| is_hidden(node)) {
                change(node, |extensions| drop(extensions.insert(VISIBILITY.to_owned(), visible_at_rest())));
            }
        }
    }
}

/// Makes the nodes that the channels of clips hide visible in the rest pose, unless the document says otherwise, so that pointers have
/// a target.
pub(super) fn reveal(root: &mut Root, given: &[impl AsRef<Clip>], casts: &[Vec<usize>]) {
    for (clip, cast) in given.iter().map(AsRef::as_ref).zip(casts) {
        let hides = |channel: &&Channel| matches!(channel.property(), Property::Visible | Property::Alive);
        for node in clip.channels.iter().filter(hides).filter_map(|channel| cast.get(channel.node())) {
            if let Some(node) = root.nodes.get_mut(*node) {
                change(node, |extensions| {
                    extensions.entry(VISIBILITY).or_insert_with(visible_at_rest);
                });
            }
        }
    }
}

fn visible_at_rest() -> Value {
    json!({ "visible": true })
}

/// Changes the extensions of a node.
fn change(node: &mut Node, change: impl FnOnce(&mut Map<String, Value>)) {
    let known = node.extensions.as_ref().and_then(|extensions| extensions.value().as_object());
    let mut extensions = known.cloned().unwrap_or_default();
    change(&mut extensions);
    node.extensions = Json::new(Value::Object(extensions));
}
