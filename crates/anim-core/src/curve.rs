//! Curves: values at keys, and how values continue between and beyond the keys.

pub(crate) mod ascent;
pub(crate) mod bezier;
pub(crate) mod clock;
mod jumps;
mod limits;
pub mod merge;
pub(crate) mod outside;
pub(crate) mod peaks;
pub(crate) mod sample;
pub mod time;
mod unrolled;
mod winding;

use crate::clip::basis;
use crate::{ClipError, Times, checkpoint};
pub use ascent::climb;
pub use outside::Outside;
pub use peaks::{Difference, Peak, Peaks};
pub use sample::Sampler;
pub use winding::Winding;

/// The interpolation from one key to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ease {
    /// The key's value up to the next key.
    Step,
    /// A straight line, for each component separately.
    Linear,
    /// The shorter arc between two quaternions, at constant angular speed. For curves of width 4.
    Slerp,
    /// A cubic Bézier curve in time and value, with the handles of both keys.
    Bezier,
    /// Half a period of a cosine: v₀ + (v₁ − v₀)·(1 − cos πu)/2.
    Sine,
}

impl Ease {
    /// The lower-case name, such as `linear`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Linear => "linear",
            Self::Slerp => "slerp",
            Self::Bezier => "bezier",
            Self::Sine => "sine",
        }
    }
}

/// The behaviour of a curve before its first key or after its last one. The period is the time from the first key to the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrap {
    /// The value of the nearest key.
    #[default]
    Hold,
    /// The curve repeats. The first key replaces the last key, so the value at the time of the last key is that of the first.
    Repeat,
    /// The curve plays forwards and backwards in turn.
    PingPong,
    /// The curve repeats, and each period begins at the value where the period before it ended. Components are added separately,
    /// which has no meaning for quaternions: use a curve of angles for a rotation that continues.
    RepeatWithOffset,
}

impl Wrap {
    /// The lower-case name, such as `ping-pong`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Repeat => "repeat",
            Self::PingPong => "ping-pong",
            Self::RepeatWithOffset => "repeat-with-offset",
        }
    }
}

/// The tangents of one component at one key, as offsets from the key: `[seconds, value]`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Handles {
    /// Towards the previous key: seconds ≤ 0.
    pub into: [f64; 2],
    /// Towards the next key: seconds ≥ 0.
    pub out: [f64; 2],
}

impl Handles {
    /// The handles of a value times a factor.
    fn scaled(self, factor: f64) -> Self {
        let Self { into, out } = self;
        let times = |[seconds, value]: [f64; 2]| [seconds, basis::times(value, factor)];
        Self { into: times(into), out: times(out) }
    }
}

/// Values at keys, in one flat list: the components of key 0, then those of key 1.
///
/// There is always at least one key and at least one component.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    times: Times,
    width: usize,
    values: Vec<f64>,
    eases: Eases,
    handles: Vec<Handles>,
    before: Wrap,
    after: Wrap,
}

#[derive(Clone, Debug, PartialEq)]
enum Eases {
    All(Ease),
    PerKey(Vec<Ease>),
}

impl Curve {
    /// A curve of `width` components with one ease for all keys; `values` holds `times.len() × width` numbers.
    ///
    /// Errors: no key, no component, a count of values that does not fit, [`Ease::Slerp`] with a width other than 4.
    /// [`Ease::Bezier`] needs handles from [`Curve::with_handles`]; without them all handles are zero.
    pub fn new(times: Times, width: usize, values: Vec<f64>, ease: Ease) -> Result<Self, ClipError> {
        checkpoint();
        let (keys, found) = (times.len(), values.len());
        if keys == 0 || width == 0 {
            return Err(ClipError::Empty { keys, width });
        }
        if keys.checked_mul(width) != Some(found) {
            return Err(ClipError::Values { keys, width, found });
        }
        let curve = Self {
            times,
            width,
            values,
            eases: Eases::All(ease),
            handles: Vec::new(),
            before: Wrap::Hold,
            after: Wrap::Hold,
        };
        curve.checked()
    }

    /// A curve that always has the same value.
    ///
    /// Errors: [`ClipError::Empty`] for no values.
    pub fn constant(values: &[f64]) -> Result<Self, ClipError> {
        Self::new(Times::at(0.0)?, values.len(), values.to_vec(), Ease::Step)
    }

