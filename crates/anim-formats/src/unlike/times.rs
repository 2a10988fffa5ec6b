//! The times at which two clips are compared.

use std::borrow::Cow;

use anim_core::{Clip, Curve, Ease, climb};

/// The rounding error of matrix arithmetic.
pub(super) const ROUNDING: f64 = 1e-12;

/// The largest number of times at which all nodes are compared; if there are more keys, each node is also compared at its own key
/// times.
const MOST_TIMES: usize = 1 << 12;

/// The number of parts into which the time between two keys of a node is divided.
const PARTS: usize = 8;

/// The largest number of such parts of a node; two neighbouring keys always have at least one between them.
const MOST_PARTS: usize = 1 << 13;

/// The curves of each node of a clip.
pub(super) fn by_node(clip: &Clip) -> Vec<Vec<&Curve>> {
    let mut curves = vec![Vec::new(); clip.nodes.len()];
    for channel in &clip.channels {
        if let Some(own) = curves.get_mut(channel.node()) {
            own.push(channel.curve());
        }
    }
    curves
}

/// The times at which two clips are compared, ascending.
pub(super) struct Compared {
    times: Vec<f64>,
    /// Whether all keys are among them.
    is_whole: bool,
}

impl Compared {
    /// The key times of both clips and the midpoints between them, or a selection of these.
    pub(super) fn of(a: &Clip, b: &Clip) -> Self {
        let channels = a.channels.iter().chain(&b.channels);
        let mut times: Vec<f64> = channels.flat_map(|channel| channel.curve().times().iter()).collect();
        times.extend([0.0, a.duration, b.duration]);
        sort(&mut times);
        let middles: Vec<_> = times.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
        times.extend(middles);
        times.sort_by(f64::total_cmp);
        let step = times.len().div_ceil(MOST_TIMES).max(1);
        Self { times: times.into_iter().step_by(step).collect(), is_whole: step == 1 }
    }

    /// These times, with all key times of some curves and further times in between.
    pub(super) fn with(&self, curves: &[&Curve]) -> Cow<'_, [f64]> {
        let mut keys: Vec<f64> = curves.iter().flat_map(|curve| curve.times().iter()).collect();
        sort(&mut keys);
        let bends =
            |curve: &Curve| (0..curve.len()).any(|key| matches!(curve.ease(key), Ease::Bezier | Ease::Sine));
        let parts = if curves.iter().any(|curve| bends(curve)) {
            PARTS
        } else {
            (MOST_PARTS / keys.len().max(1)).clamp(1, PARTS)
        };
        if self.is_whole && parts == 1 {
            return Cow::Borrowed(&self.times);
        }
        let mut times = self.times.clone();
        for pair in keys.windows(2) {
            let part = (pair[1] - pair[0]) / parts as f64;
            times.extend((1..parts).map(|count| pair[0] + part * count as f64));
        }
        times.append(&mut keys);
        sort(&mut times);
        Cow::Owned(times)
    }
}

/// The largest value of each difference at ascending times, refined between the neighbours of the largest; infinite for NaN.
pub(super) fn peaks<const N: usize>(times: &[f64], mut apart: impl FnMut(f64) -> [f64; N]) -> [f64; N] {
    let mut tops = [(0.0, 0); N];
    for (index, &time) in times.iter().enumerate() {
        for (top, size) in tops.iter_mut().zip(apart(time)) {
            let size = if size.is_nan() { f64::INFINITY } else { size };
            if size > top.0 {
                *top = (size, index);
            }
        }
    }
    std::array::from_fn(|which| {
        let (top, index) = tops[which];
        let next = times.get(index + 1).or(times.last());
        match (times.get(index.saturating_sub(1)), next) {
            (Some(&before), Some(&after)) if top > ROUNDING && top.is_finite() => {
                top.max(climb([before, after], |time| apart(time)[which]))
            }
            _ => top,
        }
    })
}

/// Sorts times and removes duplicates.
fn sort(times: &mut Vec<f64>) {
    times.sort_by(f64::total_cmp);
    times.dedup();
}
