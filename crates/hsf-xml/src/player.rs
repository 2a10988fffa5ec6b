//! A document as it runs: animations, sensors, and what comes of events.
//!
//! The specification leaves much open. Here an animation's delay passes before its first start and not again, but what is
//! nested waits anew whenever the animation around it starts. An animation without an end of its own ends with what is
//! nested in it. A click on a part of a target is a click on the target. What happens at one tick happens in the order in
//! which it was caused, first in the order of the document.

mod act;
pub(crate) mod values;

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap};
use std::fmt;

use crate::Hsf;
use crate::eval::spline::Vector;
use crate::program::{Action, Program};
use act::What;
pub use values::{Property, Value};

/// The most that happens in one call before it is given up: a hundred seconds of a sensor that acts at every tick, or an
/// endless chain at one.
pub const MAX_STEPS: usize = 1 << 20;

/// A document that runs.
///
/// It is deterministic, and how it is advanced in steps makes no difference. Time is in ticks of the root.
#[derive(Debug)]
pub struct Player<'a> {
    program: Program<'a>,
    rule: SensorRule,
    now: f64,
    /// The last whole tick at which sensors that watch every tick have been met.
    ticked: f64,
    queue: BinaryHeap<Reverse<Scheduled<'a>>>,
    sequence: u64,
    animations: Vec<Running>,
    sensors: Vec<Watching>,
    /// The animation and track that last began to drive a property of a target.
    drivers: HashMap<(String, Property), (usize, usize)>,
    /// Conditions that wait for the end of an animation: sensor and condition.
    finishing: HashMap<usize, Vec<(usize, usize)>>,
    /// Conditions that wait for a sensor.
    following: HashMap<usize, Vec<(usize, usize)>>,
    /// Conditions that are met at every tick.
    ticking: Vec<(usize, usize)>,
    happened: Vec<Happening>,
}

/// When a sensor with several conditions acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SensorRule {
    /// When any of them is met; it does what belongs to that one.
    #[default]
    Any,
    /// When each has been met since it last acted; it does what belongs to all.
    All,
}

/// What a user or a scene does to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// `ONLCLICK`.
    LeftClick,
    /// `ONRCLICK`.
    RightClick,
    /// `ONMOUSEOVER`.
    MouseOver,
    /// `ONCOLLISION`.
    Collision,
}

impl Input {
    /// The name of the event.
    pub const fn event(self) -> &'static str {
        match self {
            Self::LeftClick => "ONLCLICK",
            Self::RightClick => "ONRCLICK",
            Self::MouseOver => "ONMOUSEOVER",
            Self::Collision => "ONCOLLISION",
        }
    }
}

/// Something that happened, and at which tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Happening {
    /// When, in ticks.
    pub tick: f64,
    /// What.
    pub what: Happened,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Happened {
    /// An animation began or went on, by its full name.
    Started(String),
    /// An animation stopped where it was, or at its beginning.
    Stopped(String),
    /// An animation ran to its end.
    Finished(String),
    /// A sensor acted.
    Sensed(String),
    /// An action is for whoever shows the scene: `LOADFILE`, `LOADURL`, `INFOTEXT` and what users define. None is carried
    /// out here.
    Asked {
        /// The type of the action.
        action: String,
        /// Its target as it is written.
        target: String,
        /// Its value.
        value: String,
    },
}

/// How an animation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It has not begun, or is back at its beginning.
    Idle,
    /// Its delay is passing.
    Delayed,
    /// It runs.
    Running,
    /// It was stopped.
    Stopped,
    /// It is at its end.
    Finished,
}

/// More happened in one call than [`MAX_STEPS`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overrun {
    /// The tick that was reached.
    pub tick: f64,
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {MAX_STEPS} things happen up to tick {}", self.tick)
    }
}

impl std::error::Error for Overrun {}

/// An animation as it runs.
#[derive(Clone, Debug)]
struct Running {
    state: State,
    /// The tick at which it begins, or would have begun had it never been stopped; while it is stopped or finished, the
    /// ticks gone by since: fewer than 0 in its delay.
    since: f64,
    /// Whether its own timeline is at its end.
    is_over: bool,
    /// Whether its delay has passed once.
    has_waited: bool,
    /// What was scheduled for another turn is void.
    turn: u64,
    /// The values of each track's lanes and the target's own value, where a track starts from there.
    starts: HashMap<usize, (Vec<Vec<Vector>>, Vector)>,
}

