//! The codes of every diagnostic.

use anim_core::Code;

/// A word that does not belong where it is, or a file that ends too early.
pub static SYNTAX: Code = Code::error("bvh::syntax", "the text does not have the structure of a BVH");
/// A number that is none, or not finite.
pub static NUMBER: Code = Code::error("bvh::number", "a number is not a finite decimal");
/// A channel that is none of the six.
pub static CHANNEL: Code = Code::error("bvh::channel", "a channel is neither a position nor a rotation");
/// A last frame without all of its numbers.
pub static FRAME: Code =
    Code::error("bvh::frame", "the last frame has fewer numbers than there are channels");
/// More or fewer frames than stated.
pub static FRAME_COUNT: Code =
    Code::warning("bvh::frame-count", "there are not as many frames as stated; those that are there count");
/// More or fewer channels than stated.
pub static CHANNEL_COUNT: Code = Code::warning(
    "bvh::channel-count",
    "a joint has not as many channels as stated; those that are there count",
);
/// Frames that are not one line each.
pub static BROKEN_LINE: Code =
    Code::warning("bvh::broken-line", "a frame is not one line, which most readers take it for");
/// Text after the last frame.
pub static TRAILING_TEXT: Code = Code::warning("bvh::trailing-text", "there is text after the last frame");
/// A frame time that cannot be meant.
pub static FRAME_TIME: Code =
    Code::warning("bvh::frame-time", "the frame time is not between 1/10000 s and 10 s");
/// A motion without frames.
pub static NO_FRAMES: Code = Code::warning("bvh::no-frames", "there is no frame");
/// Joints without any channel.
pub static NO_CHANNELS: Code = Code::warning("bvh::no-channels", "no joint has a channel");
/// A joint without a name.
pub static NO_NAME: Code = Code::warning("bvh::no-name", "a joint has no name");
/// Two joints of one name.
pub static DUPLICATE_NAME: Code =
    Code::warning("bvh::duplicate-name", "joints have the same name, and readers may mix them up");
/// Blanks in a name.
pub static BLANK_NAME: Code =
    Code::note("bvh::blank-name", "a name has blanks, and many readers end it at the first");
/// A channel that a joint has twice.
pub static REPEATED_CHANNEL: Code = Code::warning(
    "bvh::repeated-channel",
    "a joint has a channel twice: of positions the last counts, rotations follow each other",
);
/// An offset where there are positions.
pub static OFFSET: Code = Code::note(
    "bvh::offset",
    "a joint has an offset and positions: Blender takes the positions alone, three.js the sum",
);
/// More than one skeleton.
pub static ROOTS: Code =
    Code::note("bvh::roots", "there are several roots, and most readers know only the first");
/// A leaf without an end site.
pub static NO_END_SITE: Code =
    Code::note("bvh::no-end-site", "a joint has neither children nor an end site, so its bone has no length");

/// What the reader and the checks report.
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
    &ROOTS,
    &NO_END_SITE,
];

/// A rate that the file does not state.
pub static ASSUMED_RATE: Code = Code::warning(
    "bvh::assumed-rate",
    "no rate can be made of the frame time, and 30 frames a second are assumed",
);
/// Names that are changed.
pub static RENAMED: Code = Code::note("bvh::renamed", "names are changed to be unique and without blanks");
/// Clips that cannot be encoded.
pub static ENCODE: Code = Code::error("bvh::encode", "the clips cannot become a BVH");
/// A channel or event that BVH cannot say.
pub static DROPPED: Code = Code::warning("bvh::dropped", "a BVH has no place for this");
/// A scale, whose effect on places is kept.
pub static SCALE: Code = Code::warning(
    "bvh::scale",
    "a BVH has no scale: where every joint is stays right, how large it is does not",
);
/// A rest pose that BVH cannot say.
pub static REST: Code = Code::note(
    "bvh::rest",
    "the rest pose is not kept: every frame is right, but BVH rests unrotated at its offsets",
);
/// Keys between frames.
pub static RESAMPLED: Code = Code::warning(
    "bvh::resampled",
    "the motion is right at whole frames, and goes in straight lines between",
);
/// A hierarchy that changes.
pub static REPARENTED: Code = Code::note(
    "bvh::reparented",
    "parents change: joints keep their first parent and move as if they had the others",
);
/// Several roots that become one.
pub static JOINED: Code = Code::note("bvh::joined", "several roots, or none, hang on one that is added");
/// Values that are no numbers.
pub static NOT_FINITE: Code = Code::warning(
    "bvh::not-finite",
    "values that are no finite numbers are replaced by those of the frame before",
);

/// What lowering and encoding report.
pub static CONVERSION: &[&Code] = &[
    &ASSUMED_RATE,
    &RENAMED,
    &ENCODE,
    &DROPPED,
    &SCALE,
    &REST,
    &RESAMPLED,
    &REPARENTED,
    &JOINED,
    &NOT_FINITE,
];
