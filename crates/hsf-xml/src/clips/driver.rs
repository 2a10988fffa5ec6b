//! The tracks that drive a property of a node over time.

use std::sync::Arc;

use anim_core::time::touching;

use super::plain::Runs;
use super::steps::Steps;
use crate::eval::gentle::Gentle;
use crate::eval::lane::Lane;
use crate::eval::spline::Vector;
use crate::eval::track::{Track, at_rest};
use crate::members::Member;
use crate::program::ResolvedTarget;
use crate::{Property, Tag, TargetKind};

/// A time at which a value is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) enum When {
    /// A tick of one run of the timeline. All tracks that a value depends on run together.
    Tick(f64),
    /// Seconds of the clip.
    Seconds(f64),
}

/// A track that drives a property of a node.
#[derive(Clone, Debug)]
pub(super) struct Driver {
    pub(super) track: Arc<Track>,
    /// Its animation.
    pub(super) member: Member,
    pub(super) runs: Runs,
    /// The direction that is aligned with the path of the track, if that drives a rotation and not the position.
    pub(super) along: Option<[f64; 3]>,
    /// The target that the animation names, about whose pivot it rotates.
    pub(super) named: Option<Arc<ResolvedTarget>>,
}

impl Driver {
    /// The tick on the timeline.
    ///
    /// Seconds that differ from a tick, or from the end of a loop, only by rounding count as that tick or end. A run that
    /// begins with the clip within its timeline (`CurrentTick`) also has ticks before the clip.
    pub(super) fn tick(&self, when: When) -> f64 {
        let time = match when {
            When::Tick(tick) => return tick,
            When::Seconds(time) => time,
        };
        let Runs { span, start, current, tick, ticks_per_second } = self.runs;
        let passed = (time * ticks_per_second - start) / tick;
        let elapsed = if start > 0.0 { passed.max(0.0) } else { passed } + current;
        span.touched(elapsed, touching(time) * ticks_per_second / tick)
    }

    /// The value.
    pub(super) fn at(&self, when: When, target: Option<&ResolvedTarget>) -> [f64; 4] {
        self.local(self.tick(when), target)
    }

    /// The value at a tick of the timeline.
    pub(super) fn local(&self, tick: f64, target: Option<&ResolvedTarget>) -> [f64; 4] {
        if let Some(direction) = self.along {
            return self.track.heading(direction, tick, self.runs.span.gentle, None);
        }
        self.track.at(tick, self.runs.span.gentle, None, self.own(target))
    }

    /// The value of the target before anything drives it; `None` if no document states it. A file is loaded when its first
    /// animation starts, and has no value before.
    pub(super) fn rest(&self, target: Option<&ResolvedTarget>) -> Option<[f64; 4]> {
        let is_stated = matches!(
            self.track.property,
            Property::Translation | Property::Rotation | Property::Angle | Property::Scale
        );
        let is_file = target.is_some_and(|target| target.kind == TargetKind::File);
        (is_stated && !is_file).then(|| self.own(target))
    }

    fn own(&self, target: Option<&ResolvedTarget>) -> [f64; 4] {
        let tag = self.track.tag;
        target.map_or_else(|| at_rest(tag), |target| target.rest(tag))
    }

    /// The angle in radians of a track that always rotates its target about this axis.
    pub(super) fn angle_about(&self, axis: [f64; 3]) -> Option<f64> {
        let is_about =
            self.track.tag == Tag::AxisRotInterpolator && self.track.axis(0.0, Gentle::default()) == axis;
        is_about.then(|| self.local(0.0, None)[0].to_radians())
    }

    /// Starts from a value of the target.
    pub(super) fn start_from(&mut self, own: Vector) {
        let track = Arc::make_mut(&mut self.track);
        for lane in &mut track.lanes {
            lane.values = lane.resolve(track.tag, own);
        }
        let values: Vec<Vec<Vector>> = track.lanes.iter().map(|lane| lane.values.clone()).collect();
        track.course = track.course_of(&values);
    }

    fn drives(&self, component: usize) -> bool {
        let drives = |lane: &Lane| (lane.first..lane.first + lane.width).contains(&component);
        self.along.is_some() || self.track.lanes.iter().any(drives)
    }

    /// Whether it rotates the target.
    pub(super) fn turns(&self) -> bool {
        self.along.is_some() || self.track.turns()
    }

    /// The components of a vector or quaternion that it drives.
    pub(super) fn components(&self) -> [bool; 4] {
        if self.along.is_some() { [true; 4] } else { self.track.components() }
    }

    /// Whether its first value depends on the value of the target that it drives.
    pub(super) fn starts_from_target(&self) -> bool {
        self.along.is_none() && self.track.starts_from_target()
    }

    /// The blend fraction between two identifiers.
    pub(super) fn blended(&self, when: When) -> f64 {
        self.track.blend(self.tick(when), self.runs.span.gentle)[2]
    }

