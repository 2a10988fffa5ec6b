//! The key times and values of animations in the buffers of a document.

use std::collections::HashSet;

use serde_json::Value;

use crate::document::Source;
use crate::draft::Draft;
use crate::{Buffer, Root};

/// Removes the animations from a document. Accessors, buffer views and bytes that nothing else uses are removed too, but only from
/// the ends of their lists and buffers, so that everything else keeps its index and its position.
pub(super) fn clear(document: &mut Draft) {
    let animations = std::mem::take(&mut document.root.animations);
    let samplers = animations.iter().flat_map(|animation| &animation.samplers);
    let keys: HashSet<usize> = samplers.flat_map(|sampler| [sampler.input, sampler.output]).collect();
    let others = accessors(&document.root, &whole_of(&document.root));
    let is_free = |accessor: usize| keys.contains(&accessor) && !others.contains(&accessor);
    let mut views = HashSet::new();
    while let Some(last) = document.root.accessors.len().checked_sub(1).filter(|last| is_free(*last)) {
        let accessor = document.root.accessors.pop();
        views.extend(accessor.and_then(|accessor| accessor.buffer_view));
        document.root.accessors.truncate(last);
    }
    if views.is_empty() {
        return;
    }
    let used = views_of(&whole_of(&document.root));
    while let Some(last) = document.root.buffer_views.len().checked_sub(1)
        && views.contains(&last)
        && !used.contains(&last)
    {
        if let Some(view) = document.root.buffer_views.pop() {
            cut(document, view.buffer, view.byte_offset, view.byte_length);
        }
    }
}

/// Adds objects with their bytes, to which all their buffer views refer.
pub(super) fn add(document: &mut Draft, mut added: Root, bytes: Vec<u8>) {
    if !bytes.is_empty() {
        let (buffer, from) = place(document, bytes);
        for view in &mut added.buffer_views {
            view.buffer = buffer;
            view.byte_offset += from;
        }
    }
    let Root { accessors, buffer_views, .. } = &document.root;
    added.follow(accessors.len(), buffer_views.len());
    document.root.buffer_views.append(&mut added.buffer_views);
    document.root.accessors.append(&mut added.accessors);
    document.root.animations.append(&mut added.animations);
    drop_empty(document);
}

/// Removes the last buffer if it is empty: no buffer of a file may be empty.
fn drop_empty(document: &mut Draft) {
    if document.root.buffers.last().is_some_and(|buffer| buffer.byte_length == 0) {
        document.root.buffers.pop();
        document.sources.truncate(document.root.buffers.len());
    }
}

/// Adds bytes to the first buffer of a document, or as its first buffer. Returns the buffer and the offset of the bytes in it.
fn place(document: &mut Draft, bytes: Vec<u8>) -> (usize, usize) {
    if let Some(own) = document.bytes_mut(0) {
        own.resize(own.len().next_multiple_of(4), 0);
        let from = own.len();
        own.extend(bytes);
        document.root.buffers[0].byte_length = own.len();
        return (0, from);
    }
    let buffers = &mut document.root.buffers;
    let is_first = buffers.is_empty();
    buffers.push(Buffer { byte_length: bytes.len(), ..Buffer::default() });
    if document.binary && is_first {
        document.chunk = bytes;
        document.sources.push(Source::Chunk);
    } else {
        document.sources.push(Source::Embedded(bytes));
    }
    (document.root.buffers.len() - 1, 0)
}

/// Removes the bytes of a buffer view from the end of its buffer, if they are there and no other buffer view uses them. Only the last
/// buffer may become empty.
fn cut(document: &mut Draft, buffer: usize, from: usize, length: usize) {
    let views = document.root.buffer_views.iter().filter(|view| view.buffer == buffer);
    let rest = views.map(|view| view.byte_offset.saturating_add(view.byte_length)).max().unwrap_or(0);
    let has_own = |view: &crate::BufferView| view.extensions.is_some();
    let is_last = buffer.checked_add(1) == Some(document.root.buffers.len());
    let is_free = rest <= from && (from > 0 || is_last) && !document.root.buffer_views.iter().any(has_own);
    let Some(bytes) = document.bytes_mut(buffer) else { return };
    if is_free && from.saturating_add(length).saturating_add(3) >= bytes.len() {
        bytes.truncate(from);
        document.root.buffers[buffer].byte_length = bytes.len();
    }
}

/// The accessors that meshes and skins use, and those that extensions may use: any whole number in an extension may be an
/// accessor.
fn accessors(root: &Root, whole: &Value) -> HashSet<usize> {
    let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let of_meshes = primitives.flat_map(|primitive| {
        let lists = std::iter::once(&primitive.attributes).chain(&primitive.targets);
        lists.flat_map(|list| list.values().copied()).chain(primitive.indices)
    });
    let mut used: HashSet<usize> =
        of_meshes.chain(root.skins.iter().filter_map(|skin| skin.inverse_bind_matrices)).collect();
    visit(whole, &mut |name, value| {
        if name == "extensions" {
            visit(value, &mut |_, inner| used.extend(crate::whole_number::index(inner)));
        }
    });
    used
}

/// The buffer views to which anything refers, in members at any depth.
fn views_of(whole: &Value) -> HashSet<usize> {
    let mut views = HashSet::new();
    visit(whole, &mut |name, value| {
        if name == "bufferView" {
            views.extend(crate::whole_number::index(value));
        }
    });
    views
}

fn whole_of(root: &Root) -> Value {
    serde_json::to_value(root).unwrap_or_default()
}

/// Visits the members of objects at any depth, and the elements of lists under the name of the list.
fn visit(value: &Value, seen: &mut dyn FnMut(&str, &Value)) {
    fn below(name: &str, value: &Value, seen: &mut dyn FnMut(&str, &Value)) {
        seen(name, value);
        match value {
            Value::Object(members) => members.iter().for_each(|(name, value)| below(name, value, seen)),
            Value::Array(values) => values.iter().for_each(|value| below(name, value, seen)),
            _ => {}
        }
    }
    below("", value, seen);
}
