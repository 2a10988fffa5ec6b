//! The player: runs the states of a file over time, and changes states on request.

mod cast;
mod happening;
mod play;

use std::sync::Arc;

use anim_core::time::{Moment, TOUCHING};
use anim_core::{Node, Pose, UnknownName};

use crate::machine::Machine;
use crate::schedule::Progress;
use crate::showing::Scratch;
use crate::{Body, ClipOptions, Clock, NodePose, State, Stt};
use cast::Cast;
use happening::Queue;
pub use happening::{Happened, Happening};

/// Plays the states of a file.
///
/// The first state plays first. A `SINGLE` state plays endlessly, a keyframe state plays its keys. [`Player::request`] requests
/// another state, which begins when the current key may be left. The poses and events depend on the times of the requests, not
/// on the steps in which time advances.
///
/// ```
/// use anim_core::Pose;
/// use anim_stt::{ClipOptions, Happened, Player, Stt};
///
/// let text = b"#MINDRENDER 1.1 3
///     {walk} KEYFRAME 2 1 {left}
///         0 0.5 0 1 0 {left}
///         1 0.5 0 0 0 {right}
///     {left} SINGLE 1 {foot} STATIC 0 0 1  0 0 0  0 0 0
///     {right} SINGLE 1 {foot} STATIC 0 0 -1  0 0 0  0 0 0";
/// let mut player = Player::new(Stt::parse(text)?, &ClipOptions::default()).ok_or("there are no states")?;
/// let mut pose = Pose::default();
/// player.advance(0.25);
/// player.pose(&mut pose);
/// assert_eq!(pose.world[0].translation(), [0.0; 3], "halfway between left and right");
///
/// player.request("left")?;
/// assert_eq!(player.current(), 0, "the first key may not be left");
/// player.advance(0.25);
/// assert_eq!(player.current(), 1);
/// let last = player.happenings().last();
/// assert_eq!(last.map(|last| (last.time, last.what)), Some((0.5, Happened::Entered { state: 1 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    machine: Arc<Machine<Arc<Stt>>>,
    cast: Arc<Cast>,
    state: usize,
    now: Moment,
    /// When the state was entered.
    entered: Moment,
    /// The requested state and when it begins, in seconds since the current state was entered; `None` means never.
    request: Option<(usize, Option<f64>)>,
    scratch: Scratch,
    queue: Queue,
}

/// The state and the key that a player plays.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Position {
    /// The index of the state in [`Stt::states`].
    pub state: usize,
    /// The index of the key that plays; `None` in a `SINGLE` state and in a keyframe state without keys.
    pub key: Option<usize>,
    /// The index of the key that follows, if one does.
    pub next: Option<usize>,
    /// Whether the pose is blending into that of the next key.
    pub morphs: bool,
    /// Seconds since the state was entered: [`Player::state_time`].
    pub state_time: f64,
}

impl Player {
    /// A player at the beginning of the first state, whose events report that it was entered; `None` for a file without states.
    pub fn new(document: impl Into<Arc<Stt>>, options: &ClipOptions) -> Option<Self> {
        let document = document.into();
        if document.states.is_empty() {
            return None;
        }
        let machine = Machine::new(document, *options);
        let mut player = Self {
            cast: Arc::new(Cast::new(&machine)),
            machine: Arc::new(machine),
            state: 0,
            now: Moment::default(),
            entered: Moment::default(),
            request: None,
            scratch: Scratch::default(),
            queue: Queue::default(),
        };
        player.queue.enter(0, 0.0);
        Some(player)
    }

    /// The document.
    pub fn document(&self) -> &Arc<Stt> {
        &self.machine.stt
    }

    /// The states, in the order of the file.
    pub fn states(&self) -> &[State] {
        &self.machine.stt.states
    }

    /// The index of the state with a name, as it is displayed: `\xNN` for each byte that is not UTF-8. If several states have the
    /// name, it is the first.
    ///
    /// Errors: [`UnknownName`].
    pub fn state(&self, name: &str) -> Result<usize, UnknownName> {
        self.cast.find(name).ok_or_else(|| {
            let known: Vec<String> = self.states().iter().map(|state| state.name.to_string()).collect();
            UnknownName::new("state", name, known.iter().map(String::as_str))
        })
    }

    /// The index of the current state in [`Player::states`].
    pub fn current(&self) -> usize {
        self.state
    }

    /// The nodes, in the order of the file and of [`Player::pose`]: the names that states give them, at rest at the origin. No node
    /// has a parent, since the file does not hold the hierarchy of the model.
    pub fn nodes(&self) -> &[Node] {
        &self.cast.nodes
    }

    /// The seconds since the player was made.
    pub fn time(&self) -> f64 {
        self.now.get()
    }

    /// The seconds since the current state was entered.
    pub fn state_time(&self) -> f64 {
        // Rounding may put the entry slightly after the current time.
        self.now.since(self.entered).max(0.0)
    }

