//! The document: the JSON and its buffers, in one of three containers.

use std::borrow::Cow;
use std::collections::HashSet;

use anim_core::{
    Beside, Clip, Confidence, Document, Encode, Extent, Format, FormatInfo, Location, OptionInfo,
};
use anim_core::{Options, Sink, Values};

use crate::container::Chunk;
use crate::{Buffer, Error, ErrorKind, Root, check, clips, codes, container, encode, read, uri, write};

/// A glTF 2.0 file: the JSON part and the buffers.
///
/// The two belong together, so a document is taken apart ([`Gltf::into_parts`]) and put together ([`Gltf::new`]) to be
/// changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Gltf {
    pub(crate) binary: bool,
    pub(crate) root: Root,
    /// One for each of the root's buffers.
    pub(crate) sources: Vec<Source>,
    /// What is in a .glb besides, in the order of the file: chunks that no buffer uses.
    pub(crate) chunks: Vec<Chunk>,
}

/// Where a buffer's bytes are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// Nowhere: an extension provides them.
    Absent,
    /// In the chunk of a .glb, not empty; only of buffer 0.
    Chunk(Vec<u8>),
    /// In a data URI.
    Embedded(Vec<u8>),
    /// In a file beside, named by the buffer's `uri`, the only source with one in memory.
    File(Vec<u8>),
}

/// How the JSON and the buffers are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Container {
    /// All in one binary file, `.glb`.
    #[default]
    Glb,
    /// All in one text, `.gltf`, the buffers as data URIs.
    Embedded,
    /// A text, `.gltf`, and a file for each buffer beside it.
    Separate,
}

impl Container {
    /// The lower-case name, such as `glb`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Embedded => "embedded",
            Self::Separate => "separate",
        }
    }

    /// The container of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Glb, Self::Embedded, Self::Separate].into_iter().find(|container| container.name() == name)
    }
}

impl Gltf {
    /// A document of these parts. `bytes` has those of each of the root's buffers, `None` for one that an extension
    /// provides; more bytes than buffers make more buffers.
    ///
    /// The length of each buffer with bytes is set. In a [`Container::Separate`] a buffer keeps the path it was read
    /// from, else it is `buffer0.bin` by its index. Error: more than 4 GiB in a [`Container::Glb`].
    pub fn new(container: Container, mut root: Root, bytes: Vec<Option<Vec<u8>>>) -> Result<Self, Error> {
        let count = root.buffers.len().max(bytes.len());
        root.buffers.resize_with(count, Buffer::default);
        let mut sources = Vec::with_capacity(count);
        let mut paths = HashSet::new();
        let bytes = bytes.into_iter().chain(std::iter::repeat(None));
        for (index, (buffer, bytes)) in root.buffers.iter_mut().zip(bytes).enumerate() {
            let path = buffer.uri.take();
            let first = container == Container::Glb && index == 0;
            let Some(bytes) = bytes.filter(|bytes| !(first && bytes.is_empty())) else {
                sources.push(Source::Absent);
                continue;
            };
            buffer.byte_length = bytes.len();
            sources.push(match container {
                Container::Glb if first => Source::Chunk(bytes),
                Container::Glb | Container::Embedded => Source::Embedded(bytes),
                Container::Separate => {
                    let mut name = path.unwrap_or_else(|| format!("buffer{index}.bin"));
                    // A name is taken if it names the same file, however it is spelt.
                    while !paths.insert(uri::path(&name).unwrap_or_else(|_| name.clone())) {
                        name = format!("buffer{index}-{name}");
                    }
                    buffer.uri = Some(name);
                    Source::File(bytes)
                }
            });
        }
        let document = Self { binary: container == Container::Glb, root, sources, chunks: Vec::new() };
        let fits = !document.binary || u32::try_from(write::glb_length(&document)).is_ok();
        if fits { Ok(document) } else { Err(Error::new(ErrorKind::TooLarge, Location::default())) }
    }

