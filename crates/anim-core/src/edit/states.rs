//! How long the states of a clip play.

use super::draft::SAME;
use crate::{Clip, Event, EventKind};

/// An event. A state has the seconds that it plays; it is open if the event itself states none.
pub(super) struct Timed {
    pub(super) event: Event,
    pub(super) is_open: bool,
}

/// The events of a clip. Open states play until the next one begins, and none plays beyond the end of the clip.
pub(super) fn timed(clip: &Clip) -> Vec<Timed> {
    let timed = |event: &Event| Timed { event: event.clone(), is_open: false };
    let mut events: Vec<_> = clip.events.iter().map(timed).collect();
    let mut next = clip.duration;
    for Timed { event, is_open } in events.iter_mut().rev() {
        let EventKind::Enter { seconds, .. } = &mut event.kind else { continue };
        *is_open = seconds.is_none();
        let own = seconds.filter(|seconds| seconds.is_finite()).unwrap_or(next - event.time);
        *seconds = Some(own.min(clip.duration - event.time).max(0.0));
        next = event.time;
    }
    events
}

/// The events of a clip of this duration, by ascending time. Open states have no seconds where they still play until the next one
/// begins, or the clip ends.
pub(super) fn untimed(mut events: Vec<Timed>, duration: f64) -> Vec<Event> {
    events.sort_by(|a, b| a.event.time.total_cmp(&b.event.time));
    let mut next = duration;
    for Timed { event, is_open } in events.iter_mut().rev() {
        let EventKind::Enter { seconds, .. } = &mut event.kind else { continue };
        *seconds = seconds.filter(|seconds| !*is_open || (event.time + seconds - next).abs() >= SAME);
        next = event.time;
    }
    events.into_iter().map(|timed| timed.event).collect()
}
