#![doc = include_str!("../README.md")]

mod affine;
mod any_format;
mod bake;
mod beside;
mod bezier;
mod clip;
mod clip_error;
#[cfg(feature = "serde")]
mod clip_file;
mod curve;
mod decompose;
mod diagnostic;
mod document;
mod ends;
mod error;
mod euler;
mod evaluator;
mod event;
mod folder;
mod format;
mod graph;
mod keys;
#[cfg(feature = "laws")]
pub mod laws;
mod location;
mod matrix;
pub mod merge;
mod nearest;
mod option_macros;
mod option_value;
mod options;
mod pose;
mod positive;
pub mod quaternion;
mod report;
mod rotation;
mod sample;
#[cfg(feature = "serde")]
mod serde_impls;
mod times;
mod trig;
mod unit;
mod unrolled;
mod verbs;

pub use affine::{Affine, Transform};
pub use any_format::AnyFormat;
pub use bake::{Baked, bake, bake_function};
pub use beside::Beside;
pub use clip::{Channel, Clip, Node, Property, weight_name};
pub use clip_error::ClipError;
#[cfg(feature = "serde")]
pub use clip_file::ClipFile;
pub use curve::{Curve, Ease, Handles, Wrap};
pub use diagnostic::{Code, Diagnostic, Severity, Sink};
pub use document::{Document, save};
pub use ends::report_ends;
pub use error::{Error, ErrorKind};
pub use euler::EulerOrder;
pub use evaluator::{ClipSampler, Evaluator};
pub use event::{Event, EventKind};
pub use folder::{FileError, Folder, Listing, OpenError, inner_path, open};
pub use format::{Confidence, Encode, Extent, Format, FormatInfo};
pub use graph::{Activity, Edge, EdgeKind, Graph, GraphNode, Group, NodeKind};
pub use keys::{Fineness, MAX_KEYS};
pub use location::{LineColumn, Location, Span};
pub use matrix::{Decomposed, decompose};
pub use nearest::{UnknownName, nearest};
pub use option_value::{FileContent, OptionValue, Refused, option_value};
pub use options::{OptionError, OptionInfo, OptionSet, Options, Values};
pub use pose::{NodeState, Pose, Poser};
pub use positive::Positive;
pub use report::{Deviation, Fate, Loss, Report};
pub use rotation::to_rotation;
pub use sample::Sampler;
pub use times::{Rate, Segment, Times};
pub use unit::Unit;
