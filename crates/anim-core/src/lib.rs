#![doc = include_str!("../README.md")]

mod affine;
mod bake;
mod bezier;
mod clip;
mod curve;
pub mod decimal;
mod decompose;
mod diagnostic;
mod document;
mod error;
mod euler;
mod graph;
#[cfg(feature = "laws")]
pub mod laws;
mod location;
mod matrix;
pub mod merge;
mod options;
mod pose;
pub mod quaternion;
mod registry;
mod rotation;
mod sample;
mod times;
mod trig;

pub use affine::{Affine, Transform};
pub use bake::{Baked, MAX_KEYS, bake};
pub use clip::{Channel, Clip, ClipError, Event, Node, Property};
pub use curve::{Curve, Ease, Handles, Wrap};
pub use diagnostic::{Code, Diagnostic, Loss, Severity, Sink};
pub use document::{Beside, Confidence, Document, Encode, Extent, Format, FormatInfo};
pub use error::{Error, ErrorKind};
pub use euler::EulerOrder;
pub use graph::{Edge, Graph, GraphNode, Line};
pub use location::{LineColumn, Location, Span};
pub use matrix::{Decomposed, decompose};
pub use options::{OptionError, OptionInfo, Options, Values};
pub use pose::{NodeState, Pose, Poser};
pub use registry::Row;
pub use rotation::to_rotation;
pub use sample::Sampler;
pub use times::{Rate, Segment, Times};
