//! The model: a JSON document of resources, and buffers.

use std::collections::HashMap;
use std::ops::Range;

use crate::Animation;

/// An STF file.
///
/// The document's text is kept as it stands. Animations are read into a typed model beside it, and an edit changes the
/// text of the resource it touches, nothing else.
#[derive(Clone, Debug)]
pub struct Stf {
    pub(crate) form: Form,
    /// The document's JSON.
    pub(crate) text: String,
    pub(crate) outline: Outline,
    /// The buffers after the document, in the container's order.
    pub(crate) blobs: Vec<Vec<u8>>,
    /// Bytes after the last buffer.
    pub(crate) trailing: Vec<u8>,
}

/// What the bytes of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Form {
    /// The binary container: a header, the document and its buffers.
    Container {
        /// The version, 0 in every known file.
        version: u32,
        /// Four bytes without a meaning, once a minor version.
        padding: u32,
    },
    /// The JSON document alone.
    Json,
    /// The object of one animation alone, or a member: its id, a colon and the object.
    Animation,
}

/// What is where in a document's text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outline {
    /// The resource that everything hangs on.
    pub(crate) root: Option<String>,
    /// Where the root's header and its `root` are.
    pub(crate) head: Option<Range<usize>>,
    pub(crate) resources: Vec<Resource>,
    /// The object of all resources.
    pub(crate) resources_at: Range<usize>,
    pub(crate) buffers: Vec<Buffer>,
    /// The object of all buffers.
    pub(crate) buffers_at: Option<Range<usize>>,
    /// The index of the last resource, and of the last buffer, with an id.
    resource_ids: HashMap<String, usize>,
    buffer_ids: HashMap<String, usize>,
}

impl Outline {
    /// Learns the ids anew, after resources or buffers have come or gone.
    pub(crate) fn learn(&mut self) {
        let resources = self.resources.iter().enumerate();
        self.resource_ids = resources.map(|(index, resource)| (resource.id.clone(), index)).collect();
        let buffers = self.buffers.iter().enumerate();
        self.buffer_ids = buffers.map(|(index, buffer)| (buffer.id.clone(), index)).collect();
    }

    /// The index of a resource. Of two with one id the last counts.
    pub(crate) fn resource(&self, id: &str) -> Option<usize> {
        self.resource_ids.get(id).copied()
    }

    /// The entry of a buffer. Of two with one id the last counts.
    pub(crate) fn buffer(&self, id: &str) -> Option<&Buffer> {
        self.buffers.get(*self.buffer_ids.get(id)?)
    }
}

/// A resource of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    pub(crate) id: String,
    pub(crate) kind: String,
    /// Where its name and its value begin, and where it ends.
    pub(crate) name_at: usize,
    pub(crate) at: Range<usize>,
    pub(crate) animation: Option<Box<Animation>>,
}

impl Resource {
    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The type, such as `stf.node`; empty if none is stated.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The animation, if it is one and has the shape of one.
    pub fn animation(&self) -> Option<&Animation> {
        self.animation.as_deref()
    }

    /// Whether the type says that it is an animation.
    pub(crate) fn is_animation(&self) -> bool {
        self.kind == ANIMATION
    }
}

/// The type of animations.
pub(crate) const ANIMATION: &str = "stf.animation";

/// An entry in a document's list of buffers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Buffer {
    pub(crate) id: String,
    /// The index among the container's buffers after the document, if it is stated.
    pub(crate) index: Option<usize>,
    pub(crate) at: Range<usize>,
}

impl Stf {
    /// What the bytes of the file are.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The document's text.
    pub fn json(&self) -> &str {
        &self.text
    }

    /// All resources, in the file's order.
    pub fn resources(&self) -> &[Resource] {
        &self.outline.resources
    }

    /// The resource with an id. Of two with one id the last counts.
    pub fn resource(&self, id: &str) -> Option<&Resource> {
        self.outline.resources.get(self.outline.resource(id)?)
    }

    /// The JSON text of a resource of this document.
    pub fn resource_text(&self, resource: &Resource) -> &str {
        self.text.get(resource.at.clone()).unwrap_or_default()
    }

    /// The id of the resource that everything hangs on, if it is stated.
    pub fn root(&self) -> Option<&str> {
        self.outline.root.as_deref()
    }

    /// The animations and their ids, in the file's order.
    pub fn animations(&self) -> impl Iterator<Item = (&str, &Animation)> {
        self.outline
            .resources
            .iter()
            .filter_map(|resource| Some((resource.id.as_str(), resource.animation.as_deref()?)))
    }

    /// The animation with an id.
    pub fn animation(&self, id: &str) -> Option<&Animation> {
        self.resource(id)?.animation()
    }

    /// The bytes of the buffer with an id.
    pub fn buffer(&self, id: &str) -> Option<&[u8]> {
        self.blobs.get(self.outline.buffer(id)?.index?).map(Vec::as_slice)
    }

    /// The ids of the document's buffers, in its order.
    pub fn buffer_ids(&self) -> impl Iterator<Item = &str> {
        self.outline.buffers.iter().map(|buffer| buffer.id.as_str())
    }

    /// Bytes after the last buffer.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    /// The bytes of the container before the document.
    pub(crate) fn header_len(&self) -> usize {
        match self.form {
            Form::Container { .. } => 24usize.saturating_add(self.blobs.len().saturating_mul(8)),
            Form::Json | Form::Animation => 0,
        }
    }
}

/// Equal if they write the same bytes.
impl PartialEq for Stf {
    fn eq(&self, other: &Self) -> bool {
        // The outline is read from the text; two that differ would show that an edit went wrong.
        (self.form, &self.text, &self.blobs, &self.trailing)
            == (other.form, &other.text, &other.blobs, &other.trailing)
            && self.outline == other.outline
    }
}
