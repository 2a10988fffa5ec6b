//! The player: runs the animations and sensors of a document.
//!
//! The specification leaves much open. In this player, an animation's delay passes before its first start and not again, but a
//! nested animation waits again whenever the animation around it starts. The delay of an `Animdef` passes from the start of the
//! document on, and once: an animation in it that a sensor starts earlier waits until then, and after that for its own delay. An
//! animation without an end of its own ends with the animations nested in it. A click on a part of a target is a click on the
//! target. Events at the same tick happen in the order of their causes, and those of the same cause in document order.

mod animations;
mod drivers;
mod engine;
mod happened;
mod play;
mod pose;
mod queue;
mod run;
mod sensors;
mod targets;
mod value;
mod watchers;

use std::sync::Arc;

use anim_core::time::Moment;
use anim_core::{Node, Pose, UnknownName};

use crate::program::program;
use crate::{Hsf, Input, Key, Property, Subtarget, Target, TargetKind};
use drivers::{Drivers, Part};
use engine::Engine;
pub use engine::{SensorRule, State};
pub use happened::{Happened, Happening, InputError, MAX_HAPPENINGS, MAX_STEPS, Overrun};
use pose::Scene;
pub use targets::InputTarget;
use targets::Targets;
pub use value::Value;

/// Plays the animations and sensors of a document.
///
/// Playing is deterministic, and the result does not depend on the steps in which time advances. Values have the units of the
/// document's clips: seconds, radians, the file's own length unit.
#[derive(Clone, Debug)]
pub struct Player {
    document: Arc<Hsf>,
    engine: Engine,
    /// The sum of all steps, in ticks.
    clock: Moment,
    scene: Arc<Scene>,
    targets: Arc<Targets>,
}

impl Player {
    /// A player at time 0, at which active animations have begun: its events report them. A sensor with several conditions acts when
    /// any of them is met.
    pub fn new(document: impl Into<Arc<Hsf>>) -> Self {
        Self::with_rule(document, SensorRule::default())
    }

    /// A player at time 0 with a rule for sensors that have several conditions: see [`Player::new`].
    pub fn with_rule(document: impl Into<Arc<Hsf>>, rule: SensorRule) -> Self {
        let document = document.into();
        let program = program(&document);
        let scene = Scene::new(&program);
        let mut engine = Engine::new(program, rule, &scene.node_of, scene.nodes.len());
        let targets = Targets::new(&scene.nodes, &engine.program, &engine.watchers);
        // If too many events happen at time 0, the next call continues with them, and returns the error if they do not end.
        let _ = engine.run(0.0);
        Self { document, engine, clock: Moment::default(), scene: scene.into(), targets: targets.into() }
    }

    /// The document.
    pub fn document(&self) -> &Arc<Hsf> {
        &self.document
    }

    /// The seconds since the player was made.
    pub fn time(&self) -> f64 {
        self.engine.now / self.ticks_per_second()
    }

    /// The ticks since the player was made.
    pub fn tick(&self) -> f64 {
        self.engine.now
    }

    /// Ticks per second.
    pub fn ticks_per_second(&self) -> f64 {
        self.engine.program.ticks_per_second
    }

    /// Advances by a number of seconds; not at all if it is not above 0, or if it would make the time infinite. Events at the new
    /// time are included.
    ///
    /// Errors: [`Overrun`] if too many events happen. Only this format has such an error, because its sensors may set each other off
    /// without end.
    pub fn advance(&mut self, seconds: f64) -> Result<(), Overrun> {
        self.advance_ticks(seconds * self.ticks_per_second())
    }

    /// [`advance`](Self::advance) by a number of ticks.
    ///
    /// Errors: [`Overrun`] if too many events happen.
    pub fn advance_ticks(&mut self, ticks: f64) -> Result<(), Overrun> {
        // After too many events, time continues where they happened.
        let is_behind = self.engine.now < self.clock.get();
        let clock = if is_behind { Moment::default().plus(self.engine.now) } else { self.clock };
        let later = clock.plus(ticks);
        // With less than a tick per second, seconds become infinite first.
        let fits = ticks > 0.0 && later.is_finite() && (later.get() / self.ticks_per_second()).is_finite();
        if fits {
            self.clock = later;
        }
        self.engine.run(if fits { later.get() } else { self.engine.now })
    }

    /// Applies an input to a target at the current time, such as a click on `MODEL/car`. The target is one of
    /// [`targets`](Self::targets) or a part of one, such as `MODEL/car/door`; letter case is ignored, and a prefix is allowed.
    ///
    /// Errors: [`InputError`] if there is no such target, or if too many events happen.
    pub fn input(&mut self, input: Input, target: &str) -> Result<(), InputError> {
        let name = self.targets.resolve(target, &self.engine.program).map_err(InputError::Target)?;
        self.engine.run(self.engine.now).map_err(InputError::Overrun)?;
        self.engine.meet(input, &name);
        self.engine.run(self.engine.now).map_err(InputError::Overrun)
    }

