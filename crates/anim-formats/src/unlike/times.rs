//! The times at which two clips are compared.

use std::borrow::Cow;

use anim_core::{Clip, Curve};

/// The most times at which all nodes are compared; where there are more keys, each node is compared at its own too.
const MOST_TIMES: usize = 1 << 12;

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
    /// The key times of both clips and the middle between any two of them, or some of these.
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

    /// These times with all keys of some curves.
    pub(super) fn with<'c>(&self, curves: impl IntoIterator<Item = &'c Curve>) -> Cow<'_, [f64]> {
        if self.is_whole {
            return Cow::Borrowed(&self.times);
        }
        let keys = curves.into_iter().flat_map(|curve| curve.times().iter());
        let mut times: Vec<f64> = self.times.iter().copied().chain(keys).collect();
        sort(&mut times);
        Cow::Owned(times)
    }
}

/// Sorts times, and leaves one of those that are the same.
fn sort(times: &mut Vec<f64>) {
    times.sort_by(f64::total_cmp);
    times.dedup();
}
