//! The codes of every diagnostic.

use anim_core::Code;
use anim_retarget::codes as retarget;

/// The file is a .glb of another version than 2.
pub static VERSION: Code = Code::error("gltf::version", "the version of the binary container is not 2");
/// The file is shorter or longer than its header states.
pub static LENGTH: Code =
    Code::error("gltf::length", "the length of the file differs from the length in its header");
/// A chunk of a .glb is truncated, or the first chunk is not JSON.
pub static CHUNK: Code =
    Code::error("gltf::chunk", "a chunk of the binary container is truncated or missing");
/// No buffer uses a chunk of a .glb.
pub static UNUSED_CHUNK: Code =
    Code::warning("gltf::unused-chunk", "a chunk of the binary container is not used");
/// A .glb is written without the bytes after its last chunk.
pub static AFTER_END: Code =
    Code::warning("gltf::after-end", "the bytes after the last chunk of the binary container are left out");
/// The text is not JSON, or its JSON is not glTF.
pub static JSON: Code = Code::error("gltf::json", "the text is not JSON with the structure of glTF 2.0");
/// The JSON nests deeper than 128 levels.
pub static NESTING: Code = Code::error("gltf::nesting", "the JSON is nested too deeply");
/// A data URI cannot be decoded.
pub static DATA_URI: Code = Code::error("gltf::data-uri", "the data URI of a buffer cannot be decoded");
/// A buffer's URI is not a plain relative path.
pub static URI: Code =
    Code::error("gltf::uri", "the URI of a buffer is not a relative path below the folder of the file");
/// A buffer's file does not exist.
pub static MISSING_BUFFER: Code = Code::error("gltf::missing-buffer", "the file of a buffer is missing");

/// The asset states another version of glTF than 2.
pub static ASSET_VERSION: Code =
    Code::error("gltf::asset-version", "the file needs another version of glTF than 2");
/// The file requires an extension that this crate does not support.
pub static EXTENSION: Code = Code::error("gltf::extension", "a required extension is not supported");
/// An index is out of range.
pub static INDEX: Code = Code::error("gltf::index", "an index refers to an object that does not exist");
/// A node is its own ancestor, has two parents, or lists a child that clips do not give it.
pub static HIERARCHY: Code = Code::error("gltf::hierarchy", "a node is its own ancestor or has two parents");
/// A list of human bones is incomplete, or names a bone or a node twice, or a VRM animation translates another bone than the hips.
pub static HUMANOID: Code = Code::warning(
    "gltf::humanoid",
    "the human bones of an avatar are incomplete, contradict each other or move in a way that VRM forbids",
);
/// A node's matrix or rotation is malformed, or the node has a matrix and also its parts.
pub static TRANSFORM: Code = Code::error("gltf::transform", "the transform of a node is malformed");
/// Numbers are outside of their buffer view, or a view is outside of its buffer.
pub static BOUNDS: Code =
    Code::error("gltf::bounds", "an accessor or a buffer view extends past the end of its bytes");
/// Numbers are not at multiples of their size.
pub static ALIGNMENT: Code =
    Code::error("gltf::alignment", "the numbers of an accessor are not at multiples of their size");
/// Key times or values lie apart, which glTF allows for vertices only.
pub static STRIDE: Code = Code::warning(
    "gltf::stride",
    "the key times or values of an animation have a stride, which glTF allows for vertices only",
);
/// Numbers have a type that is unknown or not allowed for their use.
pub static TYPE: Code = Code::error("gltf::type", "an accessor has a type that does not fit its use");
/// Sparse indices do not ascend, are out of range, or are none.
pub static SPARSE: Code = Code::error(
    "gltf::sparse",
    "the indices of sparse elements do not ascend, are out of range, or are none",
);
/// Key times are negative, not finite or do not ascend.
pub static TIMES: Code =
    Code::error("gltf::times", "key times are not finite, not strictly ascending, or below 0");
