//! The extensions that this crate supports.

/// Lets channels drive any property of the file, by a JSON pointer.
pub(crate) const POINTER: &str = "KHR_animation_pointer";

/// Shows and hides nodes.
pub(crate) const VISIBILITY: &str = "KHR_node_visibility";

/// Allows more component types in meshes, on which animation does not depend.
pub(crate) const QUANTIZATION: &str = "KHR_mesh_quantization";
