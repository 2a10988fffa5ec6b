//! An animation of one interpolator.

use anim_core::{Loss, Wrap};

use super::accuracy::Accuracy;
use super::keys::Keys;
use super::ticks;
use crate::{Content, Element, Key, List, Tag};

/// An interpolator, its keyframes and its target.
pub(super) struct Part {
    /// The target with its prefix.
    pub(super) target: String,
    /// The interpolator without its keyframes.
    pub(super) interpolator: Element,
    pub(super) keys: Keys,
    /// `None` for what has no unit.
    pub(super) accuracy: Option<Accuracy>,
}

impl Part {
    /// Whether the error is within the tolerance at a number of ticks per second.
    pub(super) fn is_kept(&self, ticks_per_second: f64) -> bool {
        self.accuracy.as_ref().is_none_or(|accuracy| accuracy.is_kept(&self.keys, ticks_per_second))
    }

    /// What is lost at a number of ticks per second, apart from times.
    pub(super) fn loss(&self, ticks_per_second: f64) -> Option<Loss> {
        self.accuracy.as_ref()?.loss(&self.keys, ticks_per_second)
    }

    /// The animation, at a number of ticks per second.
    pub(super) fn into_animation(self, ticks_per_second: f64) -> Element {
        let Self { target, mut interpolator, keys, .. } = self;
        let mut animation = Element::new(Tag::Animation).with(Key::Target, target);
        let ticks = ticks::whole(&keys.times, ticks_per_second);
        let start = ticks.first().copied().unwrap_or_default();
        for (key, value) in [(Key::Delay, start), (Key::CurrentTick, -start)] {
            if value > 0.0 {
                animation.set(key, crate::number::text(value));
            }
        }
        if keys.wrap != Wrap::Hold {
            animation.set(Key::Loop, "-1");
        }
        if keys.wrap == Wrap::PingPong {
            animation.set(Key::RLoop, "1");
        }
        let from_start: Vec<f64> = ticks.iter().map(|tick| tick - start).collect();
        let mut timeline = Element::new(Tag::Timeline);
        timeline.push(Content::List(List::of_scalars(&from_start).unwrap_or_default()));
        // Stated, because the specification contradicts itself about the default of quaternions.
        if keys.modifiers.is_empty() && interpolator.tag() == Some(Tag::QuatRotInterpolator) {
            interpolator.set(Key::Modifiers, "[l a]");
        } else if !keys.modifiers.is_empty() {
            interpolator.set(Key::Modifiers, keys.modifiers);
        }
        interpolator.push(Content::List(keys.values));
        for element in [timeline, interpolator] {
            animation.push(Content::Element(element));
        }
        animation
    }
}
