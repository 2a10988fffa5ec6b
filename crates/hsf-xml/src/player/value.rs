//! The values of properties at the current time.

use anim_core::quaternion::{self, Quaternion};

use super::drivers::{Part, Source};
use super::engine::Engine;
use crate::Tag;

/// The value of a property.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'p> {
    /// A position, a scale or a colour.
    Vector([f64; 3]),
    /// A quaternion x, y, z, w.
    Rotation([f64; 4]),
    /// An angle about an axis.
    Angle {
        /// The axis.
        axis: [f64; 3],
        /// The angle in radians.
        radians: f64,
    },
    /// An identifier.
    Identifier(&'p str),
    /// A blend between two identifiers.
    Blend {
        /// The first identifier.
        from: &'p str,
        /// The second identifier.
        to: &'p str,
        /// The fraction of the second identifier, 0 to 1.
        fraction: f64,
    },
}

impl Engine {
    /// The current value of a property; `None` if nothing drives it.
    pub(super) fn value(&self, parts: &[Part]) -> Option<Value<'_>> {
        // A property that is not a vector is driven by one track.
        let source = parts.last()?.source;
        let animation = &self.program.animations[source.animation];
        let (track, gentle) = (&animation.tracks[source.track], animation.span.gentle);
        let tick = self.local(source.animation);
        let text = |index: f64| track.texts.get(index as usize).map_or("", String::as_str);
        Some(match track.tag {
            Tag::QuatRotInterpolator | Tag::AxisRotInterpolator => self.rotation(source),
            _ if source.is_heading => self.rotation(source),
            Tag::AttSwitchInterpolator | Tag::SegSwitchInterpolator => {
                Value::Identifier(text(track.blend(tick, gentle)[0]))
            }
            Tag::VertexMorphInterpolator | Tag::ColorMorphInterpolator => {
                let [from, to, fraction] = track.blend(tick, gentle);
                Value::Blend { from: text(from), to: text(to), fraction }
            }
            _ => {
                let [x, y, z, _] = self.joined(parts);
                Value::Vector([x, y, z])
            }
        })
    }

    /// The current rotation of a track: a quaternion, or an angle about an axis.
    fn rotation(&self, source: Source) -> Value<'_> {
        let animation = &self.program.animations[source.animation];
        let track = &animation.tracks[source.track];
        if source.is_heading || track.tag != Tag::AxisRotInterpolator {
            return Value::Rotation(self.vector(source));
        }
        let axis = track.axis(self.local(source.animation), animation.span.gentle);
        Value::Angle { axis, radians: self.vector(source)[0].to_radians() }
    }

    /// The quaternion of a track that rotates its target.
    pub(super) fn quaternion(&self, source: Source) -> Quaternion {
        match self.rotation(source) {
            Value::Angle { axis, radians } => quaternion::from_axis_angle(axis, radians),
            Value::Rotation(rotation) => rotation,
            _ => quaternion::IDENTITY,
        }
    }
}
