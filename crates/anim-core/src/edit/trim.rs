//! Parts of clips.

use super::draft::SAME;
use super::moment::or_end;
use super::repeats::Repeats;
use super::section::section;
use super::{EditError, Moment, redrawn};
use crate::{Change, Clip, Event, EventKind, Report, Wrap};

/// The part of a clip between two moments, by default from the start and to the end. The first moment becomes time 0.
///
/// Keys within the part keep their values and handles, and a curve that is cut gets a key at the cut. A Bézier curve keeps its exact
/// shape, by de Casteljau's construction, with one more key for each component whose handles would be longer than the rest of their
/// segment. Only a cosine segment that is cut becomes cubic curves, within 1e-8 of its size. A jump at the end belongs to what
/// follows. A repeating curve still repeats if all of its keys, or those of a whole period, are in the part; other curves hold the
/// values at the cuts.
///
/// Events at the end belong to what follows, unless the clip ends there. A state that began before the part and still plays is
/// entered at its start, and a state that plays beyond a cut ends there. Frames are counted from the start of the part.
///
/// A `to` that differs from the end of the clip by rounding (a millionth), or that is at most half a frame after it, is the end.
///
/// Errors: [`EditError::Span`] unless the part is within the clip and not empty, those of [`Moment::seconds`], and
/// [`EditError::Clip`] if a curve repeats too often.
pub fn trim(
    clip: &Clip,
    from: Option<Moment>,
    to: Option<Moment>,
    report: &mut Report,
) -> Result<Clip, EditError> {
    let from = from.map_or(Ok(0.0), |moment| moment.seconds(clip))?;
    let to = to.map_or(Ok(clip.duration), |moment| moment.seconds(clip).map(|time| or_end(clip, time)))?;
    let whole = from.abs() < SAME && (to - clip.duration).abs() < SAME;
    let within = -SAME < from && to < clip.duration + SAME && to - from > SAME;
    if !whole && !within {
        return Err(EditError::Span { clip: clip.name.clone(), span: [from, to], duration: clip.duration });
    }
    report.change(Change::new("trim", format!("from {from} s to {to} s")).in_clip(clip));
    if whole {
        return Ok(clip.clone());
    }
    part(clip, [from.max(0.0), to], &Repeats::of(std::slice::from_ref(clip)), report)
}

/// The part of a clip over a span of seconds within it.
pub(super) fn part(
    clip: &Clip,
    [from, to]: [f64; 2],
    room: &Repeats,
    report: &mut Report,
) -> Result<Clip, EditError> {
    let (starts, ends) = (from < SAME, to > clip.duration - SAME);
    let channels = redrawn(clip, report, |channel, _| {
        let curve = channel.curve();
        // Keys beyond the ends of the clip stay where nothing is cut.
        let first = if starts { from.min(curve.start()) } else { from };
        let last = if ends { to.max(curve.end()) } else { to };
        let mut draft = section(channel.property(), curve, [first, last], room)?;
        draft.shift(first - from);
        // A jump at the end belongs to what follows.
        let count = draft.len();
        let jumps = count > 1 && draft.is_step(count - 2) && draft.end() > to - from - SAME;
        if jumps && !ends && draft.wrap == (Wrap::Hold, Wrap::Hold) {
            draft.keep(0..count - 1);
        }
        Ok(draft)
    })?;
    Ok(Clip {
        name: clip.name.clone(),
        duration: to - from,
        first_frame: 0.0,
        nodes: clip.nodes.clone(),
        channels,
        events: events(&clip.events, [from, to], ends),
        metadata: clip.metadata.clone(),
        ..*clip
    })
}

/// The events in a part, with those of states that still play when it begins. `ends` tells whether the clip ends with the part.
pub(super) fn events(events: &[Event], [from, to]: [f64; 2], ends: bool) -> Vec<Event> {
    let mut playing = Vec::new();
    let mut within = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let time = event.time - from;
        if time >= -SAME {
            if ends || event.time < to - SAME {
                within.push(Event { time: time.max(0.0), ..event.clone() });
            }
        } else if let EventKind::Enter { name, index: which, seconds } = &event.kind {
            let enters =
                |later: &Event| matches!(later.kind, EventKind::Enter { .. }) && later.time < from + SAME;
            let left = match seconds {
                Some(seconds) if seconds + time > SAME => Some(Some(seconds + time)),
                None if !events[index + 1..].iter().any(enters) => Some(None),
                _ => None,
            };
            if let Some(seconds) = left {
                let kind = EventKind::Enter { name: name.clone(), index: *which, seconds };
                playing.push(Event { time: 0.0, kind, node: event.node });
            }
        }
    }
    playing.extend(within);
    for event in playing.iter_mut().filter(|_| !ends) {
        if let EventKind::Enter { seconds: Some(seconds), .. } = &mut event.kind {
            *seconds = seconds.min((to - from - event.time).max(0.0));
        }
    }
    playing
}
