//! A file of any of the three kinds, with what was found around it.

use crate::{Anim, Skeleton, StateTable};

/// A file of any of the three kinds, with what was found around it.
///
/// Two are equal if their files are: the rest is context for clips and checks, and is not written.
#[derive(Clone, Debug)]
pub struct Mm2Ped {
    /// The file itself.
    pub file: File,
    /// The skeleton of the figure that an `.anim` or the clips of a table move.
    pub skeleton: Option<Skeleton>,
    /// The table that says which states use an `.anim`.
    pub states: Option<StateTable>,
    /// The clips of a table by their names without the extension.
    pub clips: Vec<(String, Anim)>,
    /// The name of the file without the extension.
    pub name: Option<String>,
}

/// A file of one of the three kinds.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum File {
    /// An `.anim`: motion.
    Anim(Anim),
    /// A `.skel`: a figure at rest.
    Skeleton(Skeleton),
    /// A table: what to show of which `.anim`, and what follows.
    States(StateTable),
}

impl File {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Anim(anim) => anim.to_bytes(),
            Self::Skeleton(skeleton) => skeleton.to_bytes(),
            Self::States(table) => table.to_bytes(),
        }
    }
}

impl From<File> for Mm2Ped {
    /// A file with nothing around it.
    fn from(file: File) -> Self {
        Self { file, skeleton: None, states: None, clips: Vec::new(), name: None }
    }
}

impl From<Anim> for Mm2Ped {
    fn from(anim: Anim) -> Self {
        File::Anim(anim).into()
    }
}

impl From<Skeleton> for Mm2Ped {
    fn from(skeleton: Skeleton) -> Self {
        File::Skeleton(skeleton).into()
    }
}

impl From<StateTable> for Mm2Ped {
    fn from(table: StateTable) -> Self {
        File::States(table).into()
    }
}

impl PartialEq for Mm2Ped {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}
