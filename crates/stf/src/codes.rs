//! The codes of every diagnostic.

use anim_core::Code;

/// Neither a container nor JSON.
pub static MAGIC: Code = Code::error("stf::magic", "the file is neither an STF container nor JSON");
/// The ancestor of the format.
pub static ANCESTOR: Code =
    Code::error("stf::ancestor", "the file is of the proof of concept that came before STF");
/// The file ends too early.
pub static TRUNCATED: Code = Code::error("stf::truncated", "the file ends before what its header counts");
/// No document.
pub static NO_JSON: Code =
    Code::error("stf::no-json", "the container counts no buffer, not even the document");
/// Text in another encoding.
pub static UTF_8: Code = Code::error("stf::utf-8", "the document is not UTF-8");
/// Text that is not JSON.
pub static JSON: Code = Code::error("stf::json", "the document is not JSON");
/// Too many levels.
pub static NESTING: Code = Code::error("stf::nesting", "the document's arrays and objects nest too deeply");
/// JSON of another shape.
pub static SHAPE: Code =
    Code::error("stf::shape", "a part of the document has another shape than the format's");
/// Two members of one name.
pub static DUPLICATE_KEY: Code = Code::error("stf::duplicate-key", "two members of an object have one name");
/// No root.
pub static ROOT: Code = Code::error("stf::root", "the document states no root");
/// A reference that leads nowhere.
pub static REFERENCE: Code = Code::error("stf::reference", "a reference leads nowhere");
/// Frames that do not ascend.
pub static TIMEPOINTS: Code = Code::error("stf::timepoints", "the timepoints of a track do not ascend");
/// Another number of keyframes than timepoints.
pub static KEYFRAME_COUNT: Code = Code::error(
    "stf::keyframe-count",
    "a subtrack has another number of keyframes than its track has timepoints",
);
/// A keyframe of no known shape.
pub static KEYFRAME: Code =
    Code::error("stf::keyframe", "a keyframe is no array of a known shape, and moves nothing");
/// Baked values that are no numbers.
pub static NOT_FINITE: Code = Code::error("stf::not-finite", "a baked value is not finite");
/// A frame rate that is none.
pub static FPS: Code = Code::error("stf::fps", "the frame rate is not above 0; 30 is taken instead");
/// A range that ends before it starts.
pub static RANGE: Code = Code::error("stf::range", "the range ends before it starts");
/// Baked bytes that are no whole number of singles.
pub static BAKED_LENGTH: Code =
    Code::error("stf::baked-length", "the length of a baked buffer is not a multiple of 4");
/// Reset animations in a circle.
pub static RESET_CYCLE: Code =
    Code::error("stf::reset-cycle", "an animation is reset by itself, or by way of others");
/// A required member that is absent.
pub static MISSING: Code =
    Code::warning("stf::missing", "a member that the specification requires is absent");
/// A version that no known file has.
pub static VERSION: Code = Code::warning("stf::version", "the container's version is not 0");
/// Bytes after the last buffer.
pub static TRAILING_BYTES: Code =
    Code::warning("stf::trailing-bytes", "there are bytes after the last buffer");
/// A word of no known meaning.
pub static WORD: Code = Code::warning("stf::word", "a loop, tangent or interpolation has no known meaning");
/// An older layout.
pub static LEGACY: Code = Code::warning("stf::legacy", "the animation has the layout of an older exporter");
/// A handle that is there against the rule, or is not.
pub static TANGENT: Code =
    Code::warning("stf::tangent", "the handle towards the key before is there, or absent, against the rule");
/// A handle that leaves its segment.
pub static HANDLE: Code =
    Code::warning("stf::handle", "a handle is on the wrong side or longer than its segment, and is cut");
/// Another number of baked values than frames.
pub static BAKED_COUNT: Code = Code::warning(
    "stf::baked-count",
    "a baked buffer has another number of values than the range has frames",
);
/// Baked values that are not the curve's.
pub static BAKED_VALUE: Code = Code::warning("stf::baked-value", "baked values differ from the curve");
/// Another number of components than the property has.
pub static COMPONENTS: Code =
    Code::warning("stf::components", "a track has another number of components than its property");
/// Two tracks for one property.
pub static DUPLICATE_TARGET: Code =
    Code::warning("stf::duplicate-target", "two tracks have one target; the last one counts");

/// What the reader and the checks report.
pub static READING: &[&Code] = &[
    &MAGIC,
    &ANCESTOR,
    &TRUNCATED,
    &NO_JSON,
    &UTF_8,
    &JSON,
    &NESTING,
    &SHAPE,
    &DUPLICATE_KEY,
    &ROOT,
    &REFERENCE,
    &TIMEPOINTS,
    &KEYFRAME_COUNT,
    &KEYFRAME,
    &NOT_FINITE,
    &FPS,
    &RANGE,
    &BAKED_LENGTH,
    &RESET_CYCLE,
    &MISSING,
    &VERSION,
    &TRAILING_BYTES,
    &WORD,
    &LEGACY,
    &TANGENT,
    &HANDLE,
    &BAKED_COUNT,
    &BAKED_VALUE,
    &COMPONENTS,
    &DUPLICATE_TARGET,
];

/// Angles whose order no one knows.
pub static EULER_ORDER: Code = Code::warning(
    "stf::euler-order",
    "the file does not state the order of these angles: poses leave them out",
);
/// Curves whose easing direction is lost.
pub static EASING: Code =
    Code::note("stf::easing", "the file does not say which way the curve eases; it is taken to ease in");
/// Curves of a type that the file does not hold.
pub static UNNAMED: Code = Code::warning(
    "stf::unnamed",
    "the curve's type is not in the file, and no baked values are: straight lines are taken",
);
/// Baked values taken instead of the curve.
pub static BAKED: Code =
    Code::note("stf::baked", "the baked values stand for the curve; between frames they are straight lines");
/// The layout of older exporters.
pub static LEGACY_CURVES: Code = Code::warning(
    "stf::legacy-curves",
    "the older layout does not say how keys are joined; handles are followed",
);
/// A resource of the hierarchy that is left out.
pub static UNREAD: Code = Code::warning("stf::unread", "a resource of the hierarchy cannot be read");
/// A track that becomes no channel.
pub static SKIPPED: Code = Code::warning("stf::skipped", "a track has nothing to play");
/// Clips that cannot be encoded.
pub static ENCODE: Code = Code::error("stf::encode", "this cannot become an STF");
/// Curves that STF cannot say.
pub static SAMPLED: Code =
    Code::note("stf::sampled", "the curve is sampled to keys with straight lines between");
/// Things that STF has no place for.
pub static DROPPED: Code = Code::warning("stf::dropped", "an STF has no place for this");
/// Targets that only readers of ours understand.
pub static KEPT: Code =
    Code::note("stf::kept", "the track has a target that only readers of ours understand");

/// What lowering and encoding report.
pub static CONVERSION: &[&Code] = &[
    &EULER_ORDER,
    &EASING,
    &UNNAMED,
    &BAKED,
    &LEGACY_CURVES,
    &UNREAD,
    &SKIPPED,
    &ENCODE,
    &SAMPLED,
    &DROPPED,
    &KEPT,
];
