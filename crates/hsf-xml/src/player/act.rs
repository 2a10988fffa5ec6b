//! What happens: starts, ends, sensors, actions.

use super::{Happened, Input, MAX_STEPS, Overrun, Player, SensorRule, State};
use crate::program::Action;
use crate::{Target, TargetKind};

/// Something that is to happen.
#[derive(Debug)]
pub(super) enum What<'a> {
    /// An animation is asked to go on.
    Activate(usize),
    /// An animation's delay has passed, in this turn of it.
    Begin(usize, u64),
    /// An animation's own timeline is at its end, in this turn of it.
    End(usize, u64),
    /// A condition of a sensor is met.
    Met(usize, usize),
    /// An action of a sensor.
    Act(usize, Action<'a>),
}

impl<'a> Player<'a> {
    /// Notes which conditions wait for what.
    pub(super) fn watch(&mut self) {
        let mut waits = Vec::new();
        for (index, sensor) in self.program.sensors.iter().enumerate() {
            for (number, condition) in sensor.conditions.iter().enumerate() {
                waits.push((
                    index,
                    number,
                    condition.event.to_ascii_uppercase(),
                    condition.target,
                    sensor.parent,
                ));
            }
        }
        for (sensor, condition, event, target, scope) in waits {
            let target = Target::parse(target);
            match (event.as_str(), target) {
                ("ONTICK", _) => self.ticking.push((sensor, condition)),
                ("ONANIMFINISHED", Some(target)) => {
                    if let Some(animation) = self.program.find(target.name, scope) {
                        self.finishing.entry(animation).or_default().push((sensor, condition));
                    }
                }
                ("ONSENSOR", Some(target)) => {
                    if let Some(other) = self.program.sensor(target.name) {
                        self.following.entry(other).or_default().push((sensor, condition));
                    }
                }
                _ => {}
            }
        }
    }

    /// Lets everything happen up to a tick.
    pub(super) fn run(&mut self, until: f64) -> Result<(), Overrun> {
        for _ in 0..MAX_STEPS {
            let queued = self.queue.peek().map(|next| next.0.tick).filter(|tick| *tick <= until);
            let tick = self.next_tick().filter(|tick| *tick <= until);
            match (queued, tick) {
                (Some(queued), tick) if tick.is_none_or(|tick| queued <= tick) => {
                    self.now = self.now.max(queued);
                    self.ticked = self.ticked.max(queued.ceil() - 1.0);
                    if let Some(next) = self.queue.pop() {
                        self.happen(next.0.what);
                    }
                }
                (_, Some(tick)) => {
                    (self.now, self.ticked) = (tick, tick);
                    for (sensor, condition) in self.ticking.clone() {
                        self.schedule(tick, What::Met(sensor, condition));
                    }
                }
                _ => {
                    self.now = self.now.max(until);
                    self.ticked = self.ticked.max(self.now.floor());
                    return Ok(());
                }
            }
        }
        Err(Overrun { tick: self.now })
    }

    /// The next whole tick that a sensor watches. What else happens at it comes first.
    fn next_tick(&self) -> Option<f64> {
        let mut watched = self.ticking.iter().filter(|(sensor, _)| self.sensors[*sensor].is_active);
        watched.next().map(|_| self.ticked + 1.0)
    }

    /// What is done to a target meets the conditions that wait for it.
    pub(super) fn meet(&mut self, input: Input, target: &str) {
        let target = Target::parse(target).map_or("", |target| target.name);
        let mut met = Vec::new();
        for (index, sensor) in self.program.sensors.iter().enumerate() {
            for (number, condition) in sensor.conditions.iter().enumerate() {
                let waits = condition.event.eq_ignore_ascii_case(input.event());
                if waits && self.watched(condition.target).is_some_and(|watched| is_part(target, &watched)) {
                    met.push((index, number));
                }
            }
        }
        for (sensor, condition) in met {
            self.schedule(self.now, What::Met(sensor, condition));
        }
    }

    /// The object that a condition watches: that of a `TargetObject`, or as it is written.
    fn watched(&self, target: &str) -> Option<String> {
        let target = Target::parse(target)?;
        match target.kind {
            TargetKind::Object => self.program.object(target.name),
            TargetKind::Animation | TargetKind::Sensor => None,
            _ => Some(target.name.to_owned()),
        }
    }

