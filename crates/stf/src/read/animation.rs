//! JSON to animation.

use super::keyframes::keyframes;
use super::legacy;
use super::raw_subtrack::RawSubtrack;
use super::spans::{AnimationSpans, SubtrackSpans, TrackSpans};
use super::values::{list, member, minor, numbers, optional, pair, reference, repeat, strings, target, text};
use crate::json::{Fault, Scan, Scanner};
use crate::{Animation, Layout, Track};

/// Reads the object of an animation, and the locations of its parts if `spans` are given.
pub(crate) fn animation(
    scanner: &mut Scanner<'_>,
    mut spans: Option<&mut AnimationSpans>,
) -> Scan<Animation> {
    let mut animation = Animation::default();
    let mut layout = Layout::Current;
    let span = scanner.object(|scanner, name| {
        let start = scanner.at();
        let mut tracks = |scanner: &mut Scanner<'_>, spans: Option<&mut Vec<TrackSpans>>| {
            list(scanner, spans, |scanner, spans| {
                let (track, found) = self::track(scanner, spans)?;
                layout = layout.max(found);
                Ok(track)
            })
        };
        match &*name {
            "type" => drop(scanner.string()?),
            "name" => animation.name = minor(scanner, faults(&mut spans), text)?,
            "loop" => animation.repeat = minor(scanner, faults(&mut spans), repeat)?,
            "fps" => animation.fps = optional(scanner, Scanner::number)?,
            "range" => animation.range = optional(scanner, pair)?,
            "bake_on_export" => {
                animation.bake_on_export = minor(scanner, faults(&mut spans), Scanner::boolean)?;
            }
            "tracks" => {
                animation.tracks = tracks(scanner, spans.as_deref_mut().map(|spans| &mut spans.tracks))?;
            }
            "tracks_baked" => {
                let spans = spans.as_deref_mut().map(|spans| &mut spans.tracks_baked);
                animation.tracks_baked = tracks(scanner, spans)?;
            }
            "reset_animation" => animation.reset_animation = minor(scanner, faults(&mut spans), reference)?,
            "is_reset_animation" => {
                animation.is_reset_animation = minor(scanner, faults(&mut spans), Scanner::boolean)?;
            }
            "referenced_resources" => animation.referenced_resources = strings(scanner)?,
            "referenced_buffers" => animation.referenced_buffers = strings(scanner)?,
            _ => animation.other.push(member(scanner, &name)?),
        }
        if let Some(spans) = &mut spans {
            spans.member(&name, start..scanner.at());
        }
        Ok(())
    })?;
    if let Some(spans) = spans {
        spans.span = span;
    }
    animation.layout = layout;
    Ok(animation)
}

/// The list that receives faults of members that are left out.
fn faults<'s>(spans: &'s mut Option<&mut AnimationSpans>) -> Option<&'s mut Vec<Fault>> {
    spans.as_deref_mut().map(|spans| &mut spans.faults)
}

fn track(scanner: &mut Scanner<'_>, mut spans: Option<&mut TrackSpans>) -> Scan<(Track, Layout)> {
    let mut track = Track::default();
    let mut timepoints = None;
    let mut subtracks: Option<Vec<Option<RawSubtrack>>> = None;
    let mut rows = None;
    scanner.peek();
    let start = scanner.at();
    let span = scanner.object(|scanner, name| {
        let start = scanner.at();
        if let Some(spans) = &mut spans {
            spans.has_subtracks |= matches!(&*name, "subtracks" | "keyframes");
        }
        match &*name {
            "target" => {
                track.target = target(scanner)?;
                if let Some(spans) = &mut spans {
                    spans.target = start..scanner.at();
                }
            }
            "timepoints" => {
                let mut frames = Vec::new();
                let spans = spans.as_deref_mut().map(|spans| &mut spans.timepoints);
                numbers(scanner, &mut frames, spans)?;
                timepoints = Some(frames);
            }
            "interpolation" => {
                let faults = spans.as_deref_mut().map(|spans| &mut spans.faults);
                track.interpolation = minor(scanner, faults, text)?;
                if let Some(spans) = &mut spans {
                    spans.interpolation = start..scanner.at();
                }
            }
            "subtracks" => {
                let spans = spans.as_deref_mut().map(|spans| &mut spans.subtracks);
                // Usually all components have the same number of keyframes.
                let mut keys = 0;
                subtracks = Some(list(scanner, spans, |scanner, spans| {
                    let subtrack = self::subtrack(scanner, keys, spans)?;
                    keys = subtrack.as_ref().map_or(0, RawSubtrack::len);
                    Ok(subtrack)
                })?);
            }
            "track_baked" => {
                let faults = spans.as_deref_mut().map(|spans| &mut spans.faults);
                track.track_baked = minor(scanner, faults, Scanner::boolean)?;
            }
            "keyframes" => rows = Some(legacy::rows(scanner)?),
            _ => track.other.push(member(scanner, &name)?),
        }
        Ok(())
    })?;
    if let Some(spans) = spans {
        spans.span = span;
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

/// A subtrack; `keys` is the likely number of its keyframes.
fn subtrack(
    scanner: &mut Scanner<'_>,
    keys: usize,
    mut spans: Option<&mut SubtrackSpans>,
) -> Scan<Option<RawSubtrack>> {
    let start = scanner.at();
    if scanner.null() {
        return Ok(None);
    }
    let mut loose = RawSubtrack::default();
    scanner.object(|scanner, name| {
        let start = scanner.at();
        match &*name {
            "keyframes" => {
                let spans = spans.as_deref_mut().map(|spans| &mut spans.keyframes);
                keyframes(scanner, keys, &mut loose, spans)?;
            }
            "baked" => {
                loose.subtrack.baked = optional(scanner, reference)?;
                if let Some(spans) = &mut spans {
                    spans.baked = start..scanner.at();
                }
            }
            _ => loose.subtrack.other.push(member(scanner, &name)?),
        }
        Ok(())
    })?;
    if let Some(spans) = spans {
        spans.span = start..scanner.at();
    }
    Ok(Some(loose))
}
