//! Documents as data for serde: the container, the JSON, the bytes of each buffer as a data URI, and the spelling of a .glb.

use std::borrow::Cow;

use anim_core::Beside;
use serde::de::{self, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::container::{self, Chunk, HEADER, Layout};
use crate::document::Source;
use crate::draft::Draft;
use crate::glb::Glb;
use crate::syntax::bare;
use crate::{Gltf, Root, read, uri, write};

/// A document as data. A buffer in a file has a `uri` in the JSON; an embedded buffer has none.
#[derive(Serialize, Deserialize)]
struct Form<'a, R> {
    binary: bool,
    json: R,
    /// A data URI for each buffer, or `null` if an extension provides its bytes.
    buffers: Vec<Option<String>>,
    /// The chunks of a .glb that no buffer uses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chunks: Vec<ChunkForm>,
    /// The number of these chunks before the chunk of the first buffer.
    #[serde(default, skip_serializing_if = "is_zero")]
    chunks_before: usize,
    /// Whether the chunks of a .glb end where their data does, without padding.
    #[serde(default, skip_serializing_if = "is_false")]
    unpadded: bool,
    /// The bytes of a .glb after its last chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest: Option<RestForm>,
    /// Whether the first buffer of a .glb is a data URI in the JSON instead of a chunk.
    #[serde(default, skip_serializing_if = "is_false")]
    embedded: bool,
    /// The JSON as the file spells it, if this crate spells it differently. Without effect if `json` has other content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spelling: Option<Cow<'a, str>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A chunk: its type as the number in the file, its bytes as a data URI.
#[derive(Serialize, Deserialize)]
struct ChunkForm {
    kind: u32,
    data: String,
}

impl ChunkForm {
    fn new(chunk: Chunk<&[u8]>) -> Self {
        Self { kind: u32::from_le_bytes(chunk.kind), data: uri::encode(chunk.data) }
    }

    fn chunk<E: de::Error>(self, is_unpadded: bool) -> Result<Chunk, E> {
        let data = uri::decode(&self.data).map_err(E::custom)?;
        if is_unpadded || data.len().is_multiple_of(4) {
            Ok(Chunk { kind: self.kind.to_le_bytes(), data })
        } else {
            Err(E::custom("expected a chunk whose length is a multiple of 4"))
        }
    }
}

/// Bytes after the last chunk as a data URI, the first of which the stated length of the file includes.
#[derive(Serialize, Deserialize)]
struct RestForm {
    data: String,
    #[serde(default, skip_serializing_if = "is_zero")]
    stated: usize,
}

impl RestForm {
    /// `None` for a file that ends with its last chunk.
    fn new(layout: &Layout) -> Option<Self> {
        let Layout { rest, stated, .. } = layout;
        (!rest.is_empty()).then(|| Self { data: uri::encode(rest), stated: *stated })
    }

    fn layout<E: de::Error>(rest: Option<Self>, is_unpadded: bool) -> Result<Layout, E> {
        let Some(Self { data, stated }) = rest else {
            return Ok(Layout { is_unpadded, ..Layout::default() });
        };
        let rest = uri::decode(&data).map_err(E::custom)?;
        if stated < HEADER && stated <= rest.len() {
            Ok(Layout { is_unpadded, rest, stated })
        } else {
            Err(E::custom(
                "expected a length of the file that includes fewer than 8 bytes after the last chunk",
            ))
        }
    }
}

impl Serialize for Gltf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let buffers = (0..self.sources.len()).map(|index| self.buffer(index).map(uri::encode)).collect();
        let (json, glb) = (&self.root, self.glb());
        let chunks = glb.into_iter().flat_map(Glb::others).map(ChunkForm::new).collect();
        let (binary, chunks_before) = (glb.is_some(), glb.map_or(0, Glb::before));
        let embedded = binary && matches!(self.sources.first(), Some(Source::Embedded(_)));
        let spelling = glb.and_then(|glb| spelling(glb, self));
        let unpadded = glb.is_some_and(|glb| glb.layout().is_unpadded);
        let rest = glb.and_then(|glb| RestForm::new(glb.layout()));
        Form { binary, json, buffers, chunks, chunks_before, unpadded, rest, embedded, spelling }
            .serialize(serializer)
    }
}

