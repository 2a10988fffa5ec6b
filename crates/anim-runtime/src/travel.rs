//! Root motion: the motion of a joint between two times.

use anim_core::Wrap;

use crate::motion::Motion;
use crate::vector;

/// A rigid motion: a rotation, then a translation.
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

    /// The inverse motion.
    #[must_use]
    pub fn back(&self) -> Self {
        let rotation = vector::conjugate(self.rotation);
        Self { translation: vector::rotate(rotation, self.translation.map(|part| -part)), rotation }
    }

    /// The motion repeated `count` times.
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
    /// The motion of a joint from one time to another, relative to its transform at the first time: a game adds it to the position
    /// of a figure whose root is kept still. A motion that repeats continues from its end, complete periods included.
    ///
    /// With [`Wrap::Repeat`] and [`Wrap::RepeatWithOffset`], each period begins at the position and the rotation that the period
    /// before has reached: a root that moves and rotates moves along a circle. [`Motion::pose`] with [`Wrap::RepeatWithOffset`] has
    /// the exact path of the clip instead, whose periods all have the same displacement and the same rotations. The two agree where
    /// the rotation at the end is that at the start.
    ///
    /// [`Wrap::Hold`] and [`Wrap::PingPong`] stay or move back. Backwards in time, the motion is the inverse. As in [`Motion::pose`],
    /// a NaN time counts as 0, an infinite one as the start or the end of the motion, whatever the wrap. Panics if there is no such
    /// joint.
    pub fn travel(&self, joint: usize, from: f64, to: f64, wrap: Wrap) -> Travel {
        let repeats = matches!(wrap, Wrap::Repeat | Wrap::RepeatWithOffset);
        let duration = self.duration();
        let [from, to] = [from, to].map(|time| match time {
            _ if time.is_finite() => time,
            f64::INFINITY => duration,
            _ => 0.0,
        });
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
