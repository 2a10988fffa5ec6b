//! The locations of an animation's parts in its text.

use std::ops::Range;

use crate::json::Fault;

/// The locations of an animation's parts, in bytes of the JSON text. Empty for absent parts.
#[derive(Debug, Default)]
pub(crate) struct AnimationSpans {
    /// The object.
    pub(crate) span: Range<usize>,
    /// The value of `loop`.
    pub(crate) repeat: Range<usize>,
    /// The value of `fps`.
    pub(crate) fps: Range<usize>,
    /// The value of `range`.
    pub(crate) range: Range<usize>,
    /// The value of `reset_animation`.
    pub(crate) reset_animation: Range<usize>,
    /// Whether the animation has the member `tracks`.
    pub(crate) has_tracks: bool,
    /// The faults of members that were left out.
    pub(crate) faults: Vec<Fault>,
    pub(crate) tracks: Vec<TrackSpans>,
    pub(crate) tracks_baked: Vec<TrackSpans>,
}

/// The locations of a track's parts.
#[derive(Debug, Default)]
pub(crate) struct TrackSpans {
    /// The object.
    pub(crate) span: Range<usize>,
    /// The value of `target`.
    pub(crate) target: Range<usize>,
    /// The value of `interpolation`.
    pub(crate) interpolation: Range<usize>,
    /// Whether the track has the member `subtracks`, or keyframes as in layout A.
    pub(crate) has_subtracks: bool,
    pub(crate) faults: Vec<Fault>,
    pub(crate) timepoints: Vec<Range<usize>>,
    pub(crate) subtracks: Vec<SubtrackSpans>,
}

/// The locations of a subtrack's parts.
#[derive(Debug, Default)]
pub(crate) struct SubtrackSpans {
    /// The object.
    pub(crate) span: Range<usize>,
    pub(crate) keyframes: Vec<Range<usize>>,
    /// The value of `baked`.
    pub(crate) baked: Range<usize>,
}

impl AnimationSpans {
    pub(super) fn member(&mut self, name: &str, span: Range<usize>) {
        match name {
            "loop" => self.repeat = span,
            "fps" => self.fps = span,
            "range" => self.range = span,
            "tracks" => self.has_tracks = true,
            "reset_animation" => self.reset_animation = span,
            _ => {}
        }
    }
}
