//! The values of properties at the current time.

use super::drivers::Source;
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
        /// The first one.
        from: &'p str,
        /// The second one.
        to: &'p str,
        /// The fraction of the second one, 0 to 1.
        fraction: f64,
    },
}

impl Engine {
    /// The value of a track now.
    pub(super) fn value(&self, source: Source) -> Value<'_> {
        let animation = &self.program.animations[source.animation];
        let (track, gentle) = (&animation.tracks[source.track], animation.span.gentle);
        let tick = self.local(source.animation);
        let text = |index: f64| track.texts.get(index as usize).map_or("", String::as_str);
        match track.tag {
            _ if source.is_heading => Value::Rotation(self.vector(source)),
            Tag::QuatRotInterpolator => Value::Rotation(self.vector(source)),
            Tag::AxisRotInterpolator => {
                let radians = self.vector(source)[0].to_radians();
                Value::Angle { axis: track.axis(tick, gentle), radians }
            }
            Tag::AttSwitchInterpolator | Tag::SegSwitchInterpolator => {
                Value::Identifier(text(track.blend(tick, gentle)[0]))
            }
            Tag::VertexMorphInterpolator | Tag::ColorMorphInterpolator => {
                let [from, to, fraction] = track.blend(tick, gentle);
                Value::Blend { from: text(from), to: text(to), fraction }
            }
            _ => {
                let [x, y, z, _] = self.vector(source);
                Value::Vector([x, y, z])
            }
        }
    }
}
