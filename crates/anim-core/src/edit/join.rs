//! Clips joined one after another.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::draft::Draft;
use super::fade::{From, begun, fade, fades};
use super::figure::{Pair, has_rest, paired};
use super::quota::Quota;
use super::repeats::Repeats;
use super::seam::append;
use super::section::written_out;
use super::states::{Timed, timed, untimed};
use super::whole_channels::whole_rotations;
use super::{EditError, codes, finished};
use crate::bake::key_pool::keys_of;
use crate::clip::ends::reaches;
use crate::{Change, Channel, Clip, ClipError, Curve, Event, Fineness, Property, Report, Wrap};

/// The clips one after another as one clip, with the name and the rate of the first. Each begins `crossfade` seconds before the
/// previous one ends, and fades in while that one fades out.
///
/// Nodes with the same name become one node, in their order where names repeat. A node or a property that a clip does not move
/// has the rest value of that clip, and weights are 0; a property without a rest value holds. Axes and units become those of the
/// first clip, where they are known. Outside the fades, curves keep their keys; where a clip begins with another value than the
/// previous one ended with, there is a jump. Loops are written out as keys, or baked if there are too many of these, and values
/// are held before the first clip and after the last. Rotations fade along arcs, and angles that are driven one by one as
/// numbers; parents, existence and steps switch in the middle. An arc is at first the shorter of both, and continues beyond half a
/// turn; where one of the clips steps by more than an eighth of a turn, it is the shorter one again.
///
/// Errors: [`EditError::Argument`] if there is no clip or a fade is longer than half of a clip, [`EditError::Unfit`] if a node has
/// different parents in the clips, [`EditError::Clip`] if baking takes too many keys or the duration is not finite.
pub fn join(
    clips: &[Clip],
    crossfade: f64,
    fineness: impl Into<Fineness>,
    report: &mut Report,
) -> Result<Clip, EditError> {
    let [first, others @ ..] = clips else {
        return Err(EditError::Argument("there is no clip to join".into()));
    };
    let shortest = clips.iter().map(|clip| clip.duration).fold(f64::INFINITY, f64::min);
    if !(0.0..=shortest / 2.0).contains(&crossfade) && !others.is_empty() {
        let message = format!("a cross-fade of {crossfade} s does not fit into half of {shortest} s");
        return Err(EditError::Argument(message));
    }
    let quota = &quota(clips, crossfade, fineness.into());
    let mut joined = first.clone();
    if !others.is_empty() {
        let mut events = timed(&joined);
        joined.events.clear();
        for next in others {
            let later = two(&mut joined, next, crossfade, quota, report)?;
            // States that play in the clips before end with them.
            for timed in &mut events {
                timed.is_open = false;
            }
            events.extend(later);
        }
        joined.events = untimed(events, joined.duration);
    }
    if !others.is_empty() {
        let apart = match not_in_all(&joined, clips) {
            0 => String::new(),
            1 => "; 1 node is not in all of them, and rests in the others".to_owned(),
            count => format!("; {count} nodes are not in all of them, and rest in the others"),
        };
        let held = match not_driven_by_all(clips) {
            0 => String::new(),
            1 => "; 1 channel without a rest value is not in all of them, and holds in the others".to_owned(),
            count => {
                format!(
                    "; {count} channels without a rest value are not in all of them, and hold in the others"
                )
            }
        };
        let message = format!("{} clips became `{}`{apart}{held}", clips.len(), first.name);
        report.change(Change::new("join", message));
    }
    joined.validate().map_err(EditError::of(&joined.name))?;
    Ok(joined)
}

/// The quota of clips that are joined: for the curves that fade into each other, or else for rotations, which may be in several forms.
fn quota(clips: &[Clip], crossfade: f64, fineness: Fineness) -> Quota {
    let takes = |channel: &&Channel| {
        let property = channel.property();
        let turns = property.is_rotation() || *property == Property::Matrix;
        let is_whole = channel.curve().width() == property.width();
        if crossfade > 0.0 { fades(channel) } else { !channel.curve().is_still() && (turns || !is_whole) }
    };
    let of_clip = |clip: &Clip| {
        let channels = clip.channels.iter().filter(takes);
        channels.fold((0, 0.0), |(count, keys), own| (count + 1, keys + keys_of(own.curve())))
    };
    let all: Vec<(usize, f64)> = clips.iter().map(of_clip).collect();
    let curves = if crossfade > 0.0 {
        all.windows(2).map(|pair| pair[0].0.max(pair[1].0)).sum()
    } else {
        all.iter().map(|(count, _)| count).sum()
    };
    Quota::of(clips, fineness).for_curves(curves, all.iter().map(|(_, keys)| keys).sum())
}

