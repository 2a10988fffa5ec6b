//! JSON to animation.

use std::borrow::Cow;

use super::keyframes::keyframes;
use super::legacy::{self, Loose};
use super::places::{Places, SubtrackPlaces, TrackPlaces};
use crate::json::{Scan, Scanner};
use crate::{Animation, Layout, Loop, Member, Reference, Step, Target, Track};

/// Reads the object of an animation, and where its parts are if that is asked for.
pub(crate) fn animation(scanner: &mut Scanner<'_>, mut places: Option<&mut Places>) -> Scan<Animation> {
    let mut animation = Animation::default();
    let mut layout = Layout::Current;
    let span = scanner.object(|scanner, name| {
        let start = scanner.at();
        let mut tracks = |scanner: &mut Scanner<'_>, places: Option<&mut Vec<TrackPlaces>>| {
            list(scanner, places, |scanner, places| {
                let (track, found) = self::track(scanner, places)?;
                layout = layout.max(found);
                Ok(track)
            })
        };
        match &*name {
            "type" => drop(scanner.string()?),
            "name" => animation.name = optional(scanner, text)?,
            "loop" => animation.repeat = optional(scanner, repeat)?,
            "fps" => animation.fps = optional(scanner, Scanner::number)?,
            "range" => animation.range = optional(scanner, pair)?,
            "bake_on_export" => animation.bake_on_export = optional(scanner, Scanner::boolean)?,
            "tracks" => {
                animation.tracks = tracks(scanner, places.as_deref_mut().map(|places| &mut places.tracks))?;
            }
            "tracks_baked" => {
                let places = places.as_deref_mut().map(|places| &mut places.tracks_baked);
                animation.tracks_baked = tracks(scanner, places)?;
            }
            "reset_animation" => animation.reset_animation = optional(scanner, reference)?,
            "is_reset_animation" => animation.is_reset_animation = optional(scanner, Scanner::boolean)?,
            "referenced_resources" => animation.referenced_resources = strings(scanner)?,
            "referenced_buffers" => animation.referenced_buffers = strings(scanner)?,
            _ => animation.other.push(member(scanner, &name)?),
        }
        if let Some(places) = &mut places {
            places.member(&name, start..scanner.at());
        }
        Ok(())
    })?;
    if let Some(places) = places {
        places.span = span;
    }
    animation.layout = layout;
    Ok(animation)
}

