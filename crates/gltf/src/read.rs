//! Bytes to a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Beside, Confidence, Location, Sink};

use crate::container::{self, MAGIC};
use crate::document::{Source, Stored};
use crate::glb::{Glb, Own};
use crate::syntax::{self, BOM};
use crate::{Error, ErrorKind, Gltf, Root, codes, uri};

/// The member that every file has.
const ASSET: &[u8] = b"\"asset\"";

/// How sure it is that these bytes are glTF.
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    if bytes.starts_with(MAGIC) {
        return Confidence::Certain;
    }
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii_start();
    if text.first() != Some(&b'{') {
        return Confidence::No;
    }
    // Members come in any order, so the asset may be anywhere.
    let has_asset = text.windows(ASSET.len()).any(|window| window == ASSET);
    if has_asset { Confidence::Likely } else { Confidence::Maybe }
}

/// Reads a file in any container.
pub(crate) fn document(bytes: &[u8], beside: &dyn Beside, sink: &mut dyn Sink) -> Result<Gltf, Error> {
    if bytes.starts_with(MAGIC) {
        let parts = container::split(bytes, sink)?;
        let (text, start) = syntax::in_chunk(bytes, &parts.json, sink);
        let mut root = Root::parse(text, start)?;
        let sources = sources(&mut root, parts.buffer().is_some(), beside, sink)?;
        let first = root.buffers.first().filter(|_| matches!(sources.first(), Some(Source::Chunk)));
        let own = first.and_then(|first| Own::of(bytes, &parts, parts.buffer()?, first.byte_length));
        let glb = Glb::new(bytes.to_vec(), parts, own);
        Ok(Gltf { root, sources, stored: Stored::Glb(glb) })
    } else {
        let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
        let mut root = Root::parse(text, bytes.len().saturating_sub(text.len()))?;
        let sources = sources(&mut root, false, beside, sink)?;
        Ok(Gltf { root, sources, stored: Stored::Text(None) })
    }
}

/// Where the bytes of each buffer are; `has_chunk` says whether a .glb has a chunk for the first one. Data URIs are taken from the
/// root.
pub(crate) fn sources(
    root: &mut Root,
    has_chunk: bool,
    beside: &dyn Beside,
    sink: &mut dyn Sink,
) -> Result<Vec<Source>, Error> {
    let mut sources = Vec::with_capacity(root.buffers.len());
    for (index, buffer) in root.buffers.iter_mut().enumerate() {
        let source = match buffer.uri.take() {
            None if index == 0 && has_chunk => Ok(Source::Chunk),
            None => Ok(Source::Absent),
            Some(data) if uri::is_data(&data) => uri::decode(&data).map(Source::Embedded),
            Some(path) => file(&path, beside).map(|bytes| {
                buffer.uri = Some(path);
                Source::File(bytes)
            }),
        };
        let at = || Location::path(format!("buffers[{index}]/uri"));
        sources.push(source.map_err(|kind| Error::new(kind, at()))?);
    }
    if has_chunk && !matches!(sources.first(), Some(Source::Chunk)) {
        let message = "no buffer uses the chunk BIN: the first buffer is missing or stored elsewhere";
        sink.report(codes::UNUSED_CHUNK.at(Location::path("buffers"), message));
    }
    Ok(sources)
}

fn file(uri: &str, beside: &dyn Beside) -> Result<Vec<u8>, ErrorKind> {
    let path = uri::path(uri)?;
    beside.read(&path).ok_or(ErrorKind::MissingBuffer(path))
}