/// The number of values does not match the number of keys.
pub static COUNT: Code = Code::error("gltf::count", "the number of values does not match the number of keys");
/// An interpolation that glTF does not define, or not for the property that it drives.
pub static INTERPOLATION: Code = Code::error(
    "gltf::interpolation",
    "glTF does not define the interpolation of a sampler, or not for its property",
);
/// A target that glTF does not allow.
pub static TARGET: Code =
    Code::error("gltf::target", "the target of a channel is not a property that can be animated");
/// Two channels of one animation drive the same property.
pub static DOUBLE_TARGET: Code =
    Code::error("gltf::double-target", "two channels of an animation drive the same property");
/// An extension that a file uses without listing it.
pub static UNLISTED: Code =
    Code::warning("gltf::unlisted-extension", "the file uses an extension that it does not list");
/// Numbers with another range than their accessor states, or key times without a range.
pub static RANGE: Code = Code::warning(
    "gltf::range",
    "an accessor of an animation states another range than that of its numbers, or none for key times",
);
/// A list has no entries, where glTF demands some.
pub static EMPTY: Code = Code::warning("gltf::empty", "a list is empty, which glTF does not allow");
/// A list has an entry twice.
pub static TWICE: Code = Code::warning("gltf::twice", "a list of nodes has a node twice");
/// A node has a skin without a mesh or with too few matrices, or weights that do not fit the morph targets of a mesh.
pub static MESH: Code = Code::warning(
    "gltf::mesh",
    "a skin has no mesh or too few matrices, or weights do not fit the morph targets of a mesh",
);
/// A value is infinite or NaN.
pub static NOT_FINITE: Code = Code::warning("gltf::not-finite", "a value is infinite or NaN");
/// The file would take more memory than its size justifies.
pub static LIMIT: Code = Code::error("gltf::limit", "the file states more data than its size justifies");

/// The codes that the reader and the checks report.
pub static READING: &[&Code] = &[
    &VERSION,
    &LENGTH,
    &CHUNK,
    &UNUSED_CHUNK,
    &JSON,
    &NESTING,
    &DATA_URI,
    &URI,
    &MISSING_BUFFER,
    &ASSET_VERSION,
    &EXTENSION,
    &INDEX,
    &HIERARCHY,
    &HUMANOID,
    &TRANSFORM,
    &BOUNDS,
    &ALIGNMENT,
    &STRIDE,
    &TYPE,
    &SPARSE,
    &TIMES,
    &COUNT,
    &INTERPOLATION,
    &TARGET,
    &DOUBLE_TARGET,
    &UNLISTED,
    &RANGE,
    &EMPTY,
    &TWICE,
    &MESH,
    &NOT_FINITE,
    &LIMIT,
];

/// The extras of this project are malformed.
pub static EXTRAS: Code = Code::warning(
    "gltf::extras",
    "the extras `anim` are malformed, or name nodes that do not exist, and are not used",
);
/// A pointer refers to a property that clips cannot hold, or a channel states no node.
pub static POINTER: Code =
    Code::warning("gltf::pointer", "an animation pointer refers to a property that clips cannot hold");
/// A name was changed because another animation has it.
pub static NAME: Code = Code::note("gltf::name", "a clip was renamed because its name was taken");
/// An option has no effect.
pub static UNUSED_OPTION: Code = Code::warning("gltf::unused-option", "an option has no effect");

/// A length unit was chosen for clips that state none.
pub static UNIT: Code =
    Code::note("gltf::unit", "clips state no length unit: it was chosen by the size of the figure");

/// Something is kept in the `extras`, which only this project reads.
pub static KEPT: Code = Code::note(
    "gltf::kept",
    "glTF cannot represent this: it is kept in `extras`, which only this project reads",
);
/// A curve was baked within the tolerance.
pub static BAKED: Code = Code::note("gltf::baked", "a curve was baked to keys within the tolerance");
/// Displacements were added to translations.
pub static COMBINED: Code =
    Code::note("gltf::combined", "displacement and translation were added to one translation");