    fn happen(&mut self, what: What<'a>) {
        match what {
            What::Activate(index) => self.activate(index),
            What::Begin(index, turn) => {
                if self.animations[index].turn == turn {
                    self.begin(index);
                }
            }
            What::End(index, turn) => {
                if self.animations[index].turn == turn {
                    self.animations[index].is_over = true;
                    self.finish(index);
                }
            }
            What::Met(sensor, condition) => self.sense(sensor, condition),
            What::Act(sensor, action) => self.act(sensor, &action),
        }
    }

    /// An animation goes on from where it is, after what is left of its delay.
    fn activate(&mut self, index: usize) {
        let delay = self.program.animations[index].delay;
        let running = &mut self.animations[index];
        match running.state {
            State::Idle if delay > 0.0 && !running.has_waited => self.wait(index, self.now + delay),
            State::Idle => self.begin(index),
            State::Stopped if running.since < 0.0 => {
                let until = self.now - running.since;
                self.wait(index, until);
            }
            State::Stopped => {
                running.since = self.now - running.since;
                self.go_on(index);
                for child in self.children(index) {
                    if self.animations[child].state == State::Stopped {
                        self.activate(child);
                    }
                }
            }
            State::Delayed | State::Running | State::Finished => {}
        }
    }

    /// An animation waits until it begins.
    fn wait(&mut self, index: usize, until: f64) {
        let running = &mut self.animations[index];
        (running.state, running.since, running.turn) = (State::Delayed, until, running.turn + 1);
        let what = What::Begin(index, running.turn);
        self.schedule(until, what);
    }

    /// An animation begins at its beginning, and what is active in it with it.
    fn begin(&mut self, index: usize) {
        let running = &mut self.animations[index];
        (running.since, running.is_over, running.has_waited) = (self.now, false, true);
        self.take_over(index);
        self.go_on(index);
        for child in self.children(index) {
            let running = &mut self.animations[child];
            (running.state, running.has_waited, running.turn) = (State::Idle, false, running.turn + 1);
            if self.program.animations[child].active {
                self.activate(child);
            }
        }
    }

    /// Runs from where it is, and ends when its time has come.
    fn go_on(&mut self, index: usize) {
        let duration = self.program.animations[index].duration();
        let running = &mut self.animations[index];
        (running.state, running.turn) = (State::Running, running.turn + 1);
        let (end, turn, is_over) = (running.since + duration, running.turn, running.is_over);
        self.say(Happened::Started(self.program.path(index)));
        if end.is_finite() && !is_over {
            self.schedule(end.max(self.now), What::End(index, turn));
        }
    }

    /// An animation stops where it is, be that in its delay, or goes back to before its start; so does all in it.
    fn stop(&mut self, index: usize, rewind: bool) {
        let now = self.now;
        let running = &mut self.animations[index];
        let ran = running.state == State::Running;
        match running.state {
            _ if rewind => running.state = State::Idle,
            State::Delayed | State::Running => {
                (running.state, running.since) = (State::Stopped, now - running.since);
            }
            State::Idle | State::Stopped | State::Finished => {}
        }
        running.turn += 1;
        if ran {
            self.say(Happened::Stopped(self.program.path(index)));
        }
        for child in self.children(index) {
            self.stop(child, rewind);
        }
    }

    /// An animation is at its end once everything in it is.
    fn finish(&mut self, index: usize) {
        let mut at = Some(index);
        while let Some(index) = at {
            let busy =
                |child: &usize| matches!(self.animations[*child].state, State::Running | State::Delayed);
            let running = &self.animations[index];
            if running.state != State::Running || !running.is_over || self.children(index).iter().any(busy) {
                return;
            }
            let elapsed = self.elapsed(index);
            (self.animations[index].state, self.animations[index].since) = (State::Finished, elapsed);
            self.say(Happened::Finished(self.program.path(index)));
            for (sensor, condition) in self.finishing.get(&index).cloned().unwrap_or_default() {
                self.schedule(self.now, What::Met(sensor, condition));
            }
            at = self.program.animations[index].parent;
        }
    }

