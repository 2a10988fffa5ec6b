//! A figure that plays the states of a table.

mod happening;
mod machine;
mod play;

use std::sync::Arc;

use anim_core::{Happenings, MAX_HAPPENINGS, Node, Pose, UnknownName};

use crate::anim::FRAMES_PER_SECOND;
use crate::pose::{between, clear};
use crate::{ClipOptions, Interpolate, Mm2Ped, State};
pub use happening::{Happened, Happening};
use machine::{Entry, Machine};

/// Plays the states of a table with their clips, as the game does. A state shows its window once; then the requested state
/// follows, else the default next state. A state without a next state holds its last frame.
///
/// Times are in seconds, lengths in metres, angles in radians: a pose has the numbers of the document's clips with the same
/// options. The result depends on the elapsed time and on the requests, not on the size of the steps. A state lasts an integer
/// number of frames, and a time within a millionth of a frame counts as the frame's. A step of more than 2⁵³ frames, which is ten
/// million years, may be too long to tell single frames apart: then a state does not end.
///
/// ```
/// use anim_mm2_ped::{Anim, ClipOptions, Mm2Ped, Player, StateTable, anim_core::Pose};
///
/// // A hop of two frames, repeated.
/// let table = StateTable::parse(b"# anim name,\nHOP,hop,1,2,0,0.5,0,0,HOP\n")?;
/// let frame = |height| [0.0, height, 0.0, 0.0, 0.0, 0.0];
/// let hop = Anim::new(1, [frame(0.0), frame(0.25)].concat()).unwrap();
/// let document = Mm2Ped { clips: vec![("hop".to_owned(), hop)], ..table.into() };
///
/// let mut player = Player::new(document, &ClipOptions::default()).unwrap();
/// player.advance(0.1);
/// let mut pose = Pose::default();
/// player.pose(&mut pose);
/// assert_eq!((player.current(), pose.world[0].translation()), (player.state("HOP")?, [0.0, 0.25, 0.0]));
/// assert_eq!(player.happenings().count(), 3, "entered, left and entered");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    machine: Arc<Machine>,
    options: ClipOptions,
    current: usize,
    requested: Option<usize>,
    /// The frames before the current state began.
    began: f64,
    /// The frames since the current state began. Counting from there keeps the sum of many steps exact enough.
    elapsed: f64,
    /// The travel of the states before the current one.
    travelled: [f64; 2],
    has_finished: bool,
    queue: Happenings<Happening>,
    /// Memory for the floats of a frame.
    floats: Vec<f64>,
}

impl Player {
    /// A player at the beginning of the first state of a table, whose events report that it was entered; `None` if the document is
    /// not a table or has no states.
    ///
    /// A state whose clip is not in the document shows the skeleton at rest, and lasts as long as its window.
    pub fn new(document: impl Into<Arc<Mm2Ped>>, options: &ClipOptions) -> Option<Self> {
        let mut player = Self {
            machine: Arc::new(Machine::new(document.into(), *options)?),
            options: *options,
            current: 0,
            requested: None,
            began: 0.0,
            elapsed: 0.0,
            travelled: [0.0; 2],
            has_finished: false,
            queue: Happenings::default(),
            floats: Vec::new(),
        };
        player.report(Happened::Entered { state: 0 });
        Some(player)
    }

    /// The document with the table.
    pub fn document(&self) -> &Arc<Mm2Ped> {
        self.machine.document()
    }

    /// The states of the table, with their names.
    pub fn states(&self) -> &[State] {
        self.machine.states()
    }

    /// The index of the state with a name. If several states have the name, it is the first.
    ///
    /// Errors: [`UnknownName`].
    pub fn state(&self, name: &str) -> Result<usize, UnknownName> {
        self.machine.find(name)
    }

    /// The index of the current state in [`Player::states`].
    pub fn current(&self) -> usize {
        self.current
    }

    /// The index of the state that was requested and has not begun.
    pub fn requested(&self) -> Option<usize> {
        self.requested
    }

    /// Requests the state that follows when the current one ends, instead of the default next state.
    ///
    /// A table has separate states for transitions between motions: to walk from a stand, request `STAND_WALK`, whose default
    /// next state is `WALK`. If the current state has ended, the requested state begins at once.
    ///
    /// Errors: [`UnknownName`], as in [`Player::state`].
    pub fn request(&mut self, state: &str) -> Result<(), UnknownName> {
        let index = self.state(state)?;
        if self.has_ended() {
            self.enter(index, self.elapsed, 0.0);
        } else {
            self.requested = Some(index);
        }
        Ok(())
    }

    /// Begins a state at once, whatever is playing. The clock continues, and a requested state is forgotten.
    ///
    /// Errors: [`UnknownName`], as in [`Player::state`].
    pub fn start(&mut self, state: &str) -> Result<(), UnknownName> {
        let index = self.state(state)?;
        self.enter(index, self.elapsed, 0.0);
        Ok(())
    }

    /// Advances the time, in seconds. A step that is not above 0, or that makes the time infinite, changes nothing.
    pub fn advance(&mut self, seconds: f64) {
        let elapsed = self.elapsed + seconds * f64::from(FRAMES_PER_SECOND);
        if seconds > 0.0 && (self.began + elapsed).is_finite() {
            self.elapsed = elapsed;
            self.settle();
            if self.has_ended() && !self.has_finished {
                self.has_finished = true;
                let time = self.began + self.length();
                self.queue.push(Happening::new(seconds_of(time), Happened::Finished { state: self.current }));
            }
        }
    }

    /// The seconds since the player was made.
    pub fn time(&self) -> f64 {
        seconds_of(self.began + self.elapsed)
    }

