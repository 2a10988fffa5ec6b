//! Every code that this crate reports.

use anim_core::Code;

/// The file is a .glb of another version than 2.
pub static VERSION: Code = Code::error("gltf::version", "the binary container is not of version 2");
/// The file is shorter or longer than its header says.
pub static LENGTH: Code = Code::error("gltf::length", "the length of the file is not the one in its header");
/// A chunk of a .glb is cut short, or the first one is not JSON.
pub static CHUNK: Code =
    Code::error("gltf::chunk", "a chunk of the binary container is cut short or missing");
/// A chunk of a .glb that nothing uses is not kept.
pub static UNUSED_CHUNK: Code = Code::warning("gltf::unused-chunk", "a chunk is of no known use");
/// The text is not JSON, or its JSON not glTF.
pub static JSON: Code = Code::error("gltf::json", "the text is not JSON of the shape of glTF 2.0");
/// The JSON nests deeper than 128 levels.
pub static NESTING: Code = Code::error("gltf::nesting", "the JSON is nested too deeply");
/// A data URI that does not decode.
pub static DATA_URI: Code = Code::error("gltf::data-uri", "the data URI of a buffer does not decode");
/// A buffer's URI is not a plain relative path.
pub static URI: Code =
    Code::error("gltf::uri", "the URI of a buffer is not a relative path below the file's folder");
/// A buffer's file is not there.
pub static MISSING_BUFFER: Code = Code::error("gltf::missing-buffer", "the file of a buffer is not there");

/// The asset is of a version that is not 2.
pub static ASSET_VERSION: Code = Code::error("gltf::asset-version", "the asset is not of glTF 2");
/// The file cannot be read without an extension that is not known here.
pub static EXTENSION: Code = Code::error("gltf::extension", "a required extension is not supported");
/// An index points at nothing.
pub static INDEX: Code = Code::error("gltf::index", "an index points at nothing");
/// A node is its own ancestor, or has two parents.
pub static HIERARCHY: Code = Code::error("gltf::hierarchy", "the nodes are not trees");
/// A node's matrix or rotation is not one, or it has both a matrix and its parts.
pub static TRANSFORM: Code = Code::error("gltf::transform", "the place of a node is not a sound transform");
/// Numbers lie outside of their buffer view, or a view outside of its buffer.
pub static BOUNDS: Code = Code::error("gltf::bounds", "a view reaches past the end of its bytes");
/// Numbers are of a type that is unknown or not allowed where they are used.
pub static TYPE: Code = Code::error("gltf::type", "an accessor has a type that does not fit its use");
/// Sparse indices do not ascend or are out of range.
pub static SPARSE: Code = Code::error("gltf::sparse", "the indices of sparse elements are not sound");
/// Key times are negative, not finite or do not ascend.
pub static TIMES: Code =
    Code::error("gltf::times", "key times are not finite, from 0 and strictly ascending");
/// The number of values does not fit the number of keys.
pub static COUNT: Code = Code::error("gltf::count", "the number of values does not fit the number of keys");
/// An interpolation that glTF does not have.
pub static INTERPOLATION: Code =
    Code::error("gltf::interpolation", "the interpolation is not one that glTF has");
/// A channel that moves nothing that can be moved.
pub static TARGET: Code = Code::error("gltf::target", "a channel moves nothing that can be moved");
/// Two channels of one animation move the same thing.
pub static DOUBLE_TARGET: Code =
    Code::error("gltf::double-target", "two channels of an animation move the same thing");
/// A value is infinite or not a number.
pub static NOT_FINITE: Code = Code::warning("gltf::not-finite", "a value is not finite");
/// The file asks for more memory than its size justifies.
pub static LIMIT: Code = Code::error("gltf::limit", "the file claims more than its size justifies");

/// Extras in the form that this crate writes are damaged.
pub static EXTRAS: Code = Code::warning("gltf::extras", "the extras `anim` are damaged and not used");
/// A pointer at something that clips have no place for.
pub static POINTER: Code = Code::warning("gltf::pointer", "an animation pointer leads outside of the nodes");
/// A name was changed because it was taken.
pub static NAME: Code = Code::note("gltf::name", "an animation was renamed because its name was taken");

/// Something that only a reader of ours understands is in the `extras`.
pub static KEPT: Code = Code::note("gltf::kept", "kept in extras, where only this project's reader looks");
/// A curve became plain keys within the tolerance.
pub static BAKED: Code = Code::note("gltf::baked", "a curve became plain keys within the tolerance");
/// Displacements became part of translations.
pub static COMBINED: Code =
    Code::note("gltf::combined", "displacement and translation became one translation");
/// Matrices became translation, rotation and scale.
pub static DECOMPOSED: Code =
    Code::warning("gltf::decomposed", "matrices became translation, rotation and scale");
/// A node changes its parent.
pub static PARENTS: Code =
    Code::warning("gltf::parents", "a node changes its parent, which other readers do not see");
/// Parts of a file that are no animation.
pub static SCENE: Code =
    Code::note("gltf::scene", "a clip has no place for meshes, skins, cameras and the like");
/// A parent was left out because it made a cycle.
pub static CYCLE: Code = Code::warning("gltf::cycle", "a parent was left out because it made a cycle");
/// A value that is not finite was replaced by the rest pose.
pub static REPLACED: Code =
    Code::warning("gltf::replaced", "a value was not finite and became the one at rest");
/// Keys whose times are one in single precision.
pub static MERGED_KEYS: Code =
    Code::warning("gltf::merged-keys", "keys at one time in single precision became one");
/// Something that the file could not take at all.
pub static DROPPED: Code = Code::warning("gltf::dropped", "not in the file");
/// The clips are too large for the container.
pub static TOO_LARGE: Code = Code::error("gltf::too-large", "the binary container holds at most 4 GiB");

/// What the reader and the checks report.
pub static READ: &[&Code] = &[
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
    &TRANSFORM,
    &BOUNDS,
    &TYPE,
    &SPARSE,
    &TIMES,
    &COUNT,
    &INTERPOLATION,
    &TARGET,
    &DOUBLE_TARGET,
    &NOT_FINITE,
    &LIMIT,
];

/// What lowering and encoding report.
pub static CONVERSION: &[&Code] = &[
    &URI,
    &MISSING_BUFFER,
    &INDEX,
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
    &KEPT,
    &BAKED,
    &COMBINED,
    &DECOMPOSED,
    &PARENTS,
    &SCENE,
    &CYCLE,
    &REPLACED,
    &MERGED_KEYS,
    &DROPPED,
    &TOO_LARGE,
];
