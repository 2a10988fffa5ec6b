//! A subtrack before its layout is known.

use crate::{Keyframe, Subtrack};

/// A subtrack as the file has it.
#[derive(Debug, Default)]
pub(super) struct RawSubtrack {
    pub(super) subtrack: Subtrack,
    /// The number before each keyframe's value, if there is one; possibly fewer entries than keyframes.
    pub(super) frames: Vec<Option<f64>>,
}

impl RawSubtrack {
    /// The number of keyframes.
    pub(super) fn len(&self) -> usize {
        self.subtrack.keyframes.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.subtrack.keyframes.is_empty()
    }

    /// The frame that a keyframe states, if it is a real key.
    pub(super) fn key_frame(&self, index: usize) -> Option<f64> {
        let keyframe = self.subtrack.keyframes.get(index)?;
        self.frames.get(index).copied().flatten().filter(|_| !is_filler(keyframe))
    }

    /// Whether every keyframe states its frame, except for absent ones.
    pub(super) fn is_framed(&self) -> bool {
        let frames = self.frames.iter().map(Option::is_some).chain(std::iter::repeat(false));
        self.subtrack.keyframes.iter().zip(frames).all(|(key, framed)| framed || *key == Keyframe::Absent)
    }

    /// Whether any keyframe of a known shape states its frame.
    pub(super) fn states_frames(&self) -> bool {
        let mut both = self.subtrack.keyframes.iter().zip(&self.frames);
        both.any(|(key, frame)| frame.is_some() && !matches!(key, Keyframe::Other(_)))
    }
}

pub(super) fn is_filler(keyframe: &Keyframe) -> bool {
    matches!(keyframe, Keyframe::Filler { .. })
}
