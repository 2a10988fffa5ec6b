//! The parts of a document that have no effect, because something that they need is missing or does not fit.

use std::collections::{HashMap, HashSet};

use anim_core::Span;

use super::definitions::Definitions;
use crate::{Element, Key, Tag};

/// Why an element, or a part of it, has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The ticks of a timeline do not ascend: it ends before the first one that does not.
    Ticks,
    /// The number of values of an interpolator does not fit its timeline.
    Count,
    /// The animation of an interpolator has no timeline, or one without ticks.
    NoTimeline,
    /// No animation contains or names the interpolator.
    Unused,
    /// No animation names the timeline, or has it as its first.
    UnusedTimeline,
    /// The animation to be instanced does not exist, or contains the instance.
    Instance,
    /// An animation inside an instanced one, or the instanced one itself, is an instance.
    Chain,
    /// An animation names a timeline or an interpolator that does not exist.
    Name,
}

/// An element that has no effect, or that has a part without effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeftOut {
    pub(crate) reason: Reason,
    pub(crate) span: Option<Span>,
    /// The address of the element.
    pub(crate) identity: usize,
}

/// Findings made while a program is built.
#[derive(Default)]
pub(super) struct Findings {
    /// The interpolators that some animation plays, and the timelines that some animation has.
    used: HashSet<*const Element>,
    /// For each element, the first reason found.
    reasons: HashMap<*const Element, Reason>,
}

impl Findings {
    /// Records that an animation plays an interpolator, or has a timeline.
    pub(super) fn uses(&mut self, list: &Element) {
        self.used.insert(list);
    }

    /// Records why an element, or a part of it, has no effect.
    pub(super) fn note(&mut self, element: &Element, reason: Reason) {
        self.reasons.entry(element).or_insert(reason);
    }

    /// Records unresolved references of an animation.
    pub(super) fn references<'a>(
        &mut self,
        animation: &'a Element,
        definition: Option<&Element>,
        is_instanced: bool,
        definitions: &Definitions<'a>,
    ) {
        let instances = |element: &Element| !element.value(Key::InstanceOf).trim().is_empty();
        if instances(animation) && is_instanced || definition.is_some_and(instances) {
            self.note(animation, Reason::Chain);
        } else if instances(animation) && definition.is_none() {
            self.note(animation, Reason::Instance);
        }
        if !is_instanced && definitions.names_in_vain(animation) {
            self.note(animation, Reason::Name);
        }
    }

    /// The elements without effect, in document order. `is_complete` is whether all animations were visited.
    pub(super) fn left_out(&self, root: &Element, is_complete: bool) -> Vec<LeftOut> {
        let mut found = Vec::new();
        self.search(root, is_complete, &mut found);
        found
    }

    fn search(&self, element: &Element, is_complete: bool, found: &mut Vec<LeftOut>) {
        let identity = std::ptr::from_ref(element);
        let reason = self.reasons.get(&identity).copied();
        let is_left = || !self.used.contains(&identity) && element.items().next().is_some();
        let reason = match element.tag() {
            Some(Tag::Timeline) => reason.or((is_complete && is_left()).then_some(Reason::UnusedTimeline)),
            Some(tag) if tag.is_interpolator() => {
                is_left().then(|| reason.or(is_complete.then_some(Reason::Unused))).flatten()
            }
            _ => reason,
        };
        found.extend(reason.map(|reason| LeftOut {
            reason,
            span: element.span(),
            identity: identity as usize,
        }));
        element.elements().for_each(|inner| self.search(inner, is_complete, found));
    }
}
