//! The codes of every diagnostic.

use anim_core::Code;

/// An `.anim` that ends too early.
pub static TRUNCATED: Code = Code::error("mm2-ped::truncated", "the file ends before what its header counts");
/// An `.anim` of no known layout.
pub static LAYOUT: Code =
    Code::error("mm2-ped::layout", "the file has the size of none of the three layouts");
/// A file of a sibling game.
pub static COMPRESSED: Code =
    Code::error("mm2-ped::compressed", "the file is a compressed clip of a sibling game");
/// A count that the game refuses.
pub static LIMIT: Code = Code::error("mm2-ped::limit", "a count is 0 or beyond what the game loads");
/// A size that two layouts have.
pub static AMBIGUOUS_LAYOUT: Code = Code::warning(
    "mm2-ped::ambiguous-layout",
    "the size fits two layouts, and the file is read as the first of them",
);
/// Tracks that move nothing.
pub static FURTHER_TRACKS: Code =
    Code::warning("mm2-ped::further-tracks", "there are tracks that move nothing");
/// Floats that are no bone's.
pub static FLOATS: Code =
    Code::warning("mm2-ped::floats", "the floats of a frame are not those of a place and of whole bones");
/// A flag that no known file has.
pub static FLAG: Code = Code::note("mm2-ped::flag", "the flag is not 1");
/// Infinite floats and such that are no numbers.
pub static NOT_FINITE: Code = Code::warning("mm2-ped::not-finite", "floats are not finite");
/// A distance that is not the root's.
pub static DISTANCE: Code = Code::note("mm2-ped::distance", "the distance is not how far the root gets");
/// Bytes after the last frame.
pub static TRAILING_BYTES: Code =
    Code::warning("mm2-ped::trailing-bytes", "there are bytes after the last frame");
/// A text that is no skeleton.
pub static SYNTAX: Code = Code::error("mm2-ped::syntax", "the text is no skeleton");
/// A wrong number of bones.
pub static NUM_BONES: Code = Code::error("mm2-ped::num-bones", "`NumBones` is not the number of bones");
/// A name that no bone can have.
pub static BONE_NAME: Code =
    Code::error("mm2-ped::bone-name", "a bone's name is empty, too long or not one word");
/// Several bones that hang on none.
pub static ROOTS: Code = Code::warning("mm2-ped::roots", "a bone other than the first hangs on none");
/// Bones of one name.
pub static REPEATED_BONE: Code = Code::warning("mm2-ped::repeated-bone", "two bones have one name");
/// A property of a bone that the format does not know.
pub static UNKNOWN_PROPERTY: Code =
    Code::warning("mm2-ped::unknown-property", "a property of a bone is not known; its line is kept");
/// What follows a number in its word.
pub static NUMBER: Code =
    Code::warning("mm2-ped::number", "something follows a number in its word and does not count");
/// A line of a table that is no state.
pub static STATE: Code = Code::error("mm2-ped::state", "a line is no state");
/// A table that says nothing.
pub static NO_STATE: Code = Code::warning("mm2-ped::no-state", "a table has no state");
/// An empty field of a state.
pub static EMPTY_FIELD: Code =
    Code::warning("mm2-ped::empty-field", "an empty field of a state does not count: those after it move up");
/// States of one name.
pub static REPEATED_STATE: Code = Code::warning("mm2-ped::repeated-state", "two states have one name");
/// A next state that is not there.
pub static NEXT: Code = Code::error("mm2-ped::next", "the next state is not in the table");
/// A state without a next one.
pub static DEAD_END: Code = Code::note("mm2-ped::dead-end", "a state leads nowhere");
/// Frames that a clip does not have.
pub static WINDOW: Code =
    Code::warning("mm2-ped::window", "a state shows frames that its clip does not have");
/// A skeleton of another figure.
pub static BONE_COUNT: Code =
    Code::warning("mm2-ped::bone-count", "a skeleton and a clip have different numbers of bones");
