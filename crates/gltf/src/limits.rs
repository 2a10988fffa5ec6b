//! How many numbers may be read from a document, and how many keys baking makes.

use std::num::NonZeroU32;

use anim_core::limit;

/// The maximum number of values read from a document, in addition to [`NUMBERS_PER_BYTE`] for each byte of its JSON and of its
/// buffers, and 16 for each of its nodes, 32 for a node that is hidden at rest.
/// [`ClipOptions::numbers`](crate::ClipOptions::numbers) raises both.
///
/// Accessors may share bytes, and accessors without bytes are zeros, so a small file can state any number of values. This limit
/// bounds the memory that reading takes.
pub const FREE_NUMBERS: usize = 1 << 18;

/// The maximum number of values read from a document for each byte of its JSON and of its buffers, unless
/// [`ClipOptions::numbers`](crate::ClipOptions::numbers) sets another limit; see [`FREE_NUMBERS`].
pub const NUMBERS_PER_BYTE: NonZeroU32 = limit!(4);

/// How many keys one segment of a baked curve may become, unless [`EncodeOptions::baked_keys`](crate::EncodeOptions::baked_keys) sets
/// another limit: where a curve is smooth, 64 straight lines have a 4096th of the error of one.
pub const BAKED_KEYS_PER_SEGMENT: NonZeroU32 = limit!(64);

/// The number of bytes that a document is treated as having in addition.
pub(crate) const FREE_BYTES: usize = FREE_NUMBERS / NUMBERS_PER_BYTE.get() as usize;

/// How many numbers a node of a clip counts as, and a channel that hides a node throughout a clip. One clip may have all nodes of a
/// document in any case.
pub(crate) const NUMBERS_PER_NODE: usize = 16;
