//! Checks of samplers that no curve is made of.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;

use anim_core::{Location, Sink};

use super::report_once;
use crate::numbers::dangling;
use crate::{Animation, Channel, Root, codes};

/// Reports a channel, not made into a curve, whose sampler does not exist.
pub(super) fn check_channel(animation: &Animation, channel: &Channel, path: &str, sink: &mut dyn Sink) {
    let count = animation.samplers.len();
    if channel.sampler >= count {
        sink.report(dangling(path, "sampler", channel.sampler, count));
    }
}

/// Reports key times whose accessors do not state the first and the last (5.9.1).
pub(super) fn check_inputs(
    root: &Root,
    index: usize,
    reported: &mut HashSet<(&'static str, Location)>,
    sink: &mut dyn Sink,
) {
    let samplers = root.animations.get(index).into_iter().flat_map(|animation| &animation.samplers);
    for input in samplers.map(|sampler| sampler.input) {
        let Some(accessor) = root.accessors.get(input) else { continue };
        let missing = match (accessor.min.is_empty(), accessor.max.is_empty()) {
            (true, true) => "`min` or `max`",
            (true, false) => "`min`",
            (false, true) => "`max`",
            (false, false) => continue,
        };
        let message = format!("key times have no {missing}, expected both");
        let at = Location::path(format!("accessors[{input}]"));
        report_once(codes::RANGE.at(at, message), reported, sink);
    }
}

/// Reports samplers of an animation, except those `played`, whose accessors do not exist.
pub(super) fn check_others(root: &Root, index: usize, played: &HashSet<usize>, sink: &mut dyn Sink) {
    let count = root.accessors.len();
    let samplers =
        root.animations.get(index).into_iter().flat_map(|animation| animation.samplers.iter().enumerate());
    for (s, sampler) in samplers.filter(|(s, _)| !played.contains(s)) {
        for (accessor, what) in [(sampler.input, "input"), (sampler.output, "output")] {
            if accessor >= count {
                let path = format!("animations[{index}]/samplers[{s}]/{what}");
                sink.report(dangling(&path, "accessor", accessor, count));
            }
        }
    }
}
