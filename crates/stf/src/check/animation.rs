//! Checks of the parts of an animation.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use anim_core::{Brief, counted, nearest};

use super::baked::{Baked, Budget};
use super::findings::Findings;
use super::targets::Targets;
use crate::eval::replaced;
use crate::path::{Path, short};
use crate::read::spans::{AnimationSpans, SubtrackSpans, TrackSpans};
use crate::{Animation, Layout, Loop, Stf, Target, Track, codes};

/// An animation and the locations of its parts.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) stf: &'a Stf,
    pub(super) animation: &'a Animation,
    pub(super) spans: &'a AnimationSpans,
    pub(super) path: &'a Path<'a>,
    pub(super) targets: &'a Targets<'a>,
}

impl Parts<'_> {
    pub(super) fn check(&self, budget: &mut Budget, findings: &mut Findings<'_>) {
        self.head(findings);
        let mut checker = Checker { parts: *self, findings };
        checker.tracks(budget);
    }

    fn head(&self, findings: &mut Findings<'_>) {
        let (animation, spans) = (self.animation, self.spans);
        let path = self.path;
        let start = spans.span.start..spans.span.start.saturating_add(1);
        let missing = [
            ("loop", animation.repeat.is_none() && spans.repeat.is_empty()),
            ("fps", animation.fps.is_none()),
            ("range", animation.range.is_none()),
            ("tracks", !spans.has_tracks),
        ];
        for (name, _) in missing.into_iter().filter(|(_, missing)| *missing) {
            findings.at(&codes::MISSING, &start, path, format!("the animation has no `{name}`"));
        }
        for fault in &spans.faults {
            let message = format!("{}, so the member has no effect", fault.what());
            findings.at(&codes::SHAPE, &fault.at(), path, message);
        }
        if let Some(Loop::Other(word)) = &animation.repeat {
            let message = format!(
                "expected the loop `none`, `loop` or `pingpong`, found `{word}`{}",
                near(word, LOOPS)
            );
            findings.at(&codes::WORD, &spans.repeat, &path.member("loop"), message);
        }
        if let Some(fps) = animation.fps.filter(|fps| *fps <= 0.0) {
            let message = format!("expected more than 0 frames per second, found {fps}");
            findings.at(&codes::FPS, &spans.fps, &path.member("fps"), message);
        }
        if let Some([first, last]) = animation.range.filter(|[first, last]| first > last) {
            let message = format!("the range begins at frame {first} and ends before it, at frame {last}");
            findings.at(&codes::RANGE, &spans.range, &path.member("range"), message);
        }
        self.reset(findings);
        let old_loop = matches!(animation.repeat, Some(Loop::Switch(_) | Loop::Cycle));
        if animation.layout != Layout::Current {
            let layout = animation.layout.name();
            let message = format!("the tracks have layout {layout} of older exporters");
            findings.at(&codes::LEGACY, &start, path, message);
        } else if old_loop {
            let message = "the loop has the form of older exporters, expected `none`, `loop` or `pingpong`";
            findings.at(&codes::LEGACY, &spans.repeat, &path.member("loop"), message);
        }
    }
}

/// The known words for loops.
const LOOPS: &[&str] = &["none", "loop", "pingpong", "cycle"];

/// The known words for interpolations of keys.
pub(super) const EASES: &[&str] = &["bezier", "constant", "linear", "quadratic", "cubic"];

/// The known word nearest to an unknown one, as the end of a message.
pub(super) fn near(word: &str, known: &[&str]) -> String {
    nearest(word, known.iter().copied()).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The checks of an animation's tracks.
pub(super) struct Checker<'a, 'p, 'r> {
    pub(super) parts: Parts<'p>,
    pub(super) findings: &'a mut Findings<'r>,
}

