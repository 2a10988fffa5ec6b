//! A figure that goes from state to state.

use std::collections::HashMap;

use anim_core::Pose;

use crate::pose::between;
use crate::{Anim, FRAMES_PER_SECOND, Interpolate, Skeleton, State, StateTable, Window};

/// Plays the states of a table with their clips, as the game does: a state runs through its window once and leads to the
/// one that was requested, else to its default next, else it stays on its last frame.
///
/// Where the player is depends on the time that has passed and on the requests, not on the size of the steps: states last
/// whole frames, and time that is within a millionth of a frame counts as the frame's.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    states: Vec<Entry<'a>>,
    places: HashMap<&'a str, usize>,
    current: usize,
    requested: Option<usize>,
    /// Frames since the current state began: counted from there, sums of many steps stay exact enough.
    elapsed: f64,
    /// What the states before travelled.
    travelled: [f64; 2],
}

/// A state and the frames it shows.
#[derive(Clone, Debug)]
struct Entry<'a> {
    state: &'a State,
    clip: Option<&'a Anim>,
    window: Window,
    next: Option<usize>,
    /// Metres a second, forward and sideways.
    speed: [f64; 2],
}

impl<'a> Player<'a> {
    /// A player in the first state of the table; `None` if it has none.
    ///
    /// `clips` are the table's by name, which is compared without case. A state whose clip is not among them lasts as long
    /// as its window says, and has no pose. Of several states of one name the first is found.
    pub fn new(table: &'a StateTable, clips: &'a [(String, Anim)]) -> Option<Self> {
        let by_name: HashMap<_, _> = clips.iter().map(|(name, anim)| (name.to_lowercase(), anim)).collect();
        let states = table.states();
        let mut places = HashMap::new();
        for (index, state) in states.iter().enumerate() {
            places.entry(state.name.as_str()).or_insert(index);
        }
        let entry = |state: &'a State| {
            let clip = by_name.get(&state.clip.to_lowercase()).copied();
            let window =
                clip.map_or_else(|| state.window(crate::MAX_FRAMES), |anim| state.window(anim.frames()));
            let speed = state.speed(clip.map_or(crate::MAX_FRAMES, Anim::frames));
            Entry {
                state,
                clip,
                window,
                next: state.next.as_deref().and_then(|next| places.get(next)).copied(),
                speed,
            }
        };
        let states: Vec<_> = states.iter().map(entry).collect();
        let first = Self { states, places, current: 0, requested: None, elapsed: 0.0, travelled: [0.0; 2] };
        (!first.states.is_empty()).then_some(first)
    }

    /// The state that is shown.
    pub fn state(&self) -> &'a State {
        self.states[self.current].state
    }

    /// The state that was requested and is not shown yet.
    pub fn requested(&self) -> Option<&'a State> {
        self.requested.map(|index| self.states[index].state)
    }

    /// Lets a state follow when the current one ends, instead of its default next; false if there is none of this name.
    ///
    /// A table leads from one motion to another by states of their own: to walk from a stand, request `STAND_WALK`,
    /// whose default next is `WALK`. A state that has ended leads on at once.
    pub fn request(&mut self, state: &str) -> bool {
        if self.has_ended() {
            return self.play(state);
        }
        let found = self.places.get(state).copied();
        self.requested = found.or(self.requested);
        found.is_some()
    }

    /// Shows a state from its beginning, now; false if there is none of this name.
    pub fn play(&mut self, state: &str) -> bool {
        let Some(&index) = self.places.get(state) else { return false };
        self.travelled = self.travelled();
        self.elapsed = 0.0;
        self.current = index;
        self.requested = None;
        true
    }

    /// Lets so many seconds pass. What is not a number above 0 changes nothing.
    pub fn advance(&mut self, seconds: f64) {
        if seconds > 0.0 && seconds.is_finite() {
            self.elapsed += seconds * f64::from(FRAMES_PER_SECOND);
            self.settle();
        }
    }

    /// How long the state has been shown, in seconds; at most its length.
    pub fn time(&self) -> f64 {
        self.within() / f64::from(FRAMES_PER_SECOND)
    }

    /// Whether the state is over and none follows.
    pub fn has_ended(&self) -> bool {
        self.within() >= self.length()
    }

    /// How far the figure has come by its states' speeds, in metres: forward, and sideways with the sign of the table.
    pub fn travelled(&self) -> [f64; 2] {
        let seconds = self.time();
        let speed = self.states[self.current].speed;
        std::array::from_fn(|axis| self.travelled[axis] + speed[axis] * seconds)
    }

    /// The floats that are shown, as [`Skeleton::pose`] takes them; false without a clip.
    ///
    /// With [`Interpolate::Linear`] the last frame leads to the first one of the state that is due. It stays where none is
    /// due, or one without a clip of as many bones.
    pub fn sample(&self, interpolate: Interpolate, floats: &mut Vec<f64>) -> bool {
        let Entry { clip, window, .. } = &self.states[self.current];
        let Some(clip) = clip else { return false };
        let last = window.frames().len() - 1;
        let number = (self.within() as usize).min(last);
        let frame = clip.frame(window.frame(number)).unwrap_or_default();
        let next = match interpolate {
            Interpolate::Hold => None,
            Interpolate::Linear if number < last => clip.frame(window.frame(number + 1)),
            Interpolate::Linear => self.next().and_then(|next| self.states[next].first_frame()),
        };
        let next = next.filter(|next| next.len() == frame.len()).unwrap_or(frame);
        between(frame, next, (self.within() - number as f64).min(1.0), floats);
        true
    }

    /// The pose that is shown; false without a clip.
    pub fn pose(&self, skeleton: &Skeleton, interpolate: Interpolate, pose: &mut Pose) -> bool {
        let mut floats = Vec::new();
        let there = self.sample(interpolate, &mut floats);
        if there {
            skeleton.pose(&floats, pose);
        }
        there
    }

    /// Frames since the state began, up to its end; whole ones are whole whatever the steps that led there.
    fn within(&self) -> f64 {
        let whole = self.elapsed.round();
        let frames = if (self.elapsed - whole).abs() < 1e-6 { whole } else { self.elapsed };
        frames.clamp(0.0, self.length())
    }

    /// Frames that the state lasts.
    fn length(&self) -> f64 {
        self.states[self.current].window.frames().len() as f64
    }

    fn next(&self) -> Option<usize> {
        self.requested.or(self.states[self.current].next)
    }

    /// Goes on to the state that is due.
    fn settle(&mut self) {
        // After as many states as there are, the rest is one loop: whole rounds of it are taken at once.
        for _ in 0..=self.states.len() {
            if !self.step() {
                return;
            }
        }
        let (start, before) = (self.current, self.travelled);
        let mut round = self.length();
        while self.step() {
            if self.current == start {
                let rest = self.elapsed % round;
                let rounds = ((self.elapsed - rest) / round).round();
                self.elapsed = rest;
                for (travelled, before) in self.travelled.iter_mut().zip(before) {
                    *travelled += rounds * (*travelled - before);
                }
                break;
            }
            round += self.length();
        }
        while self.step() {}
    }

    /// Goes on to the next state, if the current one is over and there is one.
    fn step(&mut self) -> bool {
        let rest = self.elapsed - self.length();
        // Of so many frames that single ones are lost in rounding, none passes.
        let due = rest < self.elapsed && self.has_ended();
        let Some(next) = self.next().filter(|_| due) else { return false };
        self.travelled = self.travelled();
        self.elapsed = rest;
        self.current = next;
        self.requested = None;
        true
    }
}

impl<'a> Entry<'a> {
    /// The floats of the frame that is shown first.
    fn first_frame(&self) -> Option<&'a [f32]> {
        self.clip.and_then(|clip| clip.frame(self.window.first))
    }
}
