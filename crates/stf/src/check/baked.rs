//! Baked values: their buffers, and the curves that they shall be of.

use std::ops::Range;

use super::Report;
use super::path::{Path, short};
use crate::eval::{baked_frames, disagreement};
use crate::{Animation, Ease, Form, Keyframe, Stf, Subtrack, Track, codes};

/// How many baked values are looked at in all: every subtrack has a buffer of its own, in files that exporters make. One
/// buffer that all subtracks share is looked at some times, not for each.
#[derive(Clone, Debug)]
pub(crate) struct Budget(usize);

impl Budget {
    /// Each byte may be looked at so many times.
    const TIMES: usize = 16;

    pub(crate) fn of(stf: &Stf) -> Self {
        let bytes = stf.blobs.iter().map(Vec::len).fold(0, usize::saturating_add);
        Self(bytes.saturating_mul(Self::TIMES))
    }

    /// Takes the values of a buffer; false once there is nothing left.
    pub(crate) fn take(&mut self, bytes: usize) -> bool {
        match self.0.checked_sub(bytes) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => false,
        }
    }
}

/// A subtrack and where it belongs.
pub(super) struct Baked<'a> {
    pub(super) stf: &'a Stf,
    pub(super) animation: &'a Animation,
    pub(super) track: &'a Track,
    pub(super) subtrack: &'a Subtrack,
    /// Whether a baking made the whole track.
    pub(super) generated: bool,
}

impl Baked<'_> {
    pub(super) fn check(
        &self,
        span: &Range<usize>,
        path: &Path<'_>,
        budget: &mut Budget,
        report: &mut Report<'_>,
    ) {
        let Self { stf, animation, track, subtrack, generated } = *self;
        let Some(reference) = &subtrack.baked else { return };
        let id = animation.buffer_id(reference);
        let Some(bytes) = id.and_then(|id| stf.buffer(id)) else {
            let message = match id {
                Some(id) => format!("there is no buffer `{}`", short(id)),
                None => "the index is none of `referenced_buffers`".to_owned(),
            };
            // Without a container, buffers are elsewhere.
            if id.is_none() || matches!(stf.form(), Form::Container { .. }) {
                report.at(&codes::REFERENCE, span, path, message);
            }
            return;
        };
        if bytes.len() % 4 != 0 {
            let message = format!("the buffer has {} bytes, expected four for each frame", bytes.len());
            report.at(&codes::BAKED_LENGTH, span, path, message);
        }
        let frames = baked_frames(animation.span());
        let expected = usize::try_from(frames.end.saturating_sub(frames.start)).unwrap_or_default();
        let found = bytes.len() / 4;
        // Bakings of whole tracks leave out the last frame.
        if found != expected && !(generated && found.checked_add(1) == Some(expected)) {
            let message =
                format!("the buffer has {found} values, expected one for each of {expected} frames");
            report.at(&codes::BAKED_COUNT, span, path, message);
        }
        if !budget.take(bytes.len()) {
            return;
        }
        let mut values = stf.baked_values(animation, subtrack).into_iter().flatten();
        if let Some(index) = values.position(|value| !value.is_finite()) {
            report.at(&codes::NOT_FINITE, span, path, format!("value {index} is not a finite number"));
            return;
        }
        let unnamed = |keyframe: &Keyframe| matches!(keyframe, Keyframe::Key(key) if matches!(key.ease, Ease::Unnamed | Ease::Other(_)));
        if subtrack.keyframes.iter().any(unnamed) {
            return;
        }
        let curves = subtrack.curve(&track.timepoints).zip(stf.baked_curve(animation, subtrack));
        if let Some(worst) = curves.and_then(|(curve, baked)| disagreement(&curve, &baked)) {
            let message =
                format!("the baked value is {:.3e} from the curve at frame {}", worst.by, worst.frame);
            report.at(&codes::BAKED_VALUE, span, path, message);
        }
    }
}
