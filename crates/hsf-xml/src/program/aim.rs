//! The subjects of actions.

use super::model::Program;
use crate::{Target, TargetKind};

/// The animation or sensor that an action starts, stops or switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The index of an animation.
    Animation(usize),
    /// The index of a sensor.
    Sensor(usize),
}

impl Program {
    /// The meaning of an action's target in the scope of an animation: an animation, a sensor, or, for an object, all
    /// animations that move it.
    pub(crate) fn aims(&self, target: &str, scope: Option<usize>) -> Vec<Aim> {
        match self.named(target, scope) {
            Some(aim) => vec![aim],
            None => self.moving(self.object_of(target)).iter().copied().map(Aim::Animation).collect(),
        }
    }

    /// The animation or sensor that a target names.
    pub(crate) fn named(&self, target: &str, scope: Option<usize>) -> Option<Aim> {
        let target = Target::parse(target)?;
        match target.kind {
            TargetKind::Animation => self.find(target.name, scope).map(|found| Aim::Animation(found.index)),
            TargetKind::Sensor => self.sensor(target.name).map(Aim::Sensor),
            _ => None,
        }
    }

    /// The object that a target names: that of a `TargetObject`, or the name itself; `None` for animations and sensors.
    pub(crate) fn object_of<'t>(&'t self, target: &'t str) -> Option<&'t str> {
        let target = Target::parse(target)?;
        match target.kind {
            TargetKind::Object => self.object(target.name).map(|name| &**name),
            TargetKind::Animation | TargetKind::Sensor => None,
            _ => Some(target.name),
        }
    }

    /// The animations that move an object; none for no object.
    pub(crate) fn moving(&self, object: Option<&str>) -> &[usize] {
        let known = object.and_then(|object| self.movers.get(&object.to_ascii_lowercase()));
        known.map_or(&[], Vec::as_slice)
    }

    /// The animations by the lower-case name of what they move, for sensors that act on objects.
    pub(super) fn find_movers(&mut self) {
        let moving = self.animations.iter().enumerate().filter(|(_, animation)| !animation.tracks.is_empty());
        for (index, animation) in moving.filter(|_| !self.sensors.is_empty()) {
            if let Some(target) = animation.target.as_ref().filter(|_| !animation.is_declared) {
                self.movers.entry(target.name.to_ascii_lowercase()).or_default().push(index);
            }
        }
    }
}
