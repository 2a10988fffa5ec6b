//! The parts of a target that are animated.

use crate::{Element, Item, Key};

/// The parts of a target that are animated, such as some faces of a shell (specification, `<Subtarget>`).
#[derive(Clone, Debug, PartialEq)]
pub struct Subtarget {
    /// The kind of parts, such as `FACES`; empty if the document does not state it.
    pub kind: String,
    /// The numbers of the parts.
    pub values: Vec<f64>,
}

impl Subtarget {
    /// The subtarget that an element states.
    pub(crate) fn of(element: &Element) -> Self {
        let number = |item| match item {
            Item::Scalar(number) => Some(number),
            _ => None,
        };
        Self {
            kind: element.value(Key::Type).trim().to_owned(),
            values: element.items().filter_map(number).collect(),
        }
    }
}
