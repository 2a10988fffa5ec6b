//! The direction of a path, to which a target with `FollowPath` turns.
//!
//! It is the direction of the derivative, or where that is momentarily 0, such as at a gentle start, the limit from within the
//! motion. Where the target does not move, it keeps the direction in which it arrived; before it has moved, it has the
//! direction in which it will leave.

use anim_core::quaternion::{IDENTITY, Quaternion};

use super::course::{Course, values};
use super::gentle::Gentle;
use super::lane::Lane;
use super::spline::{Shape, Vector};
use super::track::Track;
use super::turn;

/// Derivatives smaller than the largest one by this factor count as 0.
const NOTHING: f64 = 1e-12;

/// A position on a path, and the side from which the direction is evaluated.
#[derive(Clone, Copy)]
struct Side {
    place: f64,
    is_before: bool,
}

impl Track {
    /// The course with these values of its lanes.
    pub(crate) fn course_of(&self, lanes: &[Vec<Vector>]) -> Course {
        match self.path_vector {
            Some(_) => Course::of(&self.lanes, self.last(), Some(lanes)),
            None => Course::default(),
        }
    }

    /// The shortest rotation that aligns a direction with the path at a tick; `resolved` has the course and the values of the
    /// lanes if the target does not start at rest.
    pub(crate) fn heading(
        &self,
        direction: [f64; 3],
        tick: f64,
        gentle: Gentle,
        resolved: Option<(&Course, &[Vec<Vector>])>,
    ) -> Quaternion {
        let course = resolved.map_or(&self.course, |(course, _)| course);
        let place = self.place(tick, gentle);
        let falls = self.timeline.falls(tick);
        // At a keyframe the direction is that of the following motion, at the end that of the last motion.
        let part = if falls { place.ceil() - 1.0 } else { place.floor() }.max(0.0) as usize;
        let part = part.min(course.parts.len().saturating_sub(1));
        let Some(&counting) = course.parts.get(part) else { return IDENTITY };
        let side = match counting.cmp(&part) {
            std::cmp::Ordering::Less => Side { place: (counting + 1) as f64, is_before: true },
            std::cmp::Ordering::Equal => Side { place, is_before: falls || place >= (part + 1) as f64 },
            std::cmp::Ordering::Greater => Side { place: counting as f64, is_before: false },
        };
        let along = self.along(side, resolved.map(|(_, lanes)| lanes));
        turn::shortest(direction, if falls { along.map(|c| -c) } else { along })
    }

    /// The direction of the path at a position.
    fn along(&self, side: Side, resolved: Option<&[Vec<Vector>]>) -> [f64; 3] {
        let mut slopes = [[0.0; 3]; 3];
        for (index, lane) in self.lanes.iter().enumerate() {
            let own = lane.slopes(side.place, side.is_before, values(lane, index, resolved));
            for (slope, own) in slopes.iter_mut().zip(own) {
                for (target, value) in slope.iter_mut().skip(lane.first).zip(own).take(lane.width) {
                    *target = value;
                }
            }
        }
        if side.is_before {
            // Just before a position the direction is p′ − ε·p″ + ε²·p‴ / 2.
            slopes[1] = slopes[1].map(|c| -c);
        }
        let size = |v: [f64; 3]| v.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        let most = slopes.into_iter().map(size).fold(0.0, f64::max);
        let found = slopes.into_iter().find(|slope| size(*slope) > most * NOTHING).unwrap_or_default();
        found.map(|c| c / size(found).max(f64::MIN_POSITIVE))
    }
}

impl Lane {
    /// The first three derivatives by the position. If all components share their keyframes and the speed is constant, the
    /// derivatives by the parameter of the curve are used, which have the same direction.
    fn slopes(&self, place: f64, is_before: bool, values: &[Vector]) -> [Vector; 3] {
        let (i, u) = if is_before { self.segment_before(place) } else { self.segment(place) };
        let (Some(key), Some(next)) = (self.keys.get(i), self.keys.get(i + 1)) else { return [[0.0; 4]; 3] };
        let segment = self.between(i, values).filter(|segment| segment.shapes[0] != Shape::Discrete);
        let Some(segment) = segment.filter(|_| key.index as f64 <= place) else { return [[0.0; 4]; 3] };
        let (cubic, warped) = (segment.cubic(), segment.warp(u));
        let part = 1.0 / (next.index - key.index) as f64;
        let [a, b] = segment.warp_rates(u);
        let (a, b) = (a * part, b * part * part);
        let by_length = key.style.constant_speed && segment.shapes[0] != Shape::Linear;
        let [first, second, third] = cubic.slopes(if by_length { cubic.by_length(warped) } else { warped });
        if by_length && self.width == 1 {
            let sign = sign([first[0], if is_before { -second[0] } else { second[0] }, third[0]]);
            let speed = sign * cubic.length();
            return [[speed * a, 0.0, 0.0, 0.0], [speed * b, 0.0, 0.0, 0.0], [0.0; 4]];
        }
        // The chain rule.
        let sum = |f: &dyn Fn(usize) -> f64| std::array::from_fn(f);
        [
            sum(&|i| first[i] * a),
            sum(&|i| second[i] * a * a + first[i] * b),
            sum(&|i| third[i] * a * a * a + 3.0 * second[i] * a * b),
        ]
    }
}

/// The sign of the first number that is not 0.
fn sign(numbers: [f64; 3]) -> f64 {
    numbers.into_iter().find(|number| *number != 0.0).map_or(0.0, f64::signum)
}
