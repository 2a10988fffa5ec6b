//! Paths to the parts of a document, written down only where something is reported.

use std::borrow::Cow;
use std::fmt;

/// A path, as a step from the path before.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    /// The document itself, or the animation that a file is.
    Whole,
    /// A member of an object.
    Member(&'a Path<'a>, &'a str),
    /// An element of an array.
    Element(&'a Path<'a>, usize),
}

impl<'a> Path<'a> {
    pub(super) fn member(&'a self, name: &'a str) -> Self {
        Self::Member(self, name)
    }

    pub(super) fn element(&'a self, index: usize) -> Self {
        Self::Element(self, index)
    }
}

/// As `resources/ID/tracks[0]`; long names are cut short, since each of their parts may have something to report.
impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Member(Self::Whole, name) => f.write_str(&short(name)),
            Self::Member(before, name) => write!(f, "{before}/{}", short(name)),
            Self::Element(before, index) => write!(f, "{before}[{index}]"),
        }
    }
}

/// How many bytes of a name are shown at most: ids of exporters have 36, names of actions up to 63.
const SHOWN: usize = 64;

/// A name that may stand in many findings; what is too long ends in `…`.
pub(crate) fn short(name: &str) -> Cow<'_, str> {
    if name.len() <= SHOWN {
        return Cow::Borrowed(name);
    }
    let end = (0..=SHOWN).rfind(|&at| name.is_char_boundary(at)).unwrap_or_default();
    Cow::Owned(format!("{}…", name.get(..end).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_every_step() {
        let (whole, id) = (Path::Whole, "ä".repeat(40));
        let resources = whole.member("resources");
        let resource = resources.member(&id);
        let tracks = resource.member("tracks");
        let expected = format!("resources/{}…/tracks[2]", "ä".repeat(32));
        assert_eq!(tracks.element(2).to_string(), expected);
        assert_eq!(whole.member("tracks").element(0).to_string(), "tracks[0]");
        assert_eq!(whole.to_string(), "");
    }
}
