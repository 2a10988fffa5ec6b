//! Components that share their keyframes, and the values between the keyframes.

use anim_core::quaternion;

use super::key::{Key, Style};
use super::spline::{Cubic, Segment, Shape, Vector};
use super::turn;
use crate::Tag;

/// Components that share their keyframes.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    pub(crate) first: usize,
    pub(crate) width: usize,
    pub(crate) keys: Vec<Key>,
    /// The absolute values of the keyframes for a target that starts at rest.
    pub(crate) values: Vec<Vector>,
}

impl Lane {
    /// The absolute values of the keyframes, for a target whose own value before the first keyframe is `own`.
    ///
    /// A relative value is combined with the keyframe before it: positions, angles and colours are added, scales are
    /// multiplied, quaternions turn after the one before. (The specification only says "relative".)
    pub(crate) fn resolve(&self, tag: Tag, own: Vector) -> Vec<Vector> {
        let mut before =
            if self.width == 1 && tag.width() > 1 { [own[self.first], 0.0, 0.0, 0.0] } else { own };
        let is_quaternion = tag == Tag::QuatRotInterpolator;
        let mut long_way = false;
        let mut values = Vec::with_capacity(self.keys.len());
        for key in &self.keys {
            let raw = if is_quaternion && !key.hold { quaternion::normalize(key.value) } else { key.value };
            let mut value = match (key.hold, key.style.relative) {
                (true, _) => before,
                (false, false) => raw,
                (false, true) if is_quaternion => quaternion::multiply(raw, before),
                (false, true) if tag == Tag::ScaleInterpolator => std::array::from_fn(|i| before[i] * raw[i]),
                (false, true) => std::array::from_fn(|i| before[i] + raw[i]),
            };
            if is_quaternion && !values.is_empty() {
                value = quaternion::nearest(value, before);
                if long_way {
                    value = value.map(|c| -c);
                }
            }
            long_way = key.style.long_way;
            values.push(value);
            before = value;
        }
        values
    }

    /// The keyframe before a value index, and the fraction of the segment after it, 0 to 1.
    pub(super) fn segment(&self, place: f64) -> (usize, f64) {
        let next = self.keys.partition_point(|key| key.index as f64 <= place);
        let Some(i) = next.checked_sub(1) else { return (0, 0.0) };
        let from = self.keys[i].index as f64;
        let u = self.keys.get(next).map_or(0.0, |key| (place - from) / (key.index as f64 - from));
        (i, u)
    }

    /// [`segment`](Self::segment), except that a keyframe belongs to the segment before it if there is one.
    pub(super) fn segment_before(&self, place: f64) -> (usize, f64) {
        let next = self.keys.partition_point(|key| (key.index as f64) < place);
        let (Some(i), Some(to)) = (next.checked_sub(1), self.keys.get(next)) else {
            return self.segment(place);
        };
        let from = self.keys[i].index as f64;
        (i, (place - from) / (to.index as f64 - from))
    }

    /// The value at a fractional index.
    pub(super) fn at(&self, tag: Tag, place: f64, values: &[Vector]) -> Vector {
        let (i, u) = self.segment(place);
        let Some(from) = values.get(i).copied() else { return [0.0; 4] };
        if u == 0.0 {
            return from;
        }
        let Some(segment) = self.between(i, values) else { return from };
        if tag == Tag::QuatRotInterpolator {
            return turn::at(&segment, u);
        }
        match segment.shapes[0] {
            Shape::Discrete => from,
            Shape::Linear => std::array::from_fn(|c| from[c] * (1.0 - u) + segment.to[c] * u),
            _ => {
                let u = segment.warp(u);
                let cubic = segment.cubic();
                cubic.at(if self.keys[i].style.constant_speed { cubic.by_length(u) } else { u })
            }
        }
    }

    /// The segment after a keyframe; `None` if it holds its value.
    pub(crate) fn between(&self, i: usize, values: &[Vector]) -> Option<Segment> {
        let (key, next) = (self.keys.get(i)?, self.keys.get(i + 1)?);
        let value = |index: usize| values.get(index).copied();
        (!next.hold).then_some(Segment {
            before: i.checked_sub(1).and_then(value),
            from: value(i)?,
            to: value(i + 1)?,
            after: value(i + 2),
            shapes: [key.style.shape, next.style.shape],
        })
    }

    /// The cubic curve of the segment after a keyframe; `None` if it holds its value.
    pub(crate) fn cubic(&self, i: usize) -> Option<Cubic> {
        Some(self.between(i, &self.values)?.cubic())
    }

    /// The style of a keyframe.
    pub(crate) fn style(&self, i: usize) -> Style {
        self.keys.get(i).map(|key| key.style).unwrap_or_default()
    }
}
