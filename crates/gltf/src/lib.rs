#![doc = include_str!("../README.md")]

mod accessor;
mod animation;
mod avatar;
mod base;
mod beyond;
mod check;
mod clips;
pub mod codes;
mod container;
mod curves;
mod digest;
mod document;
mod draft;
mod encode;
mod error;
mod expressions;
mod extensions;
mod extras;
mod finite;
mod format;
mod glb;
mod hierarchy;
mod humanoid;
mod json;
mod key_times;
mod limits;
mod members;
mod mesh;
mod node;
mod nodes;
mod numbers;
mod options;
mod outline;
mod parts;
mod ranges;
mod read;
mod rest;
mod root;
mod scene;
#[cfg(feature = "serde")]
mod serde_impls;
mod syntax;
mod target;
mod uri;
mod whole_number;
mod words;
mod write;

pub use accessor::{
    Accessor, Buffer, BufferView, ComponentType, ElementType, Sparse, SparseIndices, SparseValues,
};
#[doc(no_inline)]
pub use anim_core::{self, Clip, Diagnostic, FileError, OpenError, Report};
pub use anim_retarget::{Axes, BoneMap, Reference, Travel};
pub use animation::{Animation, Channel, Interpolation, Path, Sampler, Target};
pub use base::Base;
pub use document::Gltf;
pub use error::{Error, ErrorKind};
pub use finite::Finite;
pub use json::{Json, MAX_DEPTH, Other};
pub use limits::{BAKED_KEYS_PER_SEGMENT, FREE_NUMBERS, NUMBERS_PER_BYTE};
pub use mesh::{Material, Mesh, MetallicRoughness, Primitive};
pub use node::{Node, Skin};
pub use options::{ClipOptions, Container, EncodeOptions, Interpolate, Markers, Profile, ReadOptions};
pub use root::{Asset, Root, Scene};
pub use words::Unlisted;
