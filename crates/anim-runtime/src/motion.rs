//! Motions: clips compiled for playing.

use std::sync::Arc;

use anim_core::{Clip, ClipError, Report, Wrap};

use crate::columns::Columns;
use crate::compile::{self, CompileOptions};
use crate::compile_error::CompileError;
use crate::errors::Errors;
use crate::figure::Figure;
use crate::pose::{Joint, Pose};
use crate::vector;

/// A clip compiled for playing. The cost of a pose does not depend on the number of keys.
#[derive(Clone, Debug)]
pub struct Motion {
    figure: Arc<Figure>,
    duration: f64,
    errors: Errors,
    pub(crate) translation: Columns<3>,
    pub(crate) rotation: Columns<4>,
    pub(crate) scale: Columns<3>,
}

impl Motion {
    /// Compiles a clip with the [default options](CompileOptions). Properties that are not part of poses, such as colours, are
    /// left out without a report: see [`Motion::compile_with`].
    ///
    /// Errors: those of [`Clip::validate`].
    pub fn compile(clip: &Clip) -> Result<Self, ClipError> {
        clip.validate()?;
        let figure = Arc::new(Figure::new(clip));
        Ok(Self::of(clip, &figure, &CompileOptions::default(), &mut Report::new()))
    }

    /// Compiles a clip for a figure, so that motions of the same figure can be blended. Joints that the clip does not move rest
    /// as in the clip, which may be in another pose than the figure. The report has the properties that are not part of poses, and the
    /// joints that are not within the tolerance.
    ///
    /// Errors: [`CompileError::Clip`] with those of [`Clip::validate`]; the other variants of [`CompileError`] if the nodes of the
    /// clip are not those of the figure.
    pub fn compile_with(
        clip: &Clip,
        figure: &Arc<Figure>,
        options: &CompileOptions,
        report: &mut Report,
    ) -> Result<Self, CompileError> {
        clip.validate()?;
        figure.expect(clip)?;
        Ok(Self::of(clip, figure, options, report))
    }

    /// The motion of a valid clip of the figure.
    fn of(clip: &Clip, figure: &Arc<Figure>, options: &CompileOptions, report: &mut Report) -> Self {
        let compiled = compile::compile(clip, figure, options, report);
        let compile::Compiled { translation, rotation, scale, errors } = compiled;
        Self { figure: Arc::clone(figure), duration: clip.duration, errors, translation, rotation, scale }
    }

    /// The joints.
    pub fn figure(&self) -> &Arc<Figure> {
        &self.figure
    }

    /// The duration in seconds.
    pub const fn duration(&self) -> f64 {
        self.duration
    }

    /// The largest differences from the clip, from its start to its end: upper bounds where the clip has straight lines or arcs,
    /// otherwise measured at three times between rows and at every key. A curve that repeats from the end of the clip on has its
    /// last value there, the end of the period, while [`Clip::pose`] has the first value.
    pub const fn errors(&self) -> Errors {
        self.errors
    }

    /// The memory of all values in bytes.
    pub fn bytes(&self) -> usize {
        self.translation.bytes() + self.rotation.bytes() + self.scale.bytes()
    }

    /// The pose of this motion's figure at rest, to be filled.
    pub fn new_pose(&self) -> Pose {
        self.figure.rest().clone()
    }

    /// Writes the pose at a time in seconds. Before the start and after the end the wrap decides: with [`Wrap::RepeatWithOffset`] the
    /// motion repeats, and joints without a parent continue from their position at the end of the previous period. A NaN time counts
    /// as 0, an infinite one as the start or the end.
    ///
    /// This is the exact path of the clip: each period adds the same displacement, along the clip's own axes, and has the same
    /// rotations. Where the rotation of a root at the end differs from that at the start, [`Motion::travel`] has another path: its
    /// displacement rotates with the root from period to period.
    ///
    /// Does not allocate. Panics if the pose has another number of joints.
    pub fn pose(&self, time: f64, wrap: Wrap, pose: &mut Pose) {
        assert_eq!(pose.len(), self.figure.len(), "the pose is of another figure");
        let Moment { time, part, periods } = self.moment(time, wrap);
        self.translation.sample_places(time, part, &mut pose.translation);
        self.rotation.sample_turns(time, part, &mut pose.rotation);
        self.scale.sample_places(time, part, &mut pose.scale);
        if periods != 0.0 {
            for root in 0..self.figure.roots() {
                let place = vector::add(pose.translation.get(root), self.offset(root, periods));
                pose.translation.set(root, place);
            }
        }
    }

    /// One joint at a time in seconds, as in [`Motion::pose`]. Panics if there is no such joint.
    pub fn joint(&self, joint: usize, time: f64, wrap: Wrap) -> Joint {
        assert!(joint < self.figure.len(), "the figure has no joint {joint}");
        let Moment { time, part, periods } = self.moment(time, wrap);
        let mut value = self.joint_within(joint, time, part);
        if periods != 0.0 && joint < self.figure.roots() {
            value.translation = vector::add(value.translation, self.offset(joint, periods));
        }
        value
    }

    fn joint_within(&self, joint: usize, time: f64, part: f64) -> Joint {
        Joint {
            translation: self.translation.place(joint, time, part),
            rotation: self.rotation.turn(joint, time, part),
            scale: self.scale.place(joint, time, part),
        }
    }

    /// The displacement of a joint after some periods, each of which begins where the one before ended.
    fn offset(&self, joint: usize, periods: f64) -> [f32; 3] {
        let first = self.translation.place(joint, 0.0, 0.0);
        let last = self.translation.place(joint, self.duration, 1.0);
        vector::sub(last, first).map(|part| (f64::from(part) * periods) as f32)
    }

    /// The time within the motion that corresponds to a time.
    pub(crate) fn moment(&self, time: f64, wrap: Wrap) -> Moment {
        let duration = self.duration;
        let inside = (0.0..duration).contains(&time);
        if time.is_nan() || duration == 0.0 {
            return Moment { time: 0.0, part: 0.0, periods: 0.0 };
        }
        if inside || wrap == Wrap::Hold || !time.is_finite() {
            let time = time.clamp(0.0, duration);
            return Moment { time, part: time / duration, periods: 0.0 };
        }
        let within = time.rem_euclid(duration);
        let periods = ((time - within) / duration).round();
        let (time, periods) = match wrap {
            Wrap::PingPong if periods.rem_euclid(2.0) == 1.0 => (duration - within, 0.0),
            Wrap::RepeatWithOffset => (within, periods),
            _ => (within, 0.0),
        };
        Moment { time, part: (time / duration).clamp(0.0, 1.0), periods }
    }
}

/// A time within a motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// The time in seconds.
    pub(crate) time: f64,
    /// The time as a fraction of the duration, from 0 to 1.
    pub(crate) part: f64,
    /// The number of previous periods, for motions that repeat with an offset.
    pub(crate) periods: f64,
}
