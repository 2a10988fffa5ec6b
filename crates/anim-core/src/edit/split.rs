//! Clips cut into several.

use super::draft::SAME;
use super::moment::or_end;
use super::repeats::Repeats;
use super::trim::part;
use super::{EditError, Moment, Pattern};
use crate::{Change, Clip, Loss, Report, UniqueNames, counted};

/// Where a clip is cut.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cuts {
    /// At these moments.
    Moments(Vec<Moment>),
    /// At the events with this name.
    Events(Pattern),
}

/// The parts of a clip between cuts, each made as by [`trim`](super::trim()).
///
/// A part that begins with a cutting event is named `CLIP.EVENT`; others are named `CLIP.1`, `CLIP.2` by position, and repeated
/// names get a number too. Cuts at the ends of the clip have no effect.
///
/// Errors: [`EditError::Span`] for a moment outside of the clip, those of [`Moment::seconds`], and [`EditError::Unfit`] if no event
/// has the name.
pub fn split(clip: &Clip, cuts: &Cuts, report: &mut Report) -> Result<Vec<Clip>, EditError> {
    let mut places: Vec<(f64, Option<&str>)> = match cuts {
        Cuts::Moments(moments) => {
            let seconds = moments.iter().map(|moment| moment.seconds(clip));
            let seconds = seconds.map(|time| time.map(|time| (or_end(clip, time), None)));
            seconds.collect::<Result<_, _>>()?
        }
        Cuts::Events(pattern) => {
            let named = clip.events.iter().filter(|event| pattern.captures(event.name()).is_some());
            let places: Vec<_> = named.map(|event| (event.time, Some(event.name()))).collect();
            if places.is_empty() {
                let message = format!("clip `{}` has no event named `{}`", clip.name, pattern.text());
                return Err(EditError::Unfit(message));
            }
            places
        }
    };
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    places.dedup_by(|later, earlier| later.0 - earlier.0 < SAME);
    if let Some(&(time, _)) = places.iter().find(|(time, _)| *time < -SAME || *time > clip.duration + SAME) {
        return Err(EditError::Span { clip: clip.name.clone(), span: [time, time], duration: clip.duration });
    }
    // An event at the start names the first part.
    let first = places.first().filter(|(time, _)| *time < SAME).and_then(|(_, name)| *name);
    let mut starts = vec![(0.0, first)];
    starts.extend(places.into_iter().filter(|(time, _)| SAME < *time && *time < clip.duration - SAME));
    let ends = starts.iter().skip(1).map(|(time, _)| *time).chain([clip.duration]);
    let mut names = UniqueNames::repeated(|name, repetition| format!("{name}.{}", repetition + 1));
    let (mut parts, room) = (Vec::new(), Repeats::of(std::slice::from_ref(clip)));
    let is_own = |loss: &Loss| starts.len() > 1 && loss.clip.as_ref() == Some(&clip.name);
    let known: Vec<Loss> = report.losses.extract_if(.., |loss| is_own(loss)).collect();
    for (place, (&(from, event), to)) in starts.iter().zip(ends).enumerate() {
        let mut next = if starts.len() == 1 { clip.clone() } else { part(clip, [from, to], &room, report)? };
        if starts.len() > 1 {
            let name = event.map_or_else(|| (place + 1).to_string(), str::to_owned);
            next.name = names.take(format!("{}.{name}", clip.name)).into_owned();
        }
        // Those that `part` found, and those that the clip had.
        let named = |loss: &Loss| loss.clone().in_clip(&next);
        for loss in report.losses.iter_mut().filter(|loss| is_own(loss)) {
            *loss = named(loss);
        }
        report.losses.extend(known.iter().filter_map(|loss| match loss.time {
            Some(time) if time < from - SAME || time > to + SAME => None,
            Some(time) => Some(named(loss).at_time(time - from)),
            None => Some(named(loss)),
        }));
        parts.push(next);
    }
    report.change(Change::new("split", format!("into {}", counted(parts.len(), "clip"))).in_clip(clip));
    Ok(parts)
}
