//! How long animations run, and how often.

use crate::eval::gentle::Gentle;
use crate::{Element, Key};

/// How an animation runs, in its own ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    /// The length from the start to the last value.
    pub(crate) length: f64,
    /// The number of times that it runs; `None` for endlessly.
    pub(crate) loops: Option<f64>,
    /// Whether each loop returns to the start (`RLoop`).
    pub(crate) back: bool,
    pub(crate) gentle: Gentle,
}

impl Span {
    /// How an animation runs, determined by the innermost elements that state it.
    pub(super) fn of(element: &Element, stating: &[&Element], length: f64) -> Self {
        let stated = |key: Key| stating.iter().rev().find_map(|element| element.get(key).map(|_| *element));
        let flag = |key: Key| {
            let stated = stating.iter().rev().find_map(|element| element.stated_flag(key));
            stated.unwrap_or_else(|| element.flag(key))
        };
        let loops = stated(Key::Loop).map_or(1.0, |element| element.number(Key::Loop));
        Self {
            length,
            loops: (loops >= 0.0).then_some(loops),
            back: flag(Key::RLoop),
            gentle: Gentle { start: flag(Key::Accelerate), end: flag(Key::Decelerate) },
        }
    }

    /// Ticks of one loop, including the way back.
    pub(crate) fn cycle(&self) -> f64 {
        if self.back { 2.0 * self.length } else { self.length }
    }

    /// Ticks of all loops; infinite if it runs endlessly.
    pub(crate) fn total(&self) -> f64 {
        match self.loops {
            // An animation without length ends at once, regardless of its loops.
            None if self.length > 0.0 => f64::INFINITY,
            None => 0.0,
            Some(loops) => loops * self.cycle(),
        }
    }

    /// The tick on the timeline after a number of elapsed ticks.
    pub(crate) fn local(&self, elapsed: f64) -> f64 {
        let cycle = self.cycle();
        if self.loops == Some(0.0) {
            return 0.0;
        }
        if elapsed >= self.total() || cycle == 0.0 {
            return if self.back { 0.0 } else { self.length };
        }
        let within = elapsed.max(0.0).rem_euclid(cycle);
        if within > self.length { cycle - within } else { within }
    }

    /// [`local`](Self::local), except that elapsed ticks within `rounding` of a whole tick, or of the end of a loop, count as
    /// that.
    pub(crate) fn touched(&self, elapsed: f64, rounding: f64) -> f64 {
        let loops = (elapsed / self.cycle()).round();
        if (loops * self.cycle() - elapsed).abs() <= rounding {
            return if self.loops.is_some_and(|all| loops >= all) { self.end() } else { 0.0 };
        }
        let tick = elapsed.round();
        self.local(if (tick - elapsed).abs() <= rounding { tick } else { elapsed })
    }

    /// The tick on the timeline after all loops.
    pub(crate) fn end(&self) -> f64 {
        self.local(f64::INFINITY)
    }
}
