//! Operations on clips: each takes one or several clips and returns new ones.
//!
//! Every operation is a function in its own file, and a variant of [`Edit`], so that programs can keep a list of operations and
//! [apply](Edit::apply) them in order. The report has a [`Change`](crate::Change) for what an operation did as asked, and a
//! [`Loss`](crate::Loss) with its error for any motion that differs from what was asked.
//!
//! Curves stay curves: an operation adds keys only where a curve is cut, and bakes only motion that no curve represents. All curves
//! that an operation bakes may have 16,384 keys together, and eight for each key of the clips, more of these within a tolerance
//! below [`KeyLimit::COARSE`]; of keys that another operation [added](Chain), one for each. Curves that are not baked take none of
//! them. Motion that takes more has a larger error, which the report states. Where repeats are written out, all curves may have 16,384
//! keys together, and 64 for each key of the clips, not counting those of jumps. Resampled clips may have 4,194,304 keys together,
//! and four for each of their own.
//!
//! ```
//! use anim_core::edit::{Edit, Moment};
//! use anim_core::{Channel, Clip, Curve, Ease, Node, Positive, Property, Report, Times};
//!
//! let fall = Curve::new(Times::keys([0.0, 4.0])?, 3, vec![0., 8., 0., 0., 0., 0.], Ease::Linear)?;
//! let clip = Clip::new("fall")
//!     .with_duration(4.0)
//!     .with_nodes(vec![Node::new("ball")])
//!     .with_channels(vec![Channel::new(0, Property::Translation, fall)?]);
//! let edits = [
//!     Edit::Trim { from: Some(Moment::Seconds(1.0)), to: None },
//!     Edit::Speed(Positive::literal(3.0)),
//! ];
//! let mut report = Report::new();
//! let clips = Edit::apply_all(&edits, vec![clip], Positive::literal(1e-3), &mut report)?;
//! assert_eq!(clips[0].duration, 1.0);
//! assert_eq!(clips[0].pose(0.0).world[0].translation(), [0.0, 6.0, 0.0]);
//! assert_eq!(report.changes.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod additive;
mod at_rest;
mod axes;
mod by_node;
mod chain;
mod constants;
mod continuous;
mod cycle;
mod differences;
mod distance;
mod draft;
mod error;
mod fade;
mod figure;
mod filters;
mod forgotten;
mod inherited;
mod join;
mod linear;
mod mirror;
mod mixture;
mod moment;
mod motion;
mod moves;
mod nodes;
mod pattern;
mod quota;
mod reduce;
mod relative;
mod remeasured;
mod rename;
mod repeats;
mod reroot;
mod resample;
mod restate;
mod reverse;
mod rigid;
mod root_motion;
mod rotation_jumps;
mod rounding;
mod seam;
mod section;
mod speed;
mod split;
mod states;
mod still_chains;
mod stretch;
mod survey;
mod texts;
mod trim;
mod turn;
mod twin;
mod united;
mod whole_channels;

use draft::Draft;
use remeasured::Remeasured;

pub use additive::{absolute, additive};
pub use axes::{scale, to_space};
pub use chain::Chain;
pub use constants::drop_constants;
pub use cycle::cycle;
pub use error::EditError;
pub use filters::{euler_filter, hemisphere};
pub use join::join;
pub use mirror::{Mirror, mirror};
pub use moment::Moment;
pub use nodes::{drop_nodes, select_nodes};
pub use pattern::Pattern;
pub use reduce::reduce;
pub use rename::rename;
pub use reroot::reroot;
pub use resample::resample;
pub use reverse::reverse;
pub use root_motion::{RootMotion, root_motion};
pub use speed::speed;
pub use split::{Cuts, split};
pub use texts::unite as unite_texts;
pub use trim::trim;

use crate::{
    Channel, Clip, ClipError, Code, Curve, Deviation, Fineness, KeyLimit, Positive, Rate, Report, Space,
};