/// An angle beyond a skeleton's limits.
pub static JOINT_LIMIT: Code = Code::note("mm2-ped::joint-limit", "a bone turns beyond its limit");
/// A clip that is not beside its table.
pub static CLIP_MISSING: Code =
    Code::warning("mm2-ped::clip-missing", "the clip of a state is not beside the table");
/// A clip without a state.
pub static UNUSED_CLIP: Code =
    Code::note("mm2-ped::unused-clip", "no state of the tables beside it shows a clip");
/// A file beside this one that does not read.
pub static BESIDE: Code = Code::warning("mm2-ped::beside", "a file that belongs to this one cannot be read");

/// What the reader and the checks report.
pub static READING: &[&Code] = &[
    &TRUNCATED,
    &LAYOUT,
    &COMPRESSED,
    &LIMIT,
    &AMBIGUOUS_LAYOUT,
    &FURTHER_TRACKS,
    &FLOATS,
    &FLAG,
    &NOT_FINITE,
    &DISTANCE,
    &TRAILING_BYTES,
    &SYNTAX,
    &NUM_BONES,
    &BONE_NAME,
    &ROOTS,
    &REPEATED_BONE,
    &UNKNOWN_PROPERTY,
    &NUMBER,
    &STATE,
    &NO_STATE,
    &EMPTY_FIELD,
    &REPEATED_STATE,
    &NEXT,
    &DEAD_END,
    &WINDOW,
    &BONE_COUNT,
    &JOINT_LIMIT,
    &CLIP_MISSING,
    &UNUSED_CLIP,
    &BESIDE,
];

/// Clips that cannot be encoded.
pub static ENCODE: Code = Code::error("mm2-ped::encode", "the clips cannot become a file of this format");
/// Names that are taken or that a file cannot hold.
pub static NAME: Code = Code::note("mm2-ped::name", "a name was changed");
/// What of a file is in no clip.
pub static NOT_IN_CLIP: Code = Code::warning("mm2-ped::not-in-clip", "clips have no place for this");
/// Nothing to mirror.
pub static MIRROR: Code = Code::warning("mm2-ped::mirror", "no bones are named for the left and the right");
/// More numbers than the clips of states may hold.
pub static TOO_MANY_VALUES: Code =
    Code::warning("mm2-ped::too-many-values", "the clips of a table's states would be too large together");
/// Bones that are the clip's own nodes.
pub static OWN_SKELETON: Code =
    Code::note("mm2-ped::own-skeleton", "no skeleton is given, and the bones are the clip's own nodes");
/// Pairs of a map of bones that mean nothing.
pub static BONE_MAP: Code =
    Code::warning("mm2-ped::bone-map", "a pair of the map of bones names no node or no bone");
/// A bone that no node moves.
pub static STILL_BONE: Code =
    Code::note("mm2-ped::still-bone", "no node has the name of a bone, which stays at rest");
/// A clip of another frame rate, or with keys between frames.
pub static RESAMPLED: Code = Code::warning("mm2-ped::resampled", "keys move to frames, 30 a second");
/// A bone that moves on its parent.
pub static MOVED: Code =
    Code::warning("mm2-ped::moved", "only the first bone has a place in a file; others turn");
/// A clip of a figure with other proportions.
pub static PROPORTIONS: Code =
    Code::warning("mm2-ped::proportions", "the clip's figure has other proportions than the skeleton");
/// Numbers beyond single precision.
pub static RANGE: Code = Code::warning("mm2-ped::range", "values are beyond what the file can say");
/// Something that files have no place for.
pub static DROPPED: Code = Code::warning("mm2-ped::dropped", "a file has no place for this");

/// What lowering and encoding report; the last two are those of checks too.
pub static CONVERSION: &[&Code] = &[
    &ENCODE,
    &NAME,
    &NOT_IN_CLIP,
    &MIRROR,
    &TOO_MANY_VALUES,
    &OWN_SKELETON,
    &BONE_MAP,
    &STILL_BONE,
    &RESAMPLED,
    &MOVED,
    &PROPORTIONS,
    &RANGE,
    &DROPPED,
    &CLIP_MISSING,
    &JOINT_LIMIT,
];
