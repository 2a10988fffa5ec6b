//! What tracks are about, and what animations refer to.

use std::fmt;

/// A reference to a resource or a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// An index into the list of references of the same resource.
    Index(usize),
    /// The id itself, as files of exporters up to 0.0.29 have it.
    Id(String),
}

impl Reference {
    /// The id that the reference leads to, by the list of references.
    pub fn resolve<'a>(&'a self, list: &'a [String]) -> Option<&'a str> {
        match self {
            Self::Index(index) => list.get(*index).map(String::as_str),
            Self::Id(id) => Some(id),
        }
    }

    pub(crate) fn to(id: &str, list: &mut Vec<String>) -> Self {
        let known = list.iter().position(|other| other == id);
        Self::Index(known.unwrap_or_else(|| {
            list.push(id.to_owned());
            list.len() - 1
        }))
    }
}

/// The path of what a track drives: ids, property names, and indices of material slots.
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

    /// A step's name, if it has one.
    pub fn name(&self, step: usize) -> Option<&str> {
        match self.0.get(step)? {
            Step::Name(name) => Some(name),
            Step::Index(_) => None,
        }
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
