//! An interpolator on its timeline, as a function of ticks.

use std::sync::Arc;

use anim_core::quaternion::{self, Quaternion};

use super::key::{Key, Keys, Style};
use super::spline::{Cubic, Segment, Shape, Vector};
use super::timeline::Timeline;
use super::turn;
use crate::{Element, Key as Attribute, Tag};

/// The axis of rotations that have none.
pub(crate) const DEFAULT_AXIS: [f64; 3] = [0.0, 1.0, 0.0];

/// An interpolator on its timeline.
#[derive(Clone, Debug)]
pub(crate) struct Track<'a> {
    pub(crate) element: &'a Element,
    pub(crate) tag: Tag,
    pub(crate) timeline: Arc<Timeline>,
    /// How many values there are for each position of the timeline.
    per_position: usize,
    /// The number of the last value that the timeline reaches.
    last: usize,
    pub(crate) lanes: Vec<Lane>,
    /// The texts that values number.
    pub(crate) texts: Vec<String>,
}

/// Components that are always given together.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    pub(crate) first: usize,
    pub(crate) width: usize,
    pub(crate) keys: Vec<Key>,
    /// The values of the keyframes, absolute, as they are if the target is at rest.
    pub(crate) values: Vec<Vector>,
}

/// Gentle starts and ends of an animation (`Accelerate`, `Decelerate`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gentle {
    pub(crate) start: bool,
    pub(crate) end: bool,
}

impl Gentle {
    /// A part of a segment, which is the first or the last or both: cubic curves that are at rest at the gentle end and
    /// meet the constant speed at the other.
    pub(crate) fn warp(self, u: f64, is_first: bool, is_last: bool) -> f64 {
        match (self.start && is_first, self.end && is_last) {
            (false, false) => u,
            (true, false) => u * u * (2.0 - u),
            (false, true) => 1.0 - (1.0 - u) * (1.0 - u) * (1.0 + u),
            (true, true) => u * u * (3.0 - 2.0 * u),
        }
    }
}

impl<'a> Track<'a> {
    /// An interpolator on a timeline; `None` for another element, one without values, or one whose values do not fit.
    pub(crate) fn of(element: &'a Element, timeline: Arc<Timeline>) -> Option<Self> {
        let tag = element.tag().filter(|tag| tag.is_interpolator())?;
        let keys = Keys::of(element);
        let fit = Fit::of(keys.keys.len(), timeline.len()).filter(|fit| !matches!(fit, Fit::Neither))?;
        let (per_position, last) = match fit {
            Fit::PerPosition(count) => (count, (timeline.len() - 1) * count),
            _ => (1, keys.keys.len() - 1),
        };
        let lanes = keys.lanes(tag.width()).into_iter().map(|(first, width, keys)| {
            let mut lane = Lane { first, width, keys, values: Vec::new() };
            lane.values = lane.resolve(tag, at_rest(tag));
            lane
        });
        Some(Self { element, tag, timeline, per_position, last, lanes: lanes.collect(), texts: keys.texts })
    }

    /// The tick at which the last value is reached.
    pub(crate) fn end(&self) -> f64 {
        self.timeline.tick(self.last / self.per_position)
    }

    /// The tick of a value, and whether it lies at a position of the timeline.
    pub(crate) fn tick_of(&self, index: usize) -> Option<f64> {
        (index <= self.last && index.is_multiple_of(self.per_position))
            .then(|| self.timeline.tick(index / self.per_position))
    }

    /// How many values there are for each position of the timeline.
    pub(crate) fn per_position(&self) -> usize {
        self.per_position
    }

    /// The number of the last value that is reached.
    pub(crate) fn last(&self) -> usize {
        self.last
    }

    /// Whether it gives all components.
    pub(crate) fn is_whole(&self) -> bool {
        self.lanes.iter().map(|lane| lane.width).sum::<usize>() >= self.tag.width()
    }

    /// Whether its first value depends on what the target is.
    pub(crate) fn starts_from_target(&self) -> bool {
        let depends = |lane: &Lane| lane.keys.first().is_some_and(|key| key.hold || key.style.relative);
        self.tag.width() > 0 && self.lanes.iter().any(depends)
    }

    /// The place among the values at a tick: whole at each value.
    fn place(&self, tick: f64, gentle: Gentle) -> f64 {
        let place = (self.timeline.position(tick) * self.per_position as f64).min(self.last as f64);
        let (segment, u) = (place.floor(), place.fract());
        segment + gentle.warp(u, segment == 0.0, segment + 1.0 >= self.last as f64)
    }

