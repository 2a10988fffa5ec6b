//! Visibility of nodes through animation pointers.

use std::borrow::Cow;

use anim_core::{Channel, Curve, Ease, Property, Times, Wrap};
use serde_json::json;

use super::listed::is_never;
use super::property::report_jumps;
use super::steps;
use super::writer::Writer;
use crate::extensions::{POINTER, VISIBILITY};
use crate::rest::is_hidden;
use crate::{Json, Other, Path, Target, codes};

/// Removes the channel that only repeats that an existing file hides the node at rest. Returns whether there was one.
pub(super) fn take_rest(writer: &Writer<'_, '_>, node: usize, channels: &mut Vec<&Channel>) -> bool {
    let file = writer.stage.file.and_then(|file| file.nodes.get(writer.cast[node]));
    let mut visible = channels.iter().filter(|channel| *channel.property() == Property::Visible);
    let is_rest = visible.next().is_some_and(|channel| is_never(channel)) && visible.next().is_none();
    let is_taken = is_rest && file.is_some_and(is_hidden);
    if is_taken {
        channels.retain(|channel| *channel.property() != Property::Visible);
    }
    is_taken
}

/// Writes the times at which a node is shown: while it is visible and exists. Returns false if single precision cannot represent them.
pub(super) fn write(writer: &mut Writer<'_, '_>, node: usize, channels: &[&Channel]) -> bool {
    let last = |property| channels.iter().copied().rev().find(|channel| *channel.property() == property);
    let sources: Vec<&Channel> = [Property::Visible, Property::Alive].into_iter().filter_map(last).collect();
    let shown: Vec<Cow<'_, Curve>> = sources.iter().map(|source| unrolled(writer, source)).collect();
    let mut times: Vec<f64> = shown.iter().flat_map(|curve| curve.times().iter()).collect();
    times.push(0.0);
    times.retain(|time| *time >= 0.0);
    times.sort_by(f64::total_cmp);
    times.dedup();
    let is_shown = |time: f64| shown.iter().all(|curve| curve.at(time)[0] != 0.0);
    let values = times.iter().map(|time| f64::from(u8::from(is_shown(*time)))).collect();
    let curve = Times::keys(times).and_then(|times| Curve::new(times, 1, values, Ease::Step));
    let Ok(curve) = curve else { return false };
    let Some(written) = writer.bytes.flags(&curve) else { return false };
    let pointer = format!("/nodes/{}/extensions/{VISIBILITY}/visible", writer.cast[node]);
    let target = Target {
        node: None,
        path: Path::Pointer,
        extensions: Json::new(json!({ POINTER: { "pointer": pointer } })),
        extras: None,
        other: Other::default(),
    };
    if let Some(source) = sources.first() {
        writer.report_written(source, &written);
    }
    writer.push(target, &curve, &written);
    true
}

/// The states of a channel within the clip, with its repeats. Reports repeats that are left out, and steps that are late.
fn unrolled<'c>(writer: &mut Writer<'_, '_>, source: &'c Channel) -> Cow<'c, Curve> {
    let curve = source.curve();
    let fineness = writer.fineness(source.property());
    if let Some((steps, late)) = steps::unrolled(curve, writer.clip.duration, fineness) {
        report_jumps(writer, source, late);
        return Cow::Owned(steps);
    }
    if curve.len() > 1 && curve.wrap() != (Wrap::Hold, Wrap::Hold) {
        let message =
            "its repeats are not in the animation that other programs play: they take too many keys";
        writer.report.lose(codes::DROPPED.dropped(message).of_channel(writer.clip, source));
    }
    Cow::Borrowed(curve)
}
