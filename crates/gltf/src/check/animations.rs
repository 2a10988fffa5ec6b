//! Checks of animations.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;
use std::mem::discriminant;

use anim_core::{Curve, Location, Property, Sink, counted, quaternion};
use anim_retarget::HumanBone;

use super::{ROUNDING, pointers, report, report_once, samplers};
use crate::curves::{Curves, Driven};
use crate::{Animation, Channel, ComponentType, Root, codes, humanoid};

/// Reports faults of channels and samplers. What `reported` has is not told again.
pub(super) fn check(
    root: &Root,
    curves: &mut Curves<'_>,
    reported: &mut HashSet<(&'static str, Location)>,
    sink: &mut dyn Sink,
) {
    let mut turning = humanoid::animated(root);
    turning.retain(|_, bone| *bone != HumanBone::Hips);
    for (a, animation) in root.animations.iter().enumerate() {
        let (mut targets, mut played) = (HashSet::new(), HashSet::new());
        for (c, channel) in animation.channels.iter().enumerate() {
            let path = format!("animations[{a}]/channels[{c}]");
            let target = &channel.target;
            if let Some(node) = target.moved()
                && root.nodes.get(node).is_some_and(|node| node.matrix.is_some())
            {
                let message = format!(
                    "node {node} is animated and has a matrix, expected translation, rotation and scale"
                );
                report(sink, &codes::TRANSFORM, path.clone(), message);
            }
            pointers::check(channel, &path, sink);
            let driven = curves.driven(animation, channel, None, &path);
            if !matches!(driven, Ok(None)) {
                played.insert(channel.sampler);
            }
            match driven {
                Err(finding) => report_once(finding, reported, sink),
                Ok(Some(Driven { node, others, property, component, curve, faults })) => {
                    for fault in faults {
                        report_once(fault, reported, sink);
                    }
                    storage(root, animation, channel, reported, sink);
                    if property == Property::Translation
                        && let Some(bone) = turning.get(&node)
                    {
                        let message = format!(
                            "the bone `{}` is translated, expected a translation of the hips only",
                            bone.name()
                        );
                        report(sink, &codes::HUMANOID, path.clone(), message);
                    }
                    for node in others.into_iter().chain([node]) {
                        if !targets.insert((node, discriminant(&property), component)) {
                            let message =
                                format!("another channel drives the {} of node {node}", property.name());
                            report(sink, &codes::DOUBLE_TARGET, path.clone(), message);
                        }
                    }
                    if curve.values().iter().any(|value| !value.is_finite()) {
                        report(sink, &codes::NOT_FINITE, path, "a value is infinite or NaN");
                    } else if property == Property::Rotation
                        && let Some((key, length)) = unnormalized(&curve, step(root, animation, channel))
                    {
                        let message = format!("the quaternion of key {key} has length {length}, expected 1");
                        report(sink, &codes::TRANSFORM, path, message);
                    }
                }
                Ok(None) => samplers::check_channel(animation, channel, &path, sink),
            }
        }
        samplers::check_others(root, a, &played, sink);
        samplers::check_inputs(root, a, reported, sink);
    }
}

/// Reports how a channel's numbers must not be stored. This reader ignores it, others read other numbers.
fn storage(
    root: &Root,
    animation: &Animation,
    channel: &Channel,
    reported: &mut HashSet<(&'static str, Location)>,
    sink: &mut dyn Sink,
) {
    let sampler = animation.samplers.get(channel.sampler);
    for index in sampler.into_iter().flat_map(|sampler| [sampler.input, sampler.output]) {
        let Some(accessor) = root.accessors.get(index) else { continue };
        let at = || Location::path(format!("accessors[{index}]"));
        if accessor.normalized && matches!(accessor.component_type, ComponentType::F32 | ComponentType::U32) {
            let message = "floats and 32-bit integers are normalised, expected no `normalized`";
            report_once(codes::TYPE.at(at(), message), reported, sink);
        }
        let view = accessor.buffer_view.and_then(|view| root.buffer_views.get(view));
        let [columns, rows] = accessor.element.shape().unwrap_or_default();
        let size = accessor.component_type.size().unwrap_or(0).saturating_mul(columns).saturating_mul(rows);
        if let Some(stride) = view.and_then(|view| view.byte_stride)
            && stride != size
        {
            let message =
                format!("the numbers of an animation are {} apart, expected {size}", counted(stride, "byte"));
            report_once(codes::STRIDE.at(at(), message), reported, sink);
        }
    }
}

/// The first key whose quaternion does not have length 1, and its length. Components are multiples of `step`.
fn unnormalized(curve: &Curve, step: f64) -> Option<(usize, f64)> {
    // Each component is off by half a step at most, and the four components of a unit quaternion add up to 2 at most.
    let limit = ROUNDING + step;
    let (keys, _) = curve.values().as_chunks::<4>();
    let mut lengths = keys.iter().map(|key| quaternion::dot(*key, *key).sqrt()).enumerate();
    lengths.find(|(_, length)| (length - 1.0).abs() > limit)
}

/// The distance between two numbers that the output of a channel can represent; 0 for floats.
fn step(root: &Root, animation: &Animation, channel: &Channel) -> f64 {
    let sampler = animation.samplers.get(channel.sampler);
    let output = sampler.and_then(|sampler| root.accessors.get(sampler.output));
    match output.filter(|output| output.normalized).map(|output| &output.component_type) {
        Some(ComponentType::I8) => 1.0 / 127.0,
        Some(ComponentType::U8) => 1.0 / 255.0,
        Some(ComponentType::I16) => 1.0 / 32767.0,
        Some(ComponentType::U16) => 1.0 / 65535.0,
        _ => 0.0,
    }
}
