#![doc = include_str!("../README.md")]

mod accessor;
mod animation;
mod check;
mod clips;
pub mod codes;
mod container;
mod curves;
mod data;
mod document;
mod encode;
mod error;
mod extras;
mod json;
mod mesh;
mod node;
mod read;
mod root;
#[cfg(feature = "serde")]
mod serde_impls;
mod uri;
mod write;

pub use accessor::{
    Accessor, Buffer, BufferView, ComponentType, ElementType, Sparse, SparseIndices, SparseValues,
};
pub use animation::{Animation, Channel, Interpolation, Path, Sampler, Target};
pub use data::{FREE_NUMBERS, NUMBERS_PER_BYTE};
pub use document::{Container, Gltf};
pub use error::{Error, ErrorKind};
pub use json::{Finite, Json, MAX_DEPTH, Other, Unlisted};
pub use mesh::{Material, Mesh, MetallicRoughness, Primitive};
pub use node::{Node, Skin};
pub use root::{Asset, Root, Scene};