    /// A condition is met: the sensor acts if it watches and the target is idle where it has to be.
    fn sense(&mut self, index: usize, number: usize) {
        let sensor = &self.program.sensors[index];
        let condition = &sensor.conditions[number];
        let watching = &self.sensors[index];
        let busy =
            condition.idle && self.watched(condition.target).is_some_and(|target| self.is_moving(&target));
        if !watching.is_active || self.now < watching.from || busy {
            return;
        }
        let acting = match self.rule {
            SensorRule::Any => vec![number],
            SensorRule::All => {
                let met = &mut self.sensors[index].met;
                met[number] = true;
                if !met.iter().all(|met| *met) {
                    return;
                }
                met.fill(false);
                (0..met.len()).collect()
            }
        };
        self.trigger(index, &acting);
    }

    fn trigger(&mut self, index: usize, conditions: &[usize]) {
        self.say(Happened::Sensed(self.program.sensors[index].name.to_owned()));
        for (sensor, condition) in self.following.get(&index).cloned().unwrap_or_default() {
            self.schedule(self.now, What::Met(sensor, condition));
        }
        for &condition in conditions {
            for action in self.actions(index, condition) {
                self.schedule(self.now + action.delay, What::Act(index, action));
            }
        }
    }

    fn act(&mut self, sensor: usize, action: &Action<'a>) {
        let kind = action.kind.to_ascii_uppercase();
        if !matches!(kind.as_str(), "ACTIVATE" | "DEACTIVATE" | "RESET" | "RESTART") {
            return self.say(Happened::Asked {
                action: action.kind.to_owned(),
                target: action.target.to_owned(),
                value: action.value.to_owned(),
            });
        }
        let Some(target) = Target::parse(action.target) else { return };
        let scope = self.program.sensors[sensor].parent;
        let animations = match target.kind {
            TargetKind::Sensor => {
                if let Some(other) = self.program.sensor(target.name) {
                    self.switch(other, &kind);
                }
                return;
            }
            TargetKind::Animation => self.program.find(target.name, scope).into_iter().collect(),
            // An object stands for all animations of it.
            _ => self.watched(action.target).map(|object| self.moving(&object)).unwrap_or_default(),
        };
        for index in animations {
            match kind.as_str() {
                "ACTIVATE" => self.activate(index),
                "RESTART" => {
                    self.stop(index, true);
                    self.activate(index);
                }
                kind => {
                    self.stop(index, kind == "RESET");
                    // What is around it may have waited for nothing else.
                    if let Some(parent) = self.program.animations[index].parent {
                        self.finish(parent);
                    }
                }
            }
        }
    }

    /// Switches a sensor. A condition without a target is met when another sensor activates its own (specification,
    /// `<Condition>`), unless it waits for ticks.
    fn switch(&mut self, index: usize, kind: &str) {
        let sensor = &self.program.sensors[index];
        let from = self.now + sensor.delay;
        let on = matches!(kind, "ACTIVATE" | "RESTART");
        let waits = |condition: &crate::program::Condition<'_>| {
            condition.target.is_empty() && !condition.event.eq_ignore_ascii_case("ONTICK")
        };
        let called: Vec<_> = (0..sensor.conditions.len()).filter(|&n| waits(&sensor.conditions[n])).collect();
        let watching = &mut self.sensors[index];
        (watching.is_active, watching.from) = (on, from);
        watching.met.fill(false);
        for condition in if on { called } else { Vec::new() } {
            self.schedule(from, What::Met(index, condition));
        }
    }

    fn children(&self, index: usize) -> Vec<usize> {
        self.program.children.get(&index).cloned().unwrap_or_default()
    }

    fn is_moving(&self, target: &str) -> bool {
        self.moving(target).iter().any(|&index| self.animations[index].state == State::Running)
    }

    /// The animations of an object.
    fn moving(&self, target: &str) -> Vec<usize> {
        let of = |place: &crate::program::Place| place.name.eq_ignore_ascii_case(target);
        let animations = self.program.animations.iter().enumerate();
        let moving = animations.filter(|(_, a)| !a.tracks.is_empty() && a.target.as_deref().is_some_and(of));
        moving.map(|(index, _)| index).collect()
    }
}

/// Whether a target is another one or a part of it, upper and lower case alike.
fn is_part(inner: &str, outer: &str) -> bool {
    let (inner, outer) = (inner.to_ascii_lowercase(), outer.to_ascii_lowercase());
    inner.strip_prefix(&outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
