//! Bone maps: pairs of nodes of a clip and of a figure, for names that differ.

use std::fmt;

use anim_core::{Code, Diagnostic, FileContent, Location, Span};

use crate::codes;

/// Pairs of the name of a node of a clip and the name of the node of a figure that it moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneMap {
    pairs: Vec<(String, String)>,
}

/// A line that is not a pair of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// Its byte span in the text.
    pub span: Span,
    /// Whether it is UTF-8.
    pub is_utf8: bool,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.is_utf8 { "a pair of names" } else { "UTF-8" };
        write!(f, "line {} is not {what}: expected `NODE = BONE`", self.line)
    }
}

impl std::error::Error for BadLine {}

impl BoneMap {
    /// A map of these pairs: the name of a node of the clip, then the name of a node of the figure.
    pub fn new<N: Into<String>, B: Into<String>>(pairs: impl IntoIterator<Item = (N, B)>) -> Self {
        let owned = |(node, bone): (N, B)| (node.into(), bone.into());
        Self { pairs: pairs.into_iter().map(owned).collect() }
    }

    /// Reads a text with one pair per line, `NODE = BONE`. The last `=` of a line separates the names. Empty lines and lines
    /// that begin with `#` are skipped; any other line is an error, and so is one that is not UTF-8. Lines end with a line feed, or, in a
    /// text without one, with a carriage return.
    pub fn parse(text: &[u8]) -> Result<Self, BadLine> {
        let mut pairs = Vec::new();
        let mut start = 0;
        let end = if text.contains(&b'\n') { b'\n' } else { b'\r' };
        for (index, line) in text.split(|&byte| byte == end).enumerate() {
            let span = Span::at(start, line.len());
            start = span.end + 1;
            let bad = BadLine { line: index + 1, span, is_utf8: std::str::from_utf8(line).is_ok() };
            let line = std::str::from_utf8(line).map_err(|_| bad)?;
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let pair = line.rsplit_once('=').map(|(node, bone)| (node.trim(), bone.trim()));
            let Some((node, bone)) = pair.filter(|(node, bone)| !node.is_empty() && !bone.is_empty()) else {
                return Err(bad);
            };
            pairs.push((node.to_owned(), bone.to_owned()));
        }
        Ok(Self { pairs })
    }

    /// The pairs: the name of a node of the clip, then the name of a node of the figure.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(node, bone)| (node.as_str(), bone.as_str()))
    }
}

impl FileContent for BoneMap {
    fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic> {
        static CODE: &Code = &codes::BONES;
        Self::parse(bytes).map_err(|error| CODE.at(Location::span(error.span), error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_a_node_and_its_bone() {
        let text = "\u{feff}# from, to\r\n\nHips = root\r\n  mixamorig:Left = Leg=hip_l";
        let map = BoneMap::parse(text.as_bytes()).unwrap();
        assert_eq!(map, BoneMap::new([("Hips", "root"), ("mixamorig:Left = Leg", "hip_l")]));
        assert_eq!(BoneMap::parse(b"").unwrap(), BoneMap::default());
        let lines = BoneMap::new([("a", "b"), ("c", "d")]);
        for text in ["a = b\nc = d", "a = b\r\nc = d\r\n", "a = b\rc = d\r"] {
            assert_eq!(BoneMap::parse(text.as_bytes()).unwrap(), lines, "{text:?}");
        }
        assert_eq!(BoneMap::parse(b"a = b\n\xe4 = c").unwrap_err().line, 2);
    }

    #[test]
    fn any_other_line_is_an_error_with_its_number() {
        for line in ["Hips", "Hips =", "= root", "="] {
            let text = format!("a = b\n{line}\n");
            let error = BoneMap::parse(text.as_bytes()).unwrap_err();
            assert_eq!(error, BadLine { line: 2, span: Span::at(6, line.len()), is_utf8: true });
            assert_eq!(BoneMap::from_bytes(text.as_bytes()).unwrap_err().code.id, "retarget::bones");
        }
    }
}
