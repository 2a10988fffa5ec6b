//! Documents as data: the container, the JSON, and the bytes of each buffer in base64.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::document::Source;
use crate::{Gltf, Root, read, uri};

/// The form of a document. Embedded buffers and files differ by the `uri` within the JSON, which files have.
#[derive(Serialize, Deserialize)]
struct Form<R> {
    binary: bool,
    json: R,
    /// One for each buffer, `null` for one that an extension provides.
    buffers: Vec<Option<String>>,
}

impl Serialize for Gltf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let buffers = self.sources.iter().map(|source| source.bytes().map(uri::encode)).collect();
        Form { binary: self.binary, json: &self.root, buffers }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Gltf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Form { binary, json: mut root, buffers } = Form::<Root>::deserialize(deserializer)?;
        if buffers.len() != root.buffers.len() {
            return Err(D::Error::custom("expected one entry for each buffer of the JSON"));
        }
        // What was in the chunk goes back there; everything else is read as from a file.
        let mut chunk = None;
        let mut files = Vec::new();
        for (index, (buffer, data)) in root.buffers.iter_mut().zip(buffers).enumerate() {
            match (&buffer.uri, data) {
                (Some(path), Some(data)) => {
                    let bytes = uri::decode(&data).map_err(D::Error::custom)?;
                    files.push((uri::path(path).map_err(D::Error::custom)?, bytes));
                }
                (None, Some(data)) if binary && index == 0 => {
                    chunk = Some(uri::decode(&data).map_err(D::Error::custom)?);
                }
                (None, data) => buffer.uri = data,
                (Some(path), None) => {
                    return Err(D::Error::custom(format_args!("the bytes of `{path}` are missing")));
                }
            }
        }
        let document = read::assemble(binary, root, chunk.as_deref(), &files, &mut ());
        let document: Self = document.map_err(D::Error::custom)?;
        let same = matches!(document.sources.first(), Some(Source::Chunk(_)))
            == chunk.is_some_and(|c| !c.is_empty());
        if same { Ok(document) } else { Err(D::Error::custom("the chunk has no buffer")) }
    }
}
