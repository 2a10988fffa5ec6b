//! Reasons why joints, values and text do not form a document.

use std::fmt;

use anim_core::counted;

use crate::{Joint, Role, text};

/// Why parts do not form a document that could be written and read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invalid {
    /// There is no joint.
    Empty,
    /// The joints are not in depth-first order: the parent of a joint is not one of the joints from the root to the joint before.
    Parent {
        /// The joint.
        joint: usize,
    },
    /// An `End Site` has no parent.
    End {
        /// The joint.
        joint: usize,
    },
    /// A name has a line end, `{` or blanks around it.
    Name {
        /// The joint.
        joint: usize,
    },
    /// A number is not finite.
    Number,
    /// There are frames although no joint has a channel.
    Frames {
        /// The number of frames.
        frames: usize,
    },
    /// The number of values is not frames × channels.
    Values {
        /// The number of frames.
        frames: usize,
        /// The number of channels.
        width: usize,
        /// The number of values.
        found: usize,
    },
    /// The text after the frames has blanks around it, or begins like a number and would be read as part of the frames.
    Trailing,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no joint, expected a root"),
            Self::Parent { joint } => {
                write!(f, "the parent of joint {joint} is not on the path to it, expected depth-first order")
            }
            Self::End { joint } => write!(f, "joint {joint} is an end site without a parent, expected one"),
            Self::Name { joint } => {
                write!(f, "the name of joint {joint} has a line end, `{{` or blanks around it")
            }
            Self::Number => f.write_str("a number is not finite"),
            Self::Frames { frames } => {
                write!(f, "the motion has {} but no channels, expected no frames", counted(*frames, "frame"))
            }
            Self::Values { frames, width, found } => {
                let [found, frames] = [counted(*found, "number"), counted(*frames, "frame")];
                write!(f, "the motion has {found}, expected {width} for each of {frames}")
            }
            Self::Trailing => {
                f.write_str("the text after the frames begins like a number or has blanks around it")
            }
        }
    }
}

impl std::error::Error for Invalid {}

/// Checks that joints are in depth-first order and can be written and read back.
pub(crate) fn check_joints(joints: &[Joint]) -> Result<(), Invalid> {
    if joints.is_empty() {
        return Err(Invalid::Empty);
    }
    // The path from a root to the last joint: the joints that may get more children.
    let mut path: Vec<usize> = Vec::new();
    for (index, joint) in joints.iter().enumerate() {
        while path.last().copied() != joint.parent && path.pop().is_some() {}
        if path.last().copied() != joint.parent {
            return Err(Invalid::Parent { joint: index });
        }
        match joint.role {
            Role::End if joint.parent.is_none() => return Err(Invalid::End { joint: index }),
            Role::End => {}
            Role::Joint(_) => path.push(index),
        }
        if !text::is_name(joint.name.as_bytes()) {
            return Err(Invalid::Name { joint: index });
        }
        if !joint.offset.iter().all(|part| part.is_finite()) {
            return Err(Invalid::Number);
        }
    }
    Ok(())
}
