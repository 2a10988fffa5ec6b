//! Document to bytes.

mod embedded;

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;

use serde::Serialize;

use crate::document::{Source, Stored};
use crate::{Gltf, Root, uri};
use embedded::Embedded;

/// The bytes of the file itself.
pub(crate) fn bytes(document: &Gltf) -> Cow<'_, [u8]> {
    match &document.stored {
        Stored::Glb(glb) => Cow::Borrowed(glb.file()),
        Stored::Text(Some(text)) => Cow::Borrowed(text),
        Stored::Text(None) => Cow::Owned(canonical(false, &document.root, &document.sources)),
    }
}

/// The number of bytes of the JSON in its shortest form, without the data of buffers.
pub(crate) fn json_size(document: &Gltf) -> usize {
    let mut length = Length(0);
    // Counting cannot fail, and JSON that cannot be written has no length.
    let _ = serde_json::to_writer(&mut length, &document.root);
    length.0
}

/// The files of separate buffers, each file once.
pub(crate) fn companions(document: &Gltf) -> Vec<(String, Cow<'_, [u8]>)> {
    let mut files = Vec::new();
    let mut known = HashSet::new();
    for (buffer, source) in document.root.buffers.iter().zip(&document.sources) {
        if let (Some(uri), Source::File(bytes)) = (&buffer.uri, source)
            && let Ok(path) = uri::path(uri)
            && known.insert(path.clone())
        {
            files.push((path, Cow::Borrowed(bytes.as_slice())));
        }
    }
    files
}

/// The JSON in this crate's spelling, for a .glb or for a .gltf.
pub(crate) fn canonical(is_binary: bool, root: &Root, sources: &[Source]) -> Vec<u8> {
    let has_data = sources.iter().any(|source| matches!(source, Source::Embedded(_)));
    let text = if has_data { text(&Embedded::of(root, sources), is_binary) } else { text(root, is_binary) };
    let mut text = text.unwrap_or_default();
    if !is_binary {
        text.push(b'\n');
    }
    text
}

/// A .gltf is indented, because people read it, unlike a .glb.
fn text(root: &impl Serialize, is_binary: bool) -> serde_json::Result<Vec<u8>> {
    if is_binary {
        return serde_json::to_vec(root);
    }
    // Indented numbers take several times their size in memory, so the buffer is allocated exactly for the text and its last
    // line feed.
    let mut length = Length(1);
    serde_json::to_writer_pretty(&mut length, root)?;
    let mut text = Vec::with_capacity(length.0);
    serde_json::to_writer_pretty(&mut text, root)?;
    Ok(text)
}

/// Counts bytes.
struct Length(usize);

impl io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffer_of_a_gltf_is_as_large_as_its_text() {
        let nodes = r#"{"translation":[1,2,3]},"#.repeat(1000);
        let text = format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}{{}}]}}"#);
        let document = Gltf::parse(text.as_bytes()).unwrap();
        let written = bytes(&document).into_owned();
        assert!(written.ends_with(b"}\n") && written.len() > 2 * text.len());
        assert_eq!(written.capacity(), written.len());
    }
}