    /// Begins a state at once, whatever is playing. The clock continues, and a pending request is dropped.
    ///
    /// Errors: [`UnknownName`], as in [`Player::state`].
    pub fn start(&mut self, state: &str) -> Result<(), UnknownName> {
        let state = self.state(state)?;
        self.enter(state, self.now);
        Ok(())
    }

    /// Requests another state.
    ///
    /// The state begins at the first moment at which the current key has its exit flag on, which may be now. A `SINGLE` state
    /// can be left at any time. Only the keys of the state itself matter, not those of nested states. A later request replaces a
    /// pending one.
    ///
    /// Errors: [`UnknownName`], as in [`Player::state`].
    pub fn request(&mut self, state: &str) -> Result<(), UnknownName> {
        let state = self.state(state)?;
        self.request = Some((state, self.next_exit()));
        self.advance(0.0);
        Ok(())
    }

    /// The index of the state that was requested and has not begun.
    pub fn requested(&self) -> Option<usize> {
        self.request.map(|(state, _)| state)
    }

    /// Advances the time by this many seconds. A step that is not above 0, or that would make the time infinite, does nothing.
    pub fn advance(&mut self, seconds: f64) {
        let later = self.now.plus(seconds.max(0.0));
        if later.is_finite() {
            self.now = later;
        }
        if let Some((state, Some(moment))) = self.request
            && moment <= self.state_time() + TOUCHING
        {
            self.enter(state, self.entered.plus(moment));
        }
    }

    /// The current state and key.
    pub fn position(&self) -> Position {
        let (state, time) = (self.state, self.state_time());
        let progress = self.machine.schedule(state).map(|schedule| schedule.at(time));
        let step = progress.and_then(|progress| match progress {
            Progress::InStep { step, .. } => Some(step),
            _ => None,
        });
        Position {
            state,
            key: progress.map(|progress| progress.key()),
            next: step.map(|step| step.next),
            morphs: step.is_some_and(|step| step.morphed),
            state_time: time,
        }
    }

    /// The events since the last call, in order: states and keys that were entered and left, sequences that ended. The first
    /// call begins with the initial state and key.
    ///
    /// The player keeps the latest [`MAX_HAPPENINGS`](anim_core::MAX_HAPPENINGS) until they are taken.
    pub fn happenings(&mut self) -> impl ExactSizeIterator<Item = Happening> + '_ {
        self.play_to(self.state_time());
        self.queue.take()
    }

    /// The pose of all nodes of the file, in the order of [`Player::nodes`].
    ///
    /// The pose has the numbers of the clips: angles in radians, and the sum of displacement and translation. No node has a
    /// parent, since the file does not hold the hierarchy of the model. A vector that nothing drives is at rest, at the origin.
    /// The memory of `pose` is reused: nothing is allocated once there is room for all nodes.
    pub fn pose(&mut self, pose: &mut Pose) {
        let order = self.machine.options.order;
        self.evaluate();
        let nodes = &self.scratch.pose;
        pose.local.clear();
        pose.local.extend(nodes.iter().map(|node| node.to_affine(order)));
        pose.world.clone_from(&pose.local);
        pose.parent.clear();
        pose.parent.resize(nodes.len(), None);
        pose.alive.clear();
        pose.alive.resize(nodes.len(), true);
    }

    /// The pose of all nodes in the numbers of the file: displacement and translation separate, angles in degrees, and `None` for
    /// vectors that nothing drives.
    ///
    /// During a morph, the state that is left continues to play, and the state that is entered stands at its time 0, or also plays
    /// with [`Clock::Global`]; each number is interpolated linearly between the two. A vector that only one of them drives keeps its
    /// value until the morph ends.
    pub fn node_poses(&mut self) -> &[NodePose] {
        self.evaluate();
        &self.scratch.pose
    }

    fn evaluate(&mut self) {
        let (since, time) = match self.machine.options.clock {
            Clock::Local => (0.0, self.state_time()),
            Clock::Global => (self.entered.get(), self.now.get()),
        };
        self.machine.pose(self.state, since, time, &mut self.scratch);
    }

    fn enter(&mut self, state: usize, moment: Moment) {
        let time = moment.since(self.entered);
        self.play_to(time);
        let key = self.machine.schedule(self.state).map(|schedule| schedule.at(time).key());
        self.queue.leave(self.state, key, moment.get());
        self.queue.enter(state, moment.get());
        (self.state, self.entered, self.request) = (state, moment, None);
    }

    /// Reports the keys of the current state up to a time since it was entered.
    fn play_to(&mut self, time: f64) {
        if let Some(schedule) = self.machine.schedule(self.state) {
            self.queue.play(self.state, schedule, self.entered.get(), time);
        }
    }

    /// When the current state can next be left, in seconds since it was entered.
    fn next_exit(&self) -> Option<f64> {
        let time = self.state_time();
        let Some(schedule) = self.machine.schedule(self.state) else { return Some(time) };
        let Body::Keyframe(keyframes) = &self.machine.stt.states[self.state].body else { return Some(time) };
        schedule.next_exit(time, |key| keyframes.keys[key].exit.is_on())
    }
}
