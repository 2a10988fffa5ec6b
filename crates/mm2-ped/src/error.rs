//! Why bytes are no file of this format.

use std::fmt;

use anim_core::Code;

use crate::codes;

/// Why a file does not read or clips do not become one, and where.
pub type Error = anim_core::Error<ErrorKind>;

/// What keeps bytes from being a file of this format, or clips from becoming one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An `.anim` that ends before its header or its floats do.
    Truncated {
        /// The size that it would have at least.
        expected: usize,
        /// Its size.
        found: usize,
    },
    /// An `.anim` that does not begin with 0 and has neither the size of the layout old nor that of wiki.
    Layout {
        /// The size that it would have in the layout old.
        old: u128,
        /// The size that it would have at least in the layout wiki.
        wiki: u128,
        /// Its size.
        found: usize,
    },
    /// An `.anim` that is a text.
    Text {
        /// Its size.
        found: usize,
    },
    /// A compressed file of a sibling game.
    Compressed,
    /// A count that is 0 or beyond what the game loads.
    Limit {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A text that is no skeleton.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// A skeleton that says another number of bones than it has.
    Count {
        /// The number that it says.
        stated: u64,
        /// How many it has.
        found: usize,
    },
    /// A bone's name that is empty, too long or not one word.
    Name {
        /// The name.
        name: String,
    },
    /// A bone that is not in depth-first order.
    Order {
        /// The parent that neither the bone before it nor one of that one's ancestors is.
        parent: usize,
    },
    /// A place or a limit that is no finite number.
    NotFinite,
    /// A line that cannot stand for an unknown property.
    Property {
        /// The line.
        line: String,
    },
    /// A text without a state, or in which something else comes before the first.
    NoState,
    /// A state or a line of a table that would not be read as it is.
    State {
        /// The line that it would be.
        line: String,
    },
    /// A file that the options name and that cannot be read.
    Unreadable,
    /// A line of a map of bones that is no pair.
    BoneMap {
        /// The line, from 1.
        line: usize,
    },
    /// A file holds one clip.
    Clips {
        /// The names of those given.
        names: Vec<String>,
    },
    /// A clip of which no node has the name of a bone.
    NoMatch {
        /// The names of the bones.
        names: Vec<String>,
    },
    /// A clip without nodes.
    NoBones,
    /// More bones than the game loads.
    Bones {
        /// How many there are.
        count: usize,
    },
    /// More frames than the game loads.
    Frames {
        /// How many there are.
        count: u64,
    },
    /// More poses of nodes than the encoder makes.
    Poses {
        /// How many it would take.
        count: usize,
    },
    /// A clip that contradicts itself.
    Clip(anim_core::ClipError),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { expected, found } => write!(f, "the file has {found} bytes, expected {expected}"),
            Self::Layout { old, wiki, found } => write!(
                f,
                "the file has {found} bytes, expected a first word of 0, or {old} bytes for the layout old, or {wiki} or \
                 more for wiki"
            ),
            Self::Text { found } => write!(f, "this is a text of {found} bytes, expected a clip"),
            Self::Compressed => f.write_str(
                "this is a compressed clip (`cmp`) of a sibling game, expected one that is not compressed",
            ),
            Self::Limit { what, found, most } => write!(f, "there are {found} {what}, expected 1 to {most}"),
            Self::Syntax { line, column, expected } => {
                write!(f, "line {line}, column {column}: expected {expected}")
            }
            Self::Count { stated, found } => {
                write!(f, "`NumBones` is {stated}, expected {found}: so many bones there are")
            }
            Self::Name { name } => write!(
                f,
                "the name `{name:.80}` is no bone's, expected 1 to {} bytes without blanks or braces",
                crate::MAX_NAME
            ),
            Self::Order { parent } => {
                write!(f, "the parent is bone {parent}, expected the bone before or one of its ancestors")
            }
            Self::NotFinite => f.write_str("a place or limit is not finite, expected a number"),
            Self::Property { line } => {
                write!(f, "`{line:.80}` cannot be a property of its own, expected one line without braces")
            }
            Self::NoState => f.write_str(
                "this is no state, expected a name, a clip, the first and last frame, four numbers and perhaps a state, \
                 with commas between",
            ),
            Self::State { line } => write!(f, "`{line:.80}` would be read as something else"),
            Self::Unreadable => f.write_str("the file that an option names cannot be read"),
            Self::BoneMap { line } => write!(f, "line {line} is no pair, expected `NODE = BONE`"),
            Self::Clips { names } if names.is_empty() => f.write_str("there is no clip, expected one"),
            Self::Clips { names } => {
                write!(f, "there are {} clips ({}), expected one", names.len(), names.join(", "))
            }
            Self::NoMatch { names } => {
                write!(f, "no node has the name of a bone, expected some of {}", names.join(", "))
            }
            Self::NoBones => f.write_str("the clip has no node, expected one that becomes a bone"),
            Self::Bones { count } => {
                write!(f, "there are {count} bones, expected at most {}", crate::MAX_BONES)
            }
            Self::Frames { count } => {
                write!(f, "the clip takes {count} frames, expected at most {}", crate::MAX_FRAMES)
            }
            Self::Poses { count } => {
                write!(f, "the clip takes {count} poses of nodes, expected at most {}", crate::MAX_POSES)
            }
            Self::Clip(error) => write!(f, "the clip contradicts itself: {error}"),
        }
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Truncated { .. } => &codes::TRUNCATED,
            Self::Layout { .. } | Self::Text { .. } => &codes::LAYOUT,
            Self::Compressed => &codes::COMPRESSED,
            Self::Limit { .. } => &codes::LIMIT,
            Self::Syntax { .. } | Self::NotFinite | Self::Order { .. } | Self::Property { .. } => {
                &codes::SYNTAX
            }
            Self::Count { .. } => &codes::NUM_BONES,
            Self::Name { .. } => &codes::BONE_NAME,
            Self::NoState | Self::State { .. } => &codes::STATE,
            Self::Unreadable
            | Self::BoneMap { .. }
            | Self::Clips { .. }
            | Self::NoMatch { .. }
            | Self::NoBones
            | Self::Bones { .. }
            | Self::Frames { .. }
            | Self::Poses { .. }
            | Self::Clip(_) => &codes::ENCODE,
        }
    }
}
