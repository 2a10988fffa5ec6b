//! Accessors, buffer views and buffers: how numbers are stored as bytes.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::words::words;
use crate::{Finite, Json, Other, Unlisted, whole_number};

/// A typed view of numbers (5.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The index of the buffer view that holds the numbers; without one all numbers are 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub buffer_view: Option<usize>,
    /// The first byte in the buffer view.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub byte_offset: usize,
    /// How one number is stored.
    pub component_type: ComponentType,
    /// Whether integers represent fractions: 0 to 1 if they are unsigned, −1 to 1 if they are signed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub normalized: bool,
    /// The number of elements.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub count: usize,
    /// The number of components of an element.
    #[serde(rename = "type")]
    pub element: ElementType,
    /// The largest value of each component.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub max: Vec<Finite>,
    /// The smallest value of each component.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub min: Vec<Finite>,
    /// Elements that replace elements of the buffer view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sparse: Option<Box<Sparse>>,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

impl Accessor {
    /// An accessor of `count` elements of type `f32` that begin at a byte of a buffer view.
    pub fn floats(buffer_view: usize, byte_offset: usize, element: ElementType, count: usize) -> Self {
        Self {
            name: None,
            buffer_view: Some(buffer_view),
            byte_offset,
            component_type: ComponentType::F32,
            normalized: false,
            count,
            element,
            max: Vec::new(),
            min: Vec::new(),
            sparse: None,
            extensions: None,
            extras: None,
            other: Other::default(),
        }
    }
}

/// Elements that replace elements of the accessor's buffer view (5.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sparse {
    /// The number of replaced elements.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub count: usize,
    /// The indices of the replaced elements, strictly ascending.
    pub indices: SparseIndices,
    /// The new elements, of the accessor's types.
    pub values: SparseValues,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

/// The location of the indices of sparse elements (5.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseIndices {
    /// The index of the buffer view.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub buffer_view: usize,
    /// The first byte in the buffer view.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub byte_offset: usize,
    /// How an index is stored, as an unsigned integer.
    pub component_type: ComponentType,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

/// The location of the sparse elements (5.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseValues {
    /// The index of the buffer view.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub buffer_view: usize,
    /// The first byte in the buffer view.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub byte_offset: usize,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

/// A part of a buffer (5.11).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The index of the buffer.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub buffer: usize,
    /// The first byte in the buffer.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub byte_offset: usize,
    /// Its length in bytes.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub byte_length: usize,
    /// The distance in bytes from one element to the next; without it elements are adjacent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub byte_stride: Option<usize>,
    /// A hint for graphics libraries: 34962 for vertices, 34963 for indices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub target: Option<u32>,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

/// A block of bytes (5.10). Its `uri` is not stored here: [`Gltf`](crate::Gltf) knows the location of the bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) uri: Option<String>,
    /// Its length in bytes.
    #[serde(deserialize_with = "crate::whole_number::read")]
    pub byte_length: usize,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Data of extensions, by extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Json>,
    /// Data of applications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Other<Self>,
}

/// How one number is stored, little-endian (3.6.2.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ComponentType {
    /// A signed byte, 5120.
    I8,
    /// An unsigned byte, 5121.
    U8,
    /// Two bytes, signed, 5122.
    I16,
    /// Two bytes, unsigned, 5123.
    U16,
    /// Four bytes, unsigned, 5125.
    U32,
    /// Single precision, 5126.
    F32,
    /// Any other code.
    Other(Unlisted<u64>),
}

impl ComponentType {
    /// The code in the file.
    pub fn code(&self) -> u64 {
        match self {
            Self::I8 => 5120,
            Self::U8 => 5121,
            Self::I16 => 5122,
            Self::U16 => 5123,
            Self::U32 => 5125,
            Self::F32 => 5126,
            Self::Other(code) => *code.get(),
        }
    }

    /// The size of one number in bytes, if the type is known.
    pub fn size(&self) -> Option<usize> {
        match self {
            Self::I8 | Self::U8 => Some(1),
            Self::I16 | Self::U16 => Some(2),
            Self::U32 | Self::F32 => Some(4),
            Self::Other(_) => None,
        }
    }
}

impl From<u64> for ComponentType {
    fn from(code: u64) -> Self {
        match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => Self::Other(Unlisted(code)),
        }
    }
}

impl Serialize for ComponentType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.code())
    }
}

impl<'de> Deserialize<'de> for ComponentType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        whole_number::read::<_, u64>(deserializer).map(Self::from)
    }
}

words! {
    /// The number of components of an element (3.6.2.2).
    ElementType {
        /// 1.
        Scalar = "SCALAR",
        /// 2.
        Vec2 = "VEC2",
        /// 3.
        Vec3 = "VEC3",
        /// 4.
        Vec4 = "VEC4",
        /// 2×2.
        Mat2 = "MAT2",
        /// 3×3.
        Mat3 = "MAT3",
        /// 4×4.
        Mat4 = "MAT4",
    }
}

impl ElementType {
    /// The numbers of columns and rows, if the type is known; a vector has one column.
    pub fn shape(&self) -> Option<[usize; 2]> {
        match self {
            Self::Scalar => Some([1, 1]),
            Self::Vec2 => Some([1, 2]),
            Self::Vec3 => Some([1, 3]),
            Self::Vec4 => Some([1, 4]),
            Self::Mat2 => Some([2, 2]),
            Self::Mat3 => Some([3, 3]),
            Self::Mat4 => Some([4, 4]),
            Self::Other(_) => None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(value: &usize) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_false(value: &bool) -> bool {
    !*value
}
