//! The codes of every diagnostic.

use anim_core::Code;

/// A first byte other than that of a TOD.
pub static ID: Code = Code::error("tod::id", "the first byte is not 0x50");
/// A file that ends too early.
pub static TRUNCATED: Code =
    Code::error("tod::truncated", "the file ends before all frames and packets that its headers count");
/// A packet without even a header.
pub static EMPTY_PACKET: Code = Code::error("tod::empty-packet", "a packet states a length of 0 words");
/// Too few payload words.
pub static SHORT_PACKET: Code = Code::error(
    "tod::short-packet",
    "a packet is shorter than its type and flag require, so it does nothing",
);
/// Too many payload words.
pub static LONG_PACKET: Code = Code::warning(
    "tod::long-packet",
    "a packet is longer than its type and flag require; the rest of it does nothing",
);
/// A version that no known file has.
pub static VERSION: Code = Code::warning("tod::version", "the version is not 0");
/// A size field that does not fit the packets.
pub static FRAME_SIZE: Code =
    Code::warning("tod::frame-size", "the size field of a frame differs from the size of its packets");
/// Frame numbers that do not ascend.
pub static FRAME_ORDER: Code = Code::warning(
    "tod::frame-order",
    "a frame number is not above the one before, so both frames are shown at the same time",
);
/// Bytes after the last frame.
pub static TRAILING_BYTES: Code =
    Code::warning("tod::trailing-bytes", "there are bytes after the last frame");
/// Zero bytes after the last frame.
pub static PADDING: Code = Code::note("tod::padding", "there are zero bytes after the last frame");
/// A flag or flag bit that the format reserves.
pub static RESERVED_FLAG: Code =
    Code::warning("tod::reserved-flag", "a flag has a value that the format reserves");
/// Padding that is not 0.
pub static PAD: Code = Code::note("tod::pad", "padding is not 0");
/// Attribute bits that the mask keeps and the value sets.
pub static ATTRIBUTE_MASK: Code =
    Code::warning("tod::attribute-mask", "an attribute packet sets bits that its mask keeps");
/// Attribute bits that the format reserves.
pub static RESERVED_ATTRIBUTE: Code =
    Code::warning("tod::reserved-attribute", "reserved attribute bits (9 to 27) are set");
/// A packet that changes nothing.
pub static NO_EFFECT: Code = Code::note("tod::no-effect", "the flag of a packet names no part to change");
/// A kill of an object that does not exist.
pub static KILL_MISSING: Code =
    Code::warning("tod::kill-missing", "a packet kills an object that does not exist");
/// A parent that does not exist.
pub static PARENT_MISSING: Code = Code::warning(
    "tod::parent-missing",
    "the parent of an object does not exist at the end of the frame that names it",
);
/// Parents in a cycle.
pub static PARENT_CYCLE: Code = Code::warning("tod::parent-cycle", "an object is its own ancestor");
/// Resolution 0.
pub static RESOLUTION: Code =
    Code::note("tod::resolution", "the resolution is 0 and counts as 1 tick of 1/60 s");
/// A packet type that the format reserves or leaves open.
pub static OPEN_TYPE: Code =
    Code::note("tod::open-type", "a packet has a reserved or unsupported type; the document keeps its words");

/// The codes of the reader and the checks.
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

/// Overflow in the console's arithmetic.
pub static OVERFLOW: Code = Code::warning(
    "tod::overflow",
    "the console's arithmetic overflows; the clip shows the result, as the console does",
);
/// Camera angles, whose unit the specification does not state.
pub static CAMERA_UNITS: Code = Code::note(
    "tod::camera-units",
    "the specification states no unit for camera angles; 4096 is taken as one degree",
);
/// Clips that cannot be encoded.
pub static ENCODE: Code = Code::error("tod::encode", "the clips cannot become a TOD");
/// Values rounded to the file's steps.
pub static QUANTIZED: Code = Code::note("tod::quantized", "values are rounded to the steps of the file");
/// Positions rounded by more than a thousandth of the size of the figure.
pub static COARSE: Code = Code::note(
    "tod::coarse",
    "positions are rounded to whole units by more than a thousandth of the size of the figure",
);
/// A unit that the file does not record.
pub static UNIT: Code = Code::note("tod::unit", "the file does not record its length unit");
/// An axis up that the clip does not state.
pub static SPACE: Code =
    Code::note("tod::space", "the clip does not state which axis points up; in the file it is -Y");
/// A scale that the file cannot hold as a factor.
pub static SCALE: Code =
    Code::note("tod::scale", "a scale is applied to the translations of the nodes below and not written");
/// Values beyond the file's range.
pub static RANGE: Code =
    Code::warning("tod::range", "values are beyond the range of the file and are clamped");
/// Transforms written as absolute values although differences were requested.
pub static STATES: Code =
    Code::note("tod::states", "transforms are written as absolute values, not as differences");
/// Motion between the frames of the file.
pub static RESAMPLED: Code = Code::warning(
    "tod::resampled",
    "the clip moves between the frames of the file, each of which holds one pose",
);
/// Motion outside the clip.
pub static ENDS: Code = Code::warning(
    "tod::ends",
    "the clip repeats or changes before its start or after its end, but a TOD only has its frames",
);
/// A duration that is not a number of frames.
pub static DURATION: Code = Code::note("tod::duration", "the duration becomes that of all frames");
/// Another frame rate.
pub static RATE: Code = Code::note("tod::rate", "the file has another frame rate than the clip");
/// A node name that the file does not have.
pub static RENAMED: Code = Code::note("tod::renamed", "the name of a node is not in the file, which has ids");
/// A channel, event or parent that no TOD packet can hold.
pub static DROPPED: Code = Code::warning("tod::dropped", "a channel, event or parent has no packet in TOD");

/// The codes of lowering and encoding.
pub static CONVERSION: &[&Code] = &[
    &OVERFLOW,
    &CAMERA_UNITS,
    &ENCODE,
    &QUANTIZED,
    &COARSE,
    &UNIT,
    &SPACE,
    &SCALE,
    &RANGE,
    &STATES,
    &RESAMPLED,
    &ENDS,
    &DURATION,
    &RATE,
    &RENAMED,
    &DROPPED,
];