impl Checker<'_, '_, '_> {
    fn tracks(&mut self, budget: &mut Budget) {
        let (animation, spans) = (self.parts.animation, self.parts.spans);
        let lists = [("tracks", &animation.tracks, &spans.tracks)];
        let baked = [("tracks_baked", &animation.tracks_baked, &spans.tracks_baked)];
        // Most animations have no baked tracks.
        let compared = animation.tracks.iter().filter(|_| !animation.tracks_baked.is_empty());
        let keyed: HashMap<_, _> = compared.map(|track| (&track.target, track)).collect();
        for (list, tracks, spans) in lists.into_iter().chain(baked) {
            let mut targets = HashSet::new();
            let nowhere = TrackSpans::default();
            let list_path = self.parts.path.member(list);
            for (index, track) in tracks.iter().enumerate() {
                let spans = spans.get(index).unwrap_or(&nowhere);
                let path = list_path.element(index);
                let is_first = targets.insert(&track.target);
                if !is_first && !track.target.0.is_empty() {
                    let message = format!("an earlier track has the same target, `{}`", track.target);
                    let path = path.member("target");
                    self.findings.at(&codes::DUPLICATE_TARGET, &spans.target, &path, message);
                }
                self.track(track, spans, &path, list == "tracks_baked", budget);
                let keyed = keyed.get(&track.target).filter(|_| is_first && list == "tracks_baked");
                if let Some(worst) = keyed.and_then(|keyed| replaced(keyed, track)) {
                    let message = format!(
                        "at frame {} the baked track differs from the keys of `{}` by {:.4}",
                        worst.frame,
                        track.target,
                        Brief(worst.by)
                    );
                    self.findings.at(&codes::BAKED_VALUE, &spans.span, &path, message);
                }
            }
        }
    }

    fn track(
        &mut self,
        track: &Track,
        spans: &TrackSpans,
        path: &Path<'_>,
        generated: bool,
        budget: &mut Budget,
    ) {
        let generated = generated || track.track_baked == Some(true);
        self.members(track, spans, path);
        for (index, pair) in track.timepoints.windows(2).enumerate() {
            if let [before, frame] = pair
                && before >= frame
            {
                let index = index.saturating_add(1);
                let span = spans.timepoints.get(index).unwrap_or(&spans.span);
                let message = format!("frame {frame} follows frame {before}");
                let path = path.member("timepoints");
                self.findings.at(&codes::TIMEPOINTS, span, &path.element(index), message);
            }
        }
        if let Some(expected) = components(&track.target)
            && !expected.contains(&track.subtracks.len())
        {
            let (found, target) = (track.subtracks.len(), &track.target);
            let message = format!(
                "expected {} for the target `{target}`, found {found}",
                counted(expected.start, "subtrack")
            );
            self.findings.at(&codes::COMPONENTS, &spans.span, path, message);
        }
        let nowhere = SubtrackSpans::default();
        let subtracks = path.member("subtracks");
        for (index, subtrack) in track.subtracks.iter().enumerate() {
            if let Some(subtrack) = subtrack {
                let spans = spans.subtracks.get(index).unwrap_or(&nowhere);
                let path = subtracks.element(index);
                self.subtrack(track, subtrack, spans, &path);
                let baked = Baked {
                    stf: self.parts.stf,
                    animation: self.parts.animation,
                    track,
                    subtrack,
                    component: index,
                    generated,
                };
                baked.check(&spans.baked, &path.member("baked"), budget, self.findings);
            }
        }
    }

    /// The members of a track other than its keys.
    fn members(&mut self, track: &Track, spans: &TrackSpans, path: &Path<'_>) {
        for (name, has) in [("target", !spans.target.is_empty()), ("subtracks", spans.has_subtracks)] {
            if !has {
                self.findings.at(&codes::MISSING, &spans.span, path, format!("the track has no `{name}`"));
            }
        }
        for fault in &spans.faults {
            let message = format!("{}, so the member has no effect", fault.what());
            self.findings.at(&codes::SHAPE, &fault.at(), path, message);
        }
        let targets = self.parts.targets;
        if !spans.target.is_empty()
            && let Some(message) = targets.missing(&track.target)
        {
            self.findings.at(&codes::TARGET, &spans.target, &path.member("target"), message);
        }
        let Some(word) = &track.interpolation else { return };
        let path = path.member("interpolation");
        if !EASES.contains(&word.as_str()) && !matches!(word.as_str(), "mixed" | "unknown") {
            let message = format!("the interpolation `{}` is unknown{}", short(word), near(word, EASES));
            self.findings.at(&codes::WORD, &spans.interpolation, &path, message);
        } else if let Some(keys) = track.common_interpolation().filter(|keys| keys != word) {
            let message = format!("the interpolation is `{word}`, but that of the keys is `{}`", short(keys));
            self.findings.at(&codes::INTERPOLATION, &spans.interpolation, &path, message);
        }
    }
}

/// The number of components of a target's property, if it is known.
fn components(target: &Target) -> Option<Range<usize>> {
    let last = target.0.len().checked_sub(1)?;
    let count = match (target.name(last)?, target.name(1)) {
        ("t" | "s" | "r_euler", _) if last == 1 || last == 3 => 3,
        ("r", _) if last == 1 || last == 3 => 4,
        ("enabled", _) if last == 1 => 1,
        ("value", Some("instance")) if target.name(2) == Some("blendshape") => 1,
        ("number", Some("instance")) if target.name(2) == Some("material") => 1,
        // With or without alpha.
        ("color", Some("instance")) => return Some(3..5),
        ("fov" | "temperature" | "brightness" | "range" | "spot_angle", Some("instance")) => 1,
        _ => return None,
    };
    Some(count..count.saturating_add(1))
}