/// The number of nodes of a joined clip that are not in all of the clips, by name.
fn not_in_all(joined: &Clip, clips: &[Clip]) -> usize {
    let names = clips.iter().map(|clip| clip.nodes.iter().map(|node| node.name.as_str()));
    let names: Vec<HashSet<_>> = names.map(Iterator::collect).collect();
    joined.nodes.iter().filter(|node| names.iter().any(|names| !names.contains(&*node.name))).count()
}

/// The number of properties of nodes that have no rest value, and that only some of the clips drive.
fn not_driven_by_all(clips: &[Clip]) -> usize {
    let mut drivers: HashMap<(&str, &str), (usize, usize)> = HashMap::new();
    for (number, clip) in clips.iter().enumerate() {
        for channel in clip.channels.iter().filter(|channel| !has_rest(channel.property())) {
            let node = clip.nodes.get(channel.node()).map_or("", |node| node.name.as_str());
            let (last, count) = drivers.entry((node, channel.property().name())).or_insert((usize::MAX, 0));
            *count += usize::from(*last != number);
            *last = number;
        }
    }
    drivers.values().filter(|(_, count)| *count < clips.len()).count()
}

/// Joins a clip to another, which has no events. Returns its own events, at their times in both.
fn two(
    a: &mut Clip,
    b: &Clip,
    fades: f64,
    quota: &Quota,
    report: &mut Report,
) -> Result<Vec<Timed>, EditError> {
    let b: Cow<'_, Clip> = b.in_space(a.space);
    let mut mixed = |clip| {
        if fades > 0.0 { whole_rotations(clip, quota, report) } else { Ok(Cow::Borrowed(clip)) }
    };
    let (whole, other) = (mixed(a)?, mixed(&b)?);
    let Pair { clip, next, channels } = paired(&whole, &other, quota, report)?;
    let start = a.duration - fades;
    let mut channel = |(one, other): &(Channel, Channel)| -> Result<Channel, ClipError> {
        for (clip, channel, ends) in
            [(&clip, one, [0.0, f64::INFINITY]), (&next, other, [f64::NEG_INFINITY, clip.duration])]
        {
            let wraps = channel.curve().wrap();
            let lost =
                [ends[0].is_finite() && wraps.0 != Wrap::Hold, ends[1].is_finite() && wraps.1 != Wrap::Hold];
            if lost.contains(&true) && channel.curve().len() > 1 && reaches(channel, [0.0, clip.duration]) {
                let message = "motion before the first clip and after the last is held";
                report.lose(codes::ENDS.dropped(message).of_channel(clip, channel));
            }
        }
        let mut whole = piece(one.property(), one.curve(), [f64::NEG_INFINITY, start], &quota.repeats)?;
        if fades > 0.0 {
            let [from, to] =
                [(one.curve(), start), (other.curve(), 0.0)].map(|(curve, time)| From { curve, time });
            let mut fading = fade(one.property(), from, to, fades, quota)?;
            fading.shift(start);
            add(one.property(), &mut whole, fading);
        }
        let holds = other.curve().wrap().1 == Wrap::Hold;
        let end = if holds { other.curve().end().max(next.duration) } else { next.duration };
        let mut last = piece(one.property(), other.curve(), [fades, end], &quota.repeats)?;
        last.shift(start);
        add(one.property(), &mut whole, last);
        one.with_curve(finished(whole, &clip, one, report)?)
    };
    let channels: Result<Vec<_>, _> = channels.iter().map(&mut channel).collect();
    let channels = channels.map_err(EditError::of(&a.name))?;
    let events = events(&next, start);
    *a = Clip { duration: start + b.duration, channels, ..clip };
    Ok(events)
}

/// A part of a curve; beyond an end of the clip that stays an end, it keeps its keys.
fn piece(
    property: &Property,
    curve: &Curve,
    [from, to]: [f64; 2],
    room: &Repeats,
) -> Result<Draft, ClipError> {
    let holds = curve.wrap().0 == Wrap::Hold;
    let from = if from.is_finite() {
        from
    } else if holds {
        curve.start().min(0.0)
    } else {
        0.0
    };
    let mut piece = written_out(property, curve, [from, to.max(from)], room)?;
    begun(&mut piece, from);
    Ok(piece)
}

/// Appends a part of a curve, unless it is one key that repeats the last value, which holds in any case.
fn add(property: &Property, whole: &mut Draft, part: Draft) {
    let last = whole.len().checked_sub(1).map(|last| whole.value(last));
    let is_exact = part.error.size == 0.0 && part.jump == 0.0 && !part.instant;
    if part.len() > 1 || !is_exact || last != Some(part.value(0)) {
        append(property, whole, part);
    }
}

/// The events of a clip that starts at a time.
fn events(clip: &Clip, start: f64) -> Vec<Timed> {
    let later = timed(clip).into_iter().zip(&clip.events).map(|(timed, own)| {
        let event = if timed.is_open { timed.event } else { own.clone() };
        Timed { event: Event { time: event.time + start, ..event }, ..timed }
    });
    later.collect()
}
