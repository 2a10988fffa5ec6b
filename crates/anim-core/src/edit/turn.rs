//! The angle by which a part of a quaternion turns.

use super::by_node::ByNode;
use super::distance::Distance;
use super::whole_channels::rest_of;
use crate::clip::ends::away;
use crate::{Channel, Property, trig};

/// Measures differences of a channel in the unit of its property. For a part of a quaternion this needs the other parts: the shorter
/// the quaternion, the farther it turns.
pub(super) struct Turn<'a> {
    property: &'a Property,
    /// The channels of the rotation, if the channel is a part of it, and the rotation at rest.
    parts: Vec<&'a Channel>,
    rest: Vec<f64>,
}

impl<'a> Turn<'a> {
    pub(super) fn of(channel: &'a Channel, by_node: &ByNode<'a>) -> Self {
        let property = channel.property();
        if *property != Property::Rotation || channel.curve().width() == 4 {
            return Self { property, parts: Vec::new(), rest: Vec::new() };
        }
        let parts = by_node.of(channel.node()).filter(|part| *part.property() == Property::Rotation);
        Self { property, parts: parts.collect(), rest: rest_of(by_node.clip, channel.node(), property) }
    }

    /// The number of channels whose differences add up.
    pub(super) fn count(&self) -> usize {
        self.parts.len().max(1)
    }

    /// [`Turn::away`] as a distance whose maximum can be searched for.
    pub(super) fn apart(&self, time: f64, a: &[f64], b: &[f64]) -> Distance {
        match (self.property, a, b) {
            (Property::Rotation, &[x, y, z, w], &[s, t, u, v]) => Distance::turn([x, y, z, w], [s, t, u, v]),
            _ if self.parts.is_empty() => Distance::of(self.property, a, b),
            _ => Distance::far(a, b, if a == b { 0.0 } else { self.away(time, a, b) }),
        }
    }

    /// [`Turn::apart`], but of three Euler angles the angle between the rotations: see [`Distance::shown`].
    pub(super) fn shown(&self, time: f64, a: &[f64], b: &[f64]) -> Distance {
        match self.property {
            Property::Euler(_) => Distance::shown(self.property, a, b),
            _ => self.apart(time, a, b),
        }
    }

    /// The difference between two values of the channel at a time. For a part of a rotation it is in radians, and the sum over all parts
    /// is at least the angle of the rotation.
    pub(super) fn away(&self, time: f64, a: &[f64], b: &[f64]) -> f64 {
        let apart = away(self.property, a, b);
        if self.parts.is_empty() || apart == 0.0 || apart.is_nan() {
            return apart;
        }
        let mut whole = self.rest.clone();
        for part in &self.parts {
            let value = part.curve().at(time);
            whole[part.component()..][..value.len()].copy_from_slice(&value);
        }
        let length = whole.iter().map(|part| part * part).sum::<f64>().sqrt();
        // The sine of the angle between two vectors is at most their difference, divided by the length of one of them.
        2.0 * trig::asin((apart / length).min(1.0))
    }
}
