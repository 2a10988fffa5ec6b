//! Root motion: how far a joint goes between two times.

use anim_core::Wrap;

use crate::motion::Motion;
use crate::vector;

/// A rotation, then a translation: how something moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travel {
    /// The translation, in the clip's length unit.
    pub translation: [f32; 3],
    /// The rotation: a quaternion of length 1.
    pub rotation: [f32; 4],
}

impl Travel {
    /// No motion.
    pub const NONE: Self = Self { translation: [0.0; 3], rotation: vector::IDENTITY };

    /// This motion, then another one that is relative to where this one ends.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self {
            translation: vector::add(self.translation, vector::rotate(self.rotation, next.translation)),
            rotation: vector::normalize(vector::multiply(self.rotation, next.rotation)),
        }
    }

    /// The motion back.
    #[must_use]
    pub fn back(&self) -> Self {
        let rotation = vector::conjugate(self.rotation);
        Self { translation: vector::rotate(rotation, self.translation.map(|part| -part)), rotation }
    }

    /// The same motion so many times.
    fn times(&self, mut count: u64) -> Self {
        let (mut power, mut all) = (*self, Self::NONE);
        while count > 0 {
            if count & 1 == 1 {
                all = all.then(&power);
            }
            power = power.then(&power);
            count >>= 1;
        }
        all
    }
}

impl Motion {
    /// How a joint moves from one time to another, as seen from where it is at the first: what a game adds to the place of a figure
    /// when the figure's root is kept still. A motion that repeats goes on from where it was at its end, whole periods included.
    ///
    /// [`Wrap::Hold`] and [`Wrap::PingPong`] stay where they are or go back. Backwards in time the motion is that back. Panics if there is
    /// no such joint.
    pub fn travel(&self, joint: usize, from: f64, to: f64, wrap: Wrap) -> Travel {
        let repeats = matches!(wrap, Wrap::Repeat | Wrap::RepeatWithOffset);
        let duration = self.duration();
        let within = |time: f64| {
            let moment = self.moment(time, if repeats { Wrap::RepeatWithOffset } else { wrap });
            let joint = self.joint(joint, moment.time, Wrap::Hold);
            (moment.periods, Travel { translation: joint.translation, rotation: joint.rotation })
        };
        if to < from {
            return self.travel(joint, to, from, wrap).back();
        }
        let ((first, start), (last, end)) = (within(from), within(to));
        let periods = last - first;
        if !repeats || periods < 1.0 {
            return start.back().then(&end);
        }
        let [at_start, at_end] = [0.0, duration].map(|time| within_period(self, joint, time));
        let rest = start.back().then(&at_end);
        let period = at_start.back().then(&at_end);
        rest.then(&period.times((periods - 1.0) as u64)).then(&at_start.back().then(&end))
    }
}

fn within_period(motion: &Motion, joint: usize, time: f64) -> Travel {
    let joint = motion.joint(joint, time, Wrap::Hold);
    Travel { translation: joint.translation, rotation: joint.rotation }
}
