//! The player: runs the states of a file as time goes by, and changes from state to state when it is asked to.

use std::collections::HashMap;
use std::fmt;

use crate::channel::TOUCHING;
use crate::links::by_name;
use crate::machine::Machine;
use crate::moment::Moment;
use crate::schedule::Place;
use crate::{Body, Clock, Label, NodePose, PlayOptions, Stt};

/// Plays the states of a file.
///
/// It begins with the first state. A `SINGLE` state runs for ever; a keyframe state runs its keys. [`Player::request`]
/// asks for another state, which comes when the key that plays may be left. What is shown depends on the times of the
/// requests alone, not on the steps in which time is advanced.
///
/// ```
/// use anim_core::Format;
/// use anim_stt::{Label, Player, PlayOptions, Stt};
///
/// let text = b"#MINDRENDER 1.1 3
///     {walk} KEYFRAME 2 1 {left}
///         0 0.5 0 1 0 {left}
///         1 0.5 0 0 0 {right}
///     {left} SINGLE 1 {foot} STATIC 0 0 1  0 0 0  0 0 0
///     {right} SINGLE 1 {foot} STATIC 0 0 -1  0 0 0  0 0 0";
/// let stt = Stt::parse(text, &mut ())?;
/// let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
/// player.advance(0.25);
/// assert_eq!(player.pose()[0].position(), Some([0.0; 3]), "half way between left and right");
/// player.request(&Label::new("left").unwrap()).unwrap();
/// assert_eq!(player.position().state, 0, "the first key does not let go");
/// player.advance(0.25);
/// assert_eq!(player.position().state, 1);
/// # Ok::<(), anim_stt::Error>(())
/// ```
#[derive(Debug)]
pub struct Player<'a> {
    machine: Machine<'a>,
    names: HashMap<&'a [u8], usize>,
    state: usize,
    now: Moment,
    /// When the state was entered.
    entered: Moment,
    /// The state asked for, and how long after the entry of the present one it comes; never where there is no time.
    request: Option<(usize, Option<f64>)>,
}

/// Where a player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The index of the state in [`Stt::states`].
    pub state: usize,
    /// The index of the key that plays; `None` in a `SINGLE` state and in one without keys.
    pub key: Option<usize>,
    /// The index of the key that comes next, if one does.
    pub next: Option<usize>,
    /// Whether the pose is going over to that of the next key.
    pub morphs: bool,
    /// Seconds since the state was entered.
    pub time: f64,
}

/// A state was asked for that the file does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownState {
    /// The name.
    pub name: Label,
}

impl fmt::Display for UnknownState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no state `{}`", self.name)
    }
}

impl std::error::Error for UnknownState {}

impl<'a> Player<'a> {
    /// A player at the beginning of the first state; `None` for a file without states.
    pub fn new(stt: &'a Stt, options: PlayOptions) -> Option<Self> {
        (!stt.states.is_empty()).then(|| Self {
            machine: Machine::new(stt, options),
            names: by_name(stt),
            state: 0,
            now: Moment::default(),
            entered: Moment::default(),
            request: None,
        })
    }

    /// Begins a state at once, whatever plays; the clock goes on. What was asked for before is forgotten.
    ///
    /// Errors: there is no state of that name.
    pub fn start(&mut self, name: &Label) -> Result<(), UnknownState> {
        let state = self.find(name)?;
        self.enter(state, self.now);
        Ok(())
    }

    /// Asks for another state. It begins at the first moment at which the key that plays has its exit flag on, at once if
    /// that is now; a `SINGLE` state can be left at any time. It is the keys of the state itself that count, not those of
    /// states nested in it. A later request replaces one that waits.
    ///
    /// Errors: there is no state of that name.
    pub fn request(&mut self, name: &Label) -> Result<(), UnknownState> {
        let state = self.find(name)?;
        self.request = Some((state, self.next_exit()));
        self.advance(0.0);
        Ok(())
    }

    /// The index of the state that is asked for and has not begun.
    pub fn requested(&self) -> Option<usize> {
        self.request.map(|(state, _)| state)
    }

    /// Lets time go by. Steps that are not above 0, and those that lead beyond all numbers, do nothing.
    pub fn advance(&mut self, seconds: f64) {
        let later = self.now.plus(seconds);
        if seconds > 0.0 && later.is_finite() {
            self.now = later;
        }
        if let Some((state, Some(moment))) = self.request
            && moment <= self.time() + TOUCHING
        {
            self.enter(state, self.entered.plus(moment));
        }
    }

    /// Where it is.
    pub fn position(&self) -> Position {
        let (state, time) = (self.state, self.time());
        let place = self.machine.schedule(state).map(|schedule| schedule.at(time));
        let step =
            place.and_then(|place| if let Place::Within { step, .. } = place { Some(step) } else { None });
        Position {
            state,
            key: place.map(|place| place.key()),
            next: step.map(|step| step.next),
            morphs: step.is_some_and(|step| step.morphed),
            time,
        }
    }

    /// The names of all nodes of the file, in the order of [`Player::pose`].
    pub fn nodes(&self) -> &[&'a Label] {
        &self.machine.nodes
    }

    /// What the nodes of the file do now, in the order of [`Player::nodes`]. Nodes that nothing drives are all `None`.
    ///
    /// While a morph runs, the state being left runs on, and the one being entered stands at its own time 0; every number
    /// goes straight from the one to the other. What only one of them drives keeps its value until the morph ends.
    pub fn pose(&self) -> Vec<NodePose> {
        match self.machine.options.clock {
            Clock::Local => self.machine.pose(self.state, 0.0, self.time()),
            Clock::Global => {
                let [entered, now] = [self.entered, self.now].map(|moment| moment.since(Moment::default()));
                self.machine.pose(self.state, entered, now)
            }
        }
    }

    fn time(&self) -> f64 {
        self.now.since(self.entered)
    }

    fn find(&self, name: &Label) -> Result<usize, UnknownState> {
        self.names.get(name.as_bytes()).copied().ok_or_else(|| UnknownState { name: name.clone() })
    }

    fn enter(&mut self, state: usize, moment: Moment) {
        (self.state, self.entered, self.request) = (state, moment, None);
    }

    /// When the present state can be left next, in seconds since its entry.
    fn next_exit(&self) -> Option<f64> {
        let time = self.time();
        let Some(schedule) = self.machine.schedule(self.state) else { return Some(time) };
        let Body::Keyframe(keyframes) = &self.machine.stt.states[self.state].body else { return Some(time) };
        schedule.next_exit(time, |key| keyframes.keys[key].exit.is_on())
    }
}