    /// The same keys with an ease for each key, which applies from that key to the next.
    ///
    /// Errors: [`ClipError::Eases`] unless there is one for each key, and [`ClipError::Slerp`] for arcs with a width other than 4.
    pub fn with_eases(self, eases: Vec<Ease>) -> Result<Self, ClipError> {
        if eases.len() != self.len() {
            return Err(ClipError::Eases { keys: self.len(), found: eases.len() });
        }
        let first = eases.first().copied().unwrap_or(Ease::Step);
        let eases =
            if eases.iter().all(|&ease| ease == first) { Eases::All(first) } else { Eases::PerKey(eases) };
        Self { eases, ..self }.checked()
    }

    /// The same keys with handles: one for every component of every key, in the order of the values.
    ///
    /// A handle longer than its segment, or on the wrong side, is shortened when it is sampled.
    ///
    /// Errors: [`ClipError::Handles`] unless there is one for each value.
    pub fn with_handles(self, handles: Vec<Handles>) -> Result<Self, ClipError> {
        if handles.len() == self.values.len() {
            Ok(Self { handles, ..self })
        } else {
            Err(ClipError::Handles { values: self.values.len(), found: handles.len() })
        }
    }

    /// The same curve with a wrap before the first key and a wrap after the last one.
    #[must_use]
    pub fn with_wrap(self, before: Wrap, after: Wrap) -> Self {
        Self { before, after, ..self }
    }

    fn checked(self) -> Result<Self, ClipError> {
        let slerp = match &self.eases {
            Eases::All(ease) => *ease == Ease::Slerp,
            Eases::PerKey(eases) => eases.contains(&Ease::Slerp),
        };
        if slerp && self.width != 4 { Err(ClipError::Slerp { width: self.width }) } else { Ok(self) }
    }

    /// The curve of these components, each times a factor. Arcs need complete quaternions: in a curve of another width they become
    /// straight lines.
    pub(crate) fn select(&self, terms: &[(usize, f64)]) -> Result<Self, ClipError> {
        let width = terms.len();
        let mut values = vec![0.0; self.len() * width];
        for (key, new) in values.chunks_exact_mut(width.max(1)).enumerate() {
            basis::select(terms, self.value(key), new);
        }
        let handles = (0..self.len()).flat_map(|key| {
            terms.iter().map(move |&(component, factor)| self.handles(key, component).scaled(factor))
        });
        let ease = |ease: Ease| if ease == Ease::Slerp && width != 4 { Ease::Linear } else { ease };
        let mut curve = Self::new(self.times.clone(), width, values, Ease::Step)?;
        curve.eases = match &self.eases {
            Eases::All(all) => Eases::All(ease(*all)),
            Eases::PerKey(eases) => Eases::PerKey(eases.iter().copied().map(ease).collect()),
        };
        if self.has_handles() {
            curve = curve.with_handles(handles.collect())?;
        }
        Ok(curve.with_wrap(self.before, self.after))
    }

    /// [`Curve::select`] of all components in another order, in place.
    pub(crate) fn rearranged(mut self, terms: &[(usize, f64)]) -> Self {
        match self.width {
            3 => rearrange::<3>(&mut self.values, terms),
            4 => rearrange::<4>(&mut self.values, terms),
            12 => rearrange::<12>(&mut self.values, terms),
            _ => {
                let mut old = vec![0.0; self.width];
                for value in self.values.chunks_exact_mut(self.width) {
                    old.copy_from_slice(value);
                    basis::select(terms, &old, value);
                }
            }
        }
        let mut old = vec![Handles::default(); self.width];
        for handles in self.handles.chunks_exact_mut(self.width) {
            old.copy_from_slice(handles);
            for (new, &(component, factor)) in handles.iter_mut().zip(terms) {
                *new = old[component].scaled(factor);
            }
        }
        self
    }

    /// The curve with the same number of other times, and with other handles by key and component.
    pub(crate) fn with_times(
        &self,
        times: Times,
        handles: impl Fn(usize, usize) -> Handles,
    ) -> Result<Self, ClipError> {
        if times.len() != self.len() {
            let (keys, width) = (times.len(), self.width);
            return Err(ClipError::Values { keys, width, found: self.values.len() });
        }
        let parts = (0..self.len()).flat_map(|key| (0..self.width).map(move |part| (key, part)));
        let parts = parts.filter(|_| self.has_handles());
        let handles = parts.map(|(key, part)| handles(key, part)).collect();
        Ok(Self { times, handles, ..self.clone() })
    }

