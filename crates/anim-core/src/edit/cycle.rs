//! Clips that repeat without a jump.

use std::f64::consts::TAU;

use super::draft::{CurveError, Draft, SAME};
use super::fade::{From, fade, fades};
use super::quota::Quota;
use super::seam::append;
use super::section::written_out;
use super::states::timed;
use super::whole_channels::{is_part, whole_rotations};
use super::{EditError, codes, finished, trim};
use crate::clip::ends::{away, reaches};
use crate::{
    Change, Channel, Clip, ClipError, Curve, Ease, Event, EventKind, Fineness, Property, Report, Wrap,
    agreeing, counted,
};

/// The clip with its last pose made equal to its first one, so that it can be repeated.
///
/// Without a cross-fade, ends that differ by no more than the tolerance (radians, the length unit, or the property's own unit)
/// become equal: the last key takes the value of the first, or for angles the nearest value with the same rotation, so that whole
/// turns stay. A curve that already repeats, with an integer number of periods in the clip, stays as it is. With a cross-fade,
/// the last `crossfade` seconds of the clip are faded into its first ones, and the clip becomes shorter by this time; outside the
/// fade, curves stay. Rotations fade along arcs, and angles that are driven one by one as numbers; parents, existence and steps
/// switch in the middle. Keys outside the clip are removed, and curves hold their values there. Events in the last seconds move to the
/// first ones with the motion: a state that plays at the new end stops there, and is entered at the start for the rest of its time.
///
/// A figure that walks away does not return to its start: remove or extract its [root motion](super::root_motion()) first.
///
/// Errors: [`EditError::Open`] if ends differ by more than the tolerance and there is no cross-fade, [`EditError::Argument`] for a
/// cross-fade below 0 or longer than half of the clip, [`EditError::Clip`] if baking takes too many keys.
pub fn cycle(
    clip: &Clip,
    crossfade: f64,
    fineness: impl Into<Fineness>,
    report: &mut Report,
) -> Result<Clip, EditError> {
    let takes = |channel: &&Channel| if crossfade > 0.0 { fades(channel) } else { is_part(channel) };
    let quota = Quota::of(std::slice::from_ref(clip), fineness);
    let (length, quota) = (clip.duration, &quota.for_channels(clip.channels.iter().filter(takes)));
    if !(0.0..=length / 2.0).contains(&crossfade) {
        let message = format!("a cross-fade of {crossfade} s does not fit into half of {length} s");
        return Err(EditError::Argument(message));
    }
    let end = length - crossfade;
    let clip = &*whole_rotations(clip, quota, report)?;
    let mut off = None;
    // The number of curves that move, of those that only step, and of those that had to change at the end.
    let (mut moving, mut stepping, mut changed) = (0usize, 0usize, 0usize);
    let mut channel = |channel: &Channel| -> Result<Channel, ClipError> {
        let curve = channel.curve();
        if curve.len() == 1 {
            let is_outside = curve.start() > end;
            let still = is_outside.then(|| Curve::constant(curve.value(0))).transpose()?;
            return still.map_or_else(|| Ok(channel.clone()), |still| channel.with_curve(still));
        }
        moving += 1;
        stepping += usize::from(curve.uniform_ease() == Some(Ease::Step));
        if crossfade == 0.0 && repeats(channel, length) {
            return Ok(channel.clone());
        }
        if reaches(channel, [0.0, length]) {
            let message = "motion before the clip and after its end is left out: the curve holds there";
            report.lose(codes::ENDS.dropped(message).of_channel(clip, channel));
        }
        let mut draft = written_out(channel.property(), curve, [crossfade, end], &quota.repeats)?;
        if crossfade > 0.0 {
            let [tail, head] = [end, 0.0].map(|time| From { curve, time });
            let mut whole = fade(channel.property(), tail, head, crossfade, quota)?;
            super::fade::begun(&mut draft, crossfade);
            append(channel.property(), &mut whole, draft);
            draft = whole;
        } else {
            let away = closed(channel, &mut draft, end);
            changed += usize::from(away > 0.0);
            if away > quota.fineness().tolerance && off.is_none() {
                off = Some((channel.clone(), away));
            }
        }
        channel.with_curve(finished(draft, clip, channel, report)?)
    };
    let channels: Result<Vec<_>, _> = clip.channels.iter().map(&mut channel).collect();
    let channels = channels.map_err(EditError::of(&clip.name))?;
    if let Some((channel, size)) = off {
        let node = clip.nodes[channel.node()].name.clone();
        let property = clip.channel_name(&channel).into_owned();
        return Err(EditError::Open { clip: clip.name.clone(), node, property, size });
    }
    report.change(Change::new("loop", what_happened(crossfade, [moving, stepping, changed])).in_clip(clip));
    let events = if crossfade > 0.0 { events(clip, end) } else { clip.events.clone() };
    Ok(Clip { duration: end, channels, events, ..clip.clone() })
}

