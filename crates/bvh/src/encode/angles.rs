//! Rotations as three angles in degrees, in an order without gimbal lock.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Channel, Clip, Curve, EulerOrder, Property, Rate, Sampler};

/// The usual order of motion capture.
const USUAL: EulerOrder = EulerOrder::Zxy;

/// The largest sine of the middle angle at which an order counts as free of gimbal lock: that of 75°. At 90° only the sum or
/// the difference of the other two angles is defined.
const CLEAR: f64 = 0.966;

/// The difference in radians up to which the angles of a channel represent a rotation.
const SAME: f64 = 1e-9;

/// The source of a node's rotation: angles, if a single channel drives it.
pub(super) enum Source<'a> {
    /// Three angles in this order.
    Euler(EulerOrder, &'a Curve),
    /// An angle about a coordinate axis, given by its index and its sign.
    Angle(usize, f64, &'a Curve),
    /// Anything else.
    Other,
}

impl<'a> Source<'a> {
    /// The source of every node.
    pub(super) fn all(clip: &'a Clip) -> Vec<Self> {
        use Property as P;
        let turns = |property: &Property| property.is_rotation() || matches!(property, P::Matrix);
        let mut channels = vec![Vec::new(); clip.nodes.len()];
        for channel in clip.channels.iter().filter(|channel| turns(channel.property())) {
            channels[channel.node()].push(channel);
        }
        channels
            .iter()
            .map(|channels| if let [only] = channels[..] { Self::of(only) } else { Self::Other })
            .collect()
    }

    fn of(channel: &'a Channel) -> Self {
        match channel.property() {
            Property::Euler(order) if channel.curve().width() == 3 => Self::Euler(*order, channel.curve()),
            Property::Angle { axis } => {
                let parts: Vec<_> = (0..3).filter(|&i| axis[i] != 0.0).collect();
                match parts[..] {
                    [part] => Self::Angle(part, axis[part].signum(), channel.curve()),
                    _ => Self::Other,
                }
            }
            _ => Self::Other,
        }
    }

    fn order(&self) -> Option<EulerOrder> {
        match self {
            Self::Euler(order, _) => Some(*order),
            _ => None,
        }
    }

    /// The angles of the clip in each frame, if they have this order and represent these rotations.
    fn angles(&self, order: EulerOrder, rotations: &[Quaternion], rate: Rate) -> Option<Vec<[f64; 3]>> {
        let curve = match *self {
            Self::Euler(own, curve) if own == order => curve,
            Self::Angle(_, _, curve) => curve,
            _ => return None,
        };
        let mut sampler = Sampler::new(curve);
        let angles = rotations.iter().enumerate().map(|(frame, &rotation)| {
            let mut sampled = [0.0; 3];
            sampler.sample(rate.time(frame as f64), &mut sampled);
            if let Self::Angle(axis, direction, _) = *self {
                let angle = direction * sampled[0];
                sampled = [0.0; 3];
                sampled[axis] = angle;
            }
            let is_same = quaternion::angle_between(order.to_quaternion(sampled), rotation) <= SAME;
            (is_same && sampled.iter().all(|angle| angle.to_degrees().is_finite())).then_some(sampled)
        });
        angles.collect()
    }
}

/// The order of all Euler angles of a clip, if they share one.
pub(super) fn common_order(sources: &[Source<'_>]) -> Option<EulerOrder> {
    let mut orders = sources.iter().filter_map(Source::order);
    let first = orders.next()?;
    orders.all(|order| order == first).then_some(first)
}

/// The order for a node: its own, or else the preferred one, or else one without gimbal lock.
pub(super) fn choose(
    source: &Source<'_>,
    rotations: &[Quaternion],
    preferred: Option<EulerOrder>,
) -> EulerOrder {
    source.order().unwrap_or_else(|| clear_order(rotations, preferred.unwrap_or(USUAL)))
}

/// The preferred order if it is free of gimbal lock, or else the first of those whose middle angle stays farthest from 90°.
fn clear_order(rotations: &[Quaternion], preferred: EulerOrder) -> EulerOrder {
    // The sine of the middle angle of each order is an element of the matrix, up to its sign.
    let mut sines = [[0.0_f64; 3]; 3];
    for &rotation in rotations {
        let matrix = quaternion::to_matrix(rotation);
        for (most, element) in sines.iter_mut().flatten().zip(matrix.iter().flatten()) {
            *most = most.max(element.abs());
        }
    }
    let sine = |order: EulerOrder| {
        let [first, _, last] = order.axes();
        sines[first][last]
    };
    if sine(preferred) <= CLEAR {
        return preferred;
    }
    EulerOrder::ALL
        .into_iter()
        .fold(preferred, |best, order| if sine(order) < sine(best) { order } else { best })
}

/// The angles `[x, y, z]` in degrees for each frame: those of the clip, or else those nearest to the frame before.
pub(super) fn degrees(
    source: &Source<'_>,
    order: EulerOrder,
    rotations: &[Quaternion],
    rate: Rate,
) -> Vec<[f64; 3]> {
    let angles = source.angles(order, rotations, rate).unwrap_or_else(|| {
        let mut last = [0.0; 3];
        let continuous = rotations.iter().map(|&rotation| {
            last = order.nearest(order.from_matrix(quaternion::to_matrix(rotation)), last);
            last
        });
        continuous.collect()
    });
    angles.into_iter().map(|angles| angles.map(short_degrees)).collect()
}

/// An angle in degrees, as a decimal of few digits if it gives the same angle in radians.
fn short_degrees(radians: f64) -> f64 {
    let degrees = radians.to_degrees();
    let short = (degrees * 1e10).round() / 1e10;
    if short.to_radians() == radians { short } else { degrees }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn the_usual_order_is_replaced_near_gimbal_lock() {
        let about = |axis: usize, angle| {
            let mut direction = [0.0; 3];
            direction[axis] = 1.0;
            quaternion::from_axis_angle(direction, angle)
        };
        // The middle axis of ZXY is X.
        for (axis, angle, expected) in [
            (0, 1.2, EulerOrder::Zxy),
            (0, FRAC_PI_2, EulerOrder::Xyz),
            (1, FRAC_PI_2, EulerOrder::Zxy),
            (2, FRAC_PI_2, EulerOrder::Zxy),
        ] {
            assert_eq!(
                clear_order(&[quaternion::IDENTITY, about(axis, angle)], USUAL),
                expected,
                "{axis} {angle}"
            );
        }
    }

    #[test]
    fn degrees_of_few_digits_come_back() {
        for degrees in [0.0, -0.5, 12.34, 179.999_999, -720.000_001, 1e5] {
            assert_eq!(short_degrees(f64::to_radians(degrees)).to_bits(), f64::to_bits(degrees));
        }
        for radians in [1.0, 1e-12, 1e300] {
            assert_eq!(short_degrees(radians), radians.to_degrees());
        }
    }
}