/// A sensor as it watches.
#[derive(Clone, Debug)]
struct Watching {
    is_active: bool,
    /// The tick from which on it watches.
    from: f64,
    /// Which conditions have been met.
    met: Vec<bool>,
}

/// Something that is to happen.
#[derive(Debug)]
struct Scheduled<'a> {
    tick: f64,
    sequence: u64,
    what: What<'a>,
}

impl PartialEq for Scheduled<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Scheduled<'_> {}

impl PartialOrd for Scheduled<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scheduled<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.tick.total_cmp(&other.tick).then(self.sequence.cmp(&other.sequence))
    }
}

impl<'a> Player<'a> {
    /// A document at tick 0. Active animations and sensors begin with the first call that advances or puts in an event.
    pub fn new(hsf: &'a Hsf, rule: SensorRule) -> Self {
        let program = Program::new(hsf);
        let idle = Running {
            state: State::Idle,
            since: 0.0,
            is_over: false,
            has_waited: false,
            turn: 0,
            starts: HashMap::new(),
        };
        let sensors = program.sensors.iter().map(|sensor| Watching {
            is_active: sensor.active,
            from: sensor.delay,
            met: vec![false; sensor.conditions.len()],
        });
        let mut player = Self {
            animations: vec![idle; program.animations.len()],
            sensors: sensors.collect(),
            program,
            rule,
            now: 0.0,
            ticked: 0.0,
            queue: BinaryHeap::new(),
            sequence: 0,
            drivers: HashMap::new(),
            finishing: HashMap::new(),
            following: HashMap::new(),
            ticking: Vec::new(),
            happened: Vec::new(),
        };
        player.watch();
        for index in 0..player.program.animations.len() {
            let animation = &player.program.animations[index];
            if animation.parent.is_none() && animation.active {
                player.schedule(0.0, What::Activate(index));
            }
        }
        player
    }

    /// The tick that has been reached.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Ticks a second.
    pub fn ticks_per_second(&self) -> f64 {
        self.program.ticks_per_second
    }

    /// Advances by so many ticks; not at all if they are not above 0. What happens at the tick that is reached has
    /// happened.
    pub fn advance(&mut self, ticks: f64) -> Result<Vec<Happening>, Overrun> {
        let until = self.now + if ticks > 0.0 { ticks } else { 0.0 };
        self.run(until)?;
        Ok(std::mem::take(&mut self.happened))
    }

    /// Lets something happen to a target, such as `MODEL/car`, at this tick.
    pub fn input(&mut self, input: Input, target: &str) -> Result<Vec<Happening>, Overrun> {
        self.run(self.now)?;
        self.meet(input, target);
        self.run(self.now)?;
        Ok(std::mem::take(&mut self.happened))
    }

    /// How an animation stands, by its full name, such as `block/part`.
    pub fn state(&self, animation: &str) -> Option<State> {
        self.program.find(animation, None).map(|index| self.animations[index].state)
    }

    /// Whether a sensor is active.
    pub fn is_active(&self, sensor: &str) -> Option<bool> {
        self.program.sensor(sensor).map(|index| self.sensors[index].is_active)
    }

    /// The full names of all animations, in the order of the document, instances in place.
    pub fn animations(&self) -> Vec<String> {
        (0..self.program.animations.len()).map(|index| self.program.path(index)).collect()
    }

    fn schedule(&mut self, tick: f64, what: What<'a>) {
        self.sequence += 1;
        self.queue.push(Reverse(Scheduled { tick, sequence: self.sequence, what }));
    }

    fn say(&mut self, what: Happened) {
        self.happened.push(Happening { tick: self.now, what });
    }

    /// Actions of a sensor's condition, and those of all its conditions.
    fn actions(&self, sensor: usize, condition: usize) -> Vec<Action<'a>> {
        let sensor = &self.program.sensors[sensor];
        sensor.conditions[condition].actions.iter().chain(&sensor.actions).cloned().collect()
    }
}
