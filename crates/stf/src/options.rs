//! The options of lowering and encoding, by type and by name.

use anim_core::{EulerOrder, OptionInfo, Options, Values};

/// How an animation is lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClipOptions {
    /// Which of a curve and its baked values is played.
    pub baked: BakedUse,
    /// The frame that is time 0.
    pub origin: Origin,
    /// What nodes are called.
    pub names: Names,
    /// The order of angles in tracks of `r_euler`, which files do not state; without one they are no rotation.
    pub euler: Option<EulerOrder>,
}

/// Which of a curve and its baked values is played, where a track has both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BakedUse {
    /// The curve if it agrees with the baked values at every frame, which makes it right between frames too; else the
    /// baked values.
    #[default]
    Auto,
    /// The curve, and no `tracks_baked`.
    Never,
    /// The baked values.
    Always,
}

/// The frame that is time 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The first frame of the range.
    #[default]
    Range,
    /// Frame 0.
    Zero,
}

/// What nodes are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Names {
    /// By their path in targets, as `NODE` and `NODE/instance/BONE`: unique, and what encoding takes for ids again.
    #[default]
    Id,
    /// By their names in the document, which may be shared.
    Document,
}

impl From<&Options> for ClipOptions {
    fn from(options: &Options) -> Self {
        Self {
            baked: match options.text("baked") {
                "never" => BakedUse::Never,
                "always" => BakedUse::Always,
                _ => BakedUse::Auto,
            },
            origin: if options.text("origin") == "zero" { Origin::Zero } else { Origin::Range },
            names: if options.text("names") == "document" { Names::Document } else { Names::Id },
            euler: EulerOrder::from_name(options.text("euler")),
        }
    }
}

/// How clips are encoded.
#[derive(Clone, Debug, PartialEq)]
pub struct EncodeOptions {
    /// Frames a second of clips that have no rate of their own.
    pub fps: f64,
    /// How far a curve that STF cannot say may be from the straight lines that stand for it.
    pub tolerance: f64,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self { fps: 30.0, tolerance: 1e-3 }
    }
}

impl From<&Options> for EncodeOptions {
    fn from(options: &Options) -> Self {
        let positive = |key: &str, or: f64| Some(options.number(key)).filter(|&n| n > 0.0).unwrap_or(or);
        let defaults = Self::default();
        Self { fps: positive("fps", defaults.fps), tolerance: positive("tolerance", defaults.tolerance) }
    }
}

/// Options of lowering.
pub(crate) static SOURCE: &[OptionInfo] = &[
    OptionInfo {
        key: "baked",
        values: Values::Choice(&["auto", "never", "always"]),
        default: "auto",
        help: "play baked values where curves do not agree with them, never, or wherever there are some",
    },
    OptionInfo {
        key: "origin",
        values: Values::Choice(&["range", "zero"]),
        default: "range",
        help: "the frame at time 0: the first of the range, or frame 0",
    },
    OptionInfo {
        key: "names",
        values: Values::Choice(&["id", "document"]),
        default: "id",
        help: "call nodes by their ids in targets, or by their names in the document",
    },
    OptionInfo {
        key: "euler",
        values: Values::Choice(&["none", "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]),
        default: "none",
        help: "the order of r_euler angles, which files do not state; with none they turn nothing",
    },
];

/// Options of encoding.
pub(crate) static TARGET: &[OptionInfo] = &[
    OptionInfo {
        key: "fps",
        values: Values::Positive,
        default: "30",
        help: "frames a second of clips without a rate of their own",
    },
    OptionInfo {
        key: "tolerance",
        values: Values::Positive,
        default: "0.001",
        help: "how far straight lines may be from a curve that STF cannot say",
    },
    OptionInfo {
        key: "into",
        values: Values::File,
        default: "",
        help: "an STF file to add the animations to, instead of a new one",
    },
];
