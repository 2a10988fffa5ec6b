//! The model: a tree of elements in the order of the file.

use anim_core::Span;

use crate::{Comment, Instruction, Key, Kind, List, Name, Stream, Tag, Text};

/// The maximum nesting depth of elements: more than any real file needs, and small enough for recursive code. In JSON an element
/// takes three levels and the parameters of a modifier take eight, of the 127 that parsers accept.
pub const MAX_DEPTH: usize = 39;

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
    /// The HOOPS stream file that the document is written into; without one, it is written as XML.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub stream: Option<Stream>,
}

/// Content outside the root.
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
pub struct Element {
    kind: Kind,
    attributes: Vec<Attribute>,
    content: Vec<Content>,
    /// The number of levels of elements, including itself.
    height: usize,
    source: SourceSpan,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub(crate) name: Name,
    pub(crate) value: Text,
    pub(crate) source: SourceSpan,
}

/// Content of an element.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Content {
    /// An element.
    Element(Element),
    /// Values, in an element that [holds a list](Tag::holds_list).
    List(List),
    /// Text in any other element; it has no meaning.
    Text(Text),
    /// A comment.
    Comment(Comment),
    /// A processing instruction.
    Instruction(Instruction),
}

/// The source bytes of a part. Equal documents may come from different bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SourceSpan(pub(crate) Option<Span>);

impl PartialEq for SourceSpan {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Hsf {
    /// A document with this root.
    pub fn new(root: Element) -> Self {
        Self { before: Vec::new(), root, after: Vec::new(), stream: None }
    }
}

impl Attribute {
    /// The name in the document's spelling.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The attribute of the specification with this name; letter case is ignored.
    pub fn key(&self) -> Option<Key> {
        Key::from_name(&self.name)
    }

    /// The bytes from which it was read, if it was read.
    pub fn span(&self) -> Option<Span> {
        self.source.0
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
            source: SourceSpan::default(),
        }
    }

    /// The element with an attribute.
    #[must_use]
    pub fn with(mut self, name: impl Into<Name>, value: impl Into<Text>) -> Self {
        self.set(name, value);
        self
    }

    /// Its kind.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Its tag, if the specification has the element.
    pub fn tag(&self) -> Option<Tag> {
        self.kind.tag()
    }

    /// Its attributes in order.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The value of an attribute of the specification; an exact match takes precedence over one in other letter case.
    pub fn get(&self, key: Key) -> Option<&str> {
        self.attribute(key).map(Attribute::value)
    }

    /// An attribute of the specification; an exact match takes precedence over one in other letter case.
    pub fn attribute(&self, key: Key) -> Option<&Attribute> {
        let exact = self.attributes.iter().find(|attribute| &*attribute.name == key.name());
        exact.or_else(|| {
            self.attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(key.name()))
        })
    }

    /// Sets the attribute with exactly this name; a new one is added at the end.
    pub fn set(&mut self, name: impl Into<Name>, value: impl Into<Text>) {
        let (name, value) = (name.into(), value.into());
        match self.attributes.iter_mut().find(|attribute| attribute.name == name) {
            Some(attribute) => attribute.value = value,
            None => add(&mut self.attributes, Attribute { name, value, source: SourceSpan::default() }),
        }
    }

    /// Removes the attribute with exactly this name; false if there is none.
    pub fn remove(&mut self, name: &str) -> bool {
        let count = self.attributes.len();
        self.attributes.retain(|attribute| &*attribute.name != name);
        self.attributes.len() < count
    }

    /// Its content, in order.
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// Takes out its content.
    pub fn into_content(self) -> Vec<Content> {
        self.content
    }

    /// Adds content at the end. Returns false and adds nothing if the content cannot be written there: an element that would
    /// nest deeper than [`MAX_DEPTH`], a list in an element that does not hold lists, or text in an element that does.
    ///
    /// Adjacent lists are joined, adjacent texts are joined with a line break; empty ones are not added.
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
                add(&mut self.content, Content::Element(element));
            }
            (content, _) => add(&mut self.content, content),
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

    /// The elements inside that have this tag, in order.
    pub fn all(&self, tag: Tag) -> impl DoubleEndedIterator<Item = &Self> {
        self.elements().filter(move |element| element.tag() == Some(tag))
    }

    /// The values inside, in order.
    pub fn items(&self) -> impl Iterator<Item = crate::Item<'_>> {
        self.lists().flat_map(List::iter)
    }

    /// The lists inside: more than one if there is other content between them.
    pub fn lists(&self) -> impl Iterator<Item = &List> {
        self.content.iter().filter_map(|content| match content {
            Content::List(list) => Some(list),
            _ => None,
        })
    }

    /// The bytes of the start tag from which it was read, if it was read.
    pub fn span(&self) -> Option<Span> {
        self.source.0
    }

    pub(crate) fn set_source(&mut self, source: SourceSpan) {
        self.source = source;
    }

    /// The element without its content.
    pub(crate) fn emptied(&self) -> Self {
        let (kind, attributes) = (self.kind.clone(), self.attributes.clone());
        Self { kind, attributes, content: Vec::new(), height: 1, source: self.source }
    }

    /// Takes out the content from an index on.
    pub(crate) fn split_off(&mut self, at: usize) -> Vec<Content> {
        let rest = self.content.split_off(at);
        self.height = 1 + self.elements().map(|element| element.height).max().unwrap_or(0);
        rest
    }

    /// Adds an attribute that was read; false if there already is one with its name.
    pub(crate) fn push_attribute(&mut self, attribute: Attribute) -> bool {
        let fresh = !self.attributes.iter().any(|other| other.name == attribute.name);
        if fresh {
            self.attributes.push(attribute);
        }
        fresh
    }
}

/// Adds an item. Most lists have one or two, for which a vector would have the room of four.
fn add<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len().max(1));
    }
    list.push(item);
}
