//! The three vectors of a node as channels.

use anim_core::{Channel, Curve, Ease, EulerOrder, Property, Times, Wrap};

use crate::arc::Motion;

/// One of the three vectors of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Displacement,
    Translation,
    Orientation,
}

impl Slot {
    /// The slots in file order.
    pub(super) const ALL: [Self; 3] = [Self::Displacement, Self::Translation, Self::Orientation];

    /// A number of the file in the unit of clips.
    pub(super) fn unit(self, number: f64) -> f64 {
        if self == Self::Orientation { number.to_radians() } else { number }
    }

    /// The channel of a node with a curve of three components.
    pub(super) fn channel(self, order: EulerOrder, node: usize, curve: Curve) -> Option<Channel> {
        let property = match self {
            Self::Displacement => Property::Displacement,
            Self::Translation => Property::Translation,
            Self::Orientation => Property::Euler(order),
        };
        Channel::new(node, property, curve).ok()
    }

    /// A motion as an exact curve.
    pub(super) fn curve(self, motion: &Motion) -> Option<Curve> {
        let (arc, wrap) = match motion {
            Motion::Line(arc) => (arc, Wrap::RepeatWithOffset),
            Motion::Once(arc) => (arc, Wrap::Hold),
            Motion::Repeat(arc) => (arc, Wrap::Repeat),
            Motion::Return(arc) => (arc, Wrap::PingPong),
        };
        let values: Vec<f64> = arc.values.as_flattened().iter().map(|number| self.unit(*number)).collect();
        let ease = if arc.sine { Ease::Sine } else { Ease::Linear };
        let moving = Times::keys(arc.times).and_then(|times| Curve::new(times, 3, values.clone(), ease));
        match moving {
            Ok(curve) if !arc.is_still() => Some(curve.with_wrap(wrap, wrap)),
            // If the period is too short for two distinct times, any value is equally right.
            _ => Curve::constant(values.get(..3)?).ok(),
        }
    }
}
