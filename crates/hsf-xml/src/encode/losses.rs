//! The losses of a complete clip: its ends, its duration, the precision of its times.

use std::borrow::Cow;
use std::collections::HashMap;

use anim_core::merge::in_turns;
use anim_core::{Brief, Channel, Clip, Deviation, Location, Property, Report, Wrap, report_ends};

use super::keys::Keys;
use super::part::Part;
use super::repeats::as_loop;
use super::ticks;
use crate::clips::facts;
use crate::codes;

/// Reports motion before the start of a clip and after its end, which the file does not have.
pub(super) fn ends(clip: &Clip, parts: &[Part], report: &mut Report) {
    let (held, from_zero) = held(clip, parts);
    report_ends(&held, false, "the animation", &codes::ENDS, report);
    if let Some(held) = from_zero {
        report_ends(&held, true, "the animation", &codes::ENDS, report);
    }
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

/// The channels of a clip that the file has, without what it shows: loops continue after the clip. Before their first key in the file
/// they hold its value. Those that only a loop from time 0 on shows are a clip of their own.
fn held<'c>(clip: &'c Clip, parts: &[Part]) -> (Cow<'c, Clip>, Option<Clip>) {
    let mut written: HashMap<(usize, &str), Option<f64>> = HashMap::new();
    for part in parts {
        let begin = part.keys.times.first().copied().filter(|_| part.keys.wrap != Wrap::Hold);
        let known = written.entry((part.node, part.channel.as_str())).or_default();
        *known = known.or(begin);
    }
    // `None` for a channel that is not in the file, and the time at which its loop begins. The sum of translation and displacement is
    // one part with the name of the first of them.
    let part = |channel: &Channel| {
        let own = channel.property().name();
        let sum = (*channel.property() == Property::Displacement).then(|| Property::Translation.name());
        let known = [Some(own), sum].into_iter().flatten();
        known.filter_map(|name| written.get(&(channel.node(), name)).copied()).reduce(Option::or)
    };
    let is_held = |channel: &Channel| match part(channel) {
        Some(begin) => begin.is_none(),
        None => channel.property().is_spatial(),
    };
    if clip.channels.iter().all(is_held) {
        return (Cow::Borrowed(clip), None);
    }
    let mut channels: Vec<Channel> =
        clip.channels.iter().filter(|channel| is_held(channel)).cloned().collect();
    let mut from_zero = Vec::new();
    for channel in &clip.channels {
        let Some(begin) = part(channel).flatten() else { continue };
        let looped = as_loop(channel);
        // Angles that accumulate whole turns equal those of one period.
        let before = if channel.property().is_rotation() {
            in_turns(channel.curve()).wrap().0
        } else {
            channel.curve().wrap().0
        };
        let early =
            |channel: &Channel| channel.with_curve(channel.curve().clone().with_wrap(before, Wrap::Hold));
        if (looped.curve().start() - begin).abs() <= 1e-9 {
            channels.extend(early(&looped));
        } else {
            from_zero.extend(early(channel));
        }
    }
    let Clip { name, duration, nodes, .. } = clip;
    let with = |channels: Vec<Channel>| {
        Clip::new(name.as_str()).with_duration(*duration).with_nodes(nodes.clone()).with_channels(channels)
    };
    (Cow::Owned(with(channels)), Some(from_zero).filter(|channels| !channels.is_empty()).map(with))
}
