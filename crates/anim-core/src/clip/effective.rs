//! Channels of a node that other channels do not override.

use crate::{Channel, Property};

/// The channels of one node without those that later channels override completely, in the same order: a complete rotation overrides the
/// rotations before it, angles override all rotations but angles of the same order, and matrices override translations, displacements,
/// rotations and scales.
///
/// ```
/// use anim_core::{Channel, Curve, Property, effective_channels};
///
/// let channel = |property: Property| Channel::new(0, property.clone(), Curve::constant(&vec![0.0; property.width()])?);
/// let [moves, turns, decides] =
///     [channel(Property::Translation)?, channel(Property::Rotation)?, channel(Property::Angle { axis: [1.0, 0.0, 0.0] })?];
/// assert_eq!(effective_channels(&[&turns, &moves, &decides]), [&moves, &decides]);
/// # Ok::<(), anim_core::ClipError>(())
/// ```
pub fn effective_channels<'a>(channels: &[&'a Channel]) -> Vec<&'a Channel> {
    let has_matrix = channels.iter().any(|channel| *channel.property() == Property::Matrix);
    let turning = if has_matrix { Vec::new() } else { turning(channels) };
    let effective = channels.iter().enumerate().filter(|(place, channel)| match channel.property() {
        Property::Translation | Property::Displacement | Property::Scale => !has_matrix,
        property if property.is_rotation() => turning.contains(place),
        _ => true,
    });
    effective.map(|(_, channel)| *channel).collect()
}

/// The places of the channels that make a rotation together.
fn turning(channels: &[&Channel]) -> Vec<usize> {
    // Angles stay known while other channels rotate the node: further angles of the same order continue them.
    let (mut turning, mut angles, mut order) = (Vec::new(), Vec::new(), None);
    for (place, channel) in
        channels.iter().enumerate().filter(|(_, channel)| channel.property().is_rotation())
    {
        let is_whole = channel.curve().width() == channel.property().width();
        if let Property::Euler(own) = channel.property() {
            if is_whole || order.replace(*own) != Some(*own) {
                angles.clear();
            }
            order = Some(*own);
            angles.push(place);
            turning.clone_from(&angles);
        } else {
            if is_whole {
                turning.clear();
            }
            turning.push(place);
        }
    }
    turning
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clip, Curve, EulerOrder, Node, Transform, quaternion};

    #[test]
    fn what_has_no_effect_is_left_out_and_what_has_one_stays() {
        let part = |property: Property, component: usize, values: &[f64]| {
            Channel::part(0, property, component, Curve::constant(values).unwrap()).unwrap()
        };
        let (zyx, xyz) = (Property::Euler(EulerOrder::Zyx), Property::Euler(EulerOrder::Xyz));
        let turn = quaternion::from_axis_angle([0.6, 0.0, 0.8], 0.7);
        let all = [
            part(Property::Rotation, 0, &turn),
            part(Property::Angle { axis: [0.0, 1.0, 0.0] }, 0, &[0.4]),
            part(zyx.clone(), 0, &[0.1, 0.2, 0.3]),
            part(zyx.clone(), 1, &[0.5]),
            part(xyz, 2, &[0.9]),
            part(Property::Rotation, 1, &[0.3]),
            part(Property::Translation, 0, &[1.0, 2.0, 3.0]),
            part(Property::Matrix, 3, &[5.0]),
        ];
        let rest = Transform { rotation: turn, ..Transform::IDENTITY };
        let pose = |channels: &[&Channel]| {
            let channels = channels.iter().map(|channel| (*channel).clone()).collect();
            let clip = Clip::new("").with_nodes(vec![Node::new("").with_rest(rest)]).with_channels(channels);
            clip.pose(0.0).local[0]
        };
        // All pairs and triples of these channels, in any order.
        for numbers in (0..512).map(|number| [number / 64, number / 8 % 8, number % 8]) {
            for count in 1..=3 {
                let channels: Vec<&Channel> = numbers[..count].iter().map(|number| &all[*number]).collect();
                let effective = effective_channels(&channels);
                assert_eq!(pose(&effective), pose(&channels), "{numbers:?}");
            }
        }
        let count = |numbers: [usize; 3]| effective_channels(&numbers.map(|number| &all[number])).len();
        assert_eq!([count([0, 1, 6]), count([0, 2, 3]), count([0, 2, 4]), count([6, 0, 7])], [2, 2, 1, 1]);
    }
}
