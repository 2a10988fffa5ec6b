//! The manifest: the inputs and outputs of each conversion, with sizes and hashes.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;

use anim_formats::json::SCHEMA;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// A line: one conversion.
#[derive(Debug, Serialize)]
pub(super) struct Line<'a> {
    schema: u32,
    inputs: Vec<&'a Listed>,
    /// The other files that the inputs need, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beside: Vec<&'a Listed>,
    outputs: Vec<&'a Listed>,
    /// Everything that decides the outputs: the target and the options.
    recipe: &'a str,
    /// Why the conversion failed, completely or in part.
    error: Option<String>,
}

/// A file with its size and hash.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Listed {
    pub(super) path: String,
    /// `None` for a file that could not be read.
    bytes: Option<usize>,
    sha256: Option<String>,
}

impl Listed {
    /// A file of this content.
    pub(super) fn new(path: String, bytes: &[u8]) -> Self {
        Self { path, bytes: Some(bytes.len()), sha256: Some(hash(bytes)) }
    }

    /// A file that could not be read.
    pub(super) fn unread(path: String) -> Self {
        Self { path, bytes: None, sha256: None }
    }
}

/// The SHA-256 of a file in hexadecimal digits.
pub(super) fn hash(bytes: &[u8]) -> String {
    let mut sha256 = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to memory does not fail.
        let _ = write!(sha256, "{byte:02x}");
    }
    sha256
}

/// The first bytes of every line.
const OPENING: &[u8] = b"{\"schema\":1,\"inputs\":[";

/// Whether these bytes, which have no end of a line, may be the beginning of a line that could not be written completely.
pub(super) fn may_begin_line(bytes: &[u8]) -> bool {
    bytes.iter().zip(OPENING).all(|(byte, expected)| byte == expected)
}

/// Whether a file begins as manifests do.
pub(super) fn is_begun(path: &Path) -> bool {
    let mut head = [0; OPENING.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head.as_slice() == OPENING
}

impl<'a> Line<'a> {
    pub(super) fn new(
        inputs: impl IntoIterator<Item = &'a Listed>,
        beside: impl IntoIterator<Item = &'a Listed>,
        outputs: impl IntoIterator<Item = &'a Listed>,
        recipe: &'a str,
        error: Option<String>,
    ) -> Self {
        Self {
            schema: SCHEMA,
            inputs: inputs.into_iter().collect(),
            beside: beside.into_iter().collect(),
            outputs: outputs.into_iter().collect(),
            recipe,
            error,
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_hashes_of_the_standard() {
        let input = Listed::new("a.tod".into(), b"abc");
        let mut line = Vec::new();
        Line::new([&input], [], [], "to=glb", Some("why".into())).write(&mut line).unwrap();
        // FIPS 180-4, the example of one block.
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let expected = format!(
            "{{\"schema\":1,\"inputs\":[{{\"path\":\"a.tod\",\"bytes\":3,\"sha256\":\"{sha256}\"}}],\"outputs\":[],\"recipe\":\"to=glb\",\"error\":\"why\"}}\n"
        );
        for len in 0..line.len() {
            assert!(may_begin_line(&line[..len]), "{len}");
        }
        assert_eq!(String::from_utf8(line).unwrap(), expected);
    }

    #[test]
    fn other_texts_begin_no_line() {
        for text in ["notes", " ", "[]", "{\"name\":\"x\"}", "{\"schema\":2", "{\"schema\":1,\"files\":[]}"] {
            assert!(!may_begin_line(text.as_bytes()), "{text}");
        }
    }
}
