//! The codes of every diagnostic.

use anim_core::Code;
use anim_retarget::codes as retarget;

/// The file is neither a container nor JSON.
pub static MAGIC: Code = Code::error("stf::magic", "the file is neither an STF container nor JSON");
/// The file has the format of the proof of concept before STF.
pub static ANCESTOR: Code =
    Code::error("stf::ancestor", "the file has the format of the proof of concept before STF");
/// The file is truncated.
pub static TRUNCATED: Code =
    Code::error("stf::truncated", "the file ends before the end that its header states");
/// The container has no document.
pub static NO_JSON: Code =
    Code::error("stf::no-json", "the header counts 0 buffers, so the document is missing");
/// The document is not UTF-8.
pub static UTF_8: Code = Code::error("stf::utf-8", "the document is not UTF-8");
/// The document is not JSON.
pub static JSON: Code = Code::error("stf::json", "the document is not JSON");
/// The JSON is nested too deeply.
pub static NESTING: Code =
    Code::error("stf::nesting", "the arrays and objects of the document are nested too deeply");
/// The JSON has another shape than the format's.
pub static SHAPE: Code =
    Code::error("stf::shape", "part of the document has another shape than the format's");
/// An object has two members with one name.
pub static DUPLICATE_KEY: Code =
    Code::error("stf::duplicate-key", "two members of an object have the same name");
/// The document has no root.
pub static ROOT: Code = Code::error("stf::root", "the document states no root");
/// A reference to something that does not exist.
pub static REFERENCE: Code = Code::error("stf::reference", "a reference names nothing that exists");
/// A reference to a resource of another type.
pub static REFERENCE_TYPE: Code =
    Code::error("stf::reference-type", "a reference names a resource of another type than it has to");
/// A node or a bone with more than one parent.
pub static PARENTS: Code = Code::warning(
    "stf::parents",
    "a node or a bone is the child of more than one resource, or of itself; it is in one place only",
);
/// A target that does not exist in the document.
pub static TARGET: Code = Code::warning(
    "stf::target",
    "the target of a track names a node, bone or blendshape that the document does not have, or its property is missing or probably misspelt",
);
/// A word for an interpolation that does not match the keys.
pub static INTERPOLATION: Code = Code::warning(
    "stf::interpolation",
    "the interpolation of a track is not that of its keys; the keys decide",
);
/// Timepoints that do not ascend.
pub static TIMEPOINTS: Code = Code::error("stf::timepoints", "the timepoints of a track do not ascend");
/// The numbers of keyframes and timepoints differ.
pub static KEYFRAME_COUNT: Code = Code::error(
    "stf::keyframe-count",
    "the number of keyframes of a subtrack is not the number of timepoints of its track",
);
/// A keyframe of an unknown shape.
pub static KEYFRAME: Code =
    Code::error("stf::keyframe", "a keyframe is not an array of a known shape, so it has no effect");
/// A baked value is not finite.
pub static NOT_FINITE: Code = Code::error("stf::not-finite", "a baked value is not finite");
/// A frame rate of 0 or less.
pub static FPS: Code = Code::error("stf::fps", "the frame rate is not above 0; 30 is used instead");
/// A range that ends before it starts.
pub static RANGE: Code = Code::error("stf::range", "the range ends before it starts");
/// Baked bytes that are not 4 per value.
pub static BAKED_LENGTH: Code =
    Code::error("stf::baked-length", "the length of a baked buffer is not a multiple of 4");
/// Reset animations that form a cycle.
pub static RESET_CYCLE: Code =
    Code::error("stf::reset-cycle", "the reset animations of an animation lead back to it");
/// A required member is absent.
pub static MISSING: Code =
    Code::warning("stf::missing", "a member that the specification requires is absent");
/// An unknown version.
pub static VERSION: Code = Code::warning("stf::version", "the container's version is not 0");
/// There are bytes after the last buffer.
pub static TRAILING_BYTES: Code =
    Code::warning("stf::trailing-bytes", "there are bytes after the last buffer");
/// An unknown word.
pub static WORD: Code =
    Code::warning("stf::word", "the word for a loop, tangent or interpolation is unknown");
/// The layout of an older exporter.
pub static LEGACY: Code = Code::warning("stf::legacy", "the animation has the layout of an older exporter");
/// A handle towards the key before that is present or absent against the rule.
pub static TANGENT: Code = Code::warning(
    "stf::tangent",
    "a handle towards the key before is present without a Bézier key there, or absent with one",
);
/// A handle outside its segment.
pub static HANDLE: Code =
    Code::warning("stf::handle", "a handle is on the wrong side or longer than its segment; it is clamped");
