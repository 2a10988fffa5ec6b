//! What the targets look like at the tick that has been reached.

use std::collections::BTreeSet;
use std::sync::Arc;

use anim_core::quaternion;

use super::{Player, State};
use crate::eval::spline::Vector;
use crate::eval::track::{Track, at_rest};
use crate::program::Place;
use crate::{Key, Tag};

/// What an interpolator drives.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Property {
    /// Positions.
    Translation,
    /// Positions of the trail.
    Trail,
    /// Factors along the axes.
    Scale,
    /// Quaternions.
    Rotation,
    /// Angles about an axis.
    Angle,
    /// A colour, by its type, such as `diffuse`.
    Color(String),
    /// The segment whose attributes the target takes.
    Attributes,
    /// The segment that is shown.
    Segment,
    /// Shells between which vertices go.
    Morph,
    /// Arrays between which colours go.
    ColorMorph,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A position, a scale, a colour.
    Vector([f64; 3]),
    /// A quaternion x, y, z, w.
    Rotation([f64; 4]),
    /// An angle in radians about an axis.
    Angle {
        /// The axis.
        axis: [f64; 3],
        /// The angle.
        radians: f64,
    },
    /// An identifier.
    Identifier(String),
    /// Between two identifiers.
    Blend {
        /// The one it comes from.
        from: String,
        /// The one it goes to.
        to: String,
        /// How far it is on the way, 0 to 1.
        fraction: f64,
    },
}

impl Property {
    pub(crate) fn of(track: &Track<'_>) -> Self {
        match track.tag {
            Tag::TrailInterpolator => Self::Trail,
            Tag::ScaleInterpolator => Self::Scale,
            Tag::QuatRotInterpolator => Self::Rotation,
            Tag::AxisRotInterpolator => Self::Angle,
            Tag::ColorInterpolator => Self::Color(track.element.value(Key::Type).trim().to_owned()),
            Tag::AttSwitchInterpolator => Self::Attributes,
            Tag::SegSwitchInterpolator => Self::Segment,
            Tag::VertexMorphInterpolator => Self::Morph,
            Tag::ColorMorphInterpolator => Self::ColorMorph,
            _ => Self::Translation,
        }
    }

    /// The name in tables, such as `translation` or `color.diffuse`.
    pub fn name(&self) -> String {
        match self {
            Self::Translation => "translation".to_owned(),
            Self::Trail => "trail".to_owned(),
            Self::Scale => "scale".to_owned(),
            Self::Rotation => "rotation".to_owned(),
            Self::Angle => "angle".to_owned(),
            Self::Color(kind) => format!("color.{kind}"),
            Self::Attributes => "attributes".to_owned(),
            Self::Segment => "segment".to_owned(),
            Self::Morph => "morph".to_owned(),
            Self::ColorMorph => "color-morph".to_owned(),
        }
    }
}

impl Player<'_> {
    /// The value of a property of a target, such as `MODEL/car`; `None` if nothing has driven it yet.
    pub fn value(&self, target: &str, property: &Property) -> Option<Value> {
        let (index, number) = *self.drivers.get(&(target.to_owned(), property.clone()))?;
        let animation = &self.program.animations[index];
        let track = &animation.tracks[number];
        let tick = animation.local(self.elapsed(index));
        let vector = self.vector(index, number, property);
        let text = |number: f64| track.texts.get(number as usize).cloned().unwrap_or_default();
        Some(match track.tag {
            _ if *property == Property::Rotation => Value::Rotation(vector),
            Tag::AxisRotInterpolator => Value::Angle {
                axis: track.axis(tick, animation.span.gentle),
                radians: vector[0].to_radians(),
            },
            Tag::AttSwitchInterpolator | Tag::SegSwitchInterpolator => {
                Value::Identifier(text(track.blend(tick, animation.span.gentle)[0]))
            }
            Tag::VertexMorphInterpolator | Tag::ColorMorphInterpolator => {
                let [from, to, fraction] = track.blend(tick, animation.span.gentle);
                Value::Blend { from: text(from), to: text(to), fraction }
            }
            _ => Value::Vector([vector[0], vector[1], vector[2]]),
        })
    }

    /// Every property that something has driven, with its value: by target, then property.
    pub fn values(&self) -> Vec<(String, Property, Value)> {
        let driven: BTreeSet<_> = self.drivers.keys().collect();
        let value = |(target, property): &(String, Property)| {
            Some((target.clone(), property.clone(), self.value(target, property)?))
        };
        driven.into_iter().filter_map(value).collect()
    }

    /// Ticks since an animation began, as far as it ran.
    pub(super) fn elapsed(&self, index: usize) -> f64 {
        let running = &self.animations[index];
        match running.state {
            State::Running => self.now - running.since,
            State::Stopped | State::Finished => running.since.max(0.0),
            State::Idle | State::Delayed => 0.0,
        }
    }

    /// An animation begins to drive what it drives, from what that is now.
    pub(super) fn take_over(&mut self, index: usize) {
        let Some(place) = self.program.animations[index].target.clone() else { return };
        let tracks = self.program.animations[index].tracks.clone();
        let turns =
            |track: &Arc<Track<'_>>| matches!(track.tag, Tag::QuatRotInterpolator | Tag::AxisRotInterpolator);
        let turned = tracks.iter().any(turns);
        for (number, track) in tracks.iter().enumerate() {
            if track.follows_path() && !turned {
                self.drivers.insert((place.name.clone(), Property::Rotation), (index, number));
            }
            let key = (place.name.clone(), Property::of(track));
            if track.starts_from_target() || !track.is_whole() {
                let before =
                    self.drivers.get(&key).map(|&(index, number)| self.vector(index, number, &key.1));
                let own = before.unwrap_or_else(|| rest(&place, track.tag));
                let lanes = track.lanes.iter().map(|lane| lane.resolve(track.tag, own)).collect();
                self.animations[index].starts.insert(number, (lanes, own));
            }
            self.drivers.insert(key, (index, number));
        }
    }

    /// What a track gives to a property: its value, or where that leads to for a rotation along a path.
    fn vector(&self, index: usize, number: usize, property: &Property) -> Vector {
        let animation = &self.program.animations[index];
        let track = &animation.tracks[number];
        let at = |tick: f64| match self.animations[index].starts.get(&number) {
            Some((lanes, own)) => track.at(tick, animation.span.gentle, Some(lanes), *own),
            None => track.at_rest(tick, animation.span.gentle),
        };
        let tick = animation.local(self.elapsed(index));
        if track.follows_path() && *property == Property::Rotation {
            let length = animation.span.length;
            return track.heading(tick, length, STEP * length.max(1.0), &at);
        }
        at(tick)
    }
}

/// The part of a path over which its direction is taken.
const STEP: f64 = 1e-7;

/// What a target is before anything drives it.
pub(crate) fn rest(place: &Place, tag: Tag) -> Vector {
    match tag {
        Tag::ScaleInterpolator => [place.scale[0], place.scale[1], place.scale[2], 0.0],
        Tag::QuatRotInterpolator => place.quaternion(),
        _ => at_rest(tag),
    }
}

impl Place {
    /// The rotation of the modelling matrix: its triples are the images of the axes.
    pub(crate) fn quaternion(&self) -> quaternion::Quaternion {
        let r = &self.rotation;
        quaternion::normalize(quaternion::from_matrix([
            [r[0], r[3], r[6]],
            [r[1], r[4], r[7]],
            [r[2], r[5], r[8]],
        ]))
    }
}
