//! The parts of an animation, one by one.

use std::collections::HashSet;
use std::ops::Range;

use super::Report;
use super::baked::{Baked, Budget};
use super::path::{Path, short};
use crate::read::places::{Places, SubtrackPlaces, TrackPlaces};
use crate::{Animation, Ease, Key, Keyframe, Layout, Loop, Stf, Subtrack, Tangent, Target, Track, codes};

/// One animation and where its parts are.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) stf: &'a Stf,
    pub(super) animation: &'a Animation,
    pub(super) places: &'a Places,
    pub(super) path: &'a Path<'a>,
}

impl Parts<'_> {
    pub(super) fn check(&self, budget: &mut Budget, report: &mut Report<'_>) {
        self.head(report);
        let mut checker = Checker { parts: *self, report };
        checker.tracks(budget);
    }

    fn head(&self, report: &mut Report<'_>) {
        let (animation, places) = (self.animation, self.places);
        let path = self.path;
        let start = places.span.start..places.span.start.saturating_add(1);
        let missing = [
            ("loop", animation.repeat.is_none()),
            ("fps", animation.fps.is_none()),
            ("range", animation.range.is_none()),
        ];
        for (name, _) in missing.into_iter().filter(|(_, missing)| *missing) {
            report.at(&codes::MISSING, &start, path, format!("the animation has no `{name}`"));
        }
        if let Some(Loop::Other(word)) = &animation.repeat {
            let message = format!("the loop `{word}` is unknown, expected none, loop or pingpong");
            report.at(&codes::WORD, &places.repeat, &path.member("loop"), message);
        }
        if let Some(fps) = animation.fps.filter(|fps| *fps <= 0.0) {
            let message = format!("{fps} frames a second, expected more than 0");
            report.at(&codes::FPS, &places.fps, &path.member("fps"), message);
        }
        if let Some([first, last]) = animation.range.filter(|[first, last]| first > last) {
            let message = format!("the range goes from {first} back to {last}");
            report.at(&codes::RANGE, &places.range, &path.member("range"), message);
        }
        if let Some(reset) = &animation.reset_animation {
            let id = reset.resolve(&animation.referenced_resources);
            let alone = self.stf.form() == crate::Form::Animation;
            if id.is_none_or(|id| !alone && self.stf.animation(id).is_none()) {
                let message = match id {
                    Some(id) => format!("`{}` is no animation of the document", short(id)),
                    None => "the index is none of `referenced_resources`".to_owned(),
                };
                let path = path.member("reset_animation");
                report.at(&codes::REFERENCE, &places.reset_animation, &path, message);
            }
        }
        let old_loop = matches!(animation.repeat, Some(Loop::Switch(_) | Loop::Cycle));
        if animation.layout != Layout::Current {
            let layout = animation.layout.name();
            let message = format!("the tracks have layout {layout}, of older exporters");
            report.at(&codes::LEGACY, &start, path, message);
        } else if old_loop {
            let message = "the loop is stated as older exporters do, expected none, loop or pingpong";
            report.at(&codes::LEGACY, &places.repeat, &path.member("loop"), message);
        }
    }
}

/// The tracks of an animation on their way to a report.
struct Checker<'a, 'p, 'r> {
    parts: Parts<'p>,
    report: &'a mut Report<'r>,
}

