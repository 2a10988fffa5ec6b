//! Bone maps: which node moves which bone, where their names differ.

use anim_core::{Diagnostic, FileContent, Location, Span};

use crate::error::{Error, ErrorKind};

/// Pairs of the name of a node and the name of the bone that it moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneMap {
    pairs: Vec<(String, String)>,
}

impl BoneMap {
    /// A map of these pairs: the name of a node, then the name of a bone.
    pub fn new<N: Into<String>, B: Into<String>>(pairs: impl IntoIterator<Item = (N, B)>) -> Self {
        let owned = |(node, bone): (N, B)| (node.into(), bone.into());
        Self { pairs: pairs.into_iter().map(owned).collect() }
    }

    /// Reads a text with one pair per line, `NODE = BONE`. The last `=` of a line separates the names. Empty lines and lines
    /// that begin with `#` are skipped.
    ///
    /// Errors: [`ErrorKind::BoneMap`] for any other line.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let mut pairs = Vec::new();
        let mut start = 0;
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            let span = Span::at(start, line.len());
            start = span.end + 1;
            let line = String::from_utf8_lossy(line);
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let pair = line.rsplit_once('=').map(|(node, bone)| (node.trim(), bone.trim()));
            let Some((node, bone)) = pair.filter(|(node, bone)| !node.is_empty() && !bone.is_empty()) else {
                return Err(Error::new(ErrorKind::BoneMap { line: index + 1 }, Location::span(span)));
            };
            pairs.push((node.to_owned(), bone.to_owned()));
        }
        Ok(Self { pairs })
    }

    /// The pairs: the name of a node, then the name of a bone.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(node, bone)| (node.as_str(), bone.as_str()))
    }
}

impl FileContent for BoneMap {
    fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic> {
        Ok(Self::parse(bytes)?)
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
    }

    #[test]
    fn any_other_line_is_an_error_with_its_number() {
        for line in ["Hips", "Hips =", "= root", "="] {
            let error = BoneMap::parse(format!("a = b\n{line}\n").as_bytes()).unwrap_err();
            assert_eq!(
                (error.kind, error.at.span),
                (ErrorKind::BoneMap { line: 2 }, Some(Span::at(6, line.len())))
            );
        }
    }
}