    /// The ticks of a run at which the direction of the value may change: its ends and all keyframes.
    pub(super) fn breaks(&self) -> Vec<f64> {
        let length = self.runs.span.length;
        let ticks = (0..self.track.timeline.len()).map(|position| self.track.timeline.tick(position));
        let steps = Steps::of(&self.track).list;
        let mut breaks: Vec<f64> = ticks.chain(steps.into_iter().map(|(tick, _)| tick)).collect();
        breaks.extend([0.0, length]);
        breaks.retain(|tick| (0.0..=length).contains(tick));
        breaks.sort_by(f64::total_cmp);
        breaks.dedup();
        breaks
    }
}

/// Components of a property that the same tracks drive.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) first: usize,
    pub(super) width: usize,
    /// At least one; in the order of their starts.
    pub(super) drivers: Vec<Driver>,
    /// The value before the first start, if an animation of one keyframe states it.
    pub(super) held: Option<[f64; 4]>,
}

impl Part {
    /// The value, of which only these components count; at `None`, before anything starts.
    pub(super) fn at(&self, when: Option<When>, target: Option<&ResolvedTarget>) -> [f64; 4] {
        let Some(first) = self.drivers.first() else { return [0.0; 4] };
        match when.and_then(|when| Some((when, current(&self.drivers, when)?))) {
            Some((when, driver)) => driver.at(when, target),
            None if self.held.is_some() => self.held.unwrap_or_default(),
            None => first.rest(target).unwrap_or_else(|| first.local(first.runs.current, target)),
        }
    }
}

/// The components of vectors, grouped by the tracks that drive them.
pub(super) fn parts(drivers: &[Driver]) -> Vec<Part> {
    let mut parts: Vec<(Vec<usize>, Part)> = Vec::new();
    for component in 0..3 {
        let list = effective(drivers, component);
        match parts.last_mut().filter(|(last, part)| *last == list && part.first + part.width == component) {
            _ if list.is_empty() => {}
            Some((_, part)) => part.width += 1,
            None => {
                let drivers: Vec<Driver> = list.iter().map(|&index| drivers[index].clone()).collect();
                let (held, drivers) = after_held(&drivers);
                let held = held.map(|held| held.local(0.0, None));
                parts.push((list, Part { first: component, width: 1, drivers: drivers.to_vec(), held }));
            }
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Of two drivers, separates the first one if it only holds a value until the second one starts.
pub(super) fn after_held(drivers: &[Driver]) -> (Option<&Driver>, &[Driver]) {
    let is_still = |driver: &Driver| {
        driver.runs.start <= 0.0 && driver.track.lanes.iter().all(|lane| lane.keys.len() == 1)
    };
    match drivers {
        [held, next] if is_still(held) => (Some(held), std::slice::from_ref(next)),
        _ => (None, drivers),
    }
}

/// Removes the drivers that have no effect on some components. Returns the number removed.
pub(super) fn remove_hidden(drivers: &mut Vec<Driver>, components: usize) -> usize {
    let (count, mut is_kept) = (drivers.len(), vec![false; drivers.len()]);
    (0..components)
        .flat_map(|component| effective(drivers, component))
        .for_each(|index| is_kept[index] = true);
    let mut kept = is_kept.into_iter();
    drivers.retain(|_| kept.next().unwrap_or(true));
    count - drivers.len()
}

/// The indices of the drivers of a component that have an effect: of those that start with the clip, only the last one has.
fn effective(drivers: &[Driver], component: usize) -> Vec<usize> {
    let mut list: Vec<usize> = (0..drivers.len()).filter(|&index| drivers[index].drives(component)).collect();
    let hidden = list.partition_point(|&index| drivers[index].runs.start <= 0.0).saturating_sub(1);
    list.drain(..hidden);
    list
}

/// The driver that started last, of drivers in the order of their starts. Over one run it is the first one. `None` before the
/// first start, unless that is the start of the clip.
pub(super) fn current(drivers: &[Driver], when: When) -> Option<&Driver> {
    drivers.get(current_index(drivers, when, |driver| driver)?)
}

/// The index of the [`current`] element among elements that have drivers.
pub(super) fn current_index<T>(things: &[T], when: When, driver: impl Fn(&T) -> &Driver) -> Option<usize> {
    let When::Seconds(time) = when else { return Some(0) };
    let started = |thing: &T| {
        let Runs { start, ticks_per_second, .. } = driver(thing).runs;
        start <= 0.0 || start <= time * ticks_per_second + 1e-9
    };
    things.partition_point(started).checked_sub(1)
}

/// The ticks of one run of all drivers at which the direction of a value may change.
pub(super) fn breaks(drivers: &[Driver]) -> Vec<f64> {
    let mut breaks: Vec<f64> = drivers.iter().flat_map(Driver::breaks).collect();
    breaks.sort_by(f64::total_cmp);
    breaks.dedup();
    breaks
}
