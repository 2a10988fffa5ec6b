//! Checks of baked values: their buffers and their curves.

use std::ops::Range;

use anim_core::{Brief, counted};

use super::findings::Findings;
use crate::clips::{is_rotation, rotation};
use crate::eval::{Samples, baked_frames, disagreement};
use crate::path::{Path, short};
use crate::{Animation, Form, Stf, Subtrack, Track, codes};

/// The limit on the number of bytes of baked values that are read. In exporters' files every subtrack has its own buffer; if
/// many subtracks share a large buffer, it is not read for each of them.
#[derive(Clone, Debug)]
pub(crate) struct Budget(usize);

impl Budget {
    /// The number of times that each byte may be read.
    const TIMES: usize = 16;

    pub(crate) fn of(stf: &Stf) -> Self {
        let bytes = stf.blobs.iter().map(Vec::len).fold(0, usize::saturating_add);
        Self(bytes.saturating_mul(Self::TIMES))
    }

    /// Takes the bytes of a buffer; false if too few are left.
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

/// A subtrack and what it belongs to.
pub(super) struct Baked<'a> {
    pub(super) stf: &'a Stf,
    pub(super) animation: &'a Animation,
    pub(super) track: &'a Track,
    pub(super) subtrack: &'a Subtrack,
    /// The index of the subtrack in its track.
    pub(super) component: usize,
    /// Whether the track was created by baking.
    pub(super) generated: bool,
}

impl Baked<'_> {
    pub(super) fn check(
        &self,
        span: &Range<usize>,
        path: &Path<'_>,
        budget: &mut Budget,
        findings: &mut Findings<'_>,
    ) {
        let Self { stf, animation, track, subtrack, generated, .. } = *self;
        let Some(reference) = &subtrack.baked else { return };
        let id = animation.buffer_id(reference);
        let Some(bytes) = id.and_then(|id| stf.buffer(id)) else {
            let message = match id {
                Some(id) => format!("there is no buffer with the id `{}`", short(id)),
                None => "the index is beyond the end of `referenced_buffers`".to_owned(),
            };
            // A document alone has no buffers.
            if id.is_none() || matches!(stf.form(), Form::Container { .. }) {
                findings.at(&codes::REFERENCE, span, path, message);
            }
            return;
        };
        if bytes.len() % 4 != 0 {
            let message = format!("expected 4 bytes for each value, found {}", counted(bytes.len(), "byte"));
            findings.at(&codes::BAKED_LENGTH, span, path, message);
        }
        let frames = baked_frames(animation.span());
        let expected = usize::try_from(frames.end.saturating_sub(frames.start)).unwrap_or_default();
        let found = bytes.len() / 4;
        // Baked tracks lack the last frame.
        if found != expected && !(generated && found.checked_add(1) == Some(expected)) {
            let message = format!(
                "expected {}, one for each frame of the range, found {found}",
                counted(expected, "value")
            );
            findings.at(&codes::BAKED_COUNT, span, path, message);
        }
        if !budget.take(bytes.len()) {
            return;
        }
        let mut values = stf.baked_values(animation, subtrack).into_iter().flatten();
        if let Some(index) = values.position(|value| !value.is_finite()) {
            findings.at(
                &codes::NOT_FINITE,
                span,
                path,
                format!("baked value {index} is not a finite number"),
            );
            return;
        }
        if let Some(worst) =
            self.samples(budget).and_then(|samples| disagreement(subtrack, &track.timepoints, &samples))
        {
            let message = format!(
                "the baked value at frame {} differs from the curve by {:.4}",
                worst.frame,
                Brief(worst.by)
            );
            findings.at(&codes::BAKED_VALUE, span, path, message);
        }
    }
    /// The baked values. If all four components of a rotation can be read, they have the signs of the keys.
    fn samples(&self, budget: &mut Budget) -> Option<Samples> {
        let Self { stf, animation, track, subtrack, component, .. } = *self;
        let bytes = stf.baked_values(animation, subtrack)?.len().saturating_mul(4 * 3);
        if is_rotation(&track.target) && budget.take(bytes) {
            let parts = track.subtracks.iter().map(|part| Samples::of(stf, animation, part.as_ref()?));
            let mut parts: Vec<_> = parts.collect();
            rotation::align(track, &mut parts);
            return parts.into_iter().nth(component).flatten();
        }
        Samples::of(stf, animation, subtrack)
    }
}
