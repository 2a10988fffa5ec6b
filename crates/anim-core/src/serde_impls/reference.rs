//! Nodes by index, or by name where only one node has the name, or by id.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{ClipError, UnknownName};

pub(super) enum Reference {
    Index(usize),
    Name(String),
}

impl Serialize for Reference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Index(index) => index.serialize(serializer),
            Self::Name(name) => name.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Reference {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Spelling;

        impl Visitor<'_> for Spelling {
            type Value = Reference;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the index or the name of a node")
            }

            fn visit_u64<E: Error>(self, index: u64) -> Result<Reference, E> {
                // An index that does not fit `usize` refers to no node either.
                Ok(Reference::Index(usize::try_from(index).unwrap_or(usize::MAX)))
            }

            fn visit_i64<E: Error>(self, index: i64) -> Result<Reference, E> {
                match u64::try_from(index) {
                    Ok(index) => self.visit_u64(index),
                    Err(_) => Err(E::custom(format_args!("expected a node, found the index {index}"))),
                }
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Reference, E> {
                Ok(Reference::Name(name.to_owned()))
            }
        }

        deserializer.deserialize_any(Spelling)
    }
}

/// The names of a clip's nodes.
pub(super) struct Names<'a> {
    all: Vec<&'a str>,
    /// The first node of each name, and how many nodes have the name.
    known: HashMap<&'a str, (usize, usize)>,
    /// The first node of each id.
    ids: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    /// The names of nodes with these names and ids.
    pub(super) fn new(nodes: impl Iterator<Item = (&'a str, Option<&'a str>)>) -> Self {
        let (all, own): (Vec<_>, Vec<_>) = nodes.unzip();
        let ids = own.into_iter().enumerate().rev().filter_map(|(index, id)| Some((id?, index))).collect();
        let mut known = HashMap::new();
        for (index, &name) in all.iter().enumerate() {
            known.entry(name).or_insert((index, 0)).1 += 1;
        }
        Self { all, known, ids }
    }

    /// The index of the node that a reference means.
    pub(super) fn index(&self, node: &Reference) -> Result<usize, String> {
        match node {
            Reference::Index(index) if *index < self.all.len() => Ok(*index),
            Reference::Index(index) => {
                Err(ClipError::Node { index: *index, count: self.all.len() }.to_string())
            }
            Reference::Name(name) => match self.known.get(name.as_str()) {
                Some((index, 1)) => Ok(*index),
                Some((_, count)) => Err(format!("{count} nodes have the name `{name}`: give the index")),
                None => {
                    let unknown = || UnknownName::new("node", name, self.all.iter().copied()).to_string();
                    self.ids.get(name.as_str()).copied().ok_or_else(unknown)
                }
            },
        }
    }

    /// The name of the node with an index.
    pub(super) fn name(&self, index: usize) -> &'a str {
        self.all.get(index).copied().unwrap_or_default()
    }
}
