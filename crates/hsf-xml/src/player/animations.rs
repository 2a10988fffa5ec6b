//! Starting, stopping and ending animations.

use super::drivers::{Part, Source};
use super::engine::{Engine, Start, State};
use super::happened::Happened;
use super::queue::What;
use crate::Property;

impl Engine {
    /// Continues an animation from its current state, after the rest of the delay of its block and of its own.
    pub(super) fn activate(&mut self, index: usize) {
        let delay = self.program.animations[index].delay;
        let from = self.now.max(self.program.animations[index].from);
        let running = &mut self.animations[index];
        match running.state {
            State::Idle if !running.has_waited && (delay > 0.0 || from > self.now) => {
                self.wait(index, from + delay);
            }
            State::Idle => self.begin(index),
            // The delay of its block passes while it is stopped, too.
            State::Stopped if !running.has_begun => {
                let rest = delay.min(-running.since);
                self.wait(index, from + rest);
            }
            State::Stopped => {
                running.since = self.now - running.since;
                self.play(index);
                for child in 0..self.program.animations[index].children.len() {
                    let child = self.program.animations[index].children[child];
                    if self.animations[child].state == State::Stopped {
                        self.activate(child);
                    }
                }
            }
            State::Delayed | State::Running | State::Finished => {}
        }
    }

    /// Lets an animation wait until it begins.
    fn wait(&mut self, index: usize, until: f64) {
        let running = &mut self.animations[index];
        running.rewind();
        (running.state, running.since, running.turn) = (State::Delayed, until, running.turn + 1);
        let what = What::Begin(index, running.turn);
        self.queue.push(until, what);
    }

    /// Starts an animation at its beginning, and the active animations nested in it.
    pub(super) fn begin(&mut self, index: usize) {
        for child in 0..self.program.animations[index].children.len() {
            let child = self.program.animations[index].children[child];
            // A sensor may have started it, or what is nested in it.
            self.stop(child, true);
            self.animations[child].has_waited = false;
        }
        let running = &mut self.animations[index];
        (running.since, running.is_over) = (self.now, false);
        (running.has_begun, running.has_waited) = (true, true);
        self.take_over(index);
        self.play(index);
        for child in 0..self.program.animations[index].children.len() {
            let child = self.program.animations[index].children[child];
            if self.program.animations[child].active {
                self.activate(child);
            }
        }
    }

    /// Plays an animation from its current state, and schedules its end: at once if its own timeline has ended, since what is nested
    /// in it may have ended, too.
    fn play(&mut self, index: usize) {
        let duration = self.program.animations[index].duration();
        let running = &mut self.animations[index];
        (running.state, running.turn) = (State::Running, running.turn + 1);
        let (end, turn) = (running.since + duration, running.turn);
        self.note_animation(index, |animation, name| Happened::Entered { animation, name });
        if end.is_finite() {
            self.queue.push(end.max(self.now), What::End(index, turn));
        }
    }

    /// Stops an animation in its current state, also during its delay, or resets it to before its start; and so all animations
    /// in it.
    pub(super) fn stop(&mut self, index: usize, rewind: bool) {
        let now = self.now;
        let running = &mut self.animations[index];
        let ran = running.state == State::Running;
        match running.state {
            _ if rewind => running.rewind(),
            State::Delayed | State::Running => {
                (running.state, running.since) = (State::Stopped, now - running.since);
            }
            State::Idle | State::Stopped | State::Finished => {}
        }
        running.turn += 1;
        if ran {
            self.note_animation(index, |animation, name| Happened::Left { animation, name });
        }
        for child in 0..self.program.animations[index].children.len() {
            self.stop(self.program.animations[index].children[child], rewind);
        }
    }

    /// Ends an animation if its own timeline and all animations in it have ended.
    pub(super) fn finish(&mut self, index: usize) {
        let mut at = Some(index);
        while let Some(index) = at {
            let children = &self.program.animations[index].children;
            let busy =
                |child: &usize| matches!(self.animations[*child].state, State::Running | State::Delayed);
            let running = &self.animations[index];
            if running.state != State::Running || !running.is_over || children.iter().any(busy) {
                return;
            }
            self.animations[index].state = State::Finished;
            self.note_animation(index, |animation, name| Happened::Finished { animation, name });
            for &(sensor, condition) in &self.watchers.finishing[index] {
                self.queue.push(self.now, What::Met(sensor, condition));
            }
            at = self.program.animations[index].parent;
        }
    }

    /// Lets an animation drive its properties, from their current values.
    fn take_over(&mut self, index: usize) {
        let animation = &self.program.animations[index];
        let (Some(node), Some(target)) = (self.node_of[index], animation.target.clone()) else { return };
        let tracks = animation.tracks.clone();
        let turned = tracks.iter().any(|track| track.turns());
        for (number, track) in tracks.iter().enumerate() {
            let source = Source { animation: index, track: number, is_heading: false };
            if track.path_vector.is_some() && !turned {
                let heading = Source { is_heading: true, ..source };
                self.drivers[node].set(&Property::Rotation, Part { source: heading, components: [true; 4] });
            }
            if track.starts_from_target() || !track.is_whole() {
                let drivers = &self.drivers[node];
                let before = match drivers.turning.filter(|_| track.property == Property::Rotation) {
                    // This includes a target that an angle about an axis rotates.
                    Some(turning) => Some(self.quaternion(turning)),
                    None => drivers.get(&track.property).map(|parts| self.joined(parts)),
                };
                let own = before.unwrap_or_else(|| target.rest(track.tag));
                let lanes: Vec<_> = track.lanes.iter().map(|lane| lane.resolve(track.tag, own)).collect();
                let course = track.course_of(&lanes);
                self.animations[index].starts.insert(number, Start { own, lanes, course });
            }
            self.drivers[node].set(&track.property, Part { source, components: track.components() });
        }
    }
}