/// An operation on clips with its arguments.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Edit {
    /// [`trim`]: the part between two moments, by default from the start and to the end.
    Trim {
        /// The first moment.
        from: Option<Moment>,
        /// The last moment.
        to: Option<Moment>,
    },
    /// [`speed`]: faster or slower by a factor.
    Speed(Positive),
    /// [`reverse`]: backwards.
    Reverse,
    /// [`rename()`]: new names for the nodes that patterns match.
    Rename(Vec<(Pattern, String)>),
    /// [`select_nodes`]: only the nodes that patterns match.
    Select(Vec<Pattern>),
    /// [`drop_nodes`]: all nodes except those that patterns match.
    Drop(Vec<Pattern>),
    /// [`reduce`]: fewer keys, within a tolerance.
    Reduce(Positive),
    /// [`mirror`]: left and right exchanged.
    Mirror(Mirror),
    /// [`join`]: all clips as one, each cross-faded into the next.
    Join {
        /// The duration of each cross-fade in seconds, 0 for none.
        crossfade: f64,
    },
    /// [`cycle`]: a loop whose end meets its start.
    Loop {
        /// The duration in seconds of the cross-fade from the end into the start, 0 for none.
        crossfade: f64,
        /// The largest difference between the ends that is closed without a cross-fade: in radians, the length unit, or the
        /// property's own unit.
        tolerance: Positive,
    },
    /// [`split`]: one clip cut into several.
    Split(Cuts),
    /// [`root_motion`]: the travel of a figure over the ground.
    RootMotion {
        /// What happens to it.
        what: RootMotion,
        /// The root, by default the highest node whose position moves.
        root: Option<Pattern>,
    },
    /// [`resample`]: a key on each frame of a rate.
    Resample(Rate),
    /// [`additive`]: the difference from the pose at a moment, by default from the rest pose.
    Additive(Option<Moment>),
    /// [`absolute`]: a difference from the rest pose turned back into motion.
    Absolute,
    /// [`reroot`]: the nodes that patterns match become roots.
    Reroot(Vec<Pattern>),
    /// [`to_space`]: other axes, another length unit.
    Space(Space),
    /// [`scale`]: larger or smaller by a factor.
    Scale(Positive),
    /// [`drop_constants`]: without the channels that change nothing.
    DropConstants,
    /// [`hemisphere`]: each quaternion in the hemisphere of the one before it.
    Hemisphere,
    /// [`euler_filter`]: Euler angles near those of the key before.
    Euler,
}

impl Edit {
    /// The clips after the operation; the report has what changed and what was lost. Baked motion stays within the tolerance, in
    /// radians, in the clip's length unit, or as a ratio, unless that takes more keys than there may be: see [`edit`](self). Losses
    /// that the report already has are losses of these clips, and are [restated](Edit::restate); they go with the motion of their
    /// node where nodes are renamed or mirrored.
    ///
    /// Errors: those of the function of the operation.
    pub fn apply(
        &self,
        clips: &[Clip],
        tolerance: Positive,
        report: &mut Report,
    ) -> Result<Vec<Clip>, EditError> {
        Chain::new(clips, tolerance).apply(self, clips, report)
    }

    /// [`Edit::apply`], where `fineness` tells how closely to follow curves within a tolerance.
    fn within(
        &self,
        clips: &[Clip],
        tolerance: Positive,
        fineness: &dyn Fn(Positive) -> Fineness,
        report: &mut Report,
    ) -> Result<Vec<Clip>, EditError> {
        if clips.is_empty() {
            // In a file without clips, a pattern without a match is no error.
            return Ok(Vec::new());
        }
        self.restate(clips, &mut report.losses);
        let fine = fineness(tolerance);
        // Operations on single clips share the keys that do not depend on the clips.
        let share = |tolerance: Positive| {
            let fine = fineness(tolerance);
            Fineness { limit: KeyLimit { all: quota::FREE / clips.len() as f64, ..fine.limit }, ..fine }
        };
        let mut each = |edit: &dyn Fn(&Clip, &mut Report) -> Result<Clip, EditError>| {
            clips.iter().map(|clip| edit(clip, report)).collect()
        };
        match self {
            Self::Trim { from, to } => each(&|clip, report| trim(clip, *from, *to, report)),
            Self::Speed(factor) => each(&|clip, report| speed(clip, *factor, report)),
            Self::Reverse => each(&reverse),
            Self::Rename(names) => rename(clips, names, report),
            Self::Select(patterns) => select_nodes(clips, patterns, fine, report),
            Self::Drop(patterns) => drop_nodes(clips, patterns, fine, report),
            Self::Reduce(tolerance) => each(&|clip, report| reduce(clip, *tolerance, report)),
            Self::Mirror(how) => each(&|clip, report| mirror(clip, how, report)),
            Self::Join { crossfade } => Ok(vec![join(clips, *crossfade, fine, report)?]),
            Self::Loop { crossfade, tolerance } => {
                each(&|clip, report| cycle(clip, *crossfade, share(*tolerance), report))
            }
            Self::Split(cuts) => {
                let parts: Result<Vec<_>, _> = clips.iter().map(|clip| split(clip, cuts, report)).collect();
                parts.map(|parts| parts.concat())
            }
            Self::RootMotion { what, root } => {
                each(&|clip, report| root_motion(clip, what, root.as_ref(), share(tolerance), report))
            }
            Self::Resample(rate) => {
                let together = resample::TOGETHER / clips.len();
                each(&|clip, report| resample::resampled(clip, *rate, together, report))
            }
            Self::Additive(pose) => each(&|clip, report| additive(clip, *pose, share(tolerance), report)),
            Self::Absolute => each(&|clip, report| absolute(clip, share(tolerance), report)),
            Self::Reroot(patterns) => reroot(clips, patterns, fine, report),
            Self::Space(space) => each(&|clip, report| to_space(clip, *space, report)),
            Self::Scale(factor) => each(&|clip, report| Ok(scale(clip, *factor, report))),
            Self::DropConstants => each(&drop_constants),
            Self::Hemisphere => each(&hemisphere),
            Self::Euler => each(&euler_filter),
        }
    }

