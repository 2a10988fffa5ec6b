//! Checks of the keys of a subtrack.

use std::ops::Range;

use anim_core::counted;

use super::animation::{Checker, EASES, near};
use crate::json::Scanner;
use crate::path::{Path, short};
use crate::read::spans::SubtrackSpans;
use crate::{Ease, Key, Keyframe, Layout, Subtrack, Tangent, Track, codes};

/// The known words for tangents.
const TANGENTS: &[&str] = &["split", "aligned", "auto"];

impl Checker<'_, '_, '_> {
    /// The keys of one component.
    pub(super) fn subtrack(
        &mut self,
        track: &Track,
        subtrack: &Subtrack,
        spans: &SubtrackSpans,
        path: &Path<'_>,
    ) {
        let (keys, frames) = (subtrack.keyframes.len(), track.timepoints.len());
        // A subtrack with only baked values has no keyframes.
        if keys != frames && !(keys == 0 && subtrack.baked.is_some()) {
            let message =
                format!("expected {}, one for each timepoint, found {keys}", counted(frames, "keyframe"));
            self.findings.at(&codes::KEYFRAME_COUNT, &spans.span, path, message);
        }
        let mut before: Option<Placed<'_>> = None;
        let keyframes = path.member("keyframes");
        for (index, keyframe) in subtrack.keyframes.iter().enumerate() {
            // The spans of older layouts do not match the model's keyframes.
            let current = self.parts.animation.layout <= Layout::C;
            let span = spans.keyframes.get(index).filter(|_| current).unwrap_or(&spans.span);
            let path = keyframes.element(index);
            match keyframe {
                Keyframe::Other(_) => {
                    let message =
                        "expected `null`, or an array of `true` or `false`, a number and the parts of a key";
                    // A number or a text that nobody can read is itself the reason.
                    let text = self.parts.stf.json();
                    let fault = Scanner::starting_at(text, span.start).sound().err().filter(|_| current);
                    let message = fault.as_ref().map_or(message.to_owned(), |fault| fault.what().to_string());
                    let span = fault.map_or(span.clone(), |fault| fault.at());
                    self.findings.at(&codes::KEYFRAME, &span, &path, message);
                }
                Keyframe::Key(key) => {
                    self.words(key, span, &path);
                    self.tangent(key, before.map(|before| before.key), span, &path);
                    let placed =
                        track.timepoints.get(index).map(|frame| Placed { key, frame: *frame, span, path });
                    if let (Some(before), Some(placed)) = (before, placed) {
                        self.handles(before, placed);
                    }
                    before = placed;
                }
                Keyframe::Absent | Keyframe::Filler { .. } => {}
            }
        }
    }

    /// The words of a key.
    fn words(&mut self, key: &Key, span: &Range<usize>, path: &Path<'_>) {
        let words = match &key.ease {
            Ease::Other(word) => Some(("interpolation", word, EASES)),
            Ease::Bezier { tangent: Tangent::Other(word), .. } => Some(("tangent", word, TANGENTS)),
            _ => None,
        };
        if let Some((kind, word, known)) = words {
            let message = format!("the {kind} `{}` is unknown{}", short(word.get()), near(word.get(), known));
            self.findings.at(&codes::WORD, span, path, message);
        }
    }

    /// Whether a key has a handle towards the key before it, as that key requires.
    fn tangent(&mut self, key: &Key, before: Option<&Key>, span: &Range<usize>, path: &Path<'_>) {
        let is_expected = before.is_some_and(|before| before.leaving().is_some());
        if is_expected != key.into.is_some() {
            let message = if key.into.is_some() {
                "there is a handle towards the key before, which is not a Bézier key"
            } else {
                "there is no handle towards the key before, which is a Bézier key"
            };
            self.findings.at(&codes::TANGENT, span, path, message);
        }
    }

    /// Whether the two handles of a segment fit it. Each is a fault of its own key.
    fn handles(&mut self, from: Placed<'_>, to: Placed<'_>) {
        let Some(out) = from.key.leaving() else { return };
        let length = to.frame - from.frame;
        let room = 0.0..=length + SLACK * length.max(1.0);
        let into = to.key.into.unwrap_or_default();
        for (placed, handle, towards, frames) in
            [(from, out, "next key", out.frames), (to, into, "key before", -into.frames)]
        {
            if length > 0.0 && !room.contains(&frames) {
                let message = format!(
                    "the handle does not fit the segment to the {towards}: in frames, {} and {length}",
                    handle.frames
                );
                self.findings.at(&codes::HANDLE, placed.span, &placed.path, message);
            }
        }
    }
}

/// A key with its frame and its location.
#[derive(Clone, Copy)]
struct Placed<'a> {
    key: &'a Key,
    frame: f64,
    span: &'a Range<usize>,
    path: Path<'a>,
}

/// The largest excess of a handle over its segment that rounding to 32-bit floats may cause, relative to the segment.
const SLACK: f64 = 1e-3;
