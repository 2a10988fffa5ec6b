//! Checks of samplers that no curve is made of.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;

use anim_core::Sink;

use crate::numbers::dangling;
use crate::{Animation, Channel, Root};

/// Reports a channel, not made into a curve, whose sampler does not exist.
pub(super) fn check_channel(animation: &Animation, channel: &Channel, path: &str, sink: &mut dyn Sink) {
    let count = animation.samplers.len();
    if channel.sampler >= count {
        sink.report(dangling(path, "sampler", channel.sampler, count));
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
