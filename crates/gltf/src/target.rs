//! The properties of nodes that channels can drive.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Property;

use crate::{Accessor, ComponentType, ElementType};

/// A property that a channel can drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Animated {
    Translation,
    Rotation,
    Scale,
    Weights,
    Visible,
}

impl Animated {
    /// The property of a clip; `width` is the number of weights.
    pub(crate) fn property(self, width: usize) -> Property {
        match self {
            Self::Translation => Property::Translation,
            Self::Rotation => Property::Rotation,
            Self::Scale => Property::Scale,
            Self::Weights => Property::Weights { count: width },
            Self::Visible => Property::Visible,
        }
    }

    /// Whether an accessor may hold values of the property (3.11); the error is what was expected.
    pub(crate) fn check(self, output: &Accessor) -> Result<(), &'static str> {
        let float = output.component_type == ComponentType::F32;
        let fraction = output.normalized
            && !matches!(output.component_type, ComponentType::U32 | ComponentType::Other(_));
        let (fits, expected) = match self {
            Self::Translation | Self::Scale => {
                (output.element == ElementType::Vec3 && float, "VEC3 of floats")
            }
            Self::Rotation => (
                output.element == ElementType::Vec4 && (float || fraction),
                "VEC4 of floats or normalised integers",
            ),
            Self::Weights => (
                output.element == ElementType::Scalar && (float || fraction),
                "SCALAR of floats or normalised integers",
            ),
            Self::Visible => (
                output.element == ElementType::Scalar && output.component_type == ComponentType::U8,
                "SCALAR of unsigned bytes",
            ),
        };
        if fits { Ok(()) } else { Err(expected) }
    }
}

/// The node and the property that a JSON pointer refers to; `None` if it refers to something else.
pub(crate) fn of_pointer(pointer: &str) -> Option<(usize, Animated)> {
    let (node, property) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
    let animated = match property {
        "translation" => Animated::Translation,
        "rotation" => Animated::Rotation,
        "scale" => Animated::Scale,
        "weights" => Animated::Weights,
        "extensions/KHR_node_visibility/visible" => Animated::Visible,
        _ => return None,
    };
    // JSON pointers spell an index without sign and without leading zeros.
    let digits = node.bytes().all(|byte| byte.is_ascii_digit()) && (node == "0" || !node.starts_with('0'));
    Some((node.parse().ok().filter(|_| digits)?, animated))
}