/// Matrices were decomposed.
pub static DECOMPOSED: Code =
    Code::warning("gltf::decomposed", "matrices were decomposed into translation, rotation and scale");
/// A node changes its parent.
pub static PARENTS: Code =
    Code::warning("gltf::parents", "a node changes its parent, which only this project reads");
/// The file has objects that are not animation.
pub static SCENE: Code = Code::warning(
    "gltf::scene",
    "clips cannot hold meshes, materials, cameras, extras and extensions of a file",
);
/// Weights of morph targets at rest are not 0.
pub static RESTING_WEIGHTS: Code = Code::warning(
    "gltf::resting-weights",
    "weights of morph targets that nothing drives are not 0 at rest, as they are in clips",
);
/// A file to which clips were added refers to other files.
pub static BESIDE: Code =
    Code::note("gltf::beside", "the file refers to other files, which have to be next to it");
/// A part of the scene is not drawn.
pub static NOT_DRAWN: Code = Code::note("gltf::not-drawn", "something of the scene is not drawn");
/// A node is its own ancestor: it became a root.
pub static CYCLE: Code =
    Code::warning("gltf::cycle", "a node is its own ancestor and became a root of the hierarchy");
/// A value that is not finite was replaced by the rest pose.
pub static REPLACED: Code = Code::warning(
    "gltf::replaced",
    "values that are not finite were replaced by the rest pose, angles by no rotation",
);
/// Jumps take a moment.
pub static JUMPS: Code =
    Code::note("gltf::jumps", "a jump takes a moment, long enough that no program merges its two keys");
/// Blender merges keys of a baked curve.
pub static NEAR_KEYS: Code =
    Code::note("gltf::near-keys", "keys of a baked curve are nearer than Blender keeps apart");
/// Single precision moves a curve by more than the tolerance.
pub static ROUNDED: Code =
    Code::note("gltf::rounded", "single precision moves a curve by more than the tolerance");
/// Keys have the same time in single precision.
pub static MERGED_KEYS: Code =
    Code::warning("gltf::merged-keys", "keys with the same time in single precision were merged");
/// Something is not in the file.
pub static DROPPED: Code =
    Code::warning("gltf::dropped", "glTF cannot represent this: it is not in the file");
/// The weight of an expression leaves the range that programs show.
pub static BEYOND: Code = Code::warning(
    "gltf::beyond",
    "the weight of an expression leaves the range from 0 to 1, to which programs limit it",
);
/// Clips cannot become a file.
pub static ENCODE: Code = Code::error("gltf::encode", "clips cannot become a file of this kind");
/// The document is too large for a .glb.
pub static TOO_LARGE: Code =
    Code::error("gltf::too-large", "the document is larger than the 4 GiB that a binary container holds");

/// The codes that lowering and encoding report.
pub static CONVERSION: &[&Code] = &[
    &URI,
    &MISSING_BUFFER,
    &INDEX,
    &HIERARCHY,
    &TRANSFORM,
    &BOUNDS,
    &TYPE,
    &SPARSE,
    &TIMES,
    &COUNT,
    &INTERPOLATION,
    &TARGET,
    &LIMIT,
    &EXTRAS,
    &POINTER,
    &NAME,
    &UNUSED_OPTION,
    &UNIT,
    &KEPT,
    &BAKED,
    &COMBINED,
    &DECOMPOSED,
    &PARENTS,
    &SCENE,
    &RESTING_WEIGHTS,
    &BESIDE,
    &NOT_DRAWN,
    &UNUSED_CHUNK,
    &AFTER_END,
    &CYCLE,
    &REPLACED,
    &JUMPS,
    &NEAR_KEYS,
    &ROUNDED,
    &MERGED_KEYS,
    &DROPPED,
    &BEYOND,
    &ENCODE,
    &TOO_LARGE,
    &retarget::BONE_MAP,
    &retarget::RETARGETED,
    &retarget::UNMATCHED,
    &retarget::BAKED,
    &retarget::JUMPS,
    &retarget::ENDS,
    &retarget::UNEVEN,
    &retarget::DROPPED,
];
