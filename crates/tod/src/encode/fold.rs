//! Moves scales that the file has no factor for into the translations of the nodes below.

use std::borrow::Cow;

use anim_core::{Channel, Clip, Property, Report, Space, Transform};

use crate::codes;

/// The steps of a factor.
const STEPS: f64 = 4096.0;

/// The largest factor of a file, in steps.
const MOST: f64 = 32767.0;

/// The part of a scale by which rounding may change the size of a figure.
const FINE: f64 = 1e-4;

/// The relative difference up to which two factors are equal in single precision.
const SAME: f64 = 1e-6;

/// The clip with such scales applied to the translations of the nodes below, unless a node changes its parent. A rig made in
/// centimetres often has a root with the scale 0.01, which a file would round to 41/4096, an error of 0.1 % of the figure; it
/// would round a scale of 0.0001 to 0. Distance from translations, a factor that is the same along all axes affects only what is
/// attached to the nodes.
pub(super) fn folded<'a>(clip: &'a Clip, report: &mut Report) -> Cow<'a, Clip> {
    let changes_parents = clip.channels.iter().any(|channel| *channel.property() == Property::Parent);
    let scales: Vec<Option<f64>> = if changes_parents { Vec::new() } else { uniform_scales(clip) };
    if !scales.iter().flatten().any(|&scale| is_inexact(scale)) {
        return Cow::Borrowed(clip);
    }
    let parents = Clip::default().with_nodes(clip.nodes.clone()).pose(0.0).parent;
    let mut children = vec![Vec::new(); parents.len()];
    let mut order: Vec<usize> = Vec::new();
    for (node, parent) in parents.iter().enumerate() {
        parent.map_or(&mut order, |parent| &mut children[parent]).push(node);
    }
    let mut factors = vec![1.0; parents.len()];
    let mut made = clip.clone();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        let own = scales[node].filter(|&scale| is_inexact(scale) && !children[node].is_empty());
        if let Some(scale) = own {
            let message = format!(
                "the scale {scale} is applied to the translations of the nodes below: what is attached to them is not scaled"
            );
            report.lose(codes::SCALE.dropped(message).of_node(clip, node));
            made.nodes[node].rest.scale = Transform::IDENTITY.scale;
            made.channels.retain(|channel| channel.node() != node || *channel.property() != Property::Scale);
        }
        for &child in &children[node] {
            factors[child] = factors[node] * own.unwrap_or(1.0);
        }
        order.extend_from_slice(&children[node]);
    }
    for (node, factor) in made.nodes.iter_mut().zip(&factors).filter(|(_, factor)| **factor != 1.0) {
        node.rest.translation = node.rest.translation.map(|part| part * factor);
    }
    let channels = std::mem::take(&mut made.channels).into_iter();
    made.channels = channels.flat_map(|channel| moved(channel, &factors)).collect();
    Cow::Owned(made)
}

/// A channel whose translations are multiplied by the factor of its node.
fn moved(channel: Channel, factors: &[f64]) -> Vec<Channel> {
    let factor = Space::UNKNOWN.in_metres(factors[channel.node()]);
    let clip = Clip::default().with_channels(vec![channel]).with_space(factor);
    clip.in_space(Space::UNKNOWN.in_metres(1.0)).into_owned().channels
}

/// The scale of each node that has the same factor along all axes at all times.
fn uniform_scales(clip: &Clip) -> Vec<Option<f64>> {
    let mut scales: Vec<_> = clip.nodes.iter().map(|node| same(None, &node.rest.scale)).collect();
    let (mut driven, mut broken) = (vec![false; scales.len()], vec![false; scales.len()]);
    for channel in &clip.channels {
        let (node, curve) = (channel.node(), channel.curve());
        match channel.property() {
            Property::Scale if curve.width() == 3 => {
                let known = scales[node].filter(|_| driven[node]);
                let limits: Vec<f64> = (0..3).flat_map(|axis| curve.limits(axis)).collect();
                scales[node] = same(known, &limits);
                broken[node] |= scales[node].is_none();
                driven[node] = true;
            }
            Property::Scale | Property::Matrix => broken[node] = true,
            _ => {}
        }
    }
    scales.iter().zip(broken).map(|(scale, broken)| scale.filter(|_| !broken)).collect()
}

/// The number above 0 that all of these equal.
fn same(known: Option<f64>, numbers: &[f64]) -> Option<f64> {
    let first = known.or(numbers.first().copied()).filter(|first| first.is_finite() && *first > 0.0)?;
    numbers.iter().all(|number| (number - first).abs() <= SAME * first).then_some(first)
}

/// Whether no factor of a file is near a scale.
fn is_inexact(scale: f64) -> bool {
    let steps = scale * STEPS;
    steps > MOST || (steps.round() - steps).abs() > FINE * steps
}

#[cfg(test)]
mod tests {
    use anim_core::{Curve, Ease, Format as _, Node, Times};

    use super::*;
    use crate::{EncodeOptions, Tod};

    /// A figure of three nodes in a row below an object with this scale, in numbers that make it 2 m tall.
    fn figure(scale: f64) -> Clip {
        let at = |y: f64| Transform { translation: [0.0, y / scale, 0.0], ..Transform::IDENTITY };
        let object = Transform { scale: [scale; 3], ..Transform::IDENTITY };
        let lift = Curve::new(
            Times::keys([0.0, 1.0]).unwrap(),
            3,
            [0.0, 0.9, 0.0, 0.0, 1.0, 0.0].map(|y| y / scale).to_vec(),
            Ease::Step,
        );
        Clip::new("rise")
            .with_duration(2.0)
            .with_nodes(vec![
                Node::new("object").with_rest(object),
                Node::new("hip").with_parent(0).with_rest(at(0.9)),
                Node::new("head").with_parent(1).with_rest(at(1.0)),
            ])
            .with_channels(vec![Channel::new(1, Property::Translation, lift.unwrap()).unwrap()])
            .with_space(Tod::SPACE.in_metres(1.0))
    }

    #[test]
    fn figures_below_scaled_objects_keep_their_size() {
        for scale in [0.01, 0.0001, 100.0, 0.3, 1.0, 0.5] {
            let mut report = Report::new();
            let tod = Tod::from_clips_with(&[figure(scale)], &EncodeOptions::default(), &mut report).unwrap();
            for (time, height) in [(0.5, 1900.0), (1.5, 2000.0)] {
                let [x, y, z] = tod.clips()[0].pose(time).world[2].translation();
                assert!(x == 0.0 && z == 0.0 && (y - height).abs() < 1e-6, "{scale}: {y} at {time} s");
            }
            let lost = report.losses.iter().filter(|loss| loss.code == &codes::SCALE).count();
            // 1/2 and 1 are factors that the file has.
            assert_eq!(lost, usize::from(![1.0, 0.5].contains(&scale)), "{scale}: {report}");
        }
    }

    #[test]
    fn scales_that_change_or_differ_by_axis_stay() {
        let keys =
            |values: Vec<f64>| Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
        for values in [vec![0.01, 0.01, 0.01, 0.02, 0.02, 0.02], vec![0.01, 0.02, 0.01, 0.01, 0.02, 0.01]] {
            let mut clip = figure(0.01);
            clip.channels.push(Channel::new(0, Property::Scale, keys(values)).unwrap());
            assert_eq!(*folded(&clip, &mut Report::new()), clip);
        }
    }
}
