//! The frames of a clip.

use std::borrow::Cow;

use anim_core::frames::near;
use anim_core::{Channel, Clip, Rate, Wrap};

/// The frames of a clip at a rate.
pub(super) struct Frames {
    pub(super) rate: Rate,
    /// The largest distance of a time from a frame, in frames, at which it counts as on it.
    near: f64,
    /// The index of the first frame that begins at or after the end of the clip, at least 1.
    end: f64,
    /// Whether the frame at the end belongs to the clip.
    has_end: bool,
}

impl Frames {
    pub(super) fn new(clip: &Clip, rate: Rate) -> Self {
        let near = near(clip.duration, rate);
        let end = (rate.frame(clip.duration) - near).ceil().max(1.0);
        let has_end = clip.channels.iter().any(|channel| has_key_at(end, channel, rate, near));
        Self { rate, near, end, has_end }
    }

    /// The number of frames.
    pub(super) fn count(&self) -> f64 {
        if self.has_end { self.end + 1.0 } else { self.end }
    }

    /// The time of the last frame in seconds.
    pub(super) fn last(&self) -> f64 {
        self.rate.time(self.count() - 1.0)
    }

    /// Ascending times in seconds, grouped by frame.
    pub(super) fn of_each<'a>(&self, times: &'a [f64]) -> impl Iterator<Item = &'a [f64]> {
        let rate = self.rate;
        times.chunk_by(move |a, b| rate.frame(*a).floor() == rate.frame(*b).floor())
    }

    /// The clip with curves that hold after the end, if their last keys make the frame there: a curve that repeats would have
    /// its first value at that time.
    pub(super) fn seamless<'a>(&self, clip: &'a Clip) -> Cow<'a, Clip> {
        let is_seam = |channel: &Channel| {
            let curve = channel.curve();
            curve.wrap().1 != Wrap::Hold && (self.rate.frame(curve.end()) - self.end).abs() <= self.near
        };
        if !self.has_end || !clip.channels.iter().any(is_seam) {
            return Cow::Borrowed(clip);
        }
        let mut clip = clip.clone();
        for channel in clip.channels.iter_mut().filter(|channel| is_seam(channel)) {
            let curve = channel.curve().clone();
            let before = curve.wrap().0;
            let (node, property, component) =
                (channel.node(), channel.property().clone(), channel.component());
            // This cannot fail, because the width of the curve is unchanged.
            if let Ok(held) = Channel::part(node, property, component, curve.with_wrap(before, Wrap::Hold)) {
                *channel = held;
            }
        }
        Cow::Owned(clip)
    }

    /// The seconds of the clip from a frame to the next one, without times so near to a frame that rounding may move them onto it,
    /// or that a step may already have happened. After the last frame, these are the seconds up to the end. `None` if nothing is
    /// left.
    pub(super) fn between(&self, frame: f64, clip: &Clip) -> Option<[f64; 2]> {
        let [from, next] = [frame, frame + 1.0].map(|frame| self.rate.time(frame));
        let near = self.rate.time(self.near);
        let before = |time: f64, margin: f64| time - margin.max(f64::from(f32::EPSILON) * time);
        let margin = if next < self.rate.time(self.count()) { near } else { 0.0 };
        let span = [from + near, before(next, margin).min(before(clip.duration, 0.0))];
        (span[0] < span[1]).then_some(span)
    }

    /// Whether a key at a time in seconds is on a frame, up to the frame at the end. A key at the end is either in the file or
    /// has the value of the frame before.
    pub(super) fn is_shown(&self, time: f64) -> bool {
        let frame = self.rate.frame(time);
        (frame - frame.round()).abs() <= self.near && frame.round() <= self.end
    }
}

/// Whether a channel has its last key at a frame, with another value than the key before.
fn has_key_at(frame: f64, channel: &Channel, rate: Rate, near: f64) -> bool {
    let curve = channel.curve();
    let is_at_frame = (rate.frame(curve.end()) - frame).abs() <= near;
    let mut last = (0..curve.len()).rev().map(|key| curve.value(key));
    is_at_frame && matches!((last.next(), last.next()), (Some(last), Some(before)) if last != before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_shown_on_the_frames_up_to_the_end() {
        // Frames at 0, 0.1 … 1.9; the time 2 s has no key with a new value.
        let frames = Frames::new(&Clip::new("").with_duration(2.0), Rate::per_second(10));
        for time in [0.0, 0.1, 0.7, 1.9, 2.0, 0.7 + 0.00009] {
            assert!(frames.is_shown(time), "{time}");
        }
        for time in [0.05, 0.72, 1.999, 2.1, 3.0] {
            assert!(!frames.is_shown(time), "{time}");
        }
    }
}
