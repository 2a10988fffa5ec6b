//! A curve as the keyframes of an interpolator.

use anim_core::{ClipError, Curve, Ease, Wrap, bake};

use crate::{Hold, Keyed, List, Meaning, Modifier, Parameter, Tag};

/// Keyframes on a timeline of their own.
pub(super) struct Keys {
    /// Seconds of the clip, ascending.
    pub(super) times: Vec<f64>,
    pub(super) values: List,
    /// The modifiers of all keyframes; empty for the default.
    pub(super) modifiers: String,
    pub(super) wrap: Wrap,
    /// How far the keyframes are from the curve.
    pub(super) error: f64,
}

/// The part of a second, or of a later time, that baking puts between the keys of a jump.
const JUMP: f64 = (1_u32 << 21) as f64;

/// How far from a third of its segment a handle may end.
const THIRD: f64 = 1e-9;

impl Keys {
    /// The keyframes of a curve for an element, with a factor for every value; baked over the seconds from 0 to `end` where
    /// the element does not say it. `channels` is what comes after the other modifiers, `tame` puts values into their range.
    pub(super) fn of(
        tag: Tag,
        curve: &Curve,
        factor: f64,
        end: f64,
        tolerance: f64,
        channels: &str,
        tame: &mut dyn FnMut(f64) -> f64,
    ) -> Option<Self> {
        if is_said(curve, tag) {
            return Some(Self::exact(curve, factor, channels, 0.0, tame));
        }
        let end = end.max(if curve.wrap().1 == Wrap::Hold { curve.end() } else { 0.0 });
        let baked =
            bake(curve, [curve.start().min(0.0), end.max(0.0)], tolerance / factor.abs().max(1e-9)).ok()?;
        Some(Self::exact(&jumps(baked.curve).ok()?, factor, channels, baked.error * factor.abs(), tame))
    }

    fn exact(
        curve: &Curve,
        factor: f64,
        channels: &str,
        error: f64,
        tame: &mut dyn FnMut(f64) -> f64,
    ) -> Self {
        let all_steps = curve.len() > 1 && curve.uniform_ease() == Some(Ease::Step);
        let mut values = List::default();
        for key in 0..curve.len() {
            let numbers: Vec<f64> = curve.value(key).iter().map(|value| tame(value * factor)).collect();
            let is_last = key + 1 == curve.len();
            let modifier = match curve.ease(key) {
                // An into-tangent counts with the key that it leads to.
                _ if curve.has_handles() && arrives_curved(curve, key) => tangents(curve, key, factor),
                Ease::Step if !all_steps && !is_last => Modifier::new("d", Vec::new()),
                Ease::Bezier if !is_last => tangents(curve, key, factor),
                _ => None,
            };
            let modifiers: Vec<Modifier> = modifier.into_iter().collect();
            match Keyed::new(modifiers, numbers.clone(), Vec::new()) {
                Some(keyed) => values.push_keyed(keyed),
                None => {
                    let _ = if curve.width() == 1 && channels.is_empty() {
                        values.push_scalar(numbers[0])
                    } else {
                        values.push_tuple(&numbers)
                    };
                }
            }
        }
        let shape = if all_steps { "d" } else { "l" };
        let modifiers = match (channels.is_empty(), all_steps) {
            (true, false) => String::new(),
            (true, true) => "[d]".to_owned(),
            (false, _) => format!("[{shape} {channels}]"),
        };
        Self::new(curve, values, modifiers, error)
    }

    /// Keyframes at the times of a curve. A single one counts always, as from the start.
    pub(super) fn new(curve: &Curve, values: List, modifiers: String, error: f64) -> Self {
        let times = if curve.len() > 1 { curve.times().iter().collect() } else { vec![0.0] };
        Self { times, values, modifiers, wrap: curve.wrap().1, error }
    }

    /// The time from which the last value is held, if they are not repeated.
    pub(super) fn holds_from(&self) -> Option<f64> {
        self.times.last().copied().filter(|_| self.wrap == Wrap::Hold)
    }

    /// Adds a held keyframe, where the last one is before it and ends them.
    pub(super) fn hold_until(&mut self, seconds: f64) -> bool {
        let later = self.holds_from().is_some_and(|last| last < seconds);
        if later {
            self.times.push(seconds);
            self.values.push_hold(Hold::Star);
        }
        later
    }
}

/// A baked curve whose jumps, two keys with a gap between, are steps: keyframes have an ease each.
pub(super) fn jumps(curve: Curve) -> Result<Curve, ClipError> {
    if curve.has_handles() {
        return Ok(curve);
    }
    let is_jump = |key: usize| match (curve.times().get(key), curve.times().get(key + 1)) {
        (Some(from), Some(to)) => to - from < 2.0 * (to.abs().max(1.0) / JUMP),
        _ => false,
    };
    let ease = |key: usize| if is_jump(key) { Ease::Step } else { curve.ease(key) };
    let eases = (0..curve.len()).map(ease).collect();
    curve.with_eases(eases)
}

/// Whether the segment before a key is a Bézier curve.
fn arrives_curved(curve: &Curve, key: usize) -> bool {
    key > 0 && curve.ease(key - 1) == Ease::Bezier
}

/// Whether keyframes of an element say a curve: steps, straight lines and arcs, and, if it takes them, cubic curves whose
/// handles end at thirds.
fn is_said(curve: &Curve, tag: Tag) -> bool {
    let takes_curves = tag.takes(Meaning::Bezier);
    let wraps = match curve.wrap() {
        (Wrap::Hold, after) => after != Wrap::RepeatWithOffset,
        _ => false,
    };
    // A loop runs from its first keyframe to its last, and says nothing with one.
    let loops = curve.wrap().1 == Wrap::Hold || curve.len() > 1;
    let key = |key: usize| {
        let last = key + 1 == curve.len();
        let curved = arrives_curved(curve, key);
        match curve.ease(key) {
            _ if last => true,
            // The modifier of a key governs what follows it: what arrives curved and leaves otherwise is not said.
            Ease::Step | Ease::Linear => !curved,
            Ease::Slerp => true,
            Ease::Bezier => takes_curves && at_thirds(curve, key),
            _ => false,
        }
    };
    wraps && loops && (0..curve.len()).all(key)
}

fn at_thirds(curve: &Curve, key: usize) -> bool {
    let (Some(from), Some(to)) = (curve.times().get(key), curve.times().get(key + 1)) else { return false };
    let third = (to - from) / 3.0;
    (0..curve.width()).all(|component| {
        let (out, into) = (curve.handles(key, component).out, curve.handles(key + 1, component).into);
        (out[0] - third).abs() <= THIRD * third && (into[0] + third).abs() <= THIRD * third
    })
}

/// The Bézier modifier of a key: the derivatives into it and out of it, three times what their handles say.
fn tangents(curve: &Curve, key: usize, factor: f64) -> Option<Modifier> {
    let into = (0..curve.width()).map(|component| -3.0 * curve.handles(key, component).into[1]);
    let out = (0..curve.width()).map(|component| 3.0 * curve.handles(key, component).out[1]);
    let parameters = into.chain(out).map(|tangent| Parameter::Number(tangent * factor + 0.0)).collect();
    Modifier::new("b", parameters)
}
