//! Limits of reading and of clips.

use std::num::{NonZeroU32, NonZeroUsize};

use anim_core::limit;

/// The maximum number of elements in a file, unless [`ReadOptions::elements`](crate::ReadOptions::elements) sets another limit.
pub const MAX_ELEMENTS: NonZeroUsize = limit!(1 << 22);

/// The maximum number of repairs in a file, unless [`ReadOptions::repairs`](crate::ReadOptions::repairs) sets another limit.
pub const MAX_REPAIRS: NonZeroUsize = limit!(1 << 18);

/// The maximum size in bytes of all compressed blocks of a HOOPS stream file after decompression, unless
/// [`ReadOptions::inflated`](crate::ReadOptions::inflated) sets another limit.
pub const MAX_INFLATED: NonZeroUsize = limit!(1 << 29);

/// The maximum number of keys of all clips of a document together, unless [`ClipOptions::keys`](crate::ClipOptions::keys) sets
/// another limit.
pub const MAX_KEYS: NonZeroUsize = limit!(1 << 22);

/// The maximum number of keys that baking makes for one channel, or to which its loops are written out, unless
/// [`ClipOptions::channel_keys`](crate::ClipOptions::channel_keys) sets another limit.
pub const MAX_CHANNEL_KEYS: NonZeroUsize = limit!(1 << 16);

/// How many loops of an animation are followed where several animations drive one value, unless
/// [`ClipOptions::turns`](crate::ClipOptions::turns) sets another limit.
pub const MAX_TURNS: NonZeroUsize = limit!(1 << 12);

/// The maximum number of values and bytes of text that describe targets in all clips of a document, in addition to 64 for each of
/// its keyframes, unless [`ClipOptions::facts`](crate::ClipOptions::facts) sets another limit.
pub const MAX_FACTS: NonZeroUsize = limit!(1 << 17);

/// How many keys loops and baked curves may add for each keyframe of a document, unless
/// [`ClipOptions::added_keys`](crate::ClipOptions::added_keys) sets another limit. It bounds the memory of clips: a small file can
/// state millions of loops.
pub const ADDED_KEYS_PER_KEYFRAME: NonZeroU32 = limit!(32);
