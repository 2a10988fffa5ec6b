//! Reversed clips.

use super::draft::{Draft, SAME};
use super::repeats::Repeats;
use super::resample::is_near_frame;
use super::section::written_out;
use super::states::{Timed, timed, untimed};
use super::{EditError, codes, redrawn};
use crate::{Change, Channel, Clip, ClipError, Curve, Ease, Event, EventKind, Report, Wrap};

/// The clip played backwards: the value at a time moves to the duration minus that time, also before the start and after the end.
/// In a clip of frames whose last frame is held as long as the others last, the frames are reversed: the first becomes the last.
/// Repeating curves have no such last frame.
///
/// Keys keep their values, and handles and wraps change sides. A step shows its value during the same time as before, so its key
/// moves to where the next key was, or to the start if there is none. A value that a step reaches at the very end of the clip was
/// held after it; holding it before the start is lost, and so is repetition with an offset along arcs whose keys have opposite signs.
/// An event that starts a state moves to where the state ended, at the latest with the clip; other events stay on their frames.
///
/// Errors: [`EditError::Clip`] if rounding would make key times equal.
pub fn reverse(clip: &Clip, report: &mut Report) -> Result<Clip, EditError> {
    report.change(Change::new("reverse", "backwards").in_clip(clip));
    let end = last_frame(clip).unwrap_or(clip.duration);
    let room = Repeats::of(std::slice::from_ref(clip));
    let channels = redrawn(clip, report, |channel, report| backwards((clip, end), channel, &room, report))?;
    Ok(Clip {
        name: clip.name.clone(),
        nodes: clip.nodes.clone(),
        channels,
        events: events(clip, end),
        metadata: clip.metadata.clone(),
        ..*clip
    })
}

/// The time of the last frame of a clip of whole frames that all curves hold until its end: if a key is on the first frame and one on
/// the last, or if all keys are steps on frames. Smooth segments are reversed about this time, so that frames stay on frames; a step
/// lasts until the next frame, so it is reversed about the end of the clip. `None` for other clips, and for a repeating curve, which
/// does not hold its last frame.
fn last_frame(clip: &Clip) -> Option<f64> {
    let rate = clip.rate?;
    let last = rate.time(rate.frame(clip.duration).round() - 1.0);
    if last <= 0.0 || !is_near_frame(clip.duration, rate) {
        return None;
    }
    // Times on frames differ from those of the rate by as much as durations do.
    let near = (clip.duration - rate.time(1.0) - last).abs() + rate.time(1e-6).max(SAME);
    let is_held = |channel: &Channel| {
        let curve = channel.curve();
        let is_constant = curve.len() == 1 || curve.wrap() == (Wrap::Hold, Wrap::Hold);
        is_constant && -near < curve.start() && rest(curve).is_none_or(|rest| rest < last + near)
    };
    let has = |time: f64| {
        let has = |channel: &Channel| channel.curve().times().iter().any(|key| (key - time).abs() < near);
        clip.channels.iter().any(has)
    };
    let is_frame =
        |time: f64| time < last + near && (rate.time(rate.frame(time).round()) - time).abs() < near;
    let of_steps = |channel: &Channel| {
        steps(channel.curve()).iter().all(|step| *step) && channel.curve().times().iter().all(is_frame)
    };
    let are_frames = || has(0.0) && has(last) || clip.channels.iter().all(of_steps);
    (clip.channels.iter().all(is_held) && are_frames()).then_some(last)
}

/// The time of the last smooth segment's end, after which a curve holds its values or steps.
fn rest(curve: &Curve) -> Option<f64> {
    let is_flat = |key: usize| match curve.ease(key) {
        Ease::Step => true,
        Ease::Linear | Ease::Slerp => curve.value(key) == curve.value(key + 1),
        _ => false,
    };
    let segment = (0..curve.len().saturating_sub(1)).rev().find(|&key| !is_flat(key))?;
    curve.times().get(segment + 1)
}

