//! Clips that play backwards.

use super::draft::{Draft, SAME};
use super::section::written_out;
use super::{EditError, codes, redrawn};
use crate::{Change, Channel, Clip, ClipError, Ease, Event, EventKind, Report, Wrap};

/// The clip backwards: what was at a time is at the duration minus that time, before the start and after the end as well.
///
/// Keys keep their values, and handles and wraps change sides. A step shows its value at the same times as before, so its key is
/// where the next one was. A value that a step reached at the very end of the clip lasted no time, and is lost. What plays is
/// entered where it ended.
///
/// Errors: [`EditError::Clip`] if times are too near to each other for rounding.
pub fn reverse(clip: &Clip, report: &mut Report) -> Result<Clip, EditError> {
    report.change(Change::new("reverse", "backwards").in_clip(clip));
    let channels = redrawn(clip, report, |channel, report| backwards(clip, channel, report))?;
    Ok(Clip {
        name: clip.name.clone(),
        nodes: clip.nodes.clone(),
        channels,
        events: events(clip),
        metadata: clip.metadata.clone(),
        ..*clip
    })
}

fn backwards(clip: &Clip, channel: &Channel, report: &mut Report) -> Result<Draft, ClipError> {
    let curve = channel.curve();
    let mut draft = Draft::of(curve);
    let count = draft.len();
    let steps = |key: usize| key + 1 < count && curve.ease(key) == Ease::Step;
    let (first, last) = (steps(0), count > 1 && steps(count - 2));
    let (before, after) = curve.wrap();
    // The last value counts for what is added in each period, or is held while the other side repeats.
    let climbs = (first || last) && [before, after].contains(&Wrap::RepeatWithOffset);
    if climbs || last && after == Wrap::Hold && before != Wrap::Hold {
        let message = "steps that repeat are written out, and hold their values before and after";
        report.lose(codes::ENDS.dropped(message).of_channel(clip, channel));
        draft = written_out(curve, [0.0, clip.duration])?;
    }
    let holds = draft.wrap == (Wrap::Hold, Wrap::Hold);
    let count = draft.len();
    let [first, last] = [0, count.saturating_sub(2)].map(|key| count > 1 && draft.is_step(key));
    let mut turned = draft.reversed(clip.duration);
    if last && holds && draft.value(count - 1) != draft.value(count - 2) {
        if turned.start() > SAME {
            let mut held = Draft::key(0.0, draft.value(count - 1));
            held.rate = turned.rate;
            held.append(turned);
            turned = held;
        } else {
            turned.instant = true;
        }
    }
    // The value of the first key is held from there on.
    if first && holds {
        turned.keep(0..turned.len() - 1);
    }
    Ok(turned)
}

fn events(clip: &Clip) -> Vec<Event> {
    let end = clip.duration;
    let backwards = |(index, event): (usize, &Event)| {
        let stop = match event.kind {
            EventKind::Enter { seconds: Some(seconds), .. } => event.time + seconds,
            EventKind::Enter { seconds: None, .. } => {
                let mut later = clip.events[index + 1..].iter();
                later
                    .find(|event| matches!(event.kind, EventKind::Enter { .. }))
                    .map_or(end, |next| next.time)
            }
            EventKind::Named { .. } => event.time,
        };
        Event { time: end - stop, ..event.clone() }
    };
    let mut events: Vec<Event> = clip.events.iter().enumerate().map(backwards).rev().collect();
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}
