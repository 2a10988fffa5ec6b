//! The model: a JSON document of resources, and buffers.

use std::collections::HashMap;
use std::ops::Range;

use crate::Animation;
use crate::write::Members;

/// An STF file: a JSON document of resources, and buffers.
///
/// The document keeps its text. Animations are also read into a typed model, and an edit changes only the text of the
/// resource that it touches.
///
/// ```
/// use anim_stf::Stf;
///
/// let mut stf = Stf::parse(br#"{"type": "stf.animation", "fps": 24}"#)?;
/// stf.edit("", |animation| animation.fps = Some(30.0))?;
/// assert_eq!(stf.json(), r#"{"type": "stf.animation", "fps": 30.0}"#);
/// # Ok::<(), anim_stf::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stf {
    pub(crate) form: Form,
    /// The document's JSON text.
    pub(crate) text: String,
    pub(crate) outline: Outline,
    /// The buffers after the document, in the container's order.
    pub(crate) blobs: Vec<Vec<u8>>,
    /// Bytes after the last buffer.
    pub(crate) trailing: Vec<u8>,
}

/// The structure of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Form {
    /// The binary container: a header, the document and its buffers.
    Container {
        /// The version, 0 in every known file.
        version: u32,
        /// Four bytes without meaning; formerly the minor version.
        padding: u32,
    },
    /// The JSON document alone.
    Json,
    /// One animation alone: its object, or its id, a colon and its object.
    Animation,
}

/// The locations of resources and buffers in a document's text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outline {
    /// The id of the root resource.
    pub(crate) root: Option<String>,
    /// The location of the object `stf`, which states the root.
    pub(crate) head: Option<Range<usize>>,
    pub(crate) resources: Vec<Resource>,
    /// The location of the object that holds all resources.
    pub(crate) resources_at: Range<usize>,
    pub(crate) buffers: Vec<Buffer>,
    /// The location of the object that holds all buffers.
    pub(crate) buffers_at: Option<Range<usize>>,
    /// The index of the last resource with an id.
    resource_ids: HashMap<String, usize>,
    /// The index of the last buffer with an id.
    buffer_ids: HashMap<String, usize>,
}

impl Outline {
    /// Updates the tables of ids after resources or buffers were added or removed.
    pub(crate) fn index_ids(&mut self) {
        let resources = self.resources.iter().enumerate();
        self.resource_ids = resources.map(|(index, resource)| (resource.id.clone(), index)).collect();
        let buffers = self.buffers.iter().enumerate();
        self.buffer_ids = buffers.map(|(index, buffer)| (buffer.id.clone(), index)).collect();
    }

    /// The index of the resource with an id. If several have it, the last one.
    pub(crate) fn resource(&self, id: &str) -> Option<usize> {
        self.resource_ids.get(id).copied()
    }

    /// The entry of the buffer with an id. If several have it, the last one.
    pub(crate) fn buffer(&self, id: &str) -> Option<&Buffer> {
        self.buffers.get(*self.buffer_ids.get(id)?)
    }
}

/// A resource of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    pub(crate) id: String,
    pub(crate) kind: String,
    /// The start of the comma, white space or name that precedes the value.
    pub(crate) name_at: usize,
    /// The location of the value.
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

    /// The animation, if the resource is an animation whose JSON has the format's shape.
    pub fn animation(&self) -> Option<&Animation> {
        self.animation.as_deref()
    }

    /// Whether the type is that of animations.
    pub(crate) fn is_animation(&self) -> bool {
        self.kind == ANIMATION
    }
}

/// The type of animations.
pub(crate) const ANIMATION: &str = "stf.animation";

/// The name of the root of a document made from clips, which have none for it.
pub(crate) const PREFAB: &str = "Prefab";

/// An entry in a document's list of buffers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Buffer {
    pub(crate) id: String,
    /// The index of the buffer in the container, if it is stated.
    pub(crate) index: Option<usize>,
    pub(crate) at: Range<usize>,
}

impl Stf {
    /// The structure of the file.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The document's JSON text.
    pub fn json(&self) -> &str {
        &self.text
    }

    /// All resources, in the file's order.
    pub fn resources(&self) -> &[Resource] {
        &self.outline.resources
    }

    /// The resource with an id. If several have it, the last one.
    pub fn resource(&self, id: &str) -> Option<&Resource> {
        self.outline.resources.get(self.outline.resource(id)?)
    }

    /// The JSON text of a resource of this document.
    pub fn resource_text(&self, resource: &Resource) -> &str {
        self.text.get(resource.at.clone()).unwrap_or_default()
    }

    /// The id of the root resource, if the document states one.
    pub fn root(&self) -> Option<&str> {
        self.outline.root.as_deref()
    }

    /// The length unit in metres, if the document states one above 0: its `metric_multiplier`.
    pub fn metres(&self) -> Option<f64> {
        let multiplier = self.text.get(self.head_member("metric_multiplier")?)?;
        multiplier.parse().ok().filter(|metres: &f64| metres.is_finite() && *metres > 0.0)
    }

    /// The location of the value of a member of `stf`, in bytes of the JSON text.
    pub(crate) fn head_member(&self, name: &str) -> Option<Range<usize>> {
        let head = self.outline.head.clone()?;
        let value = Members::of(self.text.get(head.clone())?)?.value(name)?;
        Some(head.start.checked_add(value.start)?..head.start.checked_add(value.end)?)
    }

    /// The ids and animations, in the file's order.
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

    /// The id of the first animation with a name.
    pub fn animation_id(&self, name: &str) -> Option<&str> {
        self.animations().find(|(_, animation)| animation.name.as_deref() == Some(name)).map(|(id, _)| id)
    }

    /// The bytes of the buffer with an id.
    pub fn buffer(&self, id: &str) -> Option<&[u8]> {
        self.blobs.get(self.outline.buffer(id)?.index?).map(Vec::as_slice)
    }

    /// The ids of the buffers, in the document's order.
    pub fn buffer_ids(&self) -> impl Iterator<Item = &str> {
        self.outline.buffers.iter().map(|buffer| buffer.id.as_str())
    }

    /// The bytes after the last buffer.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    /// The number of bytes before the document.
    pub(crate) fn header_len(&self) -> usize {
        match self.form {
            Form::Container { .. } => 24usize.saturating_add(self.blobs.len().saturating_mul(8)),
            Form::Json | Form::Animation => 0,
        }
    }
}

/// Documents are equal if they write the same bytes.
impl PartialEq for Stf {
    fn eq(&self, other: &Self) -> bool {
        // The outline follows from the text. If only the outlines differ, an edit failed to update one of them.
        (self.form, &self.text, &self.blobs, &self.trailing)
            == (other.form, &other.text, &other.blobs, &other.trailing)
            && self.outline == other.outline
    }
}
