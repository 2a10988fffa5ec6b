//! Numbers of the same rotation, followed over time.

use crate::{Curve, Sampler};

/// The largest change of a curve's numbers from one time to the next, unless this takes too many times.
const STRIDE: f64 = 0.5;

/// The fewest and the most times for a gap between keys.
const TIMES: [f64; 2] = [8.0, 64.0];

/// The most times in all, unless there are more keys than half of it.
const MOST: f64 = 65_536.0;

/// Three numbers over time, each time those of their twins that continue the numbers before them.
pub(super) struct Continuous {
    times: Vec<f64>,
    numbers: Vec<[f64; 3]>,
}

impl Continuous {
    /// Follows numbers from time 0 to an end, closely enough for the keys of two curves. `next` gives those at a time which
    /// continue others.
    pub(super) fn new(
        curves: [&Curve; 2],
        end: f64,
        first: [f64; 3],
        mut next: impl FnMut(f64, [f64; 3]) -> [f64; 3],
    ) -> Self {
        let mut numbers = first;
        let times = times(curves, end);
        let follow = |time: &f64| {
            numbers = next(*time, numbers);
            numbers
        };
        Self { numbers: times.iter().map(follow).collect(), times }
    }

    /// The numbers at the last followed time up to a time.
    pub(super) fn before(&self, time: f64) -> [f64; 3] {
        let count = self.times.partition_point(|known| *known <= time);
        self.numbers.get(count.saturating_sub(1)).copied().unwrap_or_default()
    }
}

/// Ascending times from 0 to an end, between which two curves change little.
fn times(curves: [&Curve; 2], end: f64) -> Vec<f64> {
    let mut keys: Vec<f64> = curves.iter().flat_map(|curve| curve.times().iter()).collect();
    keys.extend([0.0, end]);
    keys.retain(|time| (0.0..=end).contains(time));
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    let mut samplers = curves.map(Sampler::new);
    let mut values = curves.map(|curve| [vec![0.0; curve.width()], vec![0.0; curve.width()]]);
    let most = (MOST / keys.len() as f64).clamp(2.0, TIMES[1]);
    let mut times = Vec::new();
    for gap in keys.windows(2) {
        let mut change = 0.0;
        for (sampler, [from, to]) in samplers.iter_mut().zip(&mut values) {
            sampler.sample(gap[0], from);
            sampler.sample(gap[1], to);
            change += from.iter().zip(&*to).map(|(from, to)| (to - from).abs()).sum::<f64>();
        }
        let count = (change / STRIDE).ceil().max(TIMES[0]).min(most);
        times.extend((0..count as usize).map(|index| gap[0] + (gap[1] - gap[0]) * index as f64 / count));
    }
    times.push(end);
    times
}
