//! Where a path moves, and where its target keeps the direction in which it moved last.

use super::lane::Lane;
use super::spline::{Shape, Vector};

/// The parts of a path that move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// For each part between two values, the part whose direction applies there; empty if no part moves.
    pub(super) parts: Vec<usize>,
}

impl Course {
    /// The course of a path up to the value `last`, with the resolved values of its lanes if the target does not start at rest.
    pub(super) fn of(lanes: &[Lane], last: usize, resolved: Option<&[Vec<Vector>]>) -> Self {
        let moves = |part: usize| {
            let mut lanes = lanes.iter().enumerate();
            lanes.any(|(index, lane)| lane.moves(part, values(lane, index, resolved)))
        };
        let Some(first) = (0..last).find(|&part| moves(part)) else { return Self::default() };
        let mut counting = first;
        let parts = (0..last).map(|part| {
            if moves(part) {
                counting = part;
            }
            counting
        });
        Self { parts: parts.collect() }
    }
}

/// The resolved values of a lane, or else its own.
pub(super) fn values<'v>(lane: &'v Lane, index: usize, resolved: Option<&'v [Vec<Vector>]>) -> &'v [Vector] {
    resolved.and_then(|lanes| lanes.get(index)).unwrap_or(&lane.values)
}

impl Lane {
    /// Whether it moves from a value to the next one.
    fn moves(&self, part: usize, values: &[Vector]) -> bool {
        let (i, _) = self.segment(part as f64);
        let begins = self.keys.get(i).is_some_and(|key| key.index <= part);
        let segment =
            self.between(i, values).filter(|segment| begins && segment.shapes[0] != Shape::Discrete);
        segment.is_some_and(|segment| !segment.cubic().is_still())
    }
}
