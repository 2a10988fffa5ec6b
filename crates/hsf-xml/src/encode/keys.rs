//! A curve as the keyframes of an interpolator.

use std::f64::consts::PI;

use anim_core::merge::{Reach, stepped};
use anim_core::{Baked, Channel, ClipError, Curve, Ease, Fineness, Property, Wrap, bake, keeps_keys};

use super::repeats::is_loop;
use super::ticks;
use super::travels::travels;
use crate::{Hold, Keyed, List, Meaning, Modifier, Parameter, Tag};

/// Keyframes with their own timeline.
pub(super) struct Keys {
    /// Seconds of the clip, ascending.
    pub(super) times: Vec<f64>,
    pub(super) values: List,
    /// The modifiers of all keyframes; empty for the default.
    pub(super) modifiers: String,
    pub(super) wrap: Wrap,
    /// The largest error of the keyframes, in the unit of the curve: of a component, or an angle.
    pub(super) error: f64,
    /// For each segment, the distance that the value would travel at its highest speed, in the unit of the curve: a distance,
    /// or an angle.
    pub(super) travel: Vec<f64>,
    /// The number of complete repetitions of a loop at the end of the clip; if the clip ends on a way back, including that one.
    pub(super) repeats: f64,
}

/// Whether the curve that channels of a clip with a duration become has their keys.
pub(super) fn kept(channels: &[&Channel], duration: f64) -> bool {
    let is_own = |channel: &Channel| {
        let (curve, property) = (channel.curve(), channel.property());
        let is_scale = *property == Property::Scale;
        let tag = if is_scale { Tag::ScaleInterpolator } else { Tag::PosInterpolator };
        let changes = property.is_rotation() || *property == Property::Matrix;
        !changes && curve.width() == property.width() && is_exact(curve, tag)
    };
    keeps_keys(channels, duration, PI) || matches!(channels, [one] if is_own(one))
}

/// The fraction of a loop by which a clip may end late after a repetition.
const ROUNDING: f64 = 1e-9;

/// The largest allowed difference of a handle from a third of its segment, as a fraction of that third.
const THIRD: f64 = 1e-9;

impl Keys {
    /// The keyframes of a curve for an element, with each value multiplied by `factor`. A curve that the element cannot
    /// represent is baked over the seconds from 0 to `end`, within a tolerance in the curve's unit. `components` is the `c`
    /// modifier, `clamp` moves values into their range.
    pub(super) fn of(
        tag: Tag,
        curve: &Curve,
        factor: f64,
        end: f64,
        fineness: Fineness,
        components: &str,
        clamp: &mut dyn FnMut(&mut [f64]),
    ) -> Option<Self> {
        if is_exact(curve, tag) {
            return Some(Self::exact(curve, factor, end, components, 0.0, clamp));
        }
        let baked = baked(curve, end, |curve, span| bake(curve, span, fineness)).ok()?;
        Some(Self::exact(&stepped(baked.curve, &[curve]).ok()?, factor, end, components, baked.error, clamp))
    }

    fn exact(
        curve: &Curve,
        factor: f64,
        end: f64,
        components: &str,
        error: f64,
        clamp: &mut dyn FnMut(&mut [f64]),
    ) -> Self {
        let all_steps = curve.len() > 1 && curve.uniform_ease() == Some(Ease::Step);
        let mut values = List::default();
        for key in 0..curve.len() {
            let mut numbers: Vec<f64> = curve.value(key).iter().map(|value| value * factor).collect();
            clamp(&mut numbers);
            let is_last = key + 1 == curve.len();
            let modifier = match curve.ease(key) {
                // The tangent into a key is a modifier of that key.
                _ if curve.has_handles() && arrives_curved(curve, key) => tangents(curve, key, factor),
                Ease::Step if !all_steps && !is_last => Modifier::new("d", Vec::new()),
                Ease::Bezier if !is_last => tangents(curve, key, factor),
                _ => None,
            };
            let modifiers: Vec<Modifier> = modifier.into_iter().collect();
            match Keyed::new(modifiers, numbers.clone(), Vec::new()) {
                Some(keyed) => values.push_keyed(keyed),
                None => {
                    let _ = if curve.width() == 1 && components.is_empty() {
                        values.push_scalar(numbers[0])
                    } else {
                        values.push_tuple(&numbers)
                    };
                }
            }
        }
        let shape = if all_steps { "d" } else { "l" };
        let modifiers = match (components.is_empty(), all_steps) {
            (true, false) => String::new(),
            (true, true) => "[d]".to_owned(),
            (false, _) => format!("[{shape} {components}]"),
        };
        Self::new(curve, end, values, modifiers, error)
    }

    /// Keyframes at the times of a curve, in a clip that ends at a time. A single keyframe is at the start, since it applies to all
    /// times.
    pub(super) fn new(curve: &Curve, end: f64, values: List, modifiers: String, error: f64) -> Self {
        let times = if curve.len() > 1 { curve.times().iter().collect() } else { vec![0.0] };
        let wrap = curve.wrap().1;
        let mut keys = Self { times, values, modifiers, wrap, error, travel: travels(curve), repeats: 0.0 };
        if keys.wrap != Wrap::Hold {
            let loops = ((end - curve.start()) / keys.cycle() - ROUNDING).max(0.0);
            keys.repeats = match wrap {
                Wrap::PingPong if loops > 0.5 => loops.ceil(),
                _ => (loops.ceil() - 1.0).max(0.0),
            };
        }
        keys
    }

