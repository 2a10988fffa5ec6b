#![doc = include_str!("../README.md")]

mod axes;
mod bodies;
mod bone_map;
pub mod codes;
mod curves;
mod expression;
mod figure;
mod findings;
mod ground;
mod home;
mod humanoid;
mod hung;
mod job;
mod linear;
mod mannequin;
mod mapping;
mod morphs;
mod names;
mod option_macro;
mod options;
mod pairing;
mod prefixes;
mod retarget;
mod rigs;
mod rotation;
mod rounding;
mod scale;
mod source;
mod steps;
mod t_pose;
mod translation;
mod tree;
mod uneven;
mod weights;

#[doc(no_inline)]
pub use anim_core;
pub use bone_map::{BadLine, BoneMap};
pub use expression::{Bind, Expression, NotApplied};
pub use figure::Figure;
pub use findings::Unmatched;
pub use humanoid::HumanBone;
pub use mapping::Mapping;
pub use options::{Axes, Options, Reference, Size, Travel};
pub use retarget::retarget;
pub use rigs::roles_of;
pub use weights::{by_channel, deciding, rearranged, weight_list};
