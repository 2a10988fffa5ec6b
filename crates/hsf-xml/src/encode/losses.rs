//! The losses of a complete clip: its ends, its duration, the precision of its times.

use std::borrow::Cow;
use std::collections::HashSet;

use anim_core::{Brief, Channel, Clip, Deviation, Location, Property, Report, Wrap, report_ends};

use super::keys::Keys;
use super::part::Part;
use super::ticks;
use crate::clips::facts;
use crate::codes;

/// Reports motion before the start of a clip and after its end, which the file does not have.
pub(super) fn ends(clip: &Clip, parts: &[Part], report: &mut Report) {
    report_ends(&without_loops(clip, parts), false, "the animation", &codes::ENDS, report);
}

/// Reports the clips that do not start by themselves, unless their metadata state it.
pub(super) fn waiting(clips: &[Clip], active: &[bool], report: &mut Report) {
    let waiting = clips.iter().zip(active).filter(|(clip, active)| !(**active || facts::says(clip)));
    let waiting: Vec<&Clip> = waiting.map(|(clip, _)| clip).collect();
    let [first, others @ ..] = waiting.as_slice() else { return };
    let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
    let message =
        format!("nothing in the file starts `{}`{more}: of several clips one starts by itself", first.name);
    report.push(codes::WAITS.at(Location::path(&first.name), message));
}

/// Reports a duration that differs from that of the animation. The duration of a loop is one repetition, or one direction of
/// it.
pub(super) fn duration(clip: &Clip, parts: &[Part], report: &mut Report) {
    let longest = |end: fn(&Keys) -> f64| parts.iter().map(|part| end(&part.keys)).fold(0.0, f64::max);
    let [end, out] = [longest(Keys::end), longest(Keys::first_end)];
    let is = |end: f64| (end - clip.duration).abs() <= 1e-9 * end.max(1.0);
    if !(parts.is_empty() || is(end) || is(out)) {
        let [own, end] = [clip.duration, end].map(Brief);
        let message = format!("the duration of {own} s is not in the file: the animation takes {end} s");
        report.lose(codes::DROPPED.dropped(message).in_clip(clip));
    }
}

/// Reports the distance of key times from whole ticks, and the resulting drift of loops.
pub(super) fn ticks(clip: &Clip, parts: &[Part], ticks_per_second: f64, report: &mut Report) {
    let keys = || parts.iter().map(|part| &part.keys);
    let off = keys()
        .map(|keys| ticks::error(&keys.times, &keys.whole(ticks_per_second), ticks_per_second))
        .fold(0.0, f64::max);
    if off > 0.0 {
        let message = format!("key times are rounded to ticks of 1/{ticks_per_second} s");
        report.lose(codes::TICK.approximated(Deviation::time(off), message).in_clip(clip));
    }
    let drifts = keys().map(|keys| (keys.drift(ticks_per_second).abs(), keys.repeats));
    let [each, all] = drifts.fold([0.0, 0.0], |[each, all]: [f64; 2], (drift, repeats)| {
        [each.max(drift), all.max(drift * repeats.max(1.0))]
    });
    if each > 0.0 {
        let each = Deviation::time(each);
        let message = format!(
            "the lengths of loops are rounded to ticks of 1/{ticks_per_second} s: they drift by up to {each} with each repetition, and continue after the clip"
        );
        report.lose(codes::TICK.approximated(Deviation::time(all), message).in_clip(clip));
    }
}

/// A clip without the motion of loops that the file shows: everything after the clip, and before it if they do not move there.
fn without_loops<'c>(clip: &'c Clip, parts: &[Part]) -> Cow<'c, Clip> {
    let loops = parts.iter().filter(|part| part.keys.wrap != Wrap::Hold);
    let loops: HashSet<(usize, &str)> = loops.map(|part| (part.node, part.channel.as_str())).collect();
    if loops.is_empty() {
        return Cow::Borrowed(clip);
    }
    // The sum of translation and displacement is one part with the name of the first of them.
    let is_loop = |channel: &&Channel| {
        let own = channel.property().name();
        let sum = (*channel.property() == Property::Displacement).then(|| Property::Translation.name());
        [Some(own), sum].into_iter().flatten().any(|name| loops.contains(&(channel.node(), name)))
    };
    let (looped, mut channels): (Vec<&Channel>, Vec<Channel>) = (
        clip.channels.iter().filter(is_loop).collect(),
        clip.channels.iter().filter(|channel| !is_loop(channel)).cloned().collect(),
    );
    for channel in looped.into_iter().filter(|channel| channel.curve().wrap().0 != Wrap::Hold) {
        // Rotations that accumulate equal those of one period.
        let before = match (channel.curve().wrap().0, channel.property().is_rotation()) {
            (Wrap::RepeatWithOffset, true) => Wrap::Repeat,
            (before, _) => before,
        };
        channels.extend(channel.with_curve(channel.curve().clone().with_wrap(before, Wrap::Hold)));
    }
    let Clip { name, duration, nodes, .. } = clip;
    let clip = Clip::new(name.as_str()).with_duration(*duration).with_nodes(nodes.clone());
    Cow::Owned(clip.with_channels(channels))
}