    /// The seconds after which a loop restarts: those of its keyframes, or of both directions.
    pub(super) fn cycle(&self) -> f64 {
        let [.., end] = self.times.as_slice() else { return 0.0 };
        (end - self.times[0]) * self.ways()
    }

    /// The time at which the animation has ended, or restarts.
    pub(super) fn end(&self) -> f64 {
        self.first_end() + if self.wrap == Wrap::PingPong { self.cycle() / 2.0 } else { 0.0 }
    }

    /// The time at which the animation has passed its keyframes once.
    pub(super) fn first_end(&self) -> f64 {
        let (Some(first), Some(last)) = (self.times.first(), self.times.last()) else { return 0.0 };
        if self.wrap == Wrap::Hold { *last } else { first.max(0.0) + (last - first) }
    }

    /// The number of times that a loop passes its keyframes before it restarts.
    fn ways(&self) -> f64 {
        if self.wrap == Wrap::PingPong { 2.0 } else { 1.0 }
    }

    /// The times as whole ticks.
    pub(super) fn whole(&self, ticks_per_second: f64) -> Vec<f64> {
        let whole = if self.wrap == Wrap::Hold { ticks::whole } else { ticks::of_loop };
        whole(&self.times, ticks_per_second)
    }

    /// The seconds by which each repetition of a loop begins later (or, below 0, earlier) than the one before it, because its
    /// keyframes are on whole ticks; 0 if it is only floating-point rounding.
    pub(super) fn drift(&self, ticks_per_second: f64) -> f64 {
        let (&[start, .., end], false) = (self.times.as_slice(), self.wrap == Wrap::Hold) else { return 0.0 };
        let whole = self.whole(ticks_per_second);
        let length = (whole[whole.len() - 1] - whole[0]) / ticks_per_second;
        let drift = length - (end - start);
        if drift.abs() <= ticks::rounding(&self.times) { 0.0 } else { drift * self.ways() }
    }

    /// The time from which the last value is held, if the keyframes do not repeat.
    pub(super) fn holds_from(&self) -> Option<f64> {
        self.times.last().copied().filter(|_| self.wrap == Wrap::Hold)
    }

    /// Adds a keyframe that holds the last value up to a time, if the keyframes end before it and do not repeat.
    pub(super) fn hold_until(&mut self, seconds: f64) -> bool {
        let later = self.holds_from().is_some_and(|last| last < seconds);
        if later {
            self.times.push(seconds);
            self.travel.push(0.0);
            self.values.push_hold(Hold::Star);
        }
        later
    }
}

/// The baked form of a curve over a clip that ends at a time; of a loop, one run is baked and repeats.
pub(super) fn baked(
    curve: &Curve,
    end: f64,
    bake: impl FnOnce(&Curve, [f64; 2]) -> Result<Baked, ClipError>,
) -> Result<Baked, ClipError> {
    if is_loop(curve) {
        return Reach::of(&[curve], end).bake(curve, bake);
    }
    let last = if curve.wrap().1 == Wrap::Hold { curve.end() } else { 0.0 };
    bake(curve, [curve.start().min(0.0), end.max(last).max(0.0)])
}

/// Whether the segment before a key is a Bézier curve.
fn arrives_curved(curve: &Curve, key: usize) -> bool {
    key > 0 && curve.ease(key - 1) == Ease::Bezier
}

/// Whether the keyframes of an element can represent a curve: steps, straight lines and arcs, and for some elements cubic
/// curves whose handles end at thirds.
fn is_exact(curve: &Curve, tag: Tag) -> bool {
    let takes_curves = tag.takes(Meaning::Bezier);
    let wraps = curve.wrap() == (Wrap::Hold, Wrap::Hold) || is_loop(curve);
    let key = |key: usize| {
        let last = key + 1 == curve.len();
        let curved = arrives_curved(curve, key);
        match curve.ease(key) {
            _ if last => true,
            // The modifier of a key applies to the segment after it: a key cannot have a curve before it and none after it.
            Ease::Step | Ease::Linear => !curved,
            Ease::Slerp => true,
            Ease::Bezier => takes_curves && at_thirds(curve, key),
            _ => false,
        }
    };
    wraps && (0..curve.len()).all(key)
}

fn at_thirds(curve: &Curve, key: usize) -> bool {
    let (Some(from), Some(to)) = (curve.times().get(key), curve.times().get(key + 1)) else { return false };
    let third = (to - from) / 3.0;
    (0..curve.width()).all(|component| {
        let (out, into) = (curve.handles(key, component).out, curve.handles(key + 1, component).into);
        (out[0] - third).abs() <= THIRD * third && (into[0] + third).abs() <= THIRD * third
    })
}

/// The Bézier modifier of a key: the derivatives into and out of it, three times its handles.
fn tangents(curve: &Curve, key: usize, factor: f64) -> Option<Modifier> {
    let into = (0..curve.width()).map(|component| -3.0 * curve.handles(key, component).into[1]);
    let out = (0..curve.width()).map(|component| 3.0 * curve.handles(key, component).out[1]);
    let parameters = into.chain(out).map(|tangent| Parameter::Number(tangent * factor + 0.0)).collect();
    Modifier::new("b", parameters)
}