    /// The clips after several operations, applied in order. If a clip is cut right after its keys were [reduced](reduce), the report
    /// has the error of the part that is left.
    ///
    /// Errors: those of [`Edit::apply`].
    pub fn apply_all(
        edits: &[Self],
        clips: Vec<Clip>,
        tolerance: Positive,
        report: &mut Report,
    ) -> Result<Vec<Clip>, EditError> {
        let (mut chain, mut remeasured) = (Chain::new(&clips, tolerance), Remeasured::default());
        edits.iter().enumerate().try_fold(clips, |clips, (index, edit)| {
            remeasured.before(edit, edits.get(index + 1), &clips, report);
            let clips = chain.apply(edit, &clips, report)?;
            remeasured.after(edit, &clips, report)?;
            Ok(clips)
        })
    }
}

/// What operations cannot represent unchanged.
pub mod codes {
    use crate::Code;

    /// A curve is approximated by other keys.
    pub static CURVE: Code = Code::note("edit::curve", "a curve is approximated by other keys");
    /// A jump takes a short time.
    pub static JUMP: Code = Code::note("edit::jump", "a jump takes a moment");
    /// Motion before the clip or after its end is lost.
    pub static ENDS: Code = Code::warning("edit::ends", "motion before the clip or after its end is lost");
    /// A value that appears at only one instant is lost.
    pub static INSTANT: Code =
        Code::note("edit::instant", "a value that appears at only one instant is lost");

    /// Changes of parents are baked into motion.
    pub static PARENTS: Code = Code::note("edit::parents", "changes of parents are baked into motion");

    /// A node below a flat one (scaled by 0) cannot keep its world matrix.
    pub static FLAT: Code =
        Code::warning("edit::flat", "a node below a flat one (scaled by 0) cannot keep its world matrix");

    /// Rotations between keys take another path.
    pub static TURNS: Code = Code::note("edit::turns", "rotations between keys take another path");

    /// A morph target has no counterpart on the other side.
    pub static MORPHS: Code =
        Code::warning("edit::morphs", "a morph target has no counterpart on the other side");

    /// A new name is given to no node.
    pub static UNUSED: Code = Code::warning("edit::unused", "a new name is given to no node");

    /// Frames get other numbers.
    pub static FRAME: Code = Code::note("edit::frame", "frames get other numbers");

    /// A duration becomes a whole number of frames.
    pub static DURATION: Code = Code::note("edit::duration", "a duration becomes a whole number of frames");

    /// Weights stay, because a rest pose has none.
    pub static WEIGHTS: Code =
        Code::warning("edit::weights", "a rest pose has no weights: they are not differences from it");

    /// The shear of a pose is not in the rest pose.
    pub static SHEAR: Code = Code::note("edit::shear", "the shear of a pose is not in the rest pose");

    /// All codes.
    pub static ALL: &[&Code] = &[
        &CURVE, &JUMP, &ENDS, &INSTANT, &PARENTS, &FLAT, &TURNS, &MORPHS, &UNUSED, &FRAME, &DURATION,
        &WEIGHTS, &SHEAR,
    ];
}

/// The clip with other curves in its channels.
fn redrawn(
    clip: &Clip,
    report: &mut Report,
    mut draw: impl FnMut(&Channel, &mut Report) -> Result<Draft, ClipError>,
) -> Result<Vec<Channel>, EditError> {
    let mut channel = |channel: &Channel| -> Result<Channel, ClipError> {
        let draft = draw(channel, report)?;
        channel.with_curve(finished(draft, clip, channel, report)?)
    };
    clip.channels.iter().map(&mut channel).collect::<Result<_, _>>().map_err(EditError::of(&clip.name))
}

/// The curve of a draft; an approximation in the draft is reported as a loss of the channel.
fn finished(
    mut draft: Draft,
    clip: &Clip,
    channel: &Channel,
    report: &mut Report,
) -> Result<Curve, ClipError> {
    seam::unwind(channel.property(), &mut draft);
    let mut lose = |code: &'static Code, error: Deviation, message: &str| {
        if error.size > 0.0 {
            report.lose(code.approximated(error, message).of_channel(clip, channel));
        }
    };
    let error = Deviation::of(channel.property(), draft.error.size);
    lose(&codes::CURVE, error, draft.error.cause);
    lose(&codes::JUMP, Deviation::time(draft.jump), "a jump takes a moment");
    if draft.instant {
        let message = "a value that appears at only one instant is lost";
        report.lose(codes::INSTANT.dropped(message).of_channel(clip, channel));
    }
    draft.curve()
}
