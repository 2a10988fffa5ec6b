//! The options of reading, of clips and of encoding.

use std::num::{NonZeroU32, NonZeroUsize};

use anim_core::Positive;

use crate::Stream;

/// The default of an option that limits a count.
const fn limit(count: usize) -> NonZeroUsize {
    NonZeroUsize::MIN.saturating_add(count - 1)
}

anim_core::options! {
    /// How a file is read.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {
        /// Whether only well-formed XML is read (`true`), or malformed XML is repaired and each repair reported (`false`).
        strict: bool = false,
        /// The most elements that a file may have.
        elements: NonZeroUsize = limit(1 << 22),
        /// The most repairs that are made in a file.
        repairs: NonZeroUsize = limit(1 << 18),
        /// The most bytes that the compressed blocks of a HOOPS stream file may have after decompression; 1 MiB and 128 times
        /// the bytes of the file are a limit too.
        inflated: NonZeroUsize = limit(1 << 29),
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
        /// Whether the complete document is a clip, `*`: if several animations start by themselves, or one after
        /// a delay (`auto`), whenever something has a target (`always`), or not (`never`).
        whole: Whole = Whole::Auto,
        /// How many keys loops and baked curves may add to the keyframes of the document: this number for each keyframe, and for
        /// 64 more in loops, for 512 more in baked curves. Later loops are left out, and baked curves have a larger error.
        added_keys as "added-keys": NonZeroU32 = NonZeroU32::MIN.saturating_add(63),
    }
}

anim_core::choice! {
    /// Whether the complete document is a clip, `*`.
    pub enum Whole {
        /// If several animations start by themselves, or one after a delay: else it would repeat the clip of that one.
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
        /// Ticks per second. Where keys fall between ticks, the file has a multiple of this number, at most
        /// 200 times as many, that puts them on ticks or as near as 10 microseconds, and nearer where
        /// that brings values within the tolerance.
        ticks: NonZeroU32 = NonZeroU32::MIN.saturating_add(4799),
        /// The largest error of baked values, in the value's own unit; rotations have `tolerance-angle`.
        tolerance: Positive = Positive::literal(1e-4),
        /// The largest error of baked rotations, in radians.
        tolerance_angle as "tolerance-angle": Positive = Positive::literal(1e-4),
        /// The kind of file: XML (`xml`), or a HOOPS stream file (`stream`), which needs `into` unless the clips are of
        /// one. A file name that ends in `.hsf` means `stream`.
        container: Container = Container::Xml,
        /// A HOOPS stream file with animations, which the new animations replace; every other byte stays.
        into: Option<Stream> = None,
    }
}

anim_core::choice! {
    /// The kind of file.
    pub enum Container {
        /// An XML text.
        #[default]
        Xml = "xml",
        /// The HOOPS stream file of the option `into` with other animations.
        Stream = "stream",
    }
}
