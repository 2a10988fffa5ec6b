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
    /// The weight with this index.
    Weight(usize),
    Visible,
}

impl Animated {
    /// The property of a clip; `width` is the number of the node's weights.
    pub(crate) fn property(self, width: usize) -> Property {
        match self {
            Self::Translation => Property::Translation,
            Self::Rotation => Property::Rotation,
            Self::Scale => Property::Scale,
            Self::Weights | Self::Weight(_) => Property::Weights { count: width },
            Self::Visible => Property::Visible,
        }
    }

    /// Its values as clips have them, of `of_key` parts for each key: of the numbers of a truth value only 0 is false, and it has no
    /// tangents.
    pub(crate) fn lowered(self, values: Vec<f64>, of_key: usize) -> Vec<f64> {
        if self != Self::Visible {
            return values;
        }
        let truth = |value: &f64| f64::from(u8::from(*value != 0.0));
        // Of three parts, two are tangents.
        values.chunks(of_key.max(1)).filter_map(|key| key.get(of_key >> 1)).map(truth).collect()
    }

    /// Whether an accessor may hold values of a property that a pointer refers to (`KHR_animation_pointer`): any numbers
    /// become floats. The error is what was expected.
    pub(crate) fn check_pointed(self, output: &Accessor) -> Result<(), &'static str> {
        let (element, expected) = match self {
            Self::Translation | Self::Scale => (ElementType::Vec3, "VEC3"),
            Self::Rotation => (ElementType::Vec4, "VEC4"),
            Self::Weights | Self::Weight(_) => (ElementType::Scalar, "SCALAR"),
            Self::Visible => return self.check(output),
        };
        if output.element == element { Ok(()) } else { Err(expected) }
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
            Self::Weights | Self::Weight(_) => (
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

/// The object whose property a pointer refers to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Object {
    Node(usize),
    /// A mesh, standing for the nodes that show it and have no weights themselves.
    Mesh(usize),
}

/// The object and the property that a JSON pointer refers to; `None` if it refers to something else.
pub(crate) fn of_pointer(pointer: &str) -> Option<(Object, Animated)> {
    let (objects, rest) = pointer.strip_prefix('/')?.split_once('/')?;
    let (object, property) = rest.split_once('/')?;
    let object = match objects {
        "nodes" => Object::Node(index(object)?),
        "meshes" => Object::Mesh(index(object)?),
        _ => return None,
    };
    let animated = match (object, property) {
        (_, "weights") => Animated::Weights,
        (Object::Node(_), "translation") => Animated::Translation,
        (Object::Node(_), "rotation") => Animated::Rotation,
        (Object::Node(_), "scale") => Animated::Scale,
        (Object::Node(_), "extensions/KHR_node_visibility/visible") => Animated::Visible,
        _ => Animated::Weight(index(property.strip_prefix("weights/")?)?),
    };
    Some((object, animated))
}

/// An index in a JSON pointer, which has no sign and no leading zeros.
fn index(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit()) && (token == "0" || !token.starts_with('0'));
    token.parse().ok().filter(|_| digits)
}