impl Checker<'_, '_, '_> {
    fn tracks(&mut self, budget: &mut Budget) {
        let (animation, places) = (self.parts.animation, self.parts.places);
        let lists = [("tracks", &animation.tracks, &places.tracks)];
        let baked = [("tracks_baked", &animation.tracks_baked, &places.tracks_baked)];
        for (list, tracks, places) in lists.into_iter().chain(baked) {
            let mut targets = HashSet::new();
            let nowhere = TrackPlaces::default();
            let list_path = self.parts.path.member(list);
            for (index, track) in tracks.iter().enumerate() {
                let places = places.get(index).unwrap_or(&nowhere);
                let path = list_path.element(index);
                if !targets.insert(&track.target) {
                    let message = format!("a track before has the target {}", track.target);
                    self.report.at(&codes::DUPLICATE_TARGET, &places.span, &path, message);
                }
                self.track(track, places, &path, list == "tracks_baked", budget);
            }
        }
    }

    fn track(
        &mut self,
        track: &Track,
        places: &TrackPlaces,
        path: &Path<'_>,
        generated: bool,
        budget: &mut Budget,
    ) {
        let generated = generated || track.track_baked == Some(true);
        for (index, pair) in track.timepoints.windows(2).enumerate() {
            if let [before, frame] = pair
                && before >= frame
            {
                let index = index.saturating_add(1);
                let span = places.timepoints.get(index).unwrap_or(&places.span);
                let message = format!("frame {frame} follows frame {before}");
                let path = path.member("timepoints");
                self.report.at(&codes::TIMEPOINTS, span, &path.element(index), message);
            }
        }
        if let Some(expected) = components(&track.target)
            && !expected.contains(&track.subtracks.len())
        {
            let (found, target) = (track.subtracks.len(), &track.target);
            let message = format!("{found} subtracks for {target}, expected {}", expected.start);
            self.report.at(&codes::COMPONENTS, &places.span, path, message);
        }
        let nowhere = SubtrackPlaces::default();
        let subtracks = path.member("subtracks");
        for (index, subtrack) in track.subtracks.iter().enumerate() {
            if let Some(subtrack) = subtrack {
                let places = places.subtracks.get(index).unwrap_or(&nowhere);
                let path = subtracks.element(index);
                self.subtrack(track, subtrack, places, &path);
                let baked = Baked {
                    stf: self.parts.stf,
                    animation: self.parts.animation,
                    track,
                    subtrack,
                    generated,
                };
                baked.check(&places.baked, &path.member("baked"), budget, self.report);
            }
        }
    }

    fn subtrack(&mut self, track: &Track, subtrack: &Subtrack, places: &SubtrackPlaces, path: &Path<'_>) {
        let (keys, frames) = (subtrack.keyframes.len(), track.timepoints.len());
        // A subtrack of baked values alone has no keyframes.
        if keys != frames && !(keys == 0 && subtrack.baked.is_some()) {
            let message = format!("{keys} keyframes, expected one for each of {frames} timepoints");
            self.report.at(&codes::KEYFRAME_COUNT, &places.span, path, message);
        }
        let mut before: Option<(&Key, f64)> = None;
        let keyframes = path.member("keyframes");
        for (index, keyframe) in subtrack.keyframes.iter().enumerate() {
            // Older layouts have their keyframes at other places.
            let current = self.parts.animation.layout <= Layout::C;
            let span = places.keyframes.get(index).filter(|_| current).unwrap_or(&places.span);
            let path = keyframes.element(index);
            match keyframe {
                Keyframe::Other(_) => {
                    let message =
                        "expected null or an array of true or false, a number, and what belongs to it";
                    self.report.at(&codes::KEYFRAME, span, &path, message);
                }
                Keyframe::Key(key) => {
                    let frame = track.timepoints.get(index).copied();
                    self.key(key, before, frame, span, &path);
                    before = frame.map(|frame| (key, frame));
                }
                Keyframe::Absent | Keyframe::Filler { .. } => {}
            }
        }
    }

    fn key(
        &mut self,
        key: &Key,
        before: Option<(&Key, f64)>,
        frame: Option<f64>,
        span: &Range<usize>,
        path: &Path<'_>,
    ) {
        let words = match &key.ease {
            Ease::Other(word) => Some(("interpolation", word)),
            Ease::Bezier { tangent: Tangent::Other(word), .. } => Some(("tangent", word)),
            _ => None,
        };
        if let Some((kind, word)) = words {
            let message = format!("the {kind} `{}` is unknown", word.get());
            self.report.at(&codes::WORD, span, path, message);
        }
        let leaving = before.and_then(|(before, _)| match before.ease {
            Ease::Bezier { out, .. } => Some(out),
            _ => None,
        });
        if leaving.is_some() != key.into.is_some() {
            let message = if key.into.is_some() {
                "a handle towards the key before, which is no Bézier key"
            } else {
                "no handle towards the key before, which is a Bézier key"
            };
            self.report.at(&codes::TANGENT, span, path, message);
        }
        if let (Some(out), Some((_, start)), Some(end)) = (leaving, before, frame) {
            let length = end - start;
            let into = key.into.unwrap_or_default();
            let fits = |frames: f64| (0.0..=length + SLACK * length.max(1.0)).contains(&frames);
            if length > 0.0 && !(fits(out.frames) && fits(-into.frames)) {
                let message =
                    format!("handles of {} and {} frames in a segment of {length}", out.frames, into.frames);
                self.report.at(&codes::HANDLE, span, path, message);
            }
        }
    }
}

/// How much longer than its segment a handle may be by rounding to singles, relative to the segment.
const SLACK: f64 = 1e-3;

/// How many components the property of a target has, if that is known.
fn components(target: &Target) -> Option<Range<usize>> {
    let last = target.0.len().checked_sub(1)?;
    let count = match (target.name(last)?, target.name(1)) {
        ("t" | "s" | "r_euler", _) if last == 1 || last == 3 => 3,
        ("r", _) if last == 1 || last == 3 => 4,
        ("enabled", _) if last == 1 => 1,
        ("value", Some("instance")) if target.name(2) == Some("blendshape") => 1,
        ("number", Some("instance")) if target.name(2) == Some("material") => 1,
        // With or without transparency.
        ("color", Some("instance")) => return Some(3..5),
        ("fov" | "temperature" | "brightness" | "range" | "spot_angle", Some("instance")) => 1,
        _ => return None,
    };
    Some(count..count.saturating_add(1))
}
