//! The model: a tree of elements, in which everything keeps its place.

use anim_core::Span;

use crate::{Comment, Instruction, Key, Kind, List, Name, Tag, Text};

/// How deep elements nest at most: more than any real file needs, and little enough for readers that recurse.
pub const MAX_DEPTH: usize = 48;

/// A document.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Hsf {
    /// Comments and instructions before the root.
    pub before: Vec<Aside>,
    /// The root: an [`Tag::Animdef`], or in fragments any other element.
    pub root: Element,
    /// Comments and instructions after the root.
    pub after: Vec<Aside>,
}

/// What may stand outside the root.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Aside {
    /// A comment.
    Comment(Comment),
    /// A processing instruction.
    Instruction(Instruction),
}

/// An element with its attributes and its content.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "crate::serde_impls::Element", try_from = "crate::serde_impls::Element")
)]
pub struct Element {
    kind: Kind,
    attributes: Vec<Attribute>,
    content: Vec<Content>,
    /// How many elements are above its deepest, itself included.
    height: usize,
    place: Place,
}

/// An attribute as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub(crate) name: Name,
    pub(crate) value: Text,
    pub(crate) place: Place,
}

/// What stands inside an element.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Content {
    /// An element.
    Element(Element),
    /// Values, in an element that [holds a list](Tag::holds_list).
    List(List),
    /// Text in any other element; it means nothing.
    Text(Text),
    /// A comment.
    Comment(Comment),
    /// A processing instruction.
    Instruction(Instruction),
}

/// The bytes that something was read from. Documents are equal wherever they were read from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place(pub(crate) Option<Span>);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Hsf {
    /// A document of this root.
    pub fn new(root: Element) -> Self {
        Self { before: Vec::new(), root, after: Vec::new() }
    }
}

impl Attribute {
    /// The name as it is spelled.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The attribute of the specification with this name, upper and lower case alike.
    pub fn key(&self) -> Option<Key> {
        Key::from_name(&self.name)
    }

    /// The bytes that it was read from.
    pub fn span(&self) -> Option<Span> {
        self.place.0
    }
}

impl Element {
    /// An element without attributes and content.
    pub fn new(kind: impl Into<Kind>) -> Self {
        Self {
            kind: kind.into(),
            attributes: Vec::new(),
            content: Vec::new(),
            height: 1,
            place: Place::default(),
        }
    }

    /// The same element with an attribute.
    #[must_use]
    pub fn with(mut self, name: impl Into<Name>, value: impl Into<Text>) -> Self {
        self.set(name, value);
        self
    }

    /// What it is.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Its tag, if it is of the specification.
    pub fn tag(&self) -> Option<Tag> {
        self.kind.tag()
    }

    /// Its attributes in order.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The value of an attribute of the specification: of exactly its name, or else in other case.
    pub fn get(&self, key: Key) -> Option<&str> {
        self.attribute(key).map(Attribute::value)
    }

    /// The attribute itself.
    pub fn attribute(&self, key: Key) -> Option<&Attribute> {
        let exact = self.attributes.iter().find(|attribute| &*attribute.name == key.name());
        exact.or_else(|| {
            self.attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(key.name()))
        })
    }

    /// Sets the attribute of exactly this name, where it is or at the end.
    pub fn set(&mut self, name: impl Into<Name>, value: impl Into<Text>) {
        let (name, value) = (name.into(), value.into());
        match self.attributes.iter_mut().find(|attribute| attribute.name == name) {
            Some(attribute) => attribute.value = value,
            None => self.attributes.push(Attribute { name, value, place: Place::default() }),
        }
    }

    /// Removes the attribute of exactly this name; false if there is none.
    pub fn remove(&mut self, name: &str) -> bool {
        let count = self.attributes.len();
        self.attributes.retain(|attribute| &*attribute.name != name);
        self.attributes.len() < count
    }

    /// What stands inside.
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// What stands inside, taken out.
    pub fn into_content(self) -> Vec<Content> {
        self.content
    }

    /// Adds something inside at the end; false, and nothing is added, for what cannot be written there: an element that
    /// would nest deeper than [`MAX_DEPTH`], a list where none belongs, text where a list belongs.
    ///
    /// Lists that meet become one, texts that meet do so with a line between; empty ones are not added.
    pub fn push(&mut self, content: Content) -> bool {
        let holds_list = self.tag().is_some_and(Tag::holds_list);
        match (content, self.content.last_mut()) {
            (Content::List(list), _) if !holds_list || list.is_empty() => return holds_list,
            (Content::List(list), Some(Content::List(last))) => {
                list.iter().for_each(|item| last.push_item(item));
            }
            (Content::Text(text), _) if holds_list || text.is_empty() => return !holds_list,
            (Content::Text(text), Some(Content::Text(last))) => last.push_line(&text),
            (Content::Element(element), _) if element.height >= MAX_DEPTH => return false,
            (Content::Element(element), _) => {
                self.height = self.height.max(element.height + 1);
                self.content.push(Content::Element(element));
            }
            (content, _) => self.content.push(content),
        }
        true
    }

    /// The elements inside, in order.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = &Self> {
        self.content.iter().filter_map(|content| match content {
            Content::Element(element) => Some(element),
            _ => None,
        })
    }

    /// The elements of this tag inside, in order.
    pub fn all(&self, tag: Tag) -> impl DoubleEndedIterator<Item = &Self> {
        self.elements().filter(move |element| element.tag() == Some(tag))
    }

    /// The values inside, in order.
    pub fn items(&self) -> impl Iterator<Item = crate::Item<'_>> {
        self.lists().flat_map(List::iter)
    }

    /// The lists inside: more than one where something stands between them.
    pub fn lists(&self) -> impl Iterator<Item = &List> {
        self.content.iter().filter_map(|content| match content {
            Content::List(list) => Some(list),
            _ => None,
        })
    }

    /// The bytes of the start tag that it was read from.
    pub fn span(&self) -> Option<Span> {
        self.place.0
    }

    pub(crate) fn set_place(&mut self, place: Place) {
        self.place = place;
    }

    /// Takes out what stands inside from an index on.
    pub(crate) fn split_off(&mut self, at: usize) -> Vec<Content> {
        let rest = self.content.split_off(at);
        self.height = 1 + self.elements().map(|element| element.height).max().unwrap_or(0);
        rest
    }

    /// Adds an attribute that was read, unless there is one of its name.
    pub(crate) fn push_attribute(&mut self, attribute: Attribute) -> bool {
        let fresh = !self.attributes.iter().any(|other| other.name == attribute.name);
        if fresh {
            self.attributes.push(attribute);
        }
        fresh
    }
}
