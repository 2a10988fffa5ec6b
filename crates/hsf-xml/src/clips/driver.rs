//! What drives a property of a node over time.

use std::sync::Arc;

use super::plain::Runs;
use crate::eval::track::{Track, at_rest};
use crate::members::Member;
use crate::program::{Program, ResolvedTarget};

/// A moment at which a value is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum When {
    /// A tick of one run of the timeline. All tracks that a value depends on run alike.
    Tick(f64),
    /// Seconds of the clip.
    Seconds(f64),
}

/// A track that drives a property of a node.
#[derive(Clone, Debug)]
pub(super) struct Driver {
    pub(super) track: Arc<Track>,
    pub(super) runs: Runs,
}

impl Driver {
    /// The tick on the timeline.
    ///
    /// Seconds that differ from a tick, or from the end of a loop, only by rounding count as that. A run that begins with the
    /// clip within its timeline (`CurrentTick`) has ticks before the clip too.
    pub(super) fn tick(&self, when: When) -> f64 {
        let time = match when {
            When::Tick(tick) => return tick,
            When::Seconds(time) => time,
        };
        let Runs { span, start, current, tick, ticks_per_second } = self.runs;
        let passed = (time * ticks_per_second - start) / tick;
        let elapsed = if start > 0.0 { passed.max(0.0) } else { passed } + current;
        span.touched(elapsed, crate::program::touching(time) * ticks_per_second / tick)
    }

    /// The value.
    pub(super) fn at(&self, when: When, target: Option<&ResolvedTarget>) -> [f64; 4] {
        self.local(self.tick(when), target)
    }

    /// The value at a tick of the timeline.
    pub(super) fn local(&self, tick: f64, target: Option<&ResolvedTarget>) -> [f64; 4] {
        let tag = self.track.tag;
        let own = target.map_or_else(|| at_rest(tag), |target| target.rest(tag));
        self.track.at(tick, self.runs.span.gentle, None, own)
    }

    /// The ticks of a run at which the direction of the value may change: its ends and all keyframes.
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

/// The runs of an animation in a clip.
pub(super) fn runs(program: &Program, member: Member) -> Runs {
    let animation = &program.animations[member.animation];
    Runs {
        span: animation.span,
        start: member.start,
        current: animation.current,
        tick: animation.tick,
        ticks_per_second: program.ticks_per_second,
    }
}

/// The driver that started last, of drivers in the order of their starts; before the first start, and over one run, the first
/// one.
pub(super) fn current(drivers: &[Driver], when: When) -> Option<&Driver> {
    drivers.get(current_index(drivers, when, |driver| driver))
}

/// The index of the [`current`] one of things that have drivers.
pub(super) fn current_index<T>(things: &[T], when: When, driver: impl Fn(&T) -> &Driver) -> usize {
    let When::Seconds(time) = when else { return 0 };
    let started = |thing: &T| {
        let Runs { start, ticks_per_second, .. } = driver(thing).runs;
        start <= time * ticks_per_second + 1e-9
    };
    things.partition_point(started).saturating_sub(1)
}

/// The ticks of one run of all drivers at which the direction of a value may change.
pub(super) fn breaks(drivers: &[Driver]) -> Vec<f64> {
    let mut breaks: Vec<f64> = drivers.iter().flat_map(Driver::breaks).collect();
    breaks.sort_by(f64::total_cmp);
    breaks.dedup();
    breaks
}