/// The JSON text of a .glb, unless it is the canonical text.
fn spelling<'a>(glb: &'a Glb, document: &Gltf) -> Option<Cow<'a, str>> {
    let mut canonical = write::canonical(true, &document.root, &document.sources);
    if !glb.layout().is_unpadded {
        canonical.resize(container::padded(canonical.len()), b' ');
    }
    // JSON that was read is UTF-8.
    (canonical != glb.json()).then(|| String::from_utf8_lossy(glb.json()))
}

/// Whether a reader takes the bytes of the first buffer from the chunk that is meant.
fn is_found(made: &Draft) -> bool {
    let other = made.others.iter().position(Chunk::is_bin);
    match made.sources.first() {
        Some(Source::Chunk) => other.is_none_or(|other| other >= made.before),
        Some(Source::Absent) => other.is_none_or(|other| made.others[other].data.is_empty()),
        _ => true,
    }
}

/// Whether a text has the content of the JSON of a .glb.
fn is_spelling(text: &[u8], made: &Draft, files: &dyn Beside) -> bool {
    let Ok(mut root) = Root::parse(bare(text), 0) else { return false };
    read::sources(&mut root, false, files, &mut ()).is_ok_and(|sources| {
        write::canonical(true, &root, &sources) == write::canonical(true, &made.root, &made.sources)
    })
}

impl<'de> Deserialize<'de> for Gltf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Form {
            binary,
            json: mut root,
            buffers,
            chunks,
            chunks_before,
            unpadded,
            rest,
            embedded,
            spelling,
        } = Form::<Root>::deserialize(deserializer)?;
        if buffers.len() != root.buffers.len() {
            return Err(D::Error::custom("expected one entry of `buffers` for each buffer of the JSON"));
        }
        let layout = RestForm::layout(rest, unpadded)?;
        let is_plain = chunks.is_empty() && layout == Layout::default();
        if !(binary || is_plain) {
            return Err(D::Error::custom("expected no chunks: only a .glb has them"));
        }
        let others = chunks.into_iter().map(|chunk| chunk.chunk(unpadded)).collect::<Result<_, _>>()?;
        // Buffer 0 of a .glb is put back into its chunk. The other buffers are read as from a file.
        let mut chunk = Vec::new();
        let mut files = Vec::new();
        for (index, (buffer, data)) in root.buffers.iter_mut().zip(buffers).enumerate() {
            match (&buffer.uri, data) {
                (Some(path), Some(data)) => {
                    let bytes = uri::decode(&data).map_err(D::Error::custom)?;
                    files.push((uri::path(path).map_err(D::Error::custom)?, bytes));
                }
                (None, Some(data)) if binary && index == 0 && !embedded => {
                    chunk = uri::decode(&data).map_err(D::Error::custom)?;
                }
                (None, data) => buffer.uri = data,
                (Some(path), None) => {
                    return Err(D::Error::custom(format_args!("the bytes of `{path}` are missing")));
                }
            }
        }
        let sources =
            read::sources(&mut root, !chunk.is_empty(), &files, &mut ()).map_err(D::Error::custom)?;
        let made = Draft { binary, root, sources, chunk, others, before: chunks_before, layout };
        if !is_found(&made) {
            return Err(D::Error::custom("no buffer uses the chunk of the .glb"));
        }
        let text = spelling.map(|text| text.into_owned().into_bytes());
        let text = text.filter(|text| binary && is_spelling(text, &made, &files));
        made.finish(text).map_err(D::Error::custom)
    }
}
