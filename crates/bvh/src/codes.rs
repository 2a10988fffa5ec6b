//! The codes of every diagnostic.

use anim_core::Code;

/// A word in the wrong place, or a file that ends too early.
pub static SYNTAX: Code = Code::error("bvh::syntax", "the text does not have the structure of a BVH");
/// A word that is not a finite number.
pub static NUMBER: Code = Code::error("bvh::number", "a word is not a finite decimal number");
/// A word that is not one of the six channels.
pub static CHANNEL: Code = Code::error("bvh::channel", "a channel is neither a position nor a rotation");
/// A last frame with too few numbers.
pub static FRAME: Code =
    Code::error("bvh::frame", "the last frame has fewer numbers than there are channels");
/// A wrong number of frames.
pub static FRAME_COUNT: Code = Code::warning(
    "bvh::frame-count",
    "the number of frames differs from the stated one; all frames in the file are used",
);
/// A wrong number of channels.
pub static CHANNEL_COUNT: Code = Code::warning(
    "bvh::channel-count",
    "the number of channels of a joint differs from the stated one; all channels in the file are used",
);
/// Frames that are not one line each.
pub static BROKEN_LINE: Code =
    Code::warning("bvh::broken-line", "a frame is not exactly one line, but most readers expect that");
/// Text after the last frame.
pub static TRAILING_TEXT: Code = Code::warning("bvh::trailing-text", "there is text after the last frame");
/// An implausible frame time.
pub static FRAME_TIME: Code =
    Code::warning("bvh::frame-time", "the frame time is not between 0.0001 s and 10 s");
/// A motion without frames.
pub static NO_FRAMES: Code = Code::warning("bvh::no-frames", "there is no frame");
/// Joints without any channel.
pub static NO_CHANNELS: Code = Code::warning("bvh::no-channels", "no joint has a channel");
/// A joint without a name.
pub static NO_NAME: Code = Code::warning("bvh::no-name", "a joint has no name");
/// Joints with the same name.
pub static DUPLICATE_NAME: Code =
    Code::warning("bvh::duplicate-name", "joints have the same name, so readers may confuse them");
/// Blanks in a name.
pub static BLANK_NAME: Code =
    Code::note("bvh::blank-name", "a name has blanks, and many readers end it at the first blank");
/// A joint with the same channel twice.
pub static REPEATED_CHANNEL: Code = Code::warning(
    "bvh::repeated-channel",
    "a joint has a channel twice: of positions the last one is used, rotations are multiplied",
);
/// A joint with both an offset and positions.
pub static OFFSET: Code = Code::note(
    "bvh::offset",
    "a joint has an offset and positions: Blender uses the positions, three.js their sum with the offset",
);
/// Several roots.
pub static ROOTS: Code =
    Code::note("bvh::roots", "there are several roots, but most readers use only the first");
/// A leaf without an end site.
pub static NO_END_SITE: Code =
    Code::note("bvh::no-end-site", "a joint has neither children nor an end site, so its bone has no length");

/// Positions or rotations that are not stated for all three axes.
pub static PARTIAL: Code = Code::note(
    "bvh::partial",
    "a joint has channels for some of the three axes only, which readers complete in different ways",
);

/// The codes of the reader and the checks.
pub static READING: &[&Code] = &[
    &SYNTAX,
    &NUMBER,
    &CHANNEL,
    &FRAME,
    &FRAME_COUNT,
    &CHANNEL_COUNT,
    &BROKEN_LINE,
    &TRAILING_TEXT,
    &FRAME_TIME,
    &NO_FRAMES,
    &NO_CHANNELS,
    &NO_NAME,
    &DUPLICATE_NAME,
    &BLANK_NAME,
    &REPEATED_CHANNEL,
    &OFFSET,
    &PARTIAL,
    &ROOTS,
    &NO_END_SITE,
];

/// A frame time that is not a usable duration.
pub static ASSUMED_RATE: Code = Code::warning(
    "bvh::assumed-rate",
    "the frame time is not a usable duration; the clip has 30 frames a second",
);
/// A changed name.
pub static RENAMED: Code = Code::note(
    "bvh::renamed",
    "a name is changed: names are unique, names of joints have no blanks and none of `{}[].:/`, end sites have no names",
);
/// Clips that cannot be encoded.
pub static ENCODE: Code = Code::error("bvh::encode", "the clips cannot become a BVH");
/// A channel, events or a number that a BVH cannot hold.
pub static DROPPED: Code =
    Code::warning("bvh::dropped", "a BVH cannot hold a channel, events or the number of the first frame");
/// Axes and a unit.
pub static SPACE: Code = Code::note(
    "bvh::space",
    "a BVH does not record which axes point up and forward, and how long its unit is",
);
/// A scale. Only its effect on the positions of joints is kept.
pub static SCALE: Code =
    Code::warning("bvh::scale", "a BVH has no scale: joints keep their positions, but not their size");
/// Rotations at rest.
pub static REST: Code = Code::note(
    "bvh::rest",
    "rotations at rest are not kept: every frame is exact, but joints of a BVH are unrotated at rest",
);
/// Joints that hardly move.
pub static STEADY: Code = Code::note(
    "bvh::steady",
    "a joint hardly moves relative to its parent: it has a fixed offset instead of a position in every frame",
);
/// Motion between frames.
pub static RESAMPLED: Code = Code::warning(
    "bvh::resampled",
    "the motion is exact at each frame; it differs between frames, where readers interpolate linearly",
);
/// Motion outside the clip.
pub static ENDS: Code = Code::warning(
    "bvh::ends",
    "the clip repeats or changes before its start or after its end, but a BVH only has its frames",
);
/// A duration that is not a number of frames.
pub static DURATION: Code =
    Code::note("bvh::duration", "the duration becomes that of all frames, including the one at the end");
/// Another frame rate.
pub static RATE: Code = Code::note("bvh::rate", "the file has another frame rate than the clip");
/// Changes of parents.
pub static REPARENTED: Code = Code::note(
    "bvh::reparented",
    "parents change: joints keep their first parent and move as they would under the other ones",
);
/// An added root.
pub static JOINED: Code =
    Code::note("bvh::joined", "a root is added, because there are several roots or none");
/// Values that are not finite numbers.
pub static NOT_FINITE: Code = Code::warning(
    "bvh::not-finite",
    "positions that are not finite are replaced by those of the frame before, and rotations by none",
);

/// The codes of lowering and encoding.
pub static CONVERSION: &[&Code] = &[
    &ASSUMED_RATE,
    &RENAMED,
    &ENCODE,
    &DROPPED,
    &SPACE,
    &SCALE,
    &REST,
    &STEADY,
    &RESAMPLED,
    &ENDS,
    &DURATION,
    &RATE,
    &REPARENTED,
    &JOINED,
    &NOT_FINITE,
];
