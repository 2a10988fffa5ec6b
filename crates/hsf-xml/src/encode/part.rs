//! An animation of one interpolator.

use anim_core::{Loss, Wrap};

use super::accuracy::Accuracy;
use super::keys::Keys;
use crate::{Content, Element, Key, List, Tag, Target, TargetKind, number};

/// An interpolator, its keyframes and its target.
pub(super) struct Part {
    /// The target with its prefix.
    pub(super) target: String,
    /// The node, and the name of the channel that it is written for.
    pub(super) node: usize,
    pub(super) channel: String,
    /// The interpolator without its keyframes.
    pub(super) interpolator: Element,
    pub(super) keys: Keys,
    /// `None` for a part without a unit.
    pub(super) accuracy: Option<Accuracy>,
}

impl Part {
    /// Whether the error is within the tolerance at a number of ticks per second.
    pub(super) fn is_kept(&self, ticks_per_second: f64) -> bool {
        self.accuracy.as_ref().is_none_or(|accuracy| accuracy.is_kept(&self.keys, ticks_per_second))
    }

    /// The loss at a number of ticks per second, apart from times.
    pub(super) fn loss(&self, ticks_per_second: f64) -> Option<Loss> {
        self.accuracy.as_ref()?.loss(&self.keys, ticks_per_second)
    }

    /// The animation, at a number of ticks per second. If a loop starts later, another animation holds its first value before.
    pub(super) fn into_animations(mut self, ticks_per_second: f64) -> Vec<Element> {
        // Stated explicitly, because the specification contradicts itself about the default of quaternions.
        if self.keys.modifiers.is_empty() && self.interpolator.tag() == Some(Tag::QuatRotInterpolator) {
            self.interpolator.set(Key::Modifiers, "[l a]");
        } else if !self.keys.modifiers.is_empty() {
            self.interpolator.set(Key::Modifiers, self.keys.modifiers.as_str());
        }
        let ticks = self.keys.whole(ticks_per_second);
        let first = ticks.first().copied().unwrap_or_default();
        // Before its first tick a timeline has its first value, but a loop would return to it, and a file is loaded when its
        // animation starts.
        let is_file = Target::parse(&self.target).is_some_and(|target| target.kind == TargetKind::File);
        let waits = is_file || self.keys.wrap != Wrap::Hold;
        let start = if waits { first } else { first.min(0.0) };
        let held = self.keys.values.iter().next().filter(|_| start > 0.0 && !is_file).map(|item| {
            let mut first = List::default();
            first.push_item(item);
            self.animation(&[0.0], first)
        });
        let from_start: Vec<f64> = ticks.iter().map(|tick| tick - start).collect();
        let values = std::mem::take(&mut self.keys.values);
        let mut animation = self.animation(&from_start, values);
        for (key, value) in [(Key::Delay, start), (Key::CurrentTick, -start)] {
            if value > 0.0 {
                animation.set(key, number::text(value));
            }
        }
        if self.keys.wrap != Wrap::Hold {
            animation.set(Key::Loop, "-1");
        }
        if self.keys.wrap == Wrap::PingPong {
            animation.set(Key::RLoop, "1");
        }
        held.into_iter().chain([animation]).collect()
    }

    /// An animation of values at ticks.
    fn animation(&self, ticks: &[f64], values: List) -> Element {
        let mut animation = Element::new(Tag::Animation).with(Key::Target, self.target.as_str());
        let mut timeline = Element::new(Tag::Timeline);
        timeline.push(Content::List(List::of_scalars(ticks).unwrap_or_default()));
        let mut interpolator = self.interpolator.clone();
        interpolator.push(Content::List(values));
        for element in [timeline, interpolator] {
            animation.push(Content::Element(element));
        }
        animation
    }
}
