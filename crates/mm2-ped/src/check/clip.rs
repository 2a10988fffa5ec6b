//! The checks of one clip, in place or in memory.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Location, Sink, Span, agreeing, counted};

use crate::head::Head;
use crate::layout::Layout;
use crate::text::displayed;
use crate::travel::DISTANCE_TOLERANCE;
use crate::view::{Float, all_finite};
use crate::{Skeleton, codes};

/// The excess over a limit, in radians, that is not reported: files state limits with six decimals.
pub(crate) const LIMIT_TOLERANCE: f32 = 1e-5;

/// Checks a clip alone.
pub(super) fn check<T: Float>(head: &Head, values: &[T], trailing: usize, sink: &mut dyn Sink) {
    if head.ambiguous {
        let message = "the first two words fit the size both as frames and bones (layout old) and as tracks and frames (layout wiki); the file is read as old";
        sink.report(codes::AMBIGUOUS_LAYOUT.at(Location::span(0..8).in_path("header"), message));
    }
    if head.further > 0 {
        let message = format!(
            "found {} tracks, expected 1: only the first track of type 1 moves the figure",
            head.further.saturating_add(1)
        );
        sink.report(codes::FURTHER_TRACKS.at(Location::span(0..4).in_path("header"), message));
    }
    if head.floats.checked_rem(3) != Some(0) {
        let message = format!(
            "a frame has {}, expected 3 for the position and 3 for each bone",
            counted(head.floats, "float")
        );
        sink.report(codes::FLOATS.at(Location::span(floats_field(head)).in_path("header"), message));
    }
    if head.flag != 1 {
        let at = Location::span(Span::at(head.start.saturating_sub(1), 1)).in_path("header");
        sink.report(codes::FLAG.at(at, format!("the flag is {}, expected 1", head.flag)));
    }
    check_distance(head, values, sink);
    check_finite(head, values, sink);
    if trailing > 0 {
        let at = Location::span(Span::at(head.floats_end(), trailing)).in_path("trailing");
        sink.report(codes::TRAILING_BYTES.at(
            at,
            format!("found {} after the last frame, expected the end of the file", counted(trailing, "byte")),
        ));
    }
}

/// The bytes of the field that gives the number of floats per frame.
fn floats_field(head: &Head) -> Span {
    let before = match head.layout {
        Layout::Old => head.start,
        Layout::Retail | Layout::Wiki => 9,
    };
    Span::at(head.start.saturating_sub(before), 4)
}

fn check_distance<T: Float>(head: &Head, values: &[T], sink: &mut dyn Sink) {
    let at = || Location::span(Span::at(head.start.saturating_sub(5), 4)).in_path("header");
    if !head.distance.is_finite() {
        let message = format!("the distance is {}, expected a finite number", shown(head.distance));
        sink.report(codes::NOT_FINITE.at(at(), message));
        return;
    }
    let z = |frame: usize| {
        let index = frame.checked_mul(head.floats)?.checked_add(2)?;
        values.get(index).filter(|_| head.floats >= 3).map(|z| f64::from(z.value()))
    };
    let last = head.frames.saturating_sub(1);
    let (Some(first), Some(end)) = (z(0), z(last)) else { return };
    let before = last.checked_sub(1).map_or(Some(end), z).unwrap_or(end);
    // From the first frame to the frame that would follow the last at the last frame's speed. A single frame does not travel.
    let travel = if last == 0 { 0.0 } else { first + before - 2.0 * end };
    if (travel - f64::from(head.distance)).abs() > DISTANCE_TOLERANCE {
        let message = format!(
            "the distance is {} m, expected about {travel:.3} m, the travel of the root",
            head.distance
        );
        sink.report(codes::DISTANCE.at(at(), message));
    }
}

/// Reports all floats that are infinite or NaN in one finding.
fn check_finite<T: Float>(head: &Head, values: &[T], sink: &mut dyn Sink) {
    if all_finite(values) {
        return;
    }
    let mut odd = values.iter().enumerate().filter(|(_, value)| !value.value().is_finite());
    let Some((index, value)) = odd.next() else { return };
    let count = odd.count().saturating_add(1);
    let (frame, float) =
        (index.checked_div(head.floats).unwrap_or(0), index.checked_rem(head.floats).unwrap_or(0));
    let span = Span::at(head.start.saturating_add(index.saturating_mul(4)), 4);
    let message = format!(
        "{count} of {} {} not finite numbers; the first is {}",
        counted(values.len(), "float"),
        agreeing(count, "is", "are"),
        shown(value.value())
    );
    let at = Location::span(span).in_path(format!("frame[{frame}]/float[{float}]"));
    sink.report(codes::NOT_FINITE.at(at, message));
}

/// A float that is not finite, with its bits.
fn shown(value: f32) -> String {
    format!("{value} ({:#010x})", value.to_bits())
}

/// Checks that angles stay within the limits of a skeleton, with one finding per bone.
pub(super) fn check_limits<T: Float>(
    head: &Head,
    values: &[T],
    skeleton: Option<&Skeleton>,
    sink: &mut dyn Sink,
) {
    let limited = |skeleton: &&Skeleton| {
        skeleton.bones().iter().any(|bone| bone.rotmin.is_some() || bone.rotmax.is_some())
    };
    let Some(skeleton) = skeleton.filter(limited) else { return };
    let (least, most) = extremes(values, head.floats);
    // The first three floats are the position.
    let angles = least.iter().zip(&most).skip(3).collect::<Vec<_>>();
    for (bone, angles) in skeleton.bones().iter().zip(angles.chunks_exact(3)) {
        let below = bone.rotmin.unwrap_or([f32::NEG_INFINITY; 3]);
        let above = bone.rotmax.unwrap_or([f32::INFINITY; 3]);
        let excess = angles.iter().zip("XYZ".chars()).zip(below.into_iter().zip(above)).find_map(
            |((&(&least, &most), axis), (below, above))| {
                if least < below - LIMIT_TOLERANCE {
                    Some((axis, least, format!("at least {below} rad")))
                } else if most > above + LIMIT_TOLERANCE {
                    Some((axis, most, format!("at most {above} rad")))
                } else {
                    None
                }
            },
        );
        if let Some((axis, angle, expected)) = excess {
            let name = displayed(&bone.name);
            let message = format!("`{name}` turns to {angle} rad about {axis}, expected {expected}");
            sink.report(codes::JOINT_LIMIT.at(Location::path(format!("bone {name}")), message));
        }
    }
}

/// The least and the greatest value of each float of a frame over all frames. NaN is skipped.
fn extremes<T: Float>(values: &[T], floats: usize) -> (Vec<f32>, Vec<f32>) {
    let mut least = vec![f32::INFINITY; floats];
    let mut most = vec![f32::NEG_INFINITY; floats];
    for frame in values.chunks_exact(floats.max(1)) {
        for ((least, most), value) in least.iter_mut().zip(&mut most).zip(frame) {
            let value = value.value();
            *least = if value < *least { value } else { *least };
            *most = if value > *most { value } else { *most };
        }
    }
    (least, most)
}
