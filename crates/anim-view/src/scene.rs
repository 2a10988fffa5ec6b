//! Meshes, cameras and lights for the page.

use anim_core::scene::{Beam, Lens, Opacity, Part, Scene};
use serde::Serialize;

use crate::columns::{Columns, Place};

/// A scene, with its numbers and pictures in a block of columns.
#[derive(Debug, Serialize)]
pub(crate) struct SceneData {
    /// The names of the nodes, by which they are matched to nodes of clips.
    nodes: Vec<String>,
    /// The nodes that are not shown.
    outside: Vec<usize>,
    bodies: Vec<BodyData>,
    meshes: Vec<Vec<PartData>>,
    skins: Vec<SkinData>,
    surfaces: Vec<SurfaceData>,
    images: Vec<ImageData>,
    cameras: Vec<CameraData>,
    lights: Vec<LightData>,
}

#[derive(Debug, Serialize)]
struct BodyData {
    node: usize,
    mesh: usize,
    skin: Option<usize>,
    weights: Vec<f32>,
}

/// Places of columns; `None` for those that the part does not have.
#[derive(Debug, Serialize)]
struct PartData {
    corners: usize,
    positions: Place,
    normals: Option<Place>,
    places: Option<Place>,
    joints: Option<Place>,
    weights: Option<Place>,
    /// The number of corners of all triangles, and the place of their 32-bit indices.
    indices: usize,
    triangles: Place,
    targets: Vec<Option<Place>>,
    surface: Option<usize>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SkinData {
    joints: Vec<usize>,
    inverse_binds: Place,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SurfaceData {
    color: [f32; 4],
    image: Option<usize>,
    /// Points with an opacity below this are not drawn.
    cut: f32,
    is_blended: bool,
    double_sided: bool,
}

#[derive(Debug, Serialize)]
struct ImageData {
    media: String,
    bytes: usize,
    place: Place,
}

/// A camera with half of its angles, or half of its box if it is parallel.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CameraData {
    node: usize,
    is_parallel: bool,
    width: f32,
    height: f32,
}

/// A light: `parallel`, `all`, or `cone` with half of its angle.
#[derive(Debug, Serialize)]
struct LightData {
    node: usize,
    color: [f32; 3],
    kind: &'static str,
    angle: f32,
}

impl SceneData {
    pub(crate) fn new(scene: &Scene, columns: &mut Columns) -> Self {
        let bodies = scene.bodies.iter().map(|body| BodyData {
            node: body.node,
            mesh: body.mesh,
            skin: body.skin,
            weights: body.weights.clone(),
        });
        let skins = scene.skins.iter().map(|skin| SkinData {
            joints: skin.joints.clone(),
            inverse_binds: singles(columns, &skin.inverse_binds),
        });
        let skins = skins.collect();
        let images = scene.images.iter().map(|image| ImageData {
            media: image.media.clone(),
            bytes: image.bytes.len(),
            place: columns.put(image.bytes.clone()),
        });
        let images = images.collect();
        let surfaces = scene.surfaces.iter().map(|surface| SurfaceData {
            color: surface.color,
            image: surface.image,
            cut: if let Opacity::Cut(cut) = surface.opacity { cut } else { 0.0 },
            is_blended: surface.opacity == Opacity::Blended,
            double_sided: surface.double_sided,
        });
        let cameras = scene.cameras.iter().map(|camera| {
            let (is_parallel, width, height) = match camera.lens {
                Lens::Parallel { width, height } => (true, width, height),
                Lens::Perspective { angle, aspect } => {
                    let tall = (angle / 2.0).tan();
                    (false, tall * aspect.unwrap_or(1.5), tall)
                }
            };
            CameraData { node: camera.node, is_parallel, width, height }
        });
        let lights = scene.lights.iter().map(|light| {
            let (kind, angle) = match light.beam {
                Beam::Parallel => ("parallel", 0.0),
                Beam::All => ("all", 0.0),
                Beam::Cone(angle) => ("cone", angle),
            };
            LightData { node: light.node, color: light.color, kind, angle }
        });
        Self {
            nodes: scene.nodes.iter().map(|node| node.name.clone()).collect(),
            outside: scene.outside.clone(),
            bodies: bodies.collect(),
            meshes: scene
                .meshes
                .iter()
                .map(|mesh| mesh.parts.iter().map(|part| PartData::new(part, columns)).collect())
                .collect(),
            skins,
            surfaces: surfaces.collect(),
            images,
            cameras: cameras.collect(),
            lights: lights.collect(),
        }
    }
}

impl PartData {
    fn new(part: &Part, columns: &mut Columns) -> Self {
        let mut list = |numbers: &[f32]| (!numbers.is_empty()).then(|| singles(columns, numbers));
        let (normals, places, weights) = (list(&part.normals), list(&part.places), list(&part.weights));
        let targets = part.targets.iter().map(|target| list(target)).collect();
        let joints = part.joints.iter().flat_map(|joint| joint.to_le_bytes()).collect();
        Self {
            corners: part.positions.len() / 3,
            positions: singles(columns, &part.positions),
            normals,
            places,
            joints: (!part.joints.is_empty()).then(|| columns.put(joints)),
            weights,
            indices: part.triangles.len(),
            triangles: columns.put(part.triangles.iter().flat_map(|corner| corner.to_le_bytes()).collect()),
            targets,
            surface: part.surface,
        }
    }
}

fn singles(columns: &mut Columns, numbers: &[f32]) -> Place {
    columns.singles(numbers.iter().map(|&number| f64::from(number)))
}

#[cfg(test)]
mod tests {
    use anim_core::scene::{Body, Camera, Mesh};

    use super::*;

    #[test]
    fn lists_that_are_empty_have_no_place_and_equal_ones_share_theirs() {
        let part = Part {
            positions: vec![1.0; 9],
            normals: vec![1.0; 9],
            triangles: vec![0, 1, 2],
            ..Part::default()
        };
        let mut scene = Scene::default();
        scene.meshes = vec![Mesh { parts: vec![part] }];
        scene.bodies = vec![Body::default()];
        let data = SceneData::new(&scene, &mut Columns::default());
        let part = &data.meshes[0][0];
        assert_eq!((part.corners, part.indices, part.normals), (3, 3, Some(part.positions)));
        assert!(part.places.is_none() && part.joints.is_none());
    }

    #[test]
    fn a_camera_has_half_of_what_it_sees_at_a_distance_of_1() {
        let mut scene = Scene::default();
        let lens = Lens::Perspective { angle: std::f32::consts::FRAC_PI_2, aspect: Some(2.0) };
        scene.cameras = vec![Camera { node: 0, lens }];
        let camera = &SceneData::new(&scene, &mut Columns::default()).cameras[0];
        assert!((camera.height - 1.0).abs() < 1e-6 && (camera.width - 2.0).abs() < 1e-6);
    }
}