/// A list of things with places; `null` counts as an empty one.
fn list<T, P: Default>(
    scanner: &mut Scanner<'_>,
    mut places: Option<&mut Vec<P>>,
    mut element: impl FnMut(&mut Scanner<'_>, Option<&mut P>) -> Scan<T>,
) -> Scan<Vec<T>> {
    let mut elements = Vec::new();
    // Of members of one name the last counts.
    if let Some(places) = &mut places {
        places.clear();
    }
    if scanner.null() {
        return Ok(elements);
    }
    scanner.array(|scanner| {
        let place = places.as_deref_mut().map(|places| {
            places.push(P::default());
            // Just pushed.
            places.last_mut()
        });
        elements.push(element(scanner, place.flatten())?);
        Ok(())
    })?;
    Ok(elements)
}

fn track(scanner: &mut Scanner<'_>, mut places: Option<&mut TrackPlaces>) -> Scan<(Track, Layout)> {
    let mut track = Track::default();
    let mut timepoints = None;
    let mut subtracks: Option<Vec<Option<Loose>>> = None;
    let mut rows = None;
    scanner.peek();
    let start = scanner.at();
    let span = scanner.object(|scanner, name| {
        match &*name {
            "target" => track.target = target(scanner)?,
            "timepoints" => {
                let mut frames = Vec::new();
                let places = places.as_deref_mut().map(|places| &mut places.timepoints);
                numbers(scanner, &mut frames, places)?;
                timepoints = Some(frames);
            }
            "interpolation" => track.interpolation = optional(scanner, text)?,
            "subtracks" => {
                let places = places.as_deref_mut().map(|places| &mut places.subtracks);
                // Components have as many keyframes, mostly.
                let mut keys = 0;
                subtracks = Some(list(scanner, places, |scanner, places| {
                    let subtrack = self::subtrack(scanner, keys, places)?;
                    keys = subtrack.as_ref().map_or(0, Loose::len);
                    Ok(subtrack)
                })?);
            }
            "track_baked" => track.track_baked = optional(scanner, Scanner::boolean)?,
            "keyframes" => rows = Some(legacy::rows(scanner)?),
            _ => track.other.push(member(scanner, &name)?),
        }
        Ok(())
    })?;
    if let Some(places) = places {
        places.span = span;
    }
    let layout = match (subtracks, timepoints, rows) {
        (None, _, Some(rows)) => legacy::from_rows(rows, &mut track),
        (subtracks, None, _) => legacy::from_framed(subtracks.unwrap_or_default(), &mut track),
        (subtracks, Some(timepoints), _) => {
            track.timepoints = timepoints;
            Some(legacy::from_current(subtracks.unwrap_or_default(), &mut track))
        }
    };
    let layout = layout.ok_or_else(|| scanner.shape(start, "a track of at most 16 components"))?;
    Ok((track, layout))
}

/// A subtrack, which may have so many keyframes.
fn subtrack(
    scanner: &mut Scanner<'_>,
    keys: usize,
    mut places: Option<&mut SubtrackPlaces>,
) -> Scan<Option<Loose>> {
    let start = scanner.at();
    if scanner.null() {
        return Ok(None);
    }
    let mut loose = Loose::default();
    scanner.object(|scanner, name| {
        let start = scanner.at();
        match &*name {
            "keyframes" => {
                let places = places.as_deref_mut().map(|places| &mut places.keyframes);
                keyframes(scanner, keys, &mut loose, places)?;
            }
            "baked" => {
                loose.subtrack.baked = optional(scanner, reference)?;
                if let Some(places) = &mut places {
                    places.baked = start..scanner.at();
                }
            }
            _ => loose.subtrack.other.push(member(scanner, &name)?),
        }
        Ok(())
    })?;
    if let Some(places) = places {
        places.span = start..scanner.at();
    }
    Ok(Some(loose))
}

/// A value, or `None` for `null`.
pub(super) fn optional<'a, T>(
    scanner: &mut Scanner<'a>,
    read: impl FnOnce(&mut Scanner<'a>) -> Scan<T>,
) -> Scan<Option<T>> {
    if scanner.null() { Ok(None) } else { read(scanner).map(Some) }
}

pub(super) fn text(scanner: &mut Scanner<'_>) -> Scan<String> {
    scanner.string().map(Cow::into_owned)
}

/// A list of strings; `null` counts as an empty one.
pub(super) fn strings(scanner: &mut Scanner<'_>) -> Scan<Vec<String>> {
    list(scanner, None::<&mut Vec<()>>, |scanner, _| text(scanner))
}

/// A list of numbers; `null` counts as an empty one.
pub(super) fn numbers(
    scanner: &mut Scanner<'_>,
    numbers: &mut Vec<f64>,
    mut places: Option<&mut Vec<std::ops::Range<usize>>>,
) -> Scan<()> {
    if scanner.null() {
        return Ok(());
    }
    if let Some(places) = &mut places {
        places.clear();
    }
    scanner.array(|scanner| {
        scanner.peek();
        let start = scanner.at();
        numbers.push(scanner.number()?);
        if let Some(places) = &mut places {
            places.push(start..scanner.at());
        }
        Ok(())
    })?;
    Ok(())
}

fn pair(scanner: &mut Scanner<'_>) -> Scan<[f64; 2]> {
    let start = scanner.at();
    let mut both = Vec::new();
    numbers(scanner, &mut both, None)?;
    both.try_into().map_err(|_| scanner.shape(start, "two numbers"))
}

fn repeat(scanner: &mut Scanner<'_>) -> Scan<Loop> {
    if scanner.peek() == Some(b'"') {
        scanner.string().map(|word| Loop::from(&*word))
    } else {
        scanner.boolean().map(Loop::Switch)
    }
}

/// A reference by index or by id.
pub(super) fn reference(scanner: &mut Scanner<'_>) -> Scan<Reference> {
    if scanner.peek() == Some(b'"') {
        text(scanner).map(Reference::Id)
    } else {
        scanner.index().map(Reference::Index)
    }
}

fn target(scanner: &mut Scanner<'_>) -> Scan<Target> {
    let mut steps = Vec::new();
    scanner.array(|scanner| {
        steps.push(if scanner.peek() == Some(b'"') {
            Step::Name(text(scanner)?)
        } else {
            Step::Index(scanner.index()?)
        });
        Ok(())
    })?;
    Ok(Target(steps))
}

fn member(scanner: &mut Scanner<'_>, name: &str) -> Scan<Member> {
    let span = scanner.skip()?;
    Ok(Member::scanned(name, scanner.slice(span)))
}