    /// The seconds since the current state began, at most its length.
    pub fn state_time(&self) -> f64 {
        seconds_of(self.within())
    }

    /// Whether the current state has ended and no state follows.
    pub fn has_ended(&self) -> bool {
        self.is_over() && self.next().is_none()
    }

    /// The distance that the figure has travelled at the speeds of its states, in metres: forward, and sideways with the sign
    /// of the table.
    pub fn travelled(&self) -> [f64; 2] {
        let seconds = self.state_time();
        let speed = self.machine.entry(self.current).speed;
        std::array::from_fn(|axis| self.travelled[axis] + speed[axis] * seconds)
    }

    /// The events since the last call, in order: states that were entered and left, and the end of one that no state follows. The
    /// first call begins with the initial state.
    ///
    /// The player keeps the latest [`MAX_HAPPENINGS`] until they are taken.
    pub fn happenings(&mut self) -> impl ExactSizeIterator<Item = Happening> + '_ {
        self.queue.take()
    }

    /// The pose of all nodes, in the order of [`Player::nodes`]. If the clip of the current state is missing, they are at rest.
    ///
    /// With [`Interpolate::Linear`] the last frame blends into the first frame of the state that follows. It holds if none
    /// follows, or one whose clip is missing or has another number of bones. The memory of `pose` is reused: nothing is allocated
    /// once there is room for all nodes.
    pub fn pose(&mut self, pose: &mut Pose) {
        let mut floats = std::mem::take(&mut self.floats);
        floats.clear();
        self.sample(&mut floats);
        self.floats = floats;
        match self.machine.figure(self.clip()) {
            Some(figure) => figure.pose(&self.floats, pose),
            None => clear(pose),
        }
    }

    /// The nodes of [`Player::pose`], as in the clips of the document: the bones of its skeleton. In a state whose clip has another
    /// number of bones, they are `bone_00` and so on. There are none if both the clip and the skeleton are missing.
    pub fn nodes(&self) -> &[Node] {
        self.machine.nodes(self.clip())
    }

    /// The index of the current state's clip, unless it is missing.
    fn clip(&self) -> Option<usize> {
        self.machine.entry(self.current).clip
    }

    /// The current floats; none if the clip is missing.
    fn sample(&self, floats: &mut Vec<f64>) {
        let Entry { clip: Some(clip), window, .. } = *self.machine.entry(self.current) else { return };
        let anim = self.machine.anim(clip);
        let last = window.frames().len() - 1;
        let number = (self.within() as usize).min(last);
        let frame = anim.frame(window.frame(number)).unwrap_or_default();
        let next = match self.options.interpolate {
            Interpolate::Hold => None,
            Interpolate::Linear if number < last => anim.frame(window.frame(number + 1)),
            Interpolate::Linear => self.next().and_then(|next| self.machine.first_frame(next)),
        };
        let next = next.filter(|next| next.len() == frame.len()).unwrap_or(frame);
        between(frame, next, (self.within() - number as f64).min(1.0), floats);
    }

    /// The frames since the state began, up to its end. A number near a whole one is rounded: sums of steps are not exact.
    fn within(&self) -> f64 {
        let whole = self.elapsed.round();
        let frames = if (self.elapsed - whole).abs() < 1e-6 { whole } else { self.elapsed };
        frames.clamp(0.0, self.length())
    }

    /// The frames that the state lasts.
    fn length(&self) -> f64 {
        self.machine.entry(self.current).window.frames().len() as f64
    }

    /// Whether the state has shown all its frames.
    fn is_over(&self) -> bool {
        self.within() >= self.length()
    }

    fn next(&self) -> Option<usize> {
        self.requested.or(self.machine.entry(self.current).next)
    }

    /// Enters the states that are due.
    fn settle(&mut self) {
        // After as many steps as there are states, the states repeat.
        for _ in 0..=self.states().len() {
            if !self.step() {
                return;
            }
        }
        let (start, before) = (self.current, self.travelled);
        let (mut round, mut steps) = (self.length(), 0);
        while self.step() {
            steps += 1;
            if self.current == start {
                // Complete rounds are skipped, except those whose events are kept.
                let played = (MAX_HAPPENINGS / 2 / steps + 1) as f64;
                let rest = self.elapsed % round;
                let rounds = ((self.elapsed - rest) / round).round() - played;
                if rounds > 0.0 {
                    self.elapsed = rest + played * round;
                    self.began += rounds * round;
                    for (travelled, before) in self.travelled.iter_mut().zip(before) {
                        *travelled += rounds * (*travelled - before);
                    }
                }
                break;
            }
            round += self.length();
        }
        while self.step() {}
    }

    /// Enters the state that follows, if the current one is over and one follows.
    fn step(&mut self) -> bool {
        let rest = self.elapsed - self.length();
        // If the time is so large that rounding loses single frames, no state ends.
        let due = rest < self.elapsed && self.is_over();
        let Some(next) = self.next().filter(|_| due) else { return false };
        self.enter(next, self.length(), rest);
        true
    }

    /// Leaves the current state, `after` frames after its beginning, for a state that began `elapsed` frames ago.
    fn enter(&mut self, state: usize, after: f64, elapsed: f64) {
        self.travelled = self.travelled();
        self.began += after;
        self.report(Happened::Left { state: self.current });
        self.elapsed = elapsed;
        self.current = state;
        self.requested = None;
        self.has_finished = false;
        self.report(Happened::Entered { state });
    }

    /// Reports what happens when the current state begins.
    fn report(&mut self, what: Happened) {
        self.queue.push(Happening::new(seconds_of(self.began), what));
    }
}

fn seconds_of(frames: f64) -> f64 {
    frames / f64::from(FRAMES_PER_SECOND)
}
