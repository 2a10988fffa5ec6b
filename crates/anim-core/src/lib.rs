#![doc = include_str!("../README.md")]

mod bake;
mod clip;
mod curve;
pub mod edit;
mod format;
#[cfg(feature = "laws")]
pub mod laws;
mod math;
mod options;
mod play;
mod pose;
mod report;
#[cfg(feature = "serde")]
mod serde_impls;

pub use bake::{
    Baked, Decomposed, Fineness, KeyLimit, KeyPool, MAX_KEYS, bake, bake_function, decompose, halved,
    keeps_keys, to_rotation,
};
#[cfg(feature = "serde")]
pub use clip::ClipFile;
pub use clip::{
    Axis, Channel, Clip, ClipError, Event, EventKind, Handedness, Node, Outline, Property, Scene, SharedRest,
    Space, UniqueNames, effective_channels, occurrences, report_broken_rotations, report_ends,
    report_missing_parents, scene, weight_name,
};
pub use curve::{
    Curve, Difference, Ease, Handles, Outside, Peak, Peaks, Sampler, Winding, Wrap, climb, merge, time,
};
#[cfg(feature = "json-words")]
pub use format::json_words;
pub use format::{
    AnyError, AnyFormat, Beside, Confidence, Document, Encode, Error, ErrorKind, Extent, FileError,
    FileNames, Folder, Format, FormatInfo, Listing, Metadata, NoFolder, OpenError, Renaming, checkpoint,
    escaped_name, inner_path, interruptible, is_utf_16, open, portable_name, rename_all, save, wide_encoding,
};
pub use math::{Affine, EulerOrder, Positive, Transform, largest_difference, quaternion, trig, vector};
pub use options::{
    FileContent, OptionError, OptionInfo, OptionSet, OptionValue, Options, Refused, Values, option_value,
};
pub use play::{
    Activities, Activity, Edge, EdgeKind, Graph, GraphNode, Group, Happening, Happenings, MAX_HAPPENINGS,
    NodeKind, Play,
};
pub use pose::{Bounds, ClipSampler, Evaluator, NodeState, Pose, Poser, Rate, Segment, Times, frames};
pub use report::{
    Brief, Change, Code, Deviation, Diagnostic, Fate, LineColumn, Location, Loss, Report, Severity, Sink,
    Span, Unit, UnknownName, agreeing, counted, listed, nearest,
};