    /// The events since the last call, in order. The first call begins with the active animations.
    ///
    /// The player keeps the latest [`MAX_HAPPENINGS`] until they are taken.
    pub fn happenings(&mut self) -> impl ExactSizeIterator<Item = Happening> + '_ {
        self.engine.happened.take()
    }

    /// The full names of all animations, such as `block/part`, and their states. They are in document order, with instances
    /// expanded; the index of an animation is the one in [`Happened`], in events of clips, and in its group of the graph.
    pub fn animations(&self) -> impl ExactSizeIterator<Item = (&str, State)> {
        let states = self.engine.animations.iter().map(|running| running.state);
        self.engine.names.iter().map(|name| &**name).zip(states)
    }

    /// The state of an animation, by its full name. Several animations play at once, so there is no current one.
    ///
    /// Errors: [`UnknownName`].
    pub fn state(&self, animation: &str) -> Result<State, UnknownName> {
        let found = self.engine.program.find(animation, None);
        let known = || self.engine.names.iter().map(|name| &**name);
        let found = found.ok_or_else(|| UnknownName::new("animation", animation, known()))?;
        Ok(self.engine.animations[found.index].state)
    }

    /// The names of all sensors, `sensor N` for those without a name, and whether they are active, in document order.
    pub fn sensors(&self) -> impl ExactSizeIterator<Item = (&str, bool)> {
        let active = self.engine.sensors.iter().map(|watching| watching.is_active);
        self.engine.program.sensors.iter().map(|sensor| &*sensor.name).zip(active)
    }

    /// Whether a sensor is active, by its name.
    ///
    /// Errors: [`UnknownName`].
    pub fn is_active(&self, sensor: &str) -> Result<bool, UnknownName> {
        let sensors = &self.engine.program.sensors;
        let known = || sensors.iter().map(|sensor| &*sensor.name);
        let index = self.engine.program.sensor(sensor).or_else(|| known().position(|name| name == sensor));
        let index = index.ok_or_else(|| UnknownName::new("sensor", sensor, known()))?;
        Ok(self.engine.sensors[index].is_active)
    }

    /// The targets that inputs may name, each with the inputs for which a sensor waits: all nodes, then the targets that
    /// sensors watch and no animation moves.
    pub fn targets(&self) -> &[InputTarget] {
        &self.targets.list
    }

    /// The nodes, in the order of a [`Pose`]: those of the clip `*`, then targets that move only when a sensor acts. They have
    /// the names, the rest pose and the hierarchy of the document's clips.
    pub fn nodes(&self) -> &[Node] {
        &self.scene.nodes
    }

    /// The index of a node by its name; letter case is ignored, and a prefix is allowed.
    ///
    /// Errors: [`UnknownName`].
    pub fn node(&self, name: &str) -> Result<usize, UnknownName> {
        let wanted = Target::parse(name).map_or(name, |target| target.name);
        let names = || self.scene.nodes.iter().map(|node| node.name.as_str());
        let exact = names().position(|known| known == wanted);
        let found = exact.or_else(|| names().position(|known| known.eq_ignore_ascii_case(wanted)));
        found.ok_or_else(|| UnknownName::new("node", name, names()))
    }

    /// The point about which a node rotates, relative to its parent; `None` if there is no such node. If a path has several
    /// pivots, it is that of the animation that last began to rotate the node. Poses already account for it.
    pub fn pivot(&self, node: usize) -> Option<[f64; 3]> {
        (node < self.scene.nodes.len()).then(|| self.scene.turned(&self.engine, node).pivot)
    }

    /// The kind of a node's target; `None` if there is no such node.
    pub fn target_kind(&self, node: usize) -> Option<TargetKind> {
        self.scene.targets.get(node).map(|target| target.kind)
    }

    /// The parts of the target of a node that are animated; empty for the complete target.
    pub fn subtargets(&self, node: usize) -> &[Subtarget] {
        self.scene.targets.get(node).map_or(&[], |target| target.subtargets.as_slice())
    }

    /// The stated look of a node's trail: the attributes `Color`, `Weight`, `Style` and `Type` of the interpolator that last
    /// began to drive the trail.
    pub fn trail_look(&self, node: usize) -> &[(Key, String)] {
        let parts = self.engine.drivers.get(node).and_then(|drivers| drivers.get(&Property::Trail));
        let Some(Part { source, .. }) = parts.and_then(<[Part]>::last) else { return &[] };
        &self.engine.program.animations[source.animation].tracks[source.track].look
    }

    /// The pose of all nodes, in the order of [`Player::nodes`], pivots included. The memory of `pose` is reused: nothing is allocated
    /// once there is room for all nodes.
    pub fn pose(&mut self, pose: &mut Pose) {
        self.scene.pose(&self.engine, pose);
    }

    /// The value of a property of a node; `None` if nothing has driven it yet, or if there is no such node.
    pub fn value(&self, node: usize, property: &Property) -> Option<Value<'_>> {
        self.engine.value(self.engine.drivers.get(node)?.get(property)?)
    }

    /// Every property of a node that something has driven, in order, with its value.
    pub fn values(&self, node: usize) -> impl Iterator<Item = (&Property, Value<'_>)> {
        let driven = self.engine.drivers.get(node).into_iter().flat_map(Drivers::iter);
        driven.filter_map(|(property, parts)| Some((property, self.engine.value(parts)?)))
    }
}
