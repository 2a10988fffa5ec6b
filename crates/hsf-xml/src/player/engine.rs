//! The state of a playing document.

use std::collections::HashMap;
use std::sync::Arc;

use anim_core::Happenings;
use anim_core::time::touching;

use super::drivers::{Drivers, Part, Source};
use super::happened::{Happened, Happening, MAX_HAPPENINGS};
use super::queue::{Queue, What};
use super::watchers::Watchers;
use crate::eval::course::Course;
use crate::eval::spline::Vector;
use crate::program::{Program, Trigger};

/// When a sensor with several conditions acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SensorRule {
    /// When any of them is met; it carries out the actions of that condition.
    #[default]
    Any,
    /// When each of them has been met since it last acted; it carries out the actions of all.
    All,
}

/// The state of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It has not begun, or is back at its beginning.
    Idle,
    /// Its delay is passing.
    Delayed,
    /// It is playing.
    Running,
    /// It was stopped, and keeps its position.
    Stopped,
    /// It has reached its end.
    Finished,
}

/// The playback state of an animation.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub(super) state: State,
    /// The tick at which it begins, or would have begun if it had never been stopped. While it is stopped: the ticks that have
    /// passed since then; 0 or below in its delay.
    pub(super) since: f64,
    /// Whether it plays, is stopped or has ended, after its delay.
    pub(super) has_begun: bool,
    /// Whether its own timeline has ended.
    pub(super) is_over: bool,
    /// Whether its delay has passed once.
    pub(super) has_waited: bool,
    /// Incremented to cancel everything scheduled before.
    pub(super) turn: u64,
    /// For each track that starts from the target's own value.
    pub(super) starts: HashMap<usize, Start>,
}

/// Data that depends on the value of a target when a track begins to drive it.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) own: Vector,
    /// The values of each lane.
    pub(super) lanes: Vec<Vec<Vector>>,
    /// For a path along which the target turns: the parts that move.
    pub(super) course: Course,
}

impl Running {
    /// Resets it to before its start.
    pub(super) fn rewind(&mut self) {
        (self.state, self.has_begun, self.is_over) = (State::Idle, false, false);
    }
}

/// A sensor that is watching.
#[derive(Clone, Debug)]
pub(super) struct Watching {
    pub(super) is_active: bool,
    /// The tick from which it watches.
    pub(super) from: f64,
    /// Which of its conditions are met.
    pub(super) met: Vec<bool>,
    /// Whether one of its conditions waits for every tick.
    pub(super) ticks: bool,
}

/// The state of a playing document.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub(super) program: Arc<Program>,
    pub(super) rule: SensorRule,
    /// The current tick.
    pub(super) now: f64,
    /// The last tick at which conditions that wait for every tick were met.
    pub(super) ticked: f64,
    pub(super) queue: Queue,
    pub(super) animations: Vec<Running>,
    pub(super) sensors: Vec<Watching>,
    /// The number of active sensors that wait for every tick.
    pub(super) ticking: usize,
    pub(super) watchers: Arc<Watchers>,
    /// The full names of animations.
    pub(super) names: Arc<[Arc<str>]>,
    /// The node that each animation moves.
    pub(super) node_of: Arc<[Option<usize>]>,
    /// The drivers of each node.
    pub(super) drivers: Vec<Drivers>,
    pub(super) happened: Happenings<Happening>,
}

impl Engine {
    pub(super) fn new(program: Program, rule: SensorRule, node_of: &[Option<usize>], nodes: usize) -> Self {
        let idle = Running {
            state: State::Idle,
            since: 0.0,
            has_begun: false,
            is_over: false,
            has_waited: false,
            turn: 0,
            starts: HashMap::new(),
        };
        let sensors = program.sensors.iter().map(|sensor| Watching {
            is_active: sensor.active,
            from: sensor.delay,
            met: vec![false; sensor.conditions.len()],
            ticks: sensor.conditions.iter().any(|condition| condition.trigger == Trigger::Tick),
        });
        let sensors: Vec<Watching> = sensors.collect();
        let mut queue = Queue::default();
        for top in program.top().filter(|top| program.animations[*top].active) {
            queue.push(0.0, What::Activate(top));
        }
        Self {
            rule,
            now: 0.0,
            ticked: 0.0,
            queue,
            animations: vec![idle; program.animations.len()],
            ticking: sensors.iter().filter(|sensor| sensor.is_active && sensor.ticks).count(),
            sensors,
            watchers: Watchers::new(&program).into(),
            names: (0..program.animations.len()).map(|index| program.path(index).into()).collect(),
            node_of: node_of.into(),
            drivers: vec![Drivers::default(); nodes],
            happened: Happenings::keeping(MAX_HAPPENINGS),
            program: program.into(),
        }
    }

    /// Records an event at the current time.
    pub(super) fn note(&mut self, what: Happened) {
        let time = self.now / self.program.ticks_per_second;
        self.happened.push(Happening { time, tick: self.now, what });
    }

    /// Records an event of an animation at the current time.
    pub(super) fn note_animation(&mut self, index: usize, what: fn(usize, Arc<str>) -> Happened) {
        self.note(what(index, self.names[index].clone()));
    }

    /// The ticks that an animation has played whose own timeline has not ended.
    fn elapsed(&self, index: usize) -> f64 {
        let running = &self.animations[index];
        match running.state {
            State::Running => self.now - running.since,
            State::Stopped => running.since.max(0.0),
            State::Idle | State::Delayed | State::Finished => 0.0,
        }
    }

    /// The tick on the timeline of an animation.
    pub(super) fn local(&self, index: usize) -> f64 {
        let (running, animation) = (&self.animations[index], &self.program.animations[index]);
        if running.is_over {
            return animation.span.end();
        }
        let ticks = self.program.ticks_per_second;
        animation.local(self.elapsed(index), touching(self.now / ticks) * ticks)
    }

    /// The current value of a track, or the rotation along its path.
    pub(super) fn vector(&self, source: Source) -> Vector {
        let animation = &self.program.animations[source.animation];
        let (track, gentle) = (&animation.tracks[source.track], animation.span.gentle);
        let (tick, start) =
            (self.local(source.animation), self.animations[source.animation].starts.get(&source.track));
        if let Some(direction) = track.path_vector.filter(|_| source.is_heading) {
            return track.heading(direction, tick, gentle, start.map(|start| (&start.course, &*start.lanes)));
        }
        match start {
            Some(start) => track.at(tick, gentle, Some(&start.lanes), start.own),
            None => track.at_rest(tick, gentle),
        }
    }

    /// The current value of a property, each component from the track that last began to drive it.
    pub(super) fn joined(&self, parts: &[Part]) -> Vector {
        let mut found = parts.first().map_or([0.0; 4], |first| self.vector(first.source));
        for part in parts.iter().skip(1) {
            let value = self.vector(part.source);
            for component in (0..4).filter(|&component| part.components[component]) {
                found[component] = value[component];
            }
        }
        found
    }
}