    /// The JSON part.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// How the document is stored: [`Container::Separate`] if a text has any file beside it.
    pub fn container(&self) -> Container {
        let beside = self.sources.iter().any(|source| matches!(source, Source::File(_)));
        match (self.binary, beside) {
            (true, _) => Container::Glb,
            (false, true) => Container::Separate,
            (false, false) => Container::Embedded,
        }
    }

    /// The bytes of a buffer; `None` where there is no such buffer or an extension provides them.
    pub fn buffer(&self, index: usize) -> Option<&[u8]> {
        self.sources.get(index)?.bytes()
    }

    /// The parts, as [`Gltf::new`] takes them. Chunks of a .glb that no buffer uses are not among them.
    pub fn into_parts(self) -> (Container, Root, Vec<Option<Vec<u8>>>) {
        let container = self.container();
        let bytes = self.sources.into_iter().map(|source| match source {
            Source::Absent => None,
            Source::Chunk(bytes) | Source::Embedded(bytes) | Source::File(bytes) => Some(bytes),
        });
        (container, self.root, bytes.collect())
    }
}

impl Source {
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Absent => None,
            Self::Chunk(bytes) | Self::Embedded(bytes) | Self::File(bytes) => Some(bytes),
        }
    }
}

impl Document for Gltf {
    fn info(&self) -> &'static FormatInfo {
        &Self::INFO
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        Cow::Owned(write::bytes(self))
    }

    fn companions(&self) -> Vec<(String, Cow<'_, [u8]>)> {
        write::companions(self)
    }

    fn check(&self, sink: &mut dyn Sink) {
        check::document(self, sink);
    }

    fn to_clips(&self, _: &Options, sink: &mut dyn Sink) -> Vec<Clip> {
        clips::all(self, sink)
    }
}

impl Format for Gltf {
    const INFO: FormatInfo = FormatInfo {
        id: "gltf",
        name: "glTF 2.0",
        extensions: &["glb", "gltf"],
        options: &[],
        target_options: TARGET_OPTIONS,
        exact: false,
        max_clips: None,
        codes: codes::READ,
        conversion_codes: codes::CONVERSION,
    };

    type Error = Error;

    /// That of a .glb: a text has no end of its own.
    const SIGNATURE: &'static [u8] = container::MAGIC;

    fn sniff(bytes: &[u8]) -> Confidence {
        read::sniff(bytes)
    }

    fn extent(bytes: &[u8]) -> Extent {
        container::extent(bytes, read::is_json)
    }

    fn parse(bytes: &[u8], sink: &mut dyn Sink) -> Result<Self, Error> {
        read::document(bytes, &(), sink)
    }

    fn open(bytes: &[u8], _: &Options, beside: &dyn Beside, sink: &mut dyn Sink) -> Result<Self, Error> {
        read::document(bytes, beside, sink)
    }
}

impl Encode for Gltf {
    fn from_clips(
        clips: &[Clip],
        options: &Options,
        _: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        encode::document(clips, options, sink)
    }
}

/// The options of encoding.
static TARGET_OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        key: "container",
        values: Values::Choice(&["glb", "embedded", "separate"]),
        default: "glb",
        help: "one binary file, one text, or a text with its buffers beside it",
    },
    OptionInfo {
        key: "buffer",
        values: Values::Text,
        default: "buffer0.bin",
        help: "the file of a separate buffer, a path below the folder of the text",
    },
    OptionInfo {
        key: "tolerance",
        values: Values::Positive,
        default: "0.001",
        help: "how far baked curves may be from their source, in the unit of the value; radians for rotations",
    },
    OptionInfo {
        key: "mesh",
        values: Values::Switch,
        default: "false",
        help: "a small visible mesh on each node, a bone or a box",
    },
    OptionInfo {
        key: "pointers",
        values: Values::Switch,
        default: "false",
        help: "visibility through KHR_node_visibility and KHR_animation_pointer, which many readers refuse",
    },
];