/// The events of a clip whose seconds after `end` are faded into its first ones, and move there.
fn events(clip: &Clip, end: f64) -> Vec<Event> {
    let timed: Vec<Event> = timed(clip).into_iter().map(|timed| timed.event).collect();
    let mut events = trim::events(&timed, [0.0, end], false);
    let mut late = trim::events(&timed, [end, clip.duration], true);
    // What begins at the end of the clip does not play in the loop.
    let plays = |event: &Event| {
        !matches!(event.kind, EventKind::Enter { .. }) || event.time < clip.duration - end - SAME
    };
    late.retain(plays);
    events.append(&mut late);
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}

/// The message for a clip in which `moving` curves move. `stepping` of them are steps, and `changed` ended with another value than they
/// started with.
fn what_happened(crossfade: f64, [moving, stepping, changed]: [usize; 3]) -> String {
    match (crossfade > 0.0, moving, changed) {
        (true, 0, _) => format!("shorter by {crossfade} s; no curve moves"),
        (true, ..) if stepping == moving => {
            format!(
                "shorter by {crossfade} s; all curves are steps, which switch in the middle of the cross-fade"
            )
        }
        (true, ..) if stepping > 0 => {
            format!(
                "cross-faded over {crossfade} s; {} of steps {} in the middle",
                counted(stepping, "curve"),
                agreeing(stepping, "switches", "switch")
            )
        }
        (true, ..) => format!("cross-faded over {crossfade} s"),
        (false, 0, _) => "nothing to change: no curve moves".to_owned(),
        (false, _, 0) => {
            "nothing to change: no curve but steps ends with another value than it begins with".to_owned()
        }
        (false, _, 1) => "the end of 1 curve took the value of its start".to_owned(),
        (false, _, count) => format!("the ends of {count} curves took the values of their starts"),
    }
}

/// Gives the end of a curve the value of its start, and returns the distance between them.
fn closed(channel: &Channel, draft: &mut Draft, end: f64) -> f64 {
    let count = draft.len();
    // Steps jump at the end in any case.
    if (0..count - 1).all(|key| draft.eases[key] == Ease::Step) {
        return 0.0;
    }
    let last = draft.insert(end);
    let first = alike(channel.property(), channel.curve().at(0.0), draft.value(last));
    let away = away(channel.property(), &first, draft.value(last));
    let at = last * draft.width;
    draft.values[at..at + first.len()].copy_from_slice(&first);
    if away > SAME {
        draft.error =
            draft.error.max(CurveError { size: away, cause: "the end took the value of the start" });
    }
    away
}

/// The value equivalent to `value` that is nearest to `near`: angles may differ by whole turns, and quaternions in their sign.
fn alike(property: &Property, mut value: Vec<f64>, near: &[f64]) -> Vec<f64> {
    match (property, &*value, near) {
        (Property::Euler(order), &[x, y, z], &[a, b, c]) => order.nearest([x, y, z], [a, b, c]).to_vec(),
        (property, ..) if turns(property) => {
            value
                .iter_mut()
                .zip(near)
                .for_each(|(value, near)| *value += TAU * ((near - *value) / TAU).round());
            value
        }
        (Property::Rotation, [..], [_, _, _, _]) => {
            if value.iter().zip(near).map(|(value, near)| value * near).sum::<f64>() < 0.0 {
                return value.iter().map(|part| -part).collect();
            }
            value
        }
        _ => value,
    }
}

/// Whether the numbers of a property are angles, which are equivalent after whole turns.
fn turns(property: &Property) -> bool {
    matches!(property, Property::Euler(_) | Property::Angle { .. })
}

/// Whether a channel repeats forever with this period in seconds.
fn repeats(channel: &Channel, seconds: f64) -> bool {
    let curve = channel.curve();
    let period = curve.end() - curve.start();
    let (before, after) = curve.wrap();
    let periods = match after {
        Wrap::Hold => return false,
        Wrap::PingPong => 2.0 * period,
        Wrap::Repeat | Wrap::RepeatWithOffset => period,
    };
    let whole = |number: f64| (number - number.round()).abs() < SAME;
    let count = seconds / periods;
    let ends = curve.value(0).iter().zip(curve.value(curve.len() - 1));
    let mut rises = ends.map(|(first, last)| (last - first) * count);
    let returns = |rise: f64| if turns(channel.property()) { whole(rise / TAU) } else { rise.abs() < SAME };
    let comes_back = after != Wrap::RepeatWithOffset || rises.all(returns);
    count.round() >= 1.0 && whole(count) && comes_back && (curve.start() < SAME || before == after)
}
