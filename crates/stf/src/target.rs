//! The targets of tracks, and references.

use std::fmt;

/// A reference to a resource or a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// An index into the resource's own list of references.
    Index(usize),
    /// The id, as in files of exporters up to 0.0.29.
    Id(String),
}

impl Reference {
    /// The id that the reference names; `list` is the resource's list of references.
    pub fn resolve<'a>(&'a self, list: &'a [String]) -> Option<&'a str> {
        match self {
            Self::Index(index) => list.get(*index).map(String::as_str),
            Self::Id(id) => Some(id),
        }
    }

    /// The reference to an id by index; adds the id to the list if it is absent.
    pub(crate) fn to(id: &str, list: &mut Vec<String>) -> Self {
        let known = list.iter().position(|other| other == id);
        Self::Index(known.unwrap_or_else(|| {
            list.push(id.to_owned());
            list.len() - 1
        }))
    }
}

/// The path to the property that a track drives: ids, property names, and indices of material slots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Target(pub Vec<Step>);

/// One step of a [`Target`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// An id or a name.
    Name(String),
    /// An index.
    Index(usize),
}

impl Target {
    /// A path of ids and names.
    pub fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(names.into_iter().map(|name| Step::Name(name.to_owned())).collect())
    }

    /// The name at a step; `None` for an index or no step.
    pub fn name(&self, step: usize) -> Option<&str> {
        match self.0.get(step)? {
            Step::Name(name) => Some(name),
            Step::Index(_) => None,
        }
    }
}

/// A target of names, such as `["n0", "t"]`.
impl<const N: usize> From<[&str; N]> for Target {
    fn from(names: [&str; N]) -> Self {
        Self::names(names)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Index(index) => write!(f, "{index}"),
        }
    }
}

/// The steps joined by `/`.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            write!(f, "{step}")?;
        }
        Ok(())
    }
}