/// The numbers of baked values and frames differ.
pub static BAKED_COUNT: Code = Code::warning(
    "stf::baked-count",
    "the number of values in a baked buffer is not the number of frames of the range",
);
/// Baked values differ from the curve.
pub static BAKED_VALUE: Code = Code::warning("stf::baked-value", "baked values differ from the curve");
/// A wrong number of components.
pub static COMPONENTS: Code = Code::warning(
    "stf::components",
    "the number of subtracks is not the number of components of the property",
);
/// Two tracks drive one property.
pub static DUPLICATE_TARGET: Code =
    Code::warning("stf::duplicate-target", "two tracks have the same target; the last one is played");

/// The codes of reading and checking.
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
    &REFERENCE_TYPE,
    &PARENTS,
    &TARGET,
    &INTERPOLATION,
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

/// Angles whose order is not stated.
pub static EULER_ORDER: Code = Code::warning(
    "stf::euler-order",
    "the file does not state the order of `r_euler` angles, so poses leave them out",
);
/// The direction of an ease is not stated.
pub static EASING: Code =
    Code::note("stf::easing", "the file does not state the direction of an ease; ease-in is played");
/// The type of a curve is not in the file.
pub static UNNAMED: Code =
    Code::warning("stf::unnamed", "the type of a curve is not in the file; straight lines are played");
/// Baked values are played instead of the curve.
pub static BAKED: Code = Code::note(
    "stf::baked",
    "baked values are played where the file does not state the curve, and for rotations",
);
/// A layout without interpolations.
pub static LEGACY_CURVES: Code = Code::warning(
    "stf::legacy-curves",
    "the layout does not state interpolations; keys with handles are played as Bézier keys",
);
/// A resource of the hierarchy cannot be read.
pub static UNREAD: Code = Code::warning("stf::unread", "a resource of the hierarchy cannot be read");
/// A track without keys and baked values.
pub static SKIPPED: Code = Code::warning("stf::skipped", "a track has neither keys nor baked values");
/// A track that is not played.
pub static OVERRIDDEN: Code = Code::warning(
    "stf::overridden",
    "a track is not played, because a later track has the same target and other keys",
);
/// Content that clips cannot hold.
pub static SCENE: Code = Code::warning(
    "stf::scene",
    "the document has content that clips cannot hold, such as meshes, unknown members and the licence",
);
/// Reset animations.
pub static RESET: Code = Code::warning(
    "stf::reset",
    "the document states which animation resets what another one moves; clips do not",
);
/// Clips cannot become an STF, or an edit cannot be made.
pub static ENCODE: Code =
    Code::error("stf::encode", "the clips cannot become an STF, or the edit cannot be made");
/// An option that has no effect.
pub static UNUSED_OPTION: Code = Code::warning("stf::unused-option", "an option has no effect");
/// A curve that STF cannot store.
pub static SAMPLED: Code = Code::note(
    "stf::sampled",
    "sampled keys with straight lines between them replace a curve that STF cannot store",
);
/// Something that STF cannot store.
pub static DROPPED: Code = Code::warning("stf::dropped", "the STF cannot store this");
/// Motion before the start of the clip or after its end.
pub static ENDS: Code = Code::warning(
    "stf::ends",
    "a channel moves before the start of the clip or after its end, where the file holds a value",
);
/// A node or clip whose name readers of the file change.
pub static RENAMED: Code = Code::note(
    "stf::renamed",
    "readers give a node or a clip another name, because it has no name or shares it with another",
);
/// A target that only this project's readers understand.
pub static KEPT: Code =
    Code::note("stf::kept", "the track has a target that only this project's readers understand");

/// The codes of lowering and encoding.
pub static CONVERSION: &[&Code] = &[
    &EULER_ORDER,
    &EASING,
    &UNNAMED,
    &BAKED,
    &LEGACY_CURVES,
    &UNREAD,
    &SKIPPED,
    &OVERRIDDEN,
    &SCENE,
    &RESET,
    &ENCODE,
    &UNUSED_OPTION,
    &SAMPLED,
    &DROPPED,
    &KEPT,
    &RENAMED,
    &ENDS,
    &retarget::BONE_MAP,
    &retarget::RETARGETED,
    &retarget::UNMATCHED,
    &retarget::BAKED,
    &retarget::JUMPS,
    &retarget::ENDS,
    &retarget::UNEVEN,
    &retarget::DROPPED,
];
