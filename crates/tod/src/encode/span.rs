//! The times at which the file is compared with the clip: within the clip, or before its start and after its end.

use anim_core::{Channel, Clip, Code, Difference, Outside, Peak, Peaks, Winding};

use super::instants::{by_frame, of_keys};
use super::schedule::Frames;
use crate::codes;

/// When the file is compared with the clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Between the frames of the file.
    Between,
    /// Before the start of the clip and after its end.
    Outside,
}

impl When {
    /// The code of the losses found then.
    pub(super) fn code(self) -> &'static Code {
        match self {
            Self::Between => &codes::RESAMPLED,
            Self::Outside => &codes::ENDS,
        }
    }
}

/// Times at which the file is compared with the clip.
pub(super) struct Span<'a> {
    pub(super) when: When,
    frames: Frames,
    /// The clip and the times of its keys, for the span within it.
    inside: Option<(&'a Clip, Vec<f64>)>,
    sides: Vec<Outside>,
}

impl<'a> Span<'a> {
    /// The span of the clip and the span outside it, for the channels of a node.
    pub(super) fn both(channels: &[&Channel], clip: &'a Clip, frames: Frames) -> [Self; 2] {
        let inside = Some((clip, of_keys(channels, clip, frames)));
        let sides = Outside::of(channels, [0.0, clip.duration]).into();
        [
            Self { when: When::Between, frames, inside, sides: Vec::new() },
            Self { when: When::Outside, frames, inside: None, sides },
        ]
    }

    /// The largest sizes of a difference, by part, if they exceed those already known. `limit` bounds each part on a side of the
    /// clip, as a distance from its value at a time.
    pub(super) fn search<D: Difference>(
        &self,
        known: &[f64],
        channels: &[&Channel],
        limit: impl Fn(usize, &Outside, f64) -> f64,
        mut at: impl FnMut(f64) -> D,
    ) -> Vec<Peak> {
        let mut peaks = Peaks::new(known);
        let mut winding = Winding::new(channels.iter().copied());
        if let Some((clip, keys)) = &self.inside {
            by_frame(keys, clip, self.frames, |frame, times| {
                peaks.search(frame, times, &mut winding, &mut at);
            });
        }
        let last = self.frames.rate.time(f64::from(self.frames.count) - 1.0);
        for (side, (outside, held)) in self.sides.iter().zip([0.0, last]).enumerate() {
            peaks.search_outside(side, outside, &mut winding, &mut at);
            let limits = (0..known.len()).map(|part| limit(part, outside, held));
            peaks.limit_outside(outside, limits, |part| known[part]);
        }
        peaks.finish(|_, time| at(time))
    }
}
