#![doc = include_str!("../README.md")]

mod clip_choice;
mod clip_list;
mod column_order;
mod conversion;
mod detect;
#[cfg(feature = "serde")]
mod dump;
mod entry;
mod error;
mod inexact;
mod joined_losses;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "serde")]
mod json_text;
mod losses;
mod made;
mod moments;
pub mod operations;
mod option_choice;
mod places;
mod recoded;
mod registry;
mod source;
mod tolerance;
mod unique_names;
mod unlike;
mod watched;

#[doc(no_inline)]
pub use anim_core::{self, Clip, Diagnostic, Document, Report};
pub use clip_choice::{choose_clip, clip_index};
pub use clip_list::list_clips;
pub use column_order::in_columns;
pub use conversion::{Conversion, split_by};
pub use entry::Entry;
pub use error::{ConvertError, Error};
pub use inexact::{Inexact, inexact};
#[cfg(feature = "serde")]
pub use json_text::clip_file;
pub use losses::{LargestError, Losses, losses_of};
pub use made::Made;
pub use moments::Moments;
pub use option_choice::{Given, assign_options, recorded};
pub use places::{Places, is_text};
pub use registry::Registry;
pub use source::Source;
pub use tolerance::Tolerance;

#[cfg(feature = "bvh")]
pub use anim_bvh as bvh;
#[cfg(feature = "gltf")]
pub use anim_gltf as gltf;
#[cfg(feature = "hsf-xml")]
pub use anim_hsf_xml as hsf_xml;
#[cfg(feature = "mm2-ped")]
pub use anim_mm2_ped as mm2_ped;
#[cfg(feature = "stf")]
pub use anim_stf as stf;
#[cfg(feature = "stt")]
pub use anim_stt as stt;
#[cfg(feature = "tod")]
pub use anim_tod as tod;
