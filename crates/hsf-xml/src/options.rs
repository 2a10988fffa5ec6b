//! The options of reading, of clips and of encoding.

use std::num::{NonZeroU32, NonZeroUsize};

use anim_core::{Positive, limit};

use crate::Stream;
use crate::limits::{
    ADDED_KEYS_PER_KEYFRAME, MAX_CHANNEL_KEYS, MAX_ELEMENTS, MAX_FACTS, MAX_INFLATED, MAX_KEYS, MAX_REPAIRS,
    MAX_TURNS,
};

/// The ticks per second of new files, unless [`EncodeOptions::ticks`] sets another number: those of files that state none.
pub const TICKS_PER_SECOND: NonZeroU32 = limit!(4800);

anim_core::options! {
    /// How a file is read.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {
        /// Whether only well-formed XML is read (`true`), or malformed XML is repaired and each repair reported (`false`).
        strict: bool = false,
        /// The maximum number of elements in a file; a file with more is refused.
        elements: NonZeroUsize = MAX_ELEMENTS,
        /// The maximum number of repairs in a file; a file that needs more is refused.
        repairs: NonZeroUsize = MAX_REPAIRS,
        /// The maximum size in bytes of all compressed blocks of a HOOPS stream file after decompression; a file with more is
        /// refused. So is one with more than 1 MiB and 128 times its own size, whatever this number.
        inflated: NonZeroUsize = MAX_INFLATED,
    }
}

anim_core::options! {
    /// How a document becomes clips.
    #[derive(Copy, PartialEq)]
    pub struct ClipOptions in source space {
        /// The largest error of baked values, in the value's own unit; rotations have `tolerance-angle`.
        tolerance: Positive = Positive::literal(1e-3),
        /// The largest error of baked rotations, in radians.
        tolerance_angle as "tolerance-angle": Positive = Positive::literal(1e-3),
        /// Whether there is a clip `*` of the complete document: if several animations start by themselves, or one after a
        /// delay (`auto`), whenever an animation has a target (`always`), or not (`never`).
        whole: Whole = Whole::Auto,
        /// How many keys clips may have besides those of the document, for each of its keyframes: this many where loops are written
        /// out, with 128 keyframes more than there are, and this many in baked curves, with 1,024 more. A key of a curve or a
        /// rotation that a loop adds counts as 8. Beyond that, later loops are left out, which `hsf-xml::cut` reports, and baked
        /// curves have a larger error: raise the number for all of the motion.
        added_keys as "added-keys": NonZeroU32 = ADDED_KEYS_PER_KEYFRAME,
        /// The maximum number of keys of all clips together. Channels beyond that are left out, which `hsf-xml::cut` reports.
        keys: NonZeroUsize = MAX_KEYS,
        /// The maximum number of keys that a channel may get by baking, or by loops that are written out. Beyond that, later loops
        /// are left out, which `hsf-xml::cut` reports, and baked curves have a larger error.
        channel_keys as "channel-keys": NonZeroUsize = MAX_CHANNEL_KEYS,
        /// How many loops of an animation are followed where several animations drive the same value, which is then baked. The
        /// value misses the motion of later loops, which `hsf-xml::cut` reports: raise the number for those.
        turns: NonZeroUsize = MAX_TURNS,
        /// How much the clips may say about targets, such as what kind each is and which file it stands for, in numbers and bytes
        /// of text: this many, and 64 for each keyframe of the document. What is beyond that is left out, which `hsf-xml::cut`
        /// reports.
        facts: NonZeroUsize = MAX_FACTS,
    }
}

anim_core::choice! {
    /// Whether there is a clip `*` of the complete document.
    pub enum Whole {
        /// If several animations start by themselves, or one after a delay: otherwise it would repeat the clip of a single
        /// animation.
        #[default]
        Auto = "auto",
        /// Whenever an animation has a target.
        Always = "always",
        /// Not at all.
        Never = "never",
    }
}

anim_core::options! {
    /// How clips become a document.
    #[derive(PartialEq)]
    pub struct EncodeOptions in target space {
        /// Ticks per second: keys of the file lie on ticks. If keys of the clips fall between them, the file has a multiple of this
        /// number, at most 200 times as many, that puts them on ticks or within 10 microseconds, and closer if that brings values
        /// within the tolerance. Ticks of HOOPS have 32 bits, so the multiple is smaller in clips of more than 37 minutes.
        ticks: NonZeroU32 = TICKS_PER_SECOND,
        /// The largest error of baked values, in the value's own unit; rotations have `tolerance-angle`.
        tolerance: Positive = Positive::literal(1e-4),
        /// The largest error of baked rotations, in radians.
        tolerance_angle as "tolerance-angle": Positive = Positive::literal(1e-4),
        /// The kind of file: XML (`xml`), or a HOOPS stream file (`stream`), which needs `into` unless the clips come from one.
        /// A file name that ends in `.hsf` means `stream`.
        container: Container = Container::Xml,
        /// A HOOPS stream file whose animations are replaced by the new ones; every other byte is kept.
        into: Option<Stream> = None,
    }
}

anim_core::choice! {
    /// The kind of file.
    pub enum Container {
        /// An XML text.
        #[default]
        Xml = "xml",
        /// The HOOPS stream file of the option `into`, with other animations.
        Stream = "stream",
    }
}
