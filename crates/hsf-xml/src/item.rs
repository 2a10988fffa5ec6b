//! One value of a list.

use crate::{Modifier, Text, Word};

/// One value of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item<'a> {
    /// A number without brackets.
    Scalar(f64),
    /// Numbers in brackets.
    Tuple(&'a [f64]),
    /// A value in brackets with modifiers or texts.
    Keyed(&'a Keyed),
    /// The previous value; as the first item, the target's own value.
    Hold(Hold),
    /// A quoted text.
    Text(&'a Text),
    /// A word, which has no meaning here.
    Word(&'a Word),
}

/// The spelling of a held value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Hold {
    /// `*`
    #[cfg_attr(feature = "serde", serde(rename = "*"))]
    Star,
    /// `+`, which the examples of the specification use like `*`.
    #[cfg_attr(feature = "serde", serde(rename = "+"))]
    Plus,
}

/// A value with modifiers or texts: `[[b 0 0] 1 2]`, `[d "target"]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyed {
    modifiers: Vec<Modifier>,
    numbers: Vec<f64>,
    texts: Vec<Text>,
}

impl Keyed {
    /// A value of modifiers, numbers and texts, in this order. `None` if a number is not finite, a text contains a `"`, or
    /// there is neither a modifier nor a text.
    pub fn new(modifiers: Vec<Modifier>, numbers: Vec<f64>, texts: Vec<Text>) -> Option<Self> {
        let keyed = !modifiers.is_empty() || !texts.is_empty();
        let sound = numbers.iter().all(|n| n.is_finite()) && !texts.iter().any(|text| text.contains('"'));
        (keyed && sound).then_some(Self { modifiers, numbers, texts })
    }

    /// Its modifiers.
    pub fn modifiers(&self) -> &[Modifier] {
        &self.modifiers
    }

    /// Its components.
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// Its texts.
    pub fn texts(&self) -> &[Text] {
        &self.texts
    }
}
