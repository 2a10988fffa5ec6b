//! Vertices and matrices as bytes.

use anim_core::Affine;

use super::{Bytes, View};
use crate::encode::solid::Vertex;
use crate::{Accessor, ComponentType, ElementType, Finite};

/// A vertex that one joint moves.
#[derive(Debug)]
pub(in crate::encode) struct Skinned {
    pub(in crate::encode) vertex: Vertex,
    pub(in crate::encode) joint: u16,
}

impl Bytes {
    /// Writes positions with normals, and returns the accessors of both.
    pub(in crate::encode) fn vertices(&mut self, vertices: &[Vertex]) -> [usize; 2] {
        let part = &mut self.parts[View::Vertices as usize];
        let start = part.len();
        part.extend(vertices.iter().flatten().flatten().flat_map(|value| value.to_le_bytes()));
        self.shape(View::Vertices, start, vertices.iter())
    }

    /// Writes vertices that joints move, and returns the accessor of each attribute.
    pub(in crate::encode) fn skinned(&mut self, vertices: &[Skinned]) -> [(&'static str, usize); 4] {
        let part = &mut self.parts[View::Skinned as usize];
        let start = part.len();
        for Skinned { vertex, joint } in vertices {
            part.extend(vertex.iter().flatten().flat_map(|value| value.to_le_bytes()));
            // Of the four joints, only the first has a weight.
            part.extend([*joint, 0, 0, 0].into_iter().flat_map(u16::to_le_bytes));
            part.extend([u8::MAX, 0, 0, 0]);
        }
        let [positions, normals] =
            self.shape(View::Skinned, start, vertices.iter().map(|vertex| &vertex.vertex));
        let mut joints = Accessor::floats(0, start + 24, ElementType::Vec4, vertices.len());
        joints.component_type = ComponentType::U16;
        let mut weights = Accessor::floats(0, start + 32, ElementType::Vec4, vertices.len());
        (weights.component_type, weights.normalized) = (ComponentType::U8, true);
        let [joints, weights] = [joints, weights].map(|accessor| self.add(View::Skinned, accessor));
        [("POSITION", positions), ("NORMAL", normals), ("JOINTS_0", joints), ("WEIGHTS_0", weights)]
    }

    /// The accessors of positions and normals that begin at a byte of a part.
    fn shape<'v>(
        &mut self,
        view: View,
        start: usize,
        vertices: impl ExactSizeIterator<Item = &'v Vertex>,
    ) -> [usize; 2] {
        let count = vertices.len();
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for [position, _] in vertices {
            for axis in 0..3 {
                low[axis] = low[axis].min(position[axis]);
                high[axis] = high[axis].max(position[axis]);
            }
        }
        let mut positions = Accessor::floats(0, start, ElementType::Vec3, count);
        positions.min = low.map(Finite::from).to_vec();
        positions.max = high.map(Finite::from).to_vec();
        let normals = Accessor::floats(0, start + 12, ElementType::Vec3, count);
        [positions, normals].map(|accessor| self.add(view, accessor))
    }

    /// An accessor of `count` positions at the origin. They are written explicitly, because some readers, such as Assimp,
    /// reject an accessor without bytes.
    pub(in crate::encode) fn zeros(&mut self, count: usize) -> usize {
        if let Some(known) = self.zeros.get(&count) {
            return *known;
        }
        let part = &mut self.parts[View::Positions as usize];
        let start = part.len();
        part.resize(start + 12 * count, 0);
        let mut accessor = Accessor::floats(0, start, ElementType::Vec3, count);
        accessor.min = vec![Finite::default(); 3];
        accessor.max = vec![Finite::default(); 3];
        let index = self.add(View::Positions, accessor);
        self.zeros.insert(count, index);
        index
    }

    /// Writes 4×4 matrices, column by column.
    pub(in crate::encode) fn matrices<'m>(
        &mut self,
        matrices: impl ExactSizeIterator<Item = &'m Affine>,
    ) -> usize {
        let part = &mut self.parts[View::Matrices as usize];
        let (start, count) = (part.len(), matrices.len());
        for Affine(rows) in matrices {
            for column in 0..4 {
                let last = if column == 3 { 1.0 } else { 0.0 };
                let column = rows.map(|row| row[column]).into_iter().chain([last]);
                part.extend(column.flat_map(|value| (value as f32).to_le_bytes()));
            }
        }
        self.add(View::Matrices, Accessor::floats(0, start, ElementType::Mat4, count))
    }
}
