//! Limits of playing, of clips and of the encoder.

use std::num::{NonZeroU16, NonZeroU32};

use anim_core::limit;

/// The maximum nesting depth of keyframe states, unless [`ClipOptions::depth`](crate::ClipOptions::depth) sets another limit. It
/// bounds the time that one pose takes.
pub const MAX_DEPTH: NonZeroU16 = limit!(64);

/// How many pieces of curves a file's keyframe states may take for each node and key of the file, unless
/// [`ClipOptions::pieces`](crate::ClipOptions::pieces) sets another number p.
///
/// It bounds the memory of clips, since a few nested sequences can describe motion that lasts for centuries. The states of a file of
/// n nodes and k keys, together a = n + k, may take
///
/// ```text
/// p · (36 + min(a, 32) + min(a, 1024) / 32 + n / 16 + k / 64)
/// ```
///
/// pieces, with whole numbers as quotients: small files may contain much motion, and large ones a multiple of their size.
pub const PIECES_PER_KEY: NonZeroU32 = limit!(256);

/// How many poses of nodes a clip may take for each of its keys and nodes, unless
/// [`EncodeOptions::poses`](crate::EncodeOptions::poses) sets another number p.
///
/// It bounds the memory that encoding takes, since a few keys can describe motion that no number of poses follows. A clip of k keys
/// and n nodes may take
///
/// ```text
/// p · (k + n + 3072)
/// ```
///
/// poses. All clips together may take 4 · p · (k + n + 1152), where k and n are their sums and each clip can use its own share, and
/// 131,072 · p. Where nothing is left of the last, a clip may still take 2 · k + n: the poses of two nodes at each key, one that has
/// the key and one that has none. A state counts as two more poses, except at the keys.
pub const POSES_PER_KEY: NonZeroU32 = limit!(8);
