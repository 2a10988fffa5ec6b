//! The distance between two values of a channel, for the search for the largest distance.

use crate::quaternion::{self, Quaternion};
use crate::{Difference, Peaks, Winding};

/// The fractions of a span at which a search begins.
const PARTS: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];

/// The number of spans searched together.
const TOGETHER: usize = 1 << 10;

/// The distance between two values.
pub(super) enum Apart {
    /// Rotations: the rotation from the first to the second.
    Turn(Quaternion),
    /// Numbers: their differences, whose length is the distance.
    Far(Vec<f64>),
}

impl Apart {
    /// Two rotations.
    pub(super) fn turn(a: Quaternion, b: Quaternion) -> Self {
        let [a, b] = [a, b].map(quaternion::normalize);
        Self::Turn(quaternion::multiply(quaternion::conjugate(a), b))
    }

    /// Numbers at the distance `size`, which may be infinite.
    pub(super) fn far(a: &[f64], b: &[f64], size: f64) -> Self {
        if !size.is_finite() {
            return Self::Far(vec![size]);
        }
        let mut apart: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
        let length = length(apart.iter().copied());
        if length > 0.0 {
            for part in &mut apart {
                *part *= size / length;
            }
        }
        Self::Far(apart)
    }
}

impl Difference for Apart {
    fn parts(&self) -> usize {
        1
    }

    fn size(&self, _: usize) -> f64 {
        match self {
            Self::Turn(turn) => quaternion::angle_between(*turn, quaternion::IDENTITY),
            Self::Far(apart) => length(apart.iter().copied()),
        }
    }

    fn change(&self, other: &Self, _: usize) -> f64 {
        match (self, other) {
            (Self::Turn(a), Self::Turn(b)) => quaternion::angle_between(*a, *b),
            (Self::Far(a), Self::Far(b)) => length(a.iter().zip(b).map(|(a, b)| a - b)),
            _ => 0.0,
        }
    }

    fn is_angle(&self, _: usize) -> bool {
        matches!(self, Self::Turn(_))
    }
}

fn length(parts: impl Iterator<Item = f64>) -> f64 {
    parts.map(|part| part * part).sum::<f64>().sqrt()
}

/// The largest distance between the first and the last of `times`, or an upper bound of it, and its time in seconds; 0 if the
/// distance is at most `known`. The times ascend and include the times of jumps; `winding` has the angles of rotations.
pub(super) fn largest(
    times: &[f64],
    known: f64,
    winding: &mut Winding<'_>,
    mut at: impl FnMut(f64) -> Apart,
) -> (f64, f64) {
    let mut peaks = Peaks::new([known]);
    for first in (0..times.len()).step_by(TOGETHER) {
        let together = &times[first..times.len().min(first + TOGETHER + 1)];
        let inner = together.windows(2).flat_map(|ends| {
            let between = PARTS.into_iter().map(|part| ends[0] + (ends[1] - ends[0]) * part);
            between.chain([ends[1]])
        });
        let instants: Vec<f64> = together.first().copied().into_iter().chain(inner).collect();
        peaks.search(0, &instants, winding, &mut at);
    }
    let peak = peaks.finish(|_, time| at(time))[0];
    if peak.size > known { (peak.size, peak.time) } else { (0.0, peak.time) }
}
