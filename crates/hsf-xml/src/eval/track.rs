//! An interpolator with its timeline, as a function of ticks.

use std::sync::Arc;

use anim_core::quaternion::{self, Quaternion};

use super::course::Course;
use super::fit::Fit;
use super::gentle::Gentle;
use super::key::Keys;
use super::lane::Lane;
use super::spline::{Shape, Vector};
use super::timeline::Timeline;
use crate::{Element, Item, Key as Attribute, Property, Tag};

/// The axis of rotations that state none.
pub(crate) const DEFAULT_AXIS: [f64; 3] = [0.0, 1.0, 0.0];

/// An interpolator with its timeline.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub(crate) tag: Tag,
    /// What it drives.
    pub(crate) property: Property,
    /// The direction that is aligned with the path, if the target turns along its path (`FollowPath`).
    pub(crate) path_vector: Option<[f64; 3]>,
    /// For a path along which the target turns: the parts that move, for a target that starts at rest.
    pub(crate) course: Course,
    pub(crate) timeline: Arc<Timeline>,
    /// The number of values for each position of the timeline.
    per_position: usize,
    /// The index of the last value that the timeline reaches.
    last: usize,
    pub(crate) lanes: Vec<Lane>,
    /// The texts to which values are indices.
    pub(crate) texts: Vec<String>,
    /// For a trail: the stated attributes of its look.
    pub(crate) look: Vec<(Attribute, String)>,
}

/// The attributes of a trail that are stated.
fn look(element: &Element) -> Vec<(Attribute, String)> {
    if element.tag() != Some(Tag::TrailInterpolator) {
        return Vec::new();
    }
    let stated = |key: Attribute| {
        let value = element.get(key).map(str::trim).filter(|value| !value.is_empty())?;
        Some((key, value.to_owned()))
    };
    LOOK.into_iter().filter_map(stated).collect()
}

/// The attributes that state the look of a trail.
pub(crate) const LOOK: [Attribute; 4] =
    [Attribute::Color, Attribute::Weight, Attribute::Style, Attribute::Type];

impl Track {
    /// An interpolator on a timeline; `None` for another element, for one without values, and if the number of values does not
    /// fit the timeline.
    pub(crate) fn of(element: &Element, timeline: Arc<Timeline>) -> Option<Self> {
        let tag = element.tag().filter(|tag| tag.is_interpolator())?;
        let keys = Keys::of(element);
        let fit = Fit::of(keys.keys.len(), timeline.stated()).filter(|fit| !matches!(fit, Fit::Neither))?;
        let (per_position, last) = match fit {
            Fit::PerPosition(count) => (count, (timeline.len() - 1) * count),
            _ => (1, keys.keys.len().min(timeline.len()) - 1),
        };
        let lanes = keys.lanes(tag.width()).into_iter().map(|(first, width, keys)| {
            let mut lane = Lane { first, width, keys, values: Vec::new() };
            lane.values = lane.resolve(tag, at_rest(tag));
            lane
        });
        let lanes: Vec<Lane> = lanes.collect();
        let follows = tag == Tag::PosInterpolator && element.flag(Attribute::FollowPath);
        let course = if follows { Course::of(&lanes, last, None) } else { Course::default() };
        Some(Self {
            tag,
            property: Property::of(element),
            path_vector: follows.then(|| element.vector(Attribute::PathVector)),
            course,
            timeline,
            per_position,
            last,
            lanes,
            texts: keys.texts,
            look: look(element),
        })
    }

    /// Whether an interpolator has values, and as many as fit a timeline of a number of ticks.
    pub(crate) fn fits(element: &Element, ticks: usize) -> bool {
        let values = element.items().filter(|item| !matches!(item, Item::Word(_))).count();
        matches!(Fit::of(values, ticks), Some(Fit::One | Fit::PerPosition(_)))
    }

    /// The tick at which the last value is reached.
    pub(crate) fn end(&self) -> f64 {
        self.timeline.tick(self.last / self.per_position)
    }

    /// The tick of a value that lies at a position of the timeline; `None` for values between positions.
    pub(crate) fn tick_of(&self, index: usize) -> Option<f64> {
        (index <= self.last && index.is_multiple_of(self.per_position))
            .then(|| self.timeline.tick(index / self.per_position))
    }

    /// The number of values for each position of the timeline.
    pub(crate) fn per_position(&self) -> usize {
        self.per_position
    }

    /// The index of the last value that is reached.
    pub(crate) fn last(&self) -> usize {
        self.last
    }

    /// Whether it drives all components.
    pub(crate) fn is_whole(&self) -> bool {
        self.lanes.iter().map(|lane| lane.width).sum::<usize>() >= self.tag.width()
    }

    /// The components that it drives.
    pub(crate) fn components(&self) -> [bool; 4] {
        let drives = |component: &usize| {
            self.lanes.iter().any(|lane| (lane.first..lane.first + lane.width).contains(component))
        };
        std::array::from_fn(|component| self.is_whole() || drives(&component))
    }

    /// Whether its first value depends on the target's own value.
    pub(crate) fn starts_from_target(&self) -> bool {
        let depends = |lane: &Lane| lane.keys.first().is_some_and(|key| key.hold || key.style.relative);
        self.tag.width() > 0 && self.lanes.iter().any(depends)
    }

    /// The index of the value at a tick, with a fraction between two values.
    pub(super) fn place(&self, tick: f64, gentle: Gentle) -> f64 {
        let place = (self.timeline.position(tick) * self.per_position as f64).min(self.last as f64);
        let (segment, u) = (place.floor(), place.fract());
        segment + gentle.warp(u, segment == 0.0, segment + 1.0 >= self.last as f64)
    }

    /// The components at a tick; components without a keyframe come from `own`, the target's own value. `resolved` has the
    /// values of the lanes as [`Lane::resolve`] returns them; `None` means a target at rest.
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

    /// For a list of texts: the indices of the two texts that are blended, and the blend fraction.
    pub(crate) fn blend(&self, tick: f64, gentle: Gentle) -> [f64; 3] {
        let Some(lane) = self.lanes.first() else { return [0.0; 3] };
        let place = self.place(tick, gentle);
        let (i, u) = lane.segment(place);
        let from = lane.values.get(i).map_or(0.0, |value| value[0]);
        let Some(to) = lane.values.get(i + 1).map(|value| value[0]) else { return [from, from, 0.0] };
        let moves = lane.keys.get(i).is_some_and(|key| key.style.shape != Shape::Discrete) && from != to;
        if moves && u > 0.0 { [from, to, u] } else { [from, to, 0.0] }
    }

    /// Whether it rotates the target.
    pub(crate) fn turns(&self) -> bool {
        matches!(self.property, Property::Rotation | Property::Angle)
    }

    /// The axis of a rotation by degrees at a tick.
    pub(crate) fn axis(&self, tick: f64, gentle: Gentle) -> [f64; 3] {
        let Some(lane) = self.lanes.first() else { return DEFAULT_AXIS };
        let (i, _) = lane.segment(self.place(tick, gentle));
        lane.keys.get(i).and_then(|key| key.style.axis).unwrap_or(DEFAULT_AXIS)
    }
}

/// The value of a target of which nothing is known.
pub(crate) fn at_rest(tag: Tag) -> Vector {
    match tag {
        Tag::ScaleInterpolator => [1.0, 1.0, 1.0, 0.0],
        Tag::QuatRotInterpolator => quaternion::IDENTITY,
        _ => [0.0; 4],
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
    fn relative_values_continue_from_the_key_before() {
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
}
