//! Paths to the parts of a document, formatted only for findings.

use std::borrow::Cow;
use std::fmt;

use crate::{Form, Stf};

/// A path: a step from another path.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    /// The document itself, or the animation that a file is.
    Root,
    /// A member of an object.
    Member(&'a Path<'a>, &'a str),
    /// An element of an array.
    Element(&'a Path<'a>, usize),
}

/// The path of the resources of a document.
static RESOURCES: Path<'static> = Path::Member(&Path::Root, "resources");

impl<'a> Path<'a> {
    /// The path of a resource, which is the document itself if the file is an animation alone.
    pub(crate) fn of_resource(stf: &Stf, id: &'a str) -> Self {
        if stf.form() == Form::Animation { Self::Root } else { RESOURCES.member(id) }
    }

    pub(crate) fn member(&'a self, name: &'a str) -> Self {
        Self::Member(self, name)
    }

    pub(crate) fn element(&'a self, index: usize) -> Self {
        Self::Element(self, index)
    }
}

/// `resources/ID/tracks[0]`. Long names are shortened, because many findings may contain them.
impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Member(Self::Root, name) => f.write_str(&short(name)),
            Self::Member(before, name) => write!(f, "{before}/{}", short(name)),
            Self::Element(before, index) => write!(f, "{before}[{index}]"),
        }
    }
}

/// The length of the longest name that is not shortened, in bytes: ids of exporters have 36, names of actions up to 63.
const SHOWN: usize = 64;

/// A name for a finding; a long one is shortened and ends in `…`.
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
        let (root, id) = (Path::Root, "ä".repeat(40));
        let resources = root.member("resources");
        let resource = resources.member(&id);
        let tracks = resource.member("tracks");
        let expected = format!("resources/{}…/tracks[2]", "ä".repeat(32));
        assert_eq!(tracks.element(2).to_string(), expected);
        assert_eq!(root.member("tracks").element(0).to_string(), "tracks[0]");
        assert_eq!(root.to_string(), "");
    }
}
