//! The losses of a complete clip: its ends, its duration, the precision of its times.

use std::collections::HashMap;

use anim_core::merge::in_turns;
use anim_core::{
    Brief, Channel, Clip, Deviation, Location, Property, Rate, Report, Wrap, frames, report_ends,
};

use super::keys::Keys;
use super::part::Part;
use super::repeats::{as_loop, shifted};
use super::ticks;
use crate::clips::facts;
use crate::codes;

/// Reports motion before the first key of the file and after its last one, where the file holds the value of that key. Loops continue
/// after the clip.
pub(super) fn ends(clip: &Clip, parts: &[Part], report: &mut Report) {
    let mut written: HashMap<(usize, &str), Span> = HashMap::new();
    for part in parts {
        let span = Span::of(&part.keys);
        written
            .entry((part.node, part.channel.as_str()))
            .and_modify(|all| *all = all.with(span))
            .or_insert(span);
    }
    for channel in &clip.channels {
        // The sum of translation and displacement is one part with the name of the first of them.
        let own = channel.property().name();
        let sum = (*channel.property() == Property::Displacement).then(|| Property::Translation.name());
        let known = [Some(own), sum].into_iter().flatten();
        let span = known.filter_map(|name| written.get(&(channel.node(), name)).copied()).reduce(Span::with);
        if let Some(held) = span.and_then(|span| span.held(clip, channel)) {
            report_ends(&held, true, "the animation", &codes::ENDS, report);
        }
    }
}

/// The times from the first key to the last one, in seconds.
#[derive(Clone, Copy)]
struct Span {
    from: f64,
    to: f64,
    is_loop: bool,
}

impl Span {
    fn of(keys: &Keys) -> Self {
        let (from, to) = keys.times.first().zip(keys.times.last()).unwrap_or((&0.0, &0.0));
        Self { from: *from, to: *to, is_loop: keys.wrap != Wrap::Hold }
    }

    fn with(self, other: Self) -> Self {
        Self {
            from: self.from.min(other.from),
            to: self.to.max(other.to),
            is_loop: self.is_loop || other.is_loop,
        }
    }

    /// A clip of one channel of which a file has this span, from 0 on; `None` if it does not move outside of the span.
    fn held(self, clip: &Clip, channel: &Channel) -> Option<Clip> {
        let (curve, looped) = (channel.curve(), as_loop(channel));
        let (mut before, mut after) = curve.wrap();
        if channel.property().is_rotation() {
            // Angles that accumulate whole turns equal those of one period.
            (before, after) = in_turns(curve).wrap();
        }
        // Before its own start, a loop is held at its first value.
        let is_turned = before != Wrap::Hold && looped.curve().wrap().0 == Wrap::Hold;
        let from = if is_turned { looped.curve().start() } else { self.from };
        if self.is_loop {
            after = Wrap::Hold;
        }
        let shifted = shifted(looped.curve(), -from)?.with_wrap(before, after);
        let node = clip.nodes[channel.node()].clone();
        let channel = channel.with_curve(shifted).ok()?.with_node(0);
        let end = self.to.max(clip.duration) - from;
        Some(
            Clip::new(clip.name.as_str())
                .with_duration(end)
                .with_nodes(vec![node])
                .with_channels(vec![channel]),
        )
    }
}

/// Reports frame rates other than that of the file, and numbers of first frames.
pub(super) fn of_frames(clip: &Clip, rate: Option<Rate>, report: &mut Report) {
    if let Some(rate) = rate {
        frames::report_rate(clip, rate, &codes::FRAMES, report);
    }
    frames::report_first_frame(clip, 0.0, &codes::FRAMES, report);
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
        let error = Deviation::time((end - clip.duration).abs());
        let [own, end] = [clip.duration, end].map(Brief);
        let message = format!("the duration of {own} s is not in the file: the animation takes {end} s");
        report.lose(codes::DROPPED.approximated(error, message).in_clip(clip));
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
        let loss = codes::TICK.approximated(Deviation::time(off), message);
        report.lose(loss.in_clip(clip).of_key_times());
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
