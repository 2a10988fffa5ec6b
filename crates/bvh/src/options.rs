//! The options of lowering and encoding, by type and by name.

use anim_core::{EulerOrder, OptionInfo, Options, Values};

/// How a document becomes a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClipOptions {
    /// What lies between two frames.
    pub interpolate: Interpolate,
    /// What positions are relative to.
    pub position: Position,
    /// Which of the angles that say one rotation.
    pub angles: Angles,
}

/// What lies between two frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolate {
    /// The straight line from each number to the next.
    #[default]
    Linear,
    /// Nothing: a frame holds until the next one.
    Hold,
}

/// What positions are relative to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Position {
    /// The parent: a position stands instead of the offset, as in Blender and bvhio.
    #[default]
    Replace,
    /// The offset: a position is added to it, as in three.js.
    Add,
}

/// Which of the angles that say one rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Angles {
    /// Those nearest to the frame before: where a file goes from 179° to −179° there is no turn back in between.
    #[default]
    Continuous,
    /// Those of the file.
    File,
}

/// How a clip is encoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EncodeOptions {
    /// The order of the rotations; `None` for that of the clip's angles, and for other rotations one that fits.
    pub order: Option<EulerOrder>,
    /// Frames a second for a clip that has no rate; finite and above 0.
    pub fps: f64,
    /// The offset of joints that have positions.
    pub offset: Offset,
    /// What becomes of several roots.
    pub roots: Roots,
}

/// The offset of joints that have positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Offset {
    /// None, so that readers that add it agree with those that do not.
    #[default]
    Zero,
    /// The place at rest, so that bones rest where they do in the clip. Readers that add it show another motion.
    Rest,
}

/// What becomes of several roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Roots {
    /// They hang on a root that is added.
    #[default]
    Join,
    /// They stay, and readers that know only one root show the first.
    Keep,
}

impl Interpolate {
    /// The name of the option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Hold => "hold",
        }
    }
}

impl Position {
    /// The name of the option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Add => "add",
        }
    }
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self { order: None, fps: 30.0, offset: Offset::Zero, roots: Roots::Join }
    }
}

impl From<&Options> for ClipOptions {
    fn from(options: &Options) -> Self {
        Self {
            interpolate: if options.text("interpolate") == "hold" {
                Interpolate::Hold
            } else {
                Interpolate::Linear
            },
            position: if options.text("position") == "add" { Position::Add } else { Position::Replace },
            angles: if options.text("angles") == "file" { Angles::File } else { Angles::Continuous },
        }
    }
}

impl From<&Options> for EncodeOptions {
    fn from(options: &Options) -> Self {
        Self {
            order: EulerOrder::from_name(options.text("order")),
            fps: Some(options.number("fps")).filter(|&fps| fps > 0.0).unwrap_or(30.0),
            offset: if options.text("offset") == "rest" { Offset::Rest } else { Offset::Zero },
            roots: if options.text("roots") == "keep" { Roots::Keep } else { Roots::Join },
        }
    }
}

/// Options of lowering.
pub(crate) static SOURCE: &[OptionInfo] = &[
    OptionInfo {
        key: "interpolate",
        values: Values::Choice(&["linear", "hold"]),
        default: "linear",
        help: "what lies between two frames",
    },
    OptionInfo {
        key: "position",
        values: Values::Choice(&["replace", "add"]),
        default: "replace",
        help: "whether positions replace the offset (Blender) or are added to it (three.js)",
    },
    OptionInfo {
        key: "angles",
        values: Values::Choice(&["continuous", "file"]),
        default: "continuous",
        help: "angles nearest to those of the frame before, or as in the file",
    },
];

/// Options of encoding.
pub(crate) static TARGET: &[OptionInfo] = &[
    OptionInfo {
        key: "order",
        values: Values::Choice(&["auto", "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]),
        default: "auto",
        help: "the order of the rotations; auto for that of the clip, or one that fits",
    },
    OptionInfo {
        key: "fps",
        values: Values::Positive,
        default: "30",
        help: "frames a second for a clip that has no rate of its own",
    },
    OptionInfo {
        key: "offset",
        values: Values::Choice(&["zero", "rest"]),
        default: "zero",
        help: "the offset of joints with positions: zero, or where they rest",
    },
    OptionInfo {
        key: "roots",
        values: Values::Choice(&["join", "keep"]),
        default: "join",
        help: "whether several roots hang on one that is added",
    },
];