    /// The components at a tick; those without a keyframe are the target's own. `resolved` are the lanes' values as
    /// [`Lane::resolve`] gives them, or none for a target at rest.
    pub(crate) fn at(
        &self,
        tick: f64,
        gentle: Gentle,
        resolved: Option<&[Vec<Vector>]>,
        own: Vector,
    ) -> Vector {
        let place = self.place(tick, gentle);
        let mut found = own;
        for (index, lane) in self.lanes.iter().enumerate() {
            let values = resolved.and_then(|lanes| lanes.get(index)).unwrap_or(&lane.values);
            let value = lane.at(self.tag, place, values);
            for (slot, component) in value.into_iter().take(lane.width).enumerate() {
                if let Some(target) = found.get_mut(lane.first + slot) {
                    *target = component;
                }
            }
        }
        found
    }

    /// [`Track::at`] for a target at rest.
    pub(crate) fn at_rest(&self, tick: f64, gentle: Gentle) -> Vector {
        self.at(tick, gentle, None, at_rest(self.tag))
    }

    /// Of a list of texts: the numbers between which the value is, and how far it is on the way.
    pub(crate) fn blend(&self, tick: f64, gentle: Gentle) -> [f64; 3] {
        let Some(lane) = self.lanes.first() else { return [0.0; 3] };
        let place = self.place(tick, gentle);
        let (i, u) = lane.segment(place);
        let from = lane.values.get(i).map_or(0.0, |value| value[0]);
        let Some(to) = lane.values.get(i + 1).map(|value| value[0]) else { return [from, from, 0.0] };
        let moves = lane.keys.get(i).is_some_and(|key| key.style.shape != Shape::Discrete) && from != to;
        if moves && u > 0.0 { [from, to, u] } else { [from, to, 0.0] }
    }

    /// Whether the target turns along the path (`FollowPath`).
    pub(crate) fn follows_path(&self) -> bool {
        self.tag == Tag::PosInterpolator && self.element.flag(Attribute::FollowPath)
    }

    /// The shortest rotation that turns the `PathVector` along the path at a tick: towards where the target is a step later,
    /// at the end from where it was a step before.
    pub(crate) fn heading(
        &self,
        tick: f64,
        length: f64,
        step: f64,
        at: &dyn Fn(f64) -> Vector,
    ) -> Quaternion {
        let from = if tick + step > length { tick - step } else { tick };
        let (a, b) = (at(from), at(from + step));
        turn::shortest(self.element.vector(Attribute::PathVector), [b[0] - a[0], b[1] - a[1], b[2] - a[2]])
    }

    /// The axis of a rotation by degrees at a tick.
    pub(crate) fn axis(&self, tick: f64, gentle: Gentle) -> [f64; 3] {
        let Some(lane) = self.lanes.first() else { return DEFAULT_AXIS };
        let (i, _) = lane.segment(self.place(tick, gentle));
        lane.keys.get(i).and_then(|key| key.style.axis).unwrap_or(DEFAULT_AXIS)
    }
}

/// How the values of an interpolator fit the positions of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// A value at each position; the positions after the last value are not used.
    One,
    /// So many values for each position: value j lies at the position j / k, those after the last position are not
    /// reached.
    PerPosition(usize),
    /// The number of values is no multiple of that of positions.
    Neither,
}

impl Fit {
    /// `None` without a value or a position.
    pub(crate) fn of(values: usize, positions: usize) -> Option<Self> {
        if values == 0 || positions == 0 {
            None
        } else if values <= positions {
            Some(Self::One)
        } else if values.is_multiple_of(positions) {
            Some(Self::PerPosition(values / positions))
        } else {
            Some(Self::Neither)
        }
    }
}

/// What a target is where nothing is known of it.
pub(crate) fn at_rest(tag: Tag) -> Vector {
    match tag {
        Tag::ScaleInterpolator => [1.0, 1.0, 1.0, 0.0],
        Tag::QuatRotInterpolator => quaternion::IDENTITY,
        _ => [0.0; 4],
    }
}

impl Lane {
    /// The values of the keyframes, where the target's own value comes before the first.
    ///
    /// What is relative is added to the keyframe before: positions, angles and colours by their sum, scales by their
    /// product, quaternions by the rotation after that before. (The specification says "relative" and no more.)
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

    /// The keyframe before a place and how far the place is from there to the next, 0 to 1.
    fn segment(&self, place: f64) -> (usize, f64) {
        let next = self.keys.partition_point(|key| key.index as f64 <= place);
        let Some(i) = next.checked_sub(1) else { return (0, 0.0) };
        let from = self.keys[i].index as f64;
        let u = self.keys.get(next).map_or(0.0, |key| (place - from) / (key.index as f64 - from));
        (i, u)
    }

