//! Which curves baking cannot give more keys than they have.

use std::f64::consts::PI;

use super::has_lines_alone;
use crate::{Channel, Curve, Ease, Property, Wrap, quaternion, trig};

/// Whether the curve that channels of one property become has as many keys as any format needs for it: it is still, or it consists of
/// steps and straight lines, or of steps and arcs of quaternions up to `arc` radians, and does not repeat within a clip of some
/// seconds. Angles and matrices that move become other properties, and parts of a wide property become wide keys.
///
/// [`KeyPool::without`](crate::KeyPool::without) leaves the keys of a pool to the other curves.
///
/// ```
/// use anim_core::{Channel, Curve, Ease, Property, Times, keeps_keys};
///
/// let moves = |ease| {
///     let curve = Curve::new(Times::keys([0.0, 1.0])?, 3, vec![0., 0., 0., 8., 0., 0.], ease)?;
///     Channel::new(0, Property::Translation, curve)
/// };
/// assert!(keeps_keys(&[&moves(Ease::Linear)?], 1.0, 0.0));
/// assert!(!keeps_keys(&[&moves(Ease::Sine)?], 1.0, 0.0));
/// # Ok::<(), anim_core::ClipError>(())
/// ```
pub fn keeps_keys(channels: &[&Channel], duration: f64, arc: f64) -> bool {
    channels.iter().all(|channel| {
        let (curve, property) = (channel.curve(), channel.property());
        curve.is_still()
            || match property {
                Property::Euler(_) | Property::Angle { .. } | Property::Matrix => false,
                Property::Rotation => channels.len() == 1 && curve.width() == 4 && has_arcs_up_to(curve, arc),
                _ => has_lines_alone(curve) && (curve.width() == property.width() || property.width() <= 4),
            } && (holds(curve) || channels.len() == 1 && is_idle(curve, duration))
    })
}

fn holds(curve: &Curve) -> bool {
    curve.wrap() == (Wrap::Hold, Wrap::Hold)
}

/// Whether the wraps of a curve have no effect within a clip.
fn is_idle(curve: &Curve, duration: f64) -> bool {
    let (before, after) = curve.wrap();
    (before == Wrap::Hold || curve.start() <= 0.0) && (after == Wrap::Hold || curve.end() >= duration)
}

/// Whether a curve of quaternions has only steps, and arcs up to an angle.
fn has_arcs_up_to(curve: &Curve, angle: f64) -> bool {
    // Half of the angle is that between the quaternions.
    let least = trig::cos(angle.clamp(0.0, PI) / 2.0).powi(2);
    let at = |key: usize| -> [f64; 4] { std::array::from_fn(|part| curve.value(key)[part]) };
    let is_short = |key: usize| {
        let [a, b] = [key, key + 1].map(at);
        quaternion::dot(a, b).powi(2) >= least * quaternion::dot(a, a) * quaternion::dot(b, b)
    };
    let last = curve.len() - 1;
    (0..=last).all(|key| match curve.ease(key) {
        Ease::Step => true,
        Ease::Slerp => key == last || is_short(key),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EulerOrder, Times};

    /// A channel from one number to another, in every component, over two seconds.
    fn channel(property: Property, width: usize, [from, to]: [f64; 2], ease: Ease) -> Channel {
        let values = [vec![from; width], vec![to; width]].concat();
        let curve = Curve::new(Times::keys([0.0, 2.0]).unwrap(), width, values, ease).unwrap();
        Channel::part(0, property, 0, curve).unwrap()
    }

    #[test]
    fn curves_that_no_format_bakes_keep_their_keys() {
        let (turns, weights) = (Property::Euler(EulerOrder::Xyz), Property::Weights { count: 9 });
        for (property, width, ease, keeps) in [
            (Property::Translation, 3, Ease::Linear, true),
            (Property::Translation, 1, Ease::Step, true),
            (Property::Translation, 3, Ease::Sine, false),
            (Property::Translation, 3, Ease::Bezier, false),
            (Property::Rotation, 4, Ease::Linear, false),
            (Property::Rotation, 1, Ease::Linear, false),
            (turns.clone(), 3, Ease::Linear, false),
            (Property::Matrix, 12, Ease::Linear, false),
            (weights.clone(), 9, Ease::Linear, true),
            (weights, 1, Ease::Linear, false),
        ] {
            let moves = channel(property.clone(), width, [0.0, 1.0], ease);
            assert_eq!(keeps_keys(&[&moves], 2.0, 0.0), keeps, "{moves:?}");
            // What does not move needs no keys.
            assert!(keeps_keys(&[&channel(property, width, [1.0, 1.0], ease)], 2.0, 0.0), "{moves:?}");
        }
    }

    #[test]
    fn repeats_within_the_clip_take_keys() {
        let moves = channel(Property::Translation, 3, [0.0, 1.0], Ease::Linear);
        let looped = moves.with_curve(moves.curve().clone().with_wrap(Wrap::Repeat, Wrap::Repeat)).unwrap();
        assert!(keeps_keys(&[&looped], 2.0, 0.0) && !keeps_keys(&[&looped], 2.5, 0.0));
        // Curves that become one may repeat together after a longer time.
        assert!(keeps_keys(&[&moves, &moves], 2.0, 0.0) && !keeps_keys(&[&moves, &looped], 2.0, 0.0));
    }

    #[test]
    fn arcs_count_up_to_a_turn() {
        let turn = |angle: f64| {
            let values = [quaternion::IDENTITY, quaternion::from_axis_angle([0.0, 1.0, 0.0], angle)].concat();
            let curve = Curve::new(Times::keys([0.0, 2.0]).unwrap(), 4, values, Ease::Slerp).unwrap();
            Channel::new(0, Property::Rotation, curve).unwrap()
        };
        for (angle, arc, keeps) in [(0.2, 0.25, true), (0.3, 0.25, false), (3.0, PI, true)] {
            assert_eq!(keeps_keys(&[&turn(angle)], 2.0, arc), keeps, "{angle} of {arc}");
        }
    }
}
