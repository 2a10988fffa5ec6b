//! What keeps joints, numbers and text from being a document.

use std::fmt;

use crate::{Joint, Role, text};

/// What cannot be said in a BVH.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invalid {
    /// No joint at all.
    Empty,
    /// A parent that is no joint before it on the way from its root, so that the joints are not in depth-first order.
    Parent {
        /// The joint.
        joint: usize,
    },
    /// An `End Site` without a parent.
    End {
        /// The joint.
        joint: usize,
    },
    /// A name with a line end or `{`, or with blanks around it.
    Name {
        /// The joint.
        joint: usize,
    },
    /// A number that is not finite.
    Number,
    /// Frames of joints that have no channels.
    Frames {
        /// How many.
        frames: usize,
    },
    /// Not one number for each channel in each frame.
    Values {
        /// How many frames there are.
        frames: usize,
        /// How many numbers each has.
        width: usize,
        /// How many numbers there are.
        found: usize,
    },
    /// Text after the frames that would read as a part of them, or has blanks around it.
    Trailing,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no joint, expected a root"),
            Self::Parent { joint } => {
                write!(
                    f,
                    "the parent of joint {joint} is no joint on the way to it, expected depth-first order"
                )
            }
            Self::End { joint } => write!(f, "joint {joint} is an end site, expected a parent"),
            Self::Name { joint } => {
                write!(f, "the name of joint {joint} has a line end, `{{` or blanks around it")
            }
            Self::Number => f.write_str("a number is not finite"),
            Self::Frames { frames } => write!(f, "there are {frames} frames, expected none without channels"),
            Self::Values { frames, width, found } => {
                write!(f, "there are {found} numbers, expected {frames} frames of {width}")
            }
            Self::Trailing => {
                f.write_str("text after the frames must not have blanks around it or begin like a number")
            }
        }
    }
}

impl std::error::Error for Invalid {}

/// Whether joints are in depth-first order, and can be written and read back.
pub(crate) fn check_joints(joints: &[Joint]) -> Result<(), Invalid> {
    if joints.is_empty() {
        return Err(Invalid::Empty);
    }
    // The joints from a root down to the last one, those that may have more children.
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
