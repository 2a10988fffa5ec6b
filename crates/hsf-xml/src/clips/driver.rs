//! What drives a property of a node over time.

use std::sync::Arc;

use anim_core::quaternion;

use super::plain::Runs;
use crate::Tag;
use crate::eval::track::{Gentle, Track, about};
use crate::player::values::rest;
use crate::program::{Place, Program};

/// An animation in a clip, and the ticks after which it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) animation: usize,
    pub(super) start: f64,
}

/// A track that drives a property of a node.
#[derive(Clone)]
pub(super) struct Driver<'a> {
    pub(super) track: Arc<Track<'a>>,
    pub(super) runs: Runs,
}

impl Driver<'_> {
    /// The tick on the timeline at a time in seconds.
    pub(super) fn tick(&self, time: f64) -> f64 {
        let elapsed = (time * self.runs.ticks_per_second - self.runs.start) / self.runs.tick;
        self.runs.span.local(elapsed.max(0.0) + self.runs.current)
    }

    pub(super) fn at(&self, time: f64, place: Option<&Place>) -> [f64; 4] {
        let tag = self.track.tag;
        let own = place.map_or_else(|| crate::eval::track::at_rest(tag), |place| rest(place, tag));
        self.track.at(self.tick(time), self.runs.span.gentle, None, own)
    }

    /// The rotation at a time.
    pub(super) fn rotation(&self, time: f64, place: Option<&Place>) -> quaternion::Quaternion {
        let value = self.at(time, place);
        if self.track.tag == Tag::AxisRotInterpolator {
            about(self.track.axis(self.tick(time), self.runs.span.gentle), value[0])
        } else {
            value
        }
    }
}

impl Driver<'_> {
    /// Whether its runs begin at their beginning, or with the clip.
    pub(super) fn is_simple(&self) -> bool {
        self.runs.current == 0.0 || self.runs.start <= 0.0
    }

    /// The value at a tick of the timeline.
    pub(super) fn local(&self, tick: f64, place: Option<&Place>) -> [f64; 4] {
        let tag = self.track.tag;
        let own = place.map_or_else(|| crate::eval::track::at_rest(tag), |place| rest(place, tag));
        self.track.at(tick, self.runs.span.gentle, None, own)
    }

    /// The ticks of a run at which something may turn: its ends and all keyframes.
    pub(super) fn breaks(&self) -> Vec<f64> {
        let length = self.runs.span.length;
        let mut breaks: Vec<f64> =
            (0..self.track.timeline.len()).map(|i| self.track.timeline.tick(i)).collect();
        let per = self.track.per_position();
        if per > 1 {
            for pair in 0..self.track.timeline.len() - 1 {
                let (from, to) = (self.track.timeline.tick(pair), self.track.timeline.tick(pair + 1));
                breaks.extend((1..per).map(|k| from + (to - from) * k as f64 / per as f64));
            }
        }
        breaks.extend([0.0, length]);
        breaks.retain(|tick| (0.0..=length).contains(tick));
        breaks.sort_by(f64::total_cmp);
        breaks.dedup();
        breaks
    }
}

impl Runs {
    /// One run in seconds.
    pub(super) fn whole() -> Self {
        let span = crate::program::Span {
            length: f64::INFINITY,
            loops: Some(1.0),
            back: false,
            gentle: Gentle::default(),
        };
        Self { span, start: 0.0, current: 0.0, tick: 1.0, ticks_per_second: 1.0 }
    }
}

pub(super) fn runs(program: &Program<'_>, member: Member) -> Runs {
    let animation = &program.animations[member.animation];
    Runs {
        span: animation.span,
        start: member.start,
        current: animation.current,
        tick: animation.tick,
        ticks_per_second: program.ticks_per_second,
    }
}

/// The driver that started last, of drivers in the order in which they start; before any does, the first.
pub(super) fn current<'d, 'a>(drivers: &'d [Driver<'a>], time: f64) -> Option<&'d Driver<'a>> {
    let started = |driver: &Driver<'_>| driver.runs.start <= time * driver.runs.ticks_per_second + 1e-9;
    drivers.get(drivers.partition_point(started).saturating_sub(1))
}
