//! The options of reading, of clips and playing, and of encoding.

use std::num::{NonZeroU16, NonZeroU32};

use anim_core::{EulerOrder, Positive};

use crate::MAX_POSES;

/// The maximum nesting depth of keyframe states, unless [`ClipOptions::depth`] sets another limit. It bounds the time that one
/// pose takes.
pub const MAX_DEPTH: NonZeroU16 = NonZeroU16::MIN.saturating_add(63);

/// How many pieces of curves a file's keyframe states may take for each node and key of the file, unless
/// [`ClipOptions::pieces`] sets another limit.
///
/// A file is treated as having 36 more nodes and keys than it has, and one more for each 32 of the first 1024. Beyond the first 32,
/// one node in 16 and one key in 64 count. The limit keeps lowering linear in the size of the file and bounds its memory, since a few
/// nested sequences can describe motion that lasts for centuries.
pub const MAX_PIECES: NonZeroU32 = NonZeroU32::MIN.saturating_add(255);

anim_core::options! {
    /// How a file is read.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {
        /// Whether anything after the last state is an error.
        strict: bool = false,
    }
}

anim_core::options! {
    /// How states become clips and are played: choices that the format leaves open, and limits.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ClipOptions in source space {
        /// The order of the three angles of an orientation.
        order: EulerOrder = EulerOrder::Xyz,
        /// Where sinusoidal motion begins: at its start value (`cos`), or halfway to its end value (`sin`).
        sine: Sine = Sine::Cos,
        /// The clock of the states of a sequence: each has its own, which starts when its key is entered (`local`), or all
        /// share one (`global`).
        clock: Clock = Clock::Local,
        /// The maximum nesting depth of keyframe states; a key that names a deeper one drives nothing.
        depth: NonZeroU16 = MAX_DEPTH,
        /// How many pieces of curves the keyframe states may take for each node and key of the file; the clip of a state that
        /// would take more holds its last values from there.
        pieces: NonZeroU32 = MAX_PIECES,
    }
}

anim_core::options! {
    /// How clips become states.
    #[derive(Copy, PartialEq)]
    pub struct EncodeOptions in target space {
        /// The order of the three angles of an orientation.
        order: EulerOrder = EulerOrder::Xyz,
        /// The largest error of positions between two poses, in units of length.
        tolerance: Positive = Positive::literal(1e-3),
        /// The largest error of rotations between two poses, in radians.
        tolerance_angle as "tolerance-angle": Positive = Positive::literal(1e-3),
        /// How many poses of nodes a clip may take for each of its keys and nodes. Motion that would take more is followed less
        /// closely; a clip whose keys alone take more is refused.
        poses: NonZeroU32 = MAX_POSES,
    }
}

anim_core::choice! {
    /// Where sinusoidal motion begins.
    pub enum Sine {
        /// At the start value: s + (e − s)·(1 − cos 2πu)/2.
        #[default]
        Cos = "cos",
        /// Halfway to the end value: (s + e)/2 + (e − s)/2·sin 2πu.
        Sin = "sin",
    }
}

anim_core::choice! {
    /// The clock of the states of a sequence.
    pub enum Clock {
        /// Each state runs on its own clock, which starts when its key is entered.
        #[default]
        Local = "local",
        /// The motions of all states share one clock, which starts when playing starts. Sequences do not: each begins with its
        /// start key whenever it is entered.
        Global = "global",
    }
}
