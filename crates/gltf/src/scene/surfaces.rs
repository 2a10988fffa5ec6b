//! Materials and their textures (glTF 2.0, 3.8 and 3.9).

use std::collections::HashMap;

use anim_core::scene::{Image, Opacity, Scene, Surface};
use serde_json::Value;

use super::{Reader, not_drawn, single};
use crate::{Material, uri, whole_number};

/// The materials that meshes use, and their images.
pub(super) fn read(reader: &mut Reader<'_>, scene: &mut Scene) {
    let root = reader.document.root();
    let mut known = HashMap::new();
    let mut images = HashMap::new();
    for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
        part.surface = part.surface.and_then(|index| {
            let material = root.materials.get(index)?;
            Some(*known.entry(index).or_insert_with(|| {
                let mut surface = surface(material);
                surface.image = texture(material).and_then(|texture| {
                    let source = source(reader, texture)?;
                    *images.entry(source).or_insert_with(|| {
                        let image = image(reader, source)?;
                        scene.images.push(image);
                        Some(scene.images.len().saturating_sub(1))
                    })
                });
                scene.surfaces.push(surface);
                scene.surfaces.len().saturating_sub(1)
            }))
        });
    }
}

fn surface(material: &Material) -> Surface {
    let mut surface = Surface::default();
    if let Some(color) = material.pbr_metallic_roughness.as_ref().and_then(|pbr| pbr.base_color_factor) {
        surface.color = color.map(single);
    }
    surface.double_sided = material.other.get("doubleSided").and_then(Value::as_bool).unwrap_or(false);
    surface.opacity = match material.other.get("alphaMode").and_then(Value::as_str) {
        Some("BLEND") => Opacity::Blended,
        Some("MASK") => {
            Opacity::Cut(material.other.get("alphaCutoff").and_then(Value::as_f64).unwrap_or(0.5) as f32)
        }
        _ => Opacity::Ignored,
    };
    surface
}

/// The colour texture, if it uses the first texture coordinates.
fn texture(material: &Material) -> Option<usize> {
    let texture = material.pbr_metallic_roughness.as_ref()?.other.get("baseColorTexture")?;
    let has_first = texture.get("texCoord").and_then(Value::as_u64).unwrap_or(0) == 0;
    has_first.then(|| index(texture.get("index")))?
}

/// The image of a texture.
fn source(reader: &Reader<'_>, texture: usize) -> Option<usize> {
    let texture = reader.document.root().other.get("textures")?.get(texture)?;
    let webp = texture.get("extensions").and_then(|all| all.get("EXT_texture_webp"));
    index(webp.and_then(|webp| webp.get("source"))).or_else(|| index(texture.get("source")))
}

/// The bytes of an image in the file. An image in another file is reported.
fn image(reader: &mut Reader<'_>, index: usize) -> Option<Image> {
    let path = format!("images[{index}]");
    let image = reader.document.root().other.get("images")?.get(index)?;
    let media = image.get("mimeType").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(view) = self::index(image.get("bufferView")) {
        let bytes = reader.found(|numbers| {
            let bytes = numbers.view(view, &path)?;
            // Like accessors, images may share bytes.
            numbers.spend(bytes.len(), || path.clone())?;
            Ok(bytes.to_vec())
        })?;
        return Some(Image { media, bytes });
    }
    let address = image.get("uri").and_then(Value::as_str)?;
    if !uri::is_data(address) {
        reader.sink.report(not_drawn(&path, "an image in another file"));
        return None;
    }
    let bytes =
        uri::decode(address).map_err(|_| reader.sink.report(not_drawn(&path, "an image that is not base64")));
    Some(Image { media, bytes: bytes.ok()? })
}

fn index(value: Option<&Value>) -> Option<usize> {
    whole_number::index(value?)
}
