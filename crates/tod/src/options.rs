//! Options of reading, of clips and of encoding.

use std::num::{NonZeroU16, NonZeroU32, NonZeroUsize};

use crate::limits::{MAX_FRAMES, MAX_POSES};

anim_core::options! {
    /// Options of reading. There are none.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {}
}

anim_core::options! {
    /// Options of turning a document into a clip.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ClipOptions in source space {
        /// How transforms are computed: `hardware` with integers, as on the console; `ideal` with real numbers.
        mode: Mode = Mode::Hardware,
    }
}

anim_core::options! {
    /// Options of turning a clip into a document.
    #[derive(Copy, PartialEq)]
    pub struct EncodeOptions in target space {
        /// The duration of a frame in ticks of 1/60 s. `auto` is the number nearest to the clip's frame rate, or 2 if the clip
        /// has no rate, and more for long clips of few keys, whose files would be many times as large as the clips.
        resolution: Option<NonZeroU16> = None,
        /// Whether the file creates its objects (`create`), or moves objects that the program that plays it has created (`exists`).
        start: Start = Start::Create,
        /// How changes of rotation, scale and translation are written: `absolute` as values, `differential` as differences.
        /// Matrices, which clips of a TOD have unless it was read with `mode=ideal`, and cameras are always written as values.
        packets: Changes = Changes::Absolute,
        /// The maximum number of frames. A clip that moves between its keys and would have more gets fewer frames a second if
        /// `resolution` is not set; any other is refused.
        frames: NonZeroU32 = MAX_FRAMES,
        /// The maximum number of poses: frames times moving nodes. A clip that would have more is treated like one of too many
        /// frames.
        poses: NonZeroUsize = MAX_POSES,
    }
}

anim_core::choice! {
    /// How transforms are computed.
    pub enum Mode {
        /// As on the console, bit for bit: integers, tables, truncation, overflow.
        #[default]
        Hardware = "hardware",
        /// By the same rules with real numbers: exact degrees, no truncation, no overflow.
        Ideal = "ideal",
    }
}

anim_core::choice! {
    /// Where objects come from.
    pub enum Start {
        /// The file creates every object.
        #[default]
        Create = "create",
        /// The objects exist before the file starts, in their initial state. Packets that would not change it are left out.
        Exists = "exists",
    }
}

anim_core::choice! {
    /// How changes of rotation, scale and translation are written.
    pub enum Changes {
        /// As absolute values.
        #[default]
        Absolute = "absolute",
        /// As differences from the frame before, after an initial absolute value.
        Differential = "differential",
    }
}
