//! Chains and cycles of instances.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::Code;

use super::checker::identity;
use crate::program::Definitions;
use crate::{Attribute, Element, Hsf, Key, Tag, codes};

/// The animations that animations instance, and the elements around elements.
#[derive(Default)]
pub(super) struct Instances<'a> {
    /// By instance, the animation that it instances.
    instanced: HashMap<usize, &'a Element>,
    /// The enclosing element of each element.
    around: HashMap<usize, usize>,
}

/// The attribute that states what an animation instances, and the name in it.
pub(super) fn instance_of(element: &Element) -> Option<(&Attribute, &str)> {
    let attribute = element.attribute(Key::InstanceOf)?;
    Some((attribute, attribute.value().trim())).filter(|(_, name)| !name.is_empty())
}

impl<'a> Instances<'a> {
    /// The instances of a document.
    pub(super) fn of(hsf: &'a Hsf, definitions: &Definitions<'a>) -> Self {
        let mut instances = Self::default();
        instances.gather(&hsf.root, definitions);
        instances
    }

    fn gather(&mut self, element: &'a Element, definitions: &Definitions<'a>) {
        if element.tag() == Some(Tag::Animation)
            && let Some((definition, _)) = definitions.named(element)
        {
            self.instanced.insert(identity(element), definition);
        }
        for inner in element.elements() {
            self.around.insert(identity(inner), identity(element));
            self.gather(inner, definitions);
        }
    }

    /// Why an instance has no effect; `is_chained` is whether it has none where it is instanced.
    pub(super) fn fault(&self, element: &Element, is_chained: bool) -> Option<(&'static Code, &'static str)> {
        let definition = *self.instanced.get(&identity(element))?;
        if self.is_around(definition, element) || self.is_cycle(element, definition) {
            let message = "the animation instances itself or an animation around it";
            Some((&codes::INSTANCE_CYCLE, message))
        } else if self.instanced.contains_key(&identity(definition)) {
            let message = "the instanced animation is an instance itself, which has no effect here";
            Some((&codes::INSTANCE_CHAIN, message))
        } else if is_chained {
            let message = "the animation is inside one that is instanced, where it gets nothing from the one that it instances";
            Some((&codes::INSTANCE_CHAIN, message))
        } else {
            None
        }
    }

    /// Whether a chain of instances returns to one of its elements.
    fn is_cycle(&self, element: &Element, definition: &Element) -> bool {
        let mut seen = HashSet::from([identity(element)]);
        let mut next = Some(definition);
        for _ in 0..CHAIN {
            let Some(at) = next else { return false };
            if !seen.insert(identity(at)) {
                return true;
            }
            next = self.instanced.get(&identity(at)).copied();
        }
        false
    }

    fn is_around(&self, outer: &Element, inner: &Element) -> bool {
        let outer = identity(outer);
        let mut at = Some(identity(inner));
        while let Some(here) = at {
            if here == outer {
                return true;
            }
            at = self.around.get(&here).copied();
        }
        false
    }
}

/// The maximum number of steps of a chain of instances that are followed to find a cycle.
const CHAIN: usize = 64;
