//! The options of reading, of clips and of encoding.

use std::num::{NonZeroU32, NonZeroUsize};

use anim_core::Positive;

use crate::Stream;

/// The maximum number of elements in a file, unless [`ReadOptions::elements`] sets another limit.
pub const MAX_ELEMENTS: NonZeroUsize = NonZeroUsize::MIN.saturating_add((1 << 22) - 1);

/// The maximum number of repairs in a file, unless [`ReadOptions::repairs`] sets another limit.
pub const MAX_REPAIRS: NonZeroUsize = NonZeroUsize::MIN.saturating_add((1 << 18) - 1);

/// The maximum size in bytes of all compressed blocks of a HOOPS stream file after decompression, unless [`ReadOptions::inflated`]
/// sets another limit.
pub const MAX_INFLATED: NonZeroUsize = NonZeroUsize::MIN.saturating_add((1 << 29) - 1);

/// The maximum number of keys of all clips of a document together, unless [`ClipOptions::keys`] sets another limit.
pub const MAX_KEYS: NonZeroUsize = NonZeroUsize::MIN.saturating_add((1 << 22) - 1);

/// The maximum number of keys that baking makes for one channel, or to which its loops are written out, unless
/// [`ClipOptions::channel_keys`] sets another limit.
pub const MAX_CHANNEL_KEYS: NonZeroUsize = NonZeroUsize::MIN.saturating_add((1 << 16) - 1);

/// The maximum number of loops in which a value of several timelines is followed, unless [`ClipOptions::turns`] sets another limit.
pub const MAX_TURNS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4096);

/// The maximum number of values and bytes of text about targets in all clips of a document, in addition to 64 for each of its
/// keyframes, unless [`ClipOptions::facts`] sets another limit.
pub const MAX_FACTS: NonZeroUsize = NonZeroUsize::MIN.saturating_add((1 << 17) - 1);

anim_core::options! {
    /// How a file is read.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {
        /// Whether only well-formed XML is read (`true`), or malformed XML is repaired and each repair reported (`false`).
        strict: bool = false,
        /// The maximum number of elements in a file.
        elements: NonZeroUsize = MAX_ELEMENTS,
        /// The maximum number of repairs in a file.
        repairs: NonZeroUsize = MAX_REPAIRS,
        /// The maximum size in bytes of all compressed blocks of a HOOPS stream file after decompression; 1 MiB plus 128 times
        /// the size of the file is a limit too.
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
        /// How many keys loops and baked curves may add: this number for each keyframe of the document and for 128 more in loops,
        /// for 1024 more in baked curves. A key of a curve or a rotation that a loop adds counts as 8. Beyond that, later loops are
        /// left out, and baked curves have a larger error.
        added_keys as "added-keys": NonZeroU32 = NonZeroU32::MIN.saturating_add(31),
        /// The maximum number of keys of all clips together; channels beyond that are left out.
        keys: NonZeroUsize = MAX_KEYS,
        /// The maximum number of keys that baking makes for one channel, and to which its loops are written out. Beyond that, later
        /// loops are left out, and baked curves have a larger error.
        channel_keys as "channel-keys": NonZeroUsize = MAX_CHANNEL_KEYS,
        /// The maximum number of loops of a timeline in which a value is followed that has other timelines too; later loops are not
        /// followed.
        turns: NonZeroUsize = MAX_TURNS,
        /// The maximum number of values and bytes of text about targets, such as the files that they are, in all clips together,
        /// besides 64 for each keyframe; those beyond that are left out.
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
        /// Ticks per second. If keys fall between ticks, the file has a multiple of this number, at most 200 times as many,
        /// that puts them on ticks or within 10 microseconds, and closer if that brings values within the tolerance. Ticks of HOOPS
        /// have 32 bits, so the multiple is smaller in clips of more than 37 minutes.
        ticks: NonZeroU32 = NonZeroU32::MIN.saturating_add(4799),
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
