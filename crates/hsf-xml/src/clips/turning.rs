//! The rotation of a target, and the position of a target with a pivot while it rotates.

use std::sync::Arc;

use anim_core::quaternion::{Quaternion, angle_between};

use super::driver::{Driver, When, current_index};
use crate::Tag;
use crate::eval::track::about;
use crate::program::ResolvedTarget;

/// The number of pieces, each small enough that its ends determine the rotation of a quaternion.
const PIECES: u32 = 8;

/// A source of rotation for a target: an interpolator of rotations, or the direction of a path.
#[derive(Clone, Debug)]
pub(super) struct Turning {
    pub(super) driver: Driver,
    pub(super) target: Option<Arc<ResolvedTarget>>,
}

impl Turning {
    /// The rotation of a track.
    pub(super) fn of(driver: &Driver, target: Option<Arc<ResolvedTarget>>) -> Self {
        Self { driver: driver.clone(), target }
    }

    /// The rotation at a tick of the timeline.
    pub(super) fn rotation(&self, tick: f64) -> Quaternion {
        let value = self.driver.local(tick, self.target.as_deref());
        if !self.is_angle() {
            return value;
        }
        about(self.driver.track.axis(tick, self.driver.runs.span.gentle), value[0])
    }

    fn is_angle(&self) -> bool {
        self.driver.track.tag == Tag::AxisRotInterpolator
    }

    /// The rotation between two ticks of the timeline in radians, full turns included.
    pub(super) fn between(&self, from: f64, to: f64) -> f64 {
        let at = |piece: u32| from + (to - from) * f64::from(piece) / f64::from(PIECES);
        if self.is_angle() {
            let degrees = |piece: u32| self.driver.local(at(piece), self.target.as_deref())[0];
            return (0..PIECES)
                .map(|piece| (degrees(piece + 1) - degrees(piece)).abs())
                .sum::<f64>()
                .to_radians();
        }
        let rotation = |piece: u32| self.rotation(at(piece));
        (0..PIECES).map(|piece| angle_between(rotation(piece), rotation(piece + 1))).sum()
    }

    /// The largest distance between two positions of the target's origin while it rotates about its pivot.
    pub(super) fn across(&self) -> f64 {
        let pivot = self.driver.named.as_ref().map_or([0.0; 3], |target| target.pivot);
        2.0 * pivot.iter().map(|c| c * c).sum::<f64>().sqrt()
    }
}

/// The current source of rotation.
pub(super) fn current_turning(turnings: &[Turning], when: When) -> Option<&Turning> {
    turnings.get(current_index(turnings, when, |turning| &turning.driver)?)
}

/// The rotation of a target in radians between two times in seconds, between which no other animation begins or repeats.
pub(super) fn turned(turnings: &[Turning], from: f64, to: f64) -> f64 {
    let Some(turning) = current_turning(turnings, When::Seconds(f64::midpoint(from, to))) else { return 0.0 };
    // Just inside, because at its end a run begins again.
    let inside = (to - from) / 1e6;
    let tick = |time: f64| turning.driver.tick(When::Seconds(time));
    turning.between(tick(from + inside), tick(to - inside))
}