    /// The number of keys, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a curve is never empty")]
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// The number of components of a value, at least 1.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The key times.
    pub fn times(&self) -> &Times {
        &self.times
    }

    /// All values, key by key.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The components of one key. Panics past the last key.
    pub fn value(&self, key: usize) -> &[f64] {
        &self.values[key * self.width..(key + 1) * self.width]
    }

    /// The number of keys with a value that is infinite or NaN.
    pub fn broken_keys(&self) -> usize {
        // Checking all values is faster than stopping at the first.
        let is_sound = self.values.iter().fold(true, |all, value| all & value.is_finite());
        if is_sound {
            return 0;
        }
        let is_broken = |key: &&[f64]| key.iter().any(|value| !value.is_finite());
        self.values.chunks_exact(self.width).filter(is_broken).count()
    }

    /// The ease of the segment that begins at a key. May panic past the last key.
    pub fn ease(&self, key: usize) -> Ease {
        match &self.eases {
            Eases::All(ease) => *ease,
            Eases::PerKey(eases) => eases[key],
        }
    }

    /// The ease that all keys share; `None` if the eases differ.
    pub fn uniform_ease(&self) -> Option<Ease> {
        match self.eases {
            Eases::All(ease) => Some(ease),
            Eases::PerKey(_) => None,
        }
    }

    /// The handles of one component of one key.
    pub fn handles(&self, key: usize, component: usize) -> Handles {
        self.handles.get(key * self.width + component).copied().unwrap_or_default()
    }

    /// Whether the curve has handles.
    pub fn has_handles(&self) -> bool {
        !self.handles.is_empty()
    }

    /// The wraps before the first key and after the last one.
    pub fn wrap(&self) -> (Wrap, Wrap) {
        (self.before, self.after)
    }

    /// The time of the first key.
    pub fn start(&self) -> f64 {
        self.times.first().unwrap_or_default()
    }

    /// The time of the last key.
    pub fn end(&self) -> f64 {
        self.times.last().unwrap_or_default()
    }
}

/// [`basis::select`] in place, for values of N components: the compiler unrolls the loop over them.
fn rearrange<const N: usize>(values: &mut [f64], terms: &[(usize, f64)]) {
    let Some(terms) = terms.first_chunk::<N>() else { return };
    for value in values.as_chunks_mut::<N>().0 {
        let old = *value;
        basis::select(terms, &old, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_do_not_fit_together_are_refused() {
        let times = || Times::keys([0.0, 1.0]).unwrap();
        let curve = || Curve::new(times(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
        let keys = times().len();
        for (times, width, values, expected) in [
            (times(), 2, 3, ClipError::Values { keys, width: 2, found: 3 }),
            (times(), 0, 0, ClipError::Empty { keys, width: 0 }),
            (Times::keys([]).unwrap(), 1, 0, ClipError::Empty { keys: 0, width: 1 }),
            (times(), usize::MAX, 3, ClipError::Values { keys, width: usize::MAX, found: 3 }),
        ] {
            assert_eq!(Curve::new(times, width, vec![0.0; values], Ease::Linear), Err(expected));
        }
        assert_eq!(Curve::new(times(), 3, vec![0.0; 6], Ease::Slerp), Err(ClipError::Slerp { width: 3 }));
        assert_eq!(curve().with_eases(vec![Ease::Step]), Err(ClipError::Eases { keys, found: 1 }));
        let width = curve().width();
        assert_eq!(curve().with_eases(vec![Ease::Step, Ease::Slerp]), Err(ClipError::Slerp { width }));
        let values = keys * width;
        let one = curve().with_handles(vec![Handles::default()]);
        assert_eq!(one, Err(ClipError::Handles { values, found: 1 }));
    }

    #[test]
    fn equal_eases_are_one_ease() {
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
        let eased = curve.clone().with_eases(vec![Ease::Linear; 2]).unwrap();
        assert_eq!(eased.uniform_ease(), Some(Ease::Linear));
        assert_eq!(eased, curve);
    }
}
