//! The document: a file of any of the three kinds, with the files that belong to it.

use crate::{Anim, Skeleton, StateTable};

/// A file of any of the three kinds, with the files that belong to it.
///
/// Two documents are equal if their files are: the other fields are context for clips and checks and are not written.
#[derive(Clone, Debug)]
pub struct Mm2Ped {
    /// The file itself.
    pub file: File,
    /// The skeleton of the figure that an `.anim` or the clips of a table move.
    pub skeleton: Option<Skeleton>,
    /// The table with the states that show an `.anim`.
    pub states: Option<StateTable>,
    /// The clips of a table, each with its name without the extension.
    pub clips: Vec<(String, Anim)>,
    /// The name of the clip of an `.anim`: the file's name without the extension, or the name of the clip that was encoded.
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
    /// A state table: the frames of which `.anim` each state shows, and the state that follows.
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
    /// A file alone.
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