    /// The value at a place among the values.
    fn at(&self, tag: Tag, place: f64, values: &[Vector]) -> Vector {
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

    /// The segment after a keyframe; `None` if the value is held over it.
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

    /// The cubic curve of the segment after a keyframe, if it is one over time too; `None` if the value is held.
    pub(crate) fn cubic(&self, i: usize) -> Option<Cubic> {
        Some(self.between(i, &self.values)?.cubic())
    }

    /// The style of a keyframe.
    pub(crate) fn style(&self, i: usize) -> Style {
        self.keys.get(i).map(|key| key.style).unwrap_or_default()
    }
}

/// The rotation of an angle in degrees about an axis.
pub(crate) fn about(axis: [f64; 3], degrees: f64) -> Quaternion {
    quaternion::from_axis_angle(axis, degrees.to_radians())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Key, read::parse_list};

    fn near(a: &[f64], b: &[f64]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    fn element(tag: Tag, modifiers: &str, list: &str) -> Element {
        let mut element = Element::new(tag).with(Key::Modifiers, modifiers);
        assert!(element.push(Content::List(parse_list(list))));
        element
    }

    fn sample(tag: Tag, modifiers: &str, ticks: &str, list: &str, tick: f64) -> Vector {
        let (timeline, values) = (element(Tag::Timeline, "", ticks), element(tag, modifiers, list));
        let timeline = Arc::new(Timeline::of(&timeline).unwrap());
        Track::of(&values, timeline).unwrap().at_rest(tick, Gentle::default())
    }

    #[test]
    fn the_specifications_counts_of_values_and_times() {
        let angle = |list: &str, second: f64| {
            sample(Tag::AxisRotInterpolator, "", "0 2 8 12", list, second * 10.0)[0]
        };
        // "from 0 to 180 degrees in 0.8 seconds and then stop"
        for (second, expected) in [(0.0, 0.0), (0.2, 90.0), (0.8, 180.0), (1.2, 180.0)] {
            assert!(near(&[angle("0 90 180", second)], &[expected]));
        }
        // "40 degrees in 0.2 seconds and 20 degrees in 0.1 seconds"; at the end 120, for the seventh value is at the
        // last tick.
        for (second, expected) in [(0.1, 20.0), (0.2, 40.0), (0.8, 80.0), (1.2, 120.0)] {
            assert!(near(&[angle("0 20 40 60 80 100 120 140", second)], &[expected]));
        }
        assert_eq!(Fit::of(6, 4), Some(Fit::Neither), "\"Invalid!!\"");
    }

    #[test]
    fn shapes_govern_the_segment_after_their_key() {
        let x = |list: &str, tick: f64| sample(Tag::PosInterpolator, "", "0 10 20", list, tick)[0];
        for (list, at_2_5, at_12_5) in [
            ("[0 0 0] [4 0 0] [8 0 0]", 1.0, 5.0),
            ("[d 0 0 0] [4 0 0] [8 0 0]", 0.0, 5.0),
            ("[b 0 0 0] [l 4 0 0] [8 0 0]", 0.625, 5.0),
            ("[0 0 0] * [8 0 0]", 0.0, 2.0),
            ("[t 0 0 0] * [8 0 0]", 0.0, 2.0),
            ("+ [r 4 0 0] [r 4 0 0]", 1.0, 5.0),
            ("[[c 1] 0] [[c 2] 9] [[c 1] 8]", 1.0, 5.0),
        ] {
            assert_eq!((x(list, 2.5), x(list, 12.5)), (at_2_5, at_12_5), "{list}");
        }
    }

    #[test]
    fn relative_values_go_on_from_the_key_before() {
        let last = |tag, list: &str| sample(tag, "[l r]", "0 1 2", list, 2.0);
        assert!(near(&last(Tag::PosInterpolator, "[1 2 3] [1 1 1] [2 2 2]")[..3], &[4.0, 5.0, 6.0]));
        assert!(near(&last(Tag::ScaleInterpolator, "[2 2 2] [3 1 1] [1 1 4]")[..3], &[6.0, 2.0, 8.0]));
        assert!(near(&last(Tag::AxisRotInterpolator, "10 20 30")[..1], &[60.0]));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let turned = last(Tag::QuatRotInterpolator, "[0 0 0 1] [1 0 0 1] [0 1 0 1]");
        // A quarter about X, then a quarter about Y, in the space around the target.
        let expected = quaternion::multiply([0.0, half, 0.0, half], [half, 0.0, 0.0, half]);
        assert!(near(&turned, &expected));
    }

    #[test]
    fn gentle_starts_and_ends_are_at_rest() {
        let steps = |gentle: Gentle, first, last| [0.0, 0.25, 0.5, 1.0].map(|u| gentle.warp(u, first, last));
        let both = Gentle { start: true, end: true };
        assert_eq!(steps(both, false, false), [0.0, 0.25, 0.5, 1.0]);
        assert_eq!(steps(both, true, false), [0.0, 0.109_375, 0.375, 1.0]);
        assert_eq!(steps(both, false, true), [0.0, 0.296_875, 0.625, 1.0]);
        assert_eq!(steps(both, true, true), [0.0, 0.156_25, 0.5, 1.0]);
    }
}
