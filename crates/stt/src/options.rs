//! The options of reading, of clips and playing, and of encoding.

use std::num::{NonZeroU16, NonZeroU32};

use anim_core::{EulerOrder, Positive};

use crate::limits::{MAX_DEPTH, PIECES_PER_KEY, POSES_PER_KEY};

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
        /// How deep keyframe states may be nested. A key that names a deeper one drives nothing, which `stt::depth` reports.
        depth: NonZeroU16 = MAX_DEPTH,
        /// How long the clips of keyframe states may become: this many pieces of curves for each node and key of the file, and
        /// fewer in large files. A clip that would take more holds its last values from there on, and `stt::limit` reports the
        /// time: raise the number for the rest of the motion.
        pieces: NonZeroU32 = PIECES_PER_KEY,
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
        /// How closely motion may be followed: by this many poses of nodes for each key and node of a clip, and for 3,072 more.
        /// Motion that would take more has a larger error, which is reported: raise the number for a smaller one. A clip whose keys
        /// alone take more is refused.
        poses: NonZeroU32 = POSES_PER_KEY,
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
