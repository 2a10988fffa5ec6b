//! The extensions that this crate supports.

/// Lets channels drive any property of the file, by a JSON pointer.
pub(crate) const POINTER: &str = "KHR_animation_pointer";

/// Shows and hides nodes.
pub(crate) const VISIBILITY: &str = "KHR_node_visibility";

/// Allows more component types in meshes, on which animation does not depend.
pub(crate) const QUANTIZATION: &str = "KHR_mesh_quantization";

/// Extensions that concern only the look of a file: its surfaces, images, lights and geometry.
const LOOKS: [&str; 9] = [
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "VRMC_materials_",
    "KHR_lights_",
    "EXT_lights_",
    "KHR_draco_mesh_compression",
    QUANTIZATION,
];

/// Whether clips are right without an extension, or this crate supports it.
pub(crate) fn is_read(name: &str) -> bool {
    [POINTER, VISIBILITY].contains(&name) || LOOKS.iter().any(|look| name.starts_with(look))
}