/// Whether each segment of a curve is a step.
fn steps(curve: &Curve) -> Vec<bool> {
    (0..curve.len().saturating_sub(1)).map(|key| curve.ease(key) == Ease::Step).collect()
}

/// Whether a curve of arcs that repeats with an offset has keys with opposite signs: backwards, the signs differ, and the offset makes
/// other rotations of them.
fn flips(curve: &Curve) -> bool {
    let (before, after) = curve.wrap();
    let is_far = |key: usize| {
        let products = curve.value(key).iter().zip(curve.value(key + 1)).map(|(a, b)| a * b);
        curve.ease(key) == Ease::Slerp && products.sum::<f64>() < 0.0
    };
    [before, after].contains(&Wrap::RepeatWithOffset) && (0..curve.len() - 1).any(is_far)
}

fn backwards(
    (clip, end): (&Clip, f64),
    channel: &Channel,
    room: &Repeats,
    report: &mut Report,
) -> Result<Draft, ClipError> {
    let curve = channel.curve();
    let mut draft = Draft::of(curve);
    let stepped = steps(curve);
    let ends = |step: Option<&bool>| step == Some(&true);
    let (first, last) = (ends(stepped.first()), ends(stepped.last()));
    let (before, after) = curve.wrap();
    // The last value determines the offset of each period, or is held while the other side repeats.
    let climbs = (first || last) && [before, after].contains(&Wrap::RepeatWithOffset);
    let flips = flips(curve);
    if flips || climbs || last && after == Wrap::Hold && before != Wrap::Hold {
        let what = if flips { "arcs that repeat with an offset" } else { "steps that repeat" };
        let message = format!("{what} are written out, and hold their values before and after");
        report.lose(codes::ENDS.dropped(message).of_channel(clip, channel));
        draft = written_out(channel.property(), curve, [0.0, clip.duration], room)?;
    }
    let holds = draft.wrap == (Wrap::Hold, Wrap::Hold);
    let count = draft.len();
    let [first, last] = [0, count.saturating_sub(2)].map(|key| count > 1 && draft.is_step(key));
    if count == 1 && holds && (draft.is_step(0) || draft.start().abs() < SAME) {
        // What is held to the end is held from the start backwards, also in formats where a thing begins with its first key.
        draft.shift(-draft.start());
        return Ok(draft);
    }
    if end < clip.duration {
        drop_held(&mut draft, end);
    }
    let mut turned = draft.reversed([end, clip.duration]);
    if last && holds {
        if turned.start() > SAME {
            let mut held = Draft::key(0.0, draft.value(count - 1));
            held.rate = turned.rate;
            held.append(turned);
            turned = held;
        } else if draft.value(count - 1) != draft.value(count - 2) {
            let message = "the value that is held after the end of the clip is not held before its start";
            report.lose(codes::ENDS.dropped(message).of_channel(clip, channel));
        }
    }
    // The value of the first key is held from here on.
    if first && holds {
        turned.keep(0..turned.len() - 1);
    }
    Ok(turned)
}

/// Drops keys after the last frame that only hold its value: backwards, they would be before the start.
fn drop_held(draft: &mut Draft, last_frame: f64) {
    let only_holds = |key: &usize| {
        let [from, to] = [key - 1, *key];
        !draft.is_step(from) && draft.times[from] > last_frame - SAME && draft.value(from) == draft.value(to)
    };
    let held = (1..draft.len()).rev().take_while(only_holds).count();
    draft.keep(0..draft.len() - held);
}

/// The events of a reversed clip: states that play are reversed with the clip, other events with their frames.
fn events(clip: &Clip, last_frame: f64) -> Vec<Event> {
    let backwards = |Timed { event, is_open }: Timed| {
        let time = match event.kind {
            EventKind::Enter { seconds: Some(seconds), .. } => clip.duration - (event.time + seconds),
            _ => last_frame - event.time,
        };
        Timed { event: Event { time: time.max(0.0), ..event }, is_open }
    };
    untimed(timed(clip).into_iter().rev().map(backwards).collect(), clip.duration)
}
