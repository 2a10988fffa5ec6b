//! The errors of reading and encoding.

use std::fmt;

use anim_core::{Brief, Code, counted};

use crate::limits::{MAX_BONES, MAX_FRAMES, MAX_NAME};
use crate::text::displayed;
use crate::{Invalid, codes};

/// An error of reading or encoding, with its location.
pub type Error = anim_core::Error<ErrorKind>;

/// Why bytes cannot be read as a file of this format, or clips cannot be encoded as one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An `.anim` that ends within its header or its floats.
    Truncated {
        /// The least size it needs.
        expected: usize,
        /// Its size.
        found: usize,
    },
    /// An `.anim` that does not begin with 0 and whose size fits neither the layout old nor the layout wiki.
    Layout {
        /// The size it needs in the layout old.
        old: u128,
        /// The least size it needs in the layout wiki.
        wiki: u128,
        /// Its size.
        found: usize,
    },
    /// An `.anim` that is text.
    Text {
        /// Its size.
        found: usize,
    },
    /// A compressed file of a related game.
    Compressed,
    /// A count that is 0 or more than the game loads.
    Limit {
        /// What is counted.
        what: &'static str,
        /// Their number.
        found: usize,
        /// The greatest count that is valid.
        most: usize,
    },
    /// A text that is not a skeleton.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// A skeleton whose stated number of bones is wrong.
    Count {
        /// The stated number.
        stated: u64,
        /// The number of bones it has.
        found: usize,
    },
    /// A bone's name that is empty, too long or more than one word.
    Name {
        /// The name.
        name: String,
    },
    /// Bones that are not in depth-first order.
    Order {
        /// The parent, which is neither the previous bone nor one of its ancestors.
        parent: usize,
    },
    /// A position or a limit that is not a finite number.
    NotFinite,
    /// A line that would not read back as an unknown property.
    Property {
        /// The line.
        line: String,
    },
    /// A text without the header of a table whose first line, apart from comments, is not a state.
    NoState,
    /// A state or another line of a table that would not read back unchanged.
    State {
        /// The line as it would be written.
        line: String,
    },
    /// No clip, or several: a file holds exactly one.
    Clips {
        /// The names of the given clips.
        names: Vec<String>,
    },
    /// A clip without a node that matches a bone.
    NoMatch {
        /// The names of the bones.
        names: Vec<String>,
    },
    /// A clip without nodes.
    NoBones,
    /// More bones than the game loads.
    Bones {
        /// The number of bones.
        count: usize,
    },
    /// More frames than the game loads.
    Frames {
        /// The number of frames.
        count: u64,
    },
    /// More node poses than [`EncodeOptions::poses`](crate::EncodeOptions::poses) allows.
    Poses {
        /// The number of poses.
        count: usize,
        /// The maximum number of poses.
        most: usize,
    },
    /// Motion that no `.anim` can store.
    Invalid(Invalid),
    /// A clip that is not valid.
    Clip(anim_core::ClipError),
}

/// The largest size in bytes that is stated to the user.
const LARGEST: u128 = 1 << 40;

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { expected, found } => {
                write!(f, "the file has {}, expected {expected}", counted(*found, "byte"))
            }
            Self::Layout { old, wiki, found } if (*old).min(*wiki) > LARGEST => write!(
                f,
                "the file has {}, expected a first word of 0, as files of the game have (layout retail); the layouts without \
                 it, old and wiki, count frames and bones or tracks and frames in the first two words, which state a size that no \
                 file has",
                counted(*found, "byte")
            ),
            Self::Layout { old, wiki, found } => write!(
                f,
                "the file has {}, expected a first word of 0, as files of the game have (layout retail), or the size that its \
                 first two words state: {old} bytes for frames and bones (layout old), at least {wiki} bytes for tracks and \
                 frames (layout wiki)",
                counted(*found, "byte")
            ),
            Self::Text { found } => {
                write!(f, "found a text of {}, expected a binary clip", counted(*found, "byte"))
            }
            Self::Compressed => {
                f.write_str("found a compressed clip (`cmp`) of a related game, expected an uncompressed clip")
            }
            Self::Limit { what, found, most } => write!(f, "found {found} {what}, expected 1 to {most}"),
            Self::Syntax { line, column, expected } => {
                write!(f, "line {line}, column {column}: expected {expected}")
            }
            Self::Count { stated: stated @ u64::MAX, found } => write!(
                f,
                "`NumBones` is {stated} or more, beyond what this crate counts, expected {found}, the number of bones in the file"
            ),
            Self::Count { stated, found } => {
                write!(f, "`NumBones` is {stated}, expected {found}, the number of bones in the file")
            }
            Self::Name { name } => write!(
                f,
                "`{:.80}` cannot be a bone's name, expected 1 to {MAX_NAME} bytes without blanks or braces",
                displayed(name)
            ),
            Self::Order { parent } => {
                write!(f, "the parent is bone {parent}, expected the previous bone, one of its ancestors, or none")
            }
            Self::NotFinite => f.write_str("a position or limit is not a finite number"),
            Self::Property { line } => write!(
                f,
                "`{:.80}` cannot be the line of an unknown property, expected one line without braces that begins with \
                 an unknown word",
                displayed(line)
            ),
            Self::NoState => f.write_str(
                "the line is not a state, expected a name, a clip, the first and last frame, four numbers and an optional \
                 next state, separated by commas; the game does not read semicolons, which some spreadsheets write",
            ),
            Self::State { line } => {
                write!(f, "the line `{:.80}` does not read back as it was given", displayed(line))
            },
            Self::Clips { names } if names.is_empty() => f.write_str("found no clip, expected one"),
            Self::Clips { names } => {
                write!(f, "found {} clips ({}), expected one", names.len(), names.join(", "))
            }
            Self::NoMatch { names } => {
                write!(f, "no node matches a bone of the skeleton, by name or as a human bone; expected some of {}", names.join(", "))
            }
            Self::NoBones => f.write_str("the clip has no nodes, expected at least one"),
            Self::Bones { count } => write!(f, "the clip needs {count} bones, expected at most {MAX_BONES}"),
            Self::Frames { count } => {
                let count = Brief(*count as f64);
                write!(f, "the clip needs {count} frames, expected at most {MAX_FRAMES}")
            }
            Self::Poses { count, most } => write!(
                f,
                "the clip needs {count} node poses, expected at most {most}: the option `poses` allows more"
            ),
            Self::Invalid(invalid) => write!(f, "no .anim can store the motion: {invalid}"),
            Self::Clip(error) => write!(f, "the clip is not valid: {error}"),
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
            Self::Clips { .. }
            | Self::NoMatch { .. }
            | Self::NoBones
            | Self::Bones { .. }
            | Self::Frames { .. }
            | Self::Poses { .. }
            | Self::Invalid(_)
            | Self::Clip(_) => &codes::ENCODE,
        }
    }

    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            Self::Clip(error) => Some(error),
            _ => None,
        }
    }
}
