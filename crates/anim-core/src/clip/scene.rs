//! What a document shows on its nodes: meshes, cameras and lights.

use crate::Node;

/// The objects of a document that follow its nodes, for programs that draw.
///
/// Numbers are in single precision, as graphics cards use them. Every index refers to an existing item.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Scene {
    /// The nodes of the document at rest. A clip has the same nodes, or some of them, in the same order.
    pub nodes: Vec<Node>,
    /// The nodes outside of what the document shows, ascending, such as those in no scene of a glTF file.
    pub outside: Vec<usize>,
    /// Which node shows which mesh.
    pub bodies: Vec<Body>,
    /// The meshes.
    pub meshes: Vec<Mesh>,
    /// Which nodes deform which meshes.
    pub skins: Vec<Skin>,
    /// The appearance of surfaces.
    pub surfaces: Vec<Surface>,
    /// The images on surfaces.
    pub images: Vec<Image>,
    /// The cameras.
    pub cameras: Vec<Camera>,
    /// The lights.
    pub lights: Vec<Light>,
}

impl Scene {
    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty() && self.cameras.is_empty() && self.lights.is_empty()
    }

    /// The size of the numbers and pictures in bytes.
    pub fn bytes(&self) -> usize {
        let meshes = self.meshes.iter().flat_map(|mesh| &mesh.parts).map(Part::bytes);
        let skins = self.skins.iter().map(|skin| 4 * skin.inverse_binds.len());
        let images = self.images.iter().map(|image| image.bytes.len());
        meshes.chain(skins).chain(images).fold(0, usize::saturating_add)
    }
}

/// A node that shows a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// The index of the node.
    pub node: usize,
    /// The index of the mesh.
    pub mesh: usize,
    /// The index of the skin that deforms the mesh; it replaces the node's own matrix.
    pub skin: Option<usize>,
    /// The weights of the morph targets at rest.
    pub weights: Vec<f32>,
}

/// A mesh: triangles in parts, each with one surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The parts.
    pub parts: Vec<Part>,
}

/// Triangles of one surface. All lists of corners have one item for each corner, or are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// 3 numbers a corner, in the length unit of the file.
    pub positions: Vec<f32>,
    /// 3 numbers a corner: directions.
    pub normals: Vec<f32>,
    /// 2 numbers a corner: texture coordinates from the upper left of the image, 0 to 1.
    pub places: Vec<f32>,
    /// 4 numbers a corner: indices of joints of the skin.
    pub joints: Vec<u16>,
    /// 4 numbers a corner: the weights of these joints.
    pub weights: Vec<f32>,
    /// 3 corners a triangle.
    pub triangles: Vec<u32>,
    /// For each morph target, the offsets added to the positions.
    pub targets: Vec<Vec<f32>>,
    /// The index of the surface.
    pub surface: Option<usize>,
}

impl Part {
    /// The size of the numbers in bytes.
    pub fn bytes(&self) -> usize {
        let singles = [&self.positions, &self.normals, &self.places, &self.weights];
        let singles = singles.into_iter().chain(&self.targets).map(Vec::len).fold(0, usize::saturating_add);
        singles.saturating_add(self.triangles.len()).saturating_mul(4).saturating_add(2 * self.joints.len())
    }
}

/// Which nodes deform a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// The indices of the nodes.
    pub joints: Vec<usize>,
    /// 12 numbers a joint: the map from the mesh's space to the joint's, three rows with the translation last.
    pub inverse_binds: Vec<f32>,
}

/// The appearance of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Red, green, blue and opacity, linear, 0 to 1.
    pub color: [f32; 4],
    /// The index of the image, whose colour is multiplied by this colour.
    pub image: Option<usize>,
    /// The meaning of the opacity.
    pub opacity: Opacity,
    /// Whether both sides of triangles are shown.
    pub double_sided: bool,
}

impl Default for Surface {
    fn default() -> Self {
        Self { color: [1.0; 4], image: None, opacity: Opacity::Ignored, double_sided: false }
    }
}

/// The meaning of the opacity of a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Opacity {
    /// The surface is opaque.
    #[default]
    Ignored,
    /// Points with an opacity below this value are not drawn.
    Cut(f32),
    /// The surface is blended with what is behind it.
    Blended,
}

/// An image as a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
    /// Its media type, such as `image/png`; empty if unknown.
    pub media: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// A camera. It looks along −Z of its node, with +Y up.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// The index of the node.
    pub node: usize,
    /// What it sees.
    pub lens: Lens,
}

/// What a camera sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// A vertical field of view, and a ratio of width to height.
    Perspective {
        /// The vertical angle in radians.
        angle: f32,
        /// Width divided by height, if fixed.
        aspect: Option<f32>,
    },
    /// A box, in the length unit of the file.
    Parallel {
        /// The half width.
        width: f32,
        /// The half height.
        height: f32,
    },
}

/// A light. It shines along −Z of its node.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// The index of the node.
    pub node: usize,
    /// Red, green and blue, linear, 0 to 1.
    pub color: [f32; 3],
    /// Where it shines.
    pub beam: Beam,
}

/// Where a light shines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Beam {
    /// In one direction, from infinitely far.
    Parallel,
    /// In all directions from the node.
    All,
    /// In a cone, given by half its angle in radians.
    Cone(f32),
}
