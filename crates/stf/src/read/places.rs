//! Where the parts of an animation are in its text.

use std::ops::Range;

/// The places of an animation's parts, in bytes of the JSON text. Empty for parts that are not there.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// The whole object.
    pub(crate) span: Range<usize>,
    /// The values of `loop`, `fps`, `range` and `reset_animation`.
    pub(crate) repeat: Range<usize>,
    pub(crate) fps: Range<usize>,
    pub(crate) range: Range<usize>,
    pub(crate) reset_animation: Range<usize>,
    pub(crate) tracks: Vec<TrackPlaces>,
    pub(crate) tracks_baked: Vec<TrackPlaces>,
}

/// The places of a track's parts.
#[derive(Debug, Default)]
pub(crate) struct TrackPlaces {
    pub(crate) span: Range<usize>,
    pub(crate) timepoints: Vec<Range<usize>>,
    pub(crate) subtracks: Vec<SubtrackPlaces>,
}

/// The places of a subtrack's parts.
#[derive(Debug, Default)]
pub(crate) struct SubtrackPlaces {
    pub(crate) span: Range<usize>,
    pub(crate) keyframes: Vec<Range<usize>>,
    pub(crate) baked: Range<usize>,
}

impl Places {
    pub(super) fn member(&mut self, name: &str, span: Range<usize>) {
        match name {
            "loop" => self.repeat = span,
            "fps" => self.fps = span,
            "range" => self.range = span,
            "reset_animation" => self.reset_animation = span,
            _ => {}
        }
    }
}
