//! The codes of every diagnostic.

use anim_core::Code;
use anim_retarget::codes as retarget;

/// An `.anim` that ends too early.
pub static TRUNCATED: Code =
    Code::error("mm2-ped::truncated", "the file ends before the frames that its header counts");
/// An `.anim` of no known layout.
pub static LAYOUT: Code =
    Code::error("mm2-ped::layout", "the size of the file fits none of the three layouts");
/// A file of a related game.
pub static COMPRESSED: Code =
    Code::error("mm2-ped::compressed", "the file is a compressed clip of a related game");
/// A count that the game rejects.
pub static LIMIT: Code = Code::error("mm2-ped::limit", "a count is 0 or above what the game loads");
/// A size that fits two layouts.
pub static AMBIGUOUS_LAYOUT: Code = Code::warning(
    "mm2-ped::ambiguous-layout",
    "the size fits the layouts old and wiki; the file is read as old",
);
/// Tracks that move nothing.
pub static FURTHER_TRACKS: Code =
    Code::warning("mm2-ped::further-tracks", "the file has tracks that move nothing");
/// Floats that belong to no bone.
pub static FLOATS: Code = Code::warning(
    "mm2-ped::floats",
    "the number of floats per frame is not 3 for the position and 3 for each bone",
);
/// A flag that no known file has.
pub static FLAG: Code = Code::note("mm2-ped::flag", "the flag is not 1");
/// Floats that are infinite or NaN.
pub static NOT_FINITE: Code = Code::warning("mm2-ped::not-finite", "some floats are infinite or NaN");
/// A distance that differs from the root's travel.
pub static DISTANCE: Code =
    Code::note("mm2-ped::distance", "the stated distance differs from the travel of the root");
/// Bytes after the last frame.
pub static TRAILING_BYTES: Code =
    Code::warning("mm2-ped::trailing-bytes", "there are bytes after the last frame");
/// A text that does not read as a skeleton.
pub static SYNTAX: Code = Code::error("mm2-ped::syntax", "the text is not a skeleton");
/// A wrong number of bones.
pub static NUM_BONES: Code =
    Code::error("mm2-ped::num-bones", "`NumBones` differs from the number of bones in the file");
/// A name that no bone can have.
pub static BONE_NAME: Code =
    Code::error("mm2-ped::bone-name", "a bone's name is empty, too long or more than one word");
/// Several bones without a parent.
pub static ROOTS: Code = Code::warning("mm2-ped::roots", "a bone other than the first has no parent");
/// Bones of one name.
pub static REPEATED_BONE: Code = Code::warning("mm2-ped::repeated-bone", "two bones have the same name");
/// A property of a bone that the format does not know.
pub static UNKNOWN_PROPERTY: Code =
    Code::warning("mm2-ped::unknown-property", "a property of a bone is unknown; its line is kept");
/// Characters behind a number.
pub static NUMBER: Code =
    Code::warning("mm2-ped::number", "a number is followed by other characters, which are ignored");
/// A text that begins with a byte order mark.
pub static BYTE_ORDER_MARK: Code = Code::warning(
    "mm2-ped::byte-order-mark",
    "a text begins with a byte order mark, which is skipped and not written; the game does not skip it",
);
/// A text that ends with Ctrl-Z or NUL.
pub static END_MARK: Code =
    Code::note("mm2-ped::end-mark", "a text ends with Ctrl-Z or NUL, which is skipped and not written");
/// A line of a table that is not a state.
pub static STATE: Code = Code::error("mm2-ped::state", "a line of a state table is not a state");
/// A table without states.
pub static NO_STATE: Code = Code::warning("mm2-ped::no-state", "a state table has no states");
/// An empty field of a state.
pub static EMPTY_FIELD: Code = Code::warning(
    "mm2-ped::empty-field",
    "the game skips an empty field of a state, so that the later fields move up",
);
/// States of one name.
pub static REPEATED_STATE: Code = Code::warning("mm2-ped::repeated-state", "two states have the same name");
/// A next state that does not exist.
pub static NEXT: Code = Code::error("mm2-ped::next", "the next state is not in the table");
/// A state without a next one.
pub static DEAD_END: Code = Code::note("mm2-ped::dead-end", "a state has no next state");
/// Frames that a clip does not have.
pub static WINDOW: Code =
    Code::warning("mm2-ped::window", "a state shows frames that its clip does not have");
/// A skeleton of another figure.
pub static BONE_COUNT: Code =
    Code::warning("mm2-ped::bone-count", "a skeleton and a clip have different numbers of bones");
/// A skeleton whose name is that of another figure.
pub static OTHER_FIGURE: Code = Code::note(
    "mm2-ped::other-figure",
    "the only skeleton in the folder is used, but its name is that of another figure",
);
/// An angle outside a skeleton's limits.
pub static JOINT_LIMIT: Code = Code::note("mm2-ped::joint-limit", "a bone turns beyond its limit");
/// A clip that is not in the table's folder.
pub static CLIP_MISSING: Code =
    Code::warning("mm2-ped::clip-missing", "the clip of a state is not in the folder of its table");
