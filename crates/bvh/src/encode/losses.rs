//! What a BVH cannot hold of a clip.

use anim_core::{
    Clip, Deviation, Loss, Node, Property, Report, Unit, counted, frames, quaternion, report_broken_rotations,
};

use super::frames::Frames;
use super::poses::Track;
use crate::codes;

/// The part of a scale that single precision may lose.
const SINGLE: f64 = 1e-6;

/// The largest difference of a scale from 1 that the rounding of a program that decomposes matrices may cause.
const NEARLY_ONE: f64 = 1e-4;

/// Reports the losses that do not depend on poses.
pub(super) fn of_clip(clip: &Clip, report: &mut Report) {
    report_broken_rotations(clip, &codes::NOT_FINITE, report);
    for channel in &clip.channels {
        let loss = match channel.property() {
            Property::Translation
            | Property::Displacement
            | Property::Rotation
            | Property::Euler(_)
            | Property::Angle { .. }
            | Property::Matrix => continue,
            Property::Scale => {
                let curve = channel.curve();
                let factors = (0..curve.width()).flat_map(|part| curve.limits(part));
                let off = factors.map(|factor| (factor - 1.0).abs());
                let off =
                    off.fold(0.0, |most: f64, off| if off.is_nan() { f64::INFINITY } else { most.max(off) });
                match scale(off, "the scale moves the joints below the node, but scales nothing") {
                    Some(loss) => loss,
                    None => continue,
                }
            }
            Property::Parent => {
                let message = "changes of the parent become motion under the first parent";
                codes::REPARENTED.equivalent(Unit::Length, message)
            }
            _ => codes::DROPPED.dropped("a BVH has no channel for this property"),
        };
        report.lose(loss.of_channel(clip, channel));
    }
    if !clip.events.is_empty() {
        let message = format!("a BVH cannot hold {}", counted(clip.events.len(), "event"));
        report.lose(codes::DROPPED.dropped(message).in_clip(clip));
    }
    frames::report_first_frame(clip, 0.0, &codes::DROPPED, report);
    let is_turned = |node: &&Node| quaternion::normalize(node.rest.rotation) != quaternion::IDENTITY;
    let turned = clip.nodes.iter().filter(is_turned).count();
    if turned > 0 {
        let message = format!(
            "the rest rotation of {}: joints of a BVH rotate only in frames",
            counted(turned, "node")
        );
        report.lose(codes::REST.dropped(message).in_clip(clip));
    }
}

/// The loss of a scale that differs from 1 by this much.
fn scale(off: f64, message: &str) -> Option<Loss> {
    match off {
        ..=SINGLE => None,
        ..=NEARLY_ONE => {
            Some(codes::SCALE.approximated(Deviation::ratio(off), "the scale is nearly 1, and 1 in the file"))
        }
        _ => Some(codes::SCALE.dropped(message)),
    }
}

/// Reports a duration and a frame rate that differ from those of the file.
pub(super) fn of_frames(clip: &Clip, shown: &Frames, report: &mut Report) {
    frames::report_duration(clip, shown.rate, shown.count() as usize, &codes::DURATION, report);
    frames::report_rate(clip, shown.rate, &codes::RATE, report);
}

/// Reports the losses that are found in poses.
pub(super) fn of_poses(clip: &Clip, tracks: &[Track], report: &mut Report) {
    let mut is_reported = vec![false; clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| *channel.property() == Property::Scale) {
        is_reported[channel.node()] = true;
    }
    for (node, track) in tracks.iter().enumerate() {
        let message = "the node is scaled or sheared, which moves the joints below it, but scales nothing";
        if let Some(loss) = scale(track.scaled, message).filter(|_| !is_reported[node]) {
            report.lose(loss.of_node(clip, node));
        }
        if track.is_broken {
            let message = "positions that are not finite numbers are those of the frame before";
            let error = Deviation::length(f64::INFINITY);
            report.lose(codes::NOT_FINITE.approximated(error, message).of_node(clip, node));
        }
    }
}
