//! The codes of every diagnostic.

use anim_core::Code;

/// The first byte is not that of a TOD.
pub static ID: Code = Code::error("tod::id", "the first byte is not 0x50");
/// The file ends too early.
pub static TRUNCATED: Code = Code::error("tod::truncated", "the file ends before what its headers count");
/// A packet without even a header.
pub static EMPTY_PACKET: Code = Code::error("tod::empty-packet", "a packet states a length of 0 words");
/// Too few payload words.
pub static SHORT_PACKET: Code =
    Code::error("tod::short-packet", "a packet is shorter than its type and flag say, and does nothing");
/// Too many payload words.
pub static LONG_PACKET: Code =
    Code::warning("tod::long-packet", "a packet is longer than its type and flag say; the rest does nothing");
/// A version that no known file has.
pub static VERSION: Code = Code::warning("tod::version", "the version is not 0");
/// A frame's size field and its packets disagree.
pub static FRAME_SIZE: Code =
    Code::warning("tod::frame-size", "a frame's size field differs from what its packets take");
/// Frame numbers do not ascend.
pub static FRAME_ORDER: Code = Code::warning(
    "tod::frame-order",
    "a frame's number is not above the one before it: both are shown together",
);
/// Bytes after the last frame.
pub static TRAILING_BYTES: Code =
    Code::warning("tod::trailing-bytes", "there are bytes after the last frame");
/// Zero bytes after the last frame.
pub static PADDING: Code = Code::note("tod::padding", "there are zero bytes after the last frame");
/// A flag or flag bit that the format reserves.
pub static RESERVED_FLAG: Code =
    Code::warning("tod::reserved-flag", "a flag has a value that the format reserves");
/// A pad that is not zero.
pub static PAD: Code = Code::note("tod::pad", "a filler is not zero");
/// Attribute bits that are both kept and set.
pub static ATTRIBUTE_MASK: Code =
    Code::warning("tod::attribute-mask", "attribute bits are set although the mask keeps them");
/// Attribute bits that the format reserves.
pub static RESERVED_ATTRIBUTE: Code =
    Code::warning("tod::reserved-attribute", "reserved attribute bits 9 to 27 are set");
/// A packet that changes nothing.
pub static NO_EFFECT: Code = Code::note("tod::no-effect", "a packet names nothing to change");
/// A kill without an object.
pub static KILL_MISSING: Code = Code::warning("tod::kill-missing", "an object is killed that does not exist");
/// A parent that does not exist.
pub static PARENT_MISSING: Code =
    Code::warning("tod::parent-missing", "a parent does not exist at the end of the frame that names it");
/// Parents in a circle.
pub static PARENT_CYCLE: Code = Code::warning("tod::parent-cycle", "an object is its own ancestor");
/// Resolution 0.
pub static RESOLUTION: Code = Code::note("tod::resolution", "the resolution is 0, which counts as 1 tick");
/// A packet type without a fixed meaning.
pub static OPEN_TYPE: Code =
    Code::note("tod::open-type", "a packet's type is reserved or unsupported; its words are kept");

/// What the reader and the checks report.
pub static READING: &[&Code] = &[
    &ID,
    &TRUNCATED,
    &EMPTY_PACKET,
    &SHORT_PACKET,
    &LONG_PACKET,
    &VERSION,
    &FRAME_SIZE,
    &FRAME_ORDER,
    &TRAILING_BYTES,
    &PADDING,
    &RESERVED_FLAG,
    &PAD,
    &ATTRIBUTE_MASK,
    &RESERVED_ATTRIBUTE,
    &NO_EFFECT,
    &KILL_MISSING,
    &PARENT_MISSING,
    &PARENT_CYCLE,
    &RESOLUTION,
    &OPEN_TYPE,
];

/// 16-bit overflow on the console.
pub static OVERFLOW: Code =
    Code::warning("tod::overflow", "the console's arithmetic overflows, and the clip shows what it shows");
/// Units that no document states.
pub static CAMERA_UNITS: Code = Code::note(
    "tod::camera-units",
    "a camera's angles are taken as 4096 to a degree, which no document states",
);
/// Clips that cannot be encoded.
pub static ENCODE: Code = Code::error("tod::encode", "the clips cannot become a TOD");
/// Values rounded to the file's steps.
pub static QUANTIZED: Code = Code::note("tod::quantized", "values are rounded to what the file can say");
/// Values beyond the file's range.
pub static RANGE: Code = Code::warning("tod::range", "values are beyond what the file can say, and are cut");
/// A clip that moves at other times than the frames of the file.
pub static RESAMPLED: Code =
    Code::warning("tod::resampled", "the clip moves between the file's frames, which each hold a pose");
/// A node that gets an id for a name.
pub static RENAMED: Code = Code::note("tod::renamed", "a node's name is not in the file, which has numbers");
/// A channel or event that a TOD has no packet for.
pub static DROPPED: Code = Code::warning("tod::dropped", "a TOD has no packet for this");

/// What lowering and encoding report.
pub static CONVERSION: &[&Code] =
    &[&OVERFLOW, &CAMERA_UNITS, &ENCODE, &QUANTIZED, &RANGE, &RESAMPLED, &RENAMED, &DROPPED];