/// A clip without a state.
pub static UNUSED_CLIP: Code =
    Code::note("mm2-ped::unused-clip", "no state of the tables in the same folder shows a clip");
/// A file in the same folder that cannot be read.
pub static BESIDE: Code = Code::warning("mm2-ped::beside", "a file that belongs to this file cannot be read");

/// The codes that the reader and the checks report.
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
    &BYTE_ORDER_MARK,
    &END_MARK,
    &STATE,
    &NO_STATE,
    &EMPTY_FIELD,
    &REPEATED_STATE,
    &NEXT,
    &DEAD_END,
    &WINDOW,
    &BONE_COUNT,
    &OTHER_FIGURE,
    &JOINT_LIMIT,
    &CLIP_MISSING,
    &UNUSED_CLIP,
    &BESIDE,
];

/// Clips that cannot be encoded.
pub static ENCODE: Code = Code::error("mm2-ped::encode", "the clips cannot be encoded");
/// Names that are taken or that a file cannot hold.
pub static NAME: Code = Code::note("mm2-ped::name", "a name was changed");
/// Parts of a file that clips cannot represent.
pub static NOT_IN_CLIP: Code =
    Code::warning("mm2-ped::not-in-clip", "a clip cannot represent a part of the file");
/// Nothing to mirror.
pub static MIRROR: Code =
    Code::warning("mm2-ped::mirror", "no pair of bones has names that end in `_l` and `_r`");
/// The root motion of the game without the states that it depends on.
pub static NO_STATES: Code = Code::warning(
    "mm2-ped::no-states",
    "the game changes the root for each state of a table, and none is given",
);
/// More floats than the clips of states may hold.
pub static TOO_MANY_VALUES: Code =
    Code::warning("mm2-ped::too-many-values", "the clips of a table's states would be too large together");
/// Bones made of the clip's own nodes.
pub static OWN_SKELETON: Code =
    Code::note("mm2-ped::own-skeleton", "no skeleton is given, so the bones are the clip's own nodes");
/// Bones whose names, parents and positions the file does not hold.
pub static FIGURE: Code = Code::warning(
    "mm2-ped::figure",
    "an .anim does not hold the names, parents and positions of bones, which are in a .skel",
);
/// A bone that no node moves.
pub static STILL_BONE: Code =
    Code::note("mm2-ped::still-bone", "no node has the name of a bone, which stays at rest");
/// A clip of another frame rate, or with keys between frames.
pub static RESAMPLED: Code =
    Code::warning("mm2-ped::resampled", "keys move to the file's frames, 30 per second");
/// A motion that the frames do not show.
pub static HELD: Code = Code::warning(
    "mm2-ped::held",
    "the file holds each frame until the next, as the game does; the motion between them is lost",
);
/// A motion before the start or after the end.
pub static OUTSIDE: Code = Code::warning(
    "mm2-ped::outside",
    "the file holds its first frame before the start and its last frame after the end",
);
/// A clip whose length is not a number of frames.
pub static LENGTH: Code =
    Code::note("mm2-ped::length", "the length of the clip becomes a number of frames, 30 per second");
/// A bone that moves relative to its parent.
pub static MOVED: Code =
    Code::warning("mm2-ped::moved", "a bone other than the first is translated; in the file it only rotates");
/// Nodes that are rotated at rest.
pub static REST: Code = Code::note(
    "mm2-ped::rest",
    "a bone is unrotated at rest; the rest rotations of nodes are not in the file",
);
/// Numbers outside single precision.
pub static RANGE: Code = Code::warning("mm2-ped::range", "values are outside the range of single precision");
/// Something that the file cannot represent.
pub static DROPPED: Code = Code::warning("mm2-ped::dropped", "the file cannot represent this");

/// Options that need a skeleton, where none is given.
pub static UNUSED_OPTION: Code =
    Code::warning("mm2-ped::unused-option", "options without a skeleton have no effect");

/// The codes that lowering and encoding report; checks report the last two too.
pub static CONVERSION: &[&Code] = &[
    &ENCODE,
    &NAME,
    &NOT_IN_CLIP,
    &MIRROR,
    &NO_STATES,
    &TOO_MANY_VALUES,
    &OWN_SKELETON,
    &UNUSED_OPTION,
    &FIGURE,
    &retarget::BONE_MAP,
    &retarget::RETARGETED,
    &retarget::UNMATCHED,
    &retarget::BAKED,
    &retarget::JUMPS,
    &retarget::ENDS,
    &retarget::UNEVEN,
    &retarget::DROPPED,
    &STILL_BONE,
    &RESAMPLED,
    &HELD,
    &OUTSIDE,
    &LENGTH,
    &MOVED,
    &REST,
    &RANGE,
    &DROPPED,
    &CLIP_MISSING,
    &JOINT_LIMIT,
];
