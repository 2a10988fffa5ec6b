//! The options of lowering and encoding, by type and by name.

use anim_core::{OptionInfo, Options, Values};

/// How coordinates are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// What the console shows, bit for bit: integers, tables, truncation, overflow.
    #[default]
    Hardware,
    /// The same rules with real numbers: degrees as written, no truncation, no overflow.
    Ideal,
}

impl Mode {
    /// The name of the option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hardware => "hardware",
            Self::Ideal => "ideal",
        }
    }
}

impl From<&Options> for Mode {
    fn from(options: &Options) -> Self {
        if options.text("mode") == "ideal" { Self::Ideal } else { Self::Hardware }
    }
}

/// How a clip is encoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EncodeOptions {
    /// Ticks of 1/60 s that a frame lasts; `None` for those nearest to the clip's rate, 2 if it has none.
    pub resolution: Option<u16>,
    /// Whether objects are created by the file or exist when it starts.
    pub start: Start,
    /// Whether changes of rotation, scale and translation are written as states or as differences.
    pub packets: Changes,
    /// Whole units of the file for one unit of the clip's length; finite and above 0.
    pub unit: f64,
}

/// How objects come to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// The first frame creates every object.
    #[default]
    Create,
    /// The objects exist before the file starts, just created: parts that are still so are not written.
    Exists,
}

/// How changes are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Changes {
    /// As states.
    #[default]
    Absolute,
    /// As differences from the frame before, after a first state.
    Differential,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self { resolution: None, start: Start::Create, packets: Changes::Absolute, unit: 1.0 }
    }
}

impl From<&Options> for EncodeOptions {
    fn from(options: &Options) -> Self {
        Self {
            resolution: u16::try_from(options.integer("resolution")).ok().filter(|&ticks| ticks > 0),
            start: if options.text("start") == "exists" { Start::Exists } else { Start::Create },
            packets: match options.text("packets") {
                "differential" => Changes::Differential,
                _ => Changes::Absolute,
            },
            unit: Some(options.number("unit")).filter(|&unit| unit > 0.0).unwrap_or(1.0),
        }
    }
}

/// Options of lowering.
pub(crate) static SOURCE: &[OptionInfo] = &[OptionInfo {
    key: "mode",
    values: Values::Choice(&["hardware", "ideal"]),
    default: "hardware",
    help: "coordinates as the console computes them, or with real numbers",
}];

/// Options of encoding.
pub(crate) static TARGET: &[OptionInfo] = &[
    OptionInfo {
        key: "resolution",
        values: Values::Integer { min: 0, max: 65535 },
        default: "0",
        help: "ticks of 1/60 s a frame; 0 for those nearest to the clip's rate",
    },
    OptionInfo {
        key: "start",
        values: Values::Choice(&["create", "exists"]),
        default: "create",
        help: "whether the file creates its objects or finds them existing",
    },
    OptionInfo {
        key: "packets",
        values: Values::Choice(&["absolute", "differential"]),
        default: "absolute",
        help: "whether changes are written as states or as differences",
    },
    OptionInfo {
        key: "unit",
        values: Values::Positive,
        default: "1",
        help: "whole units of the file for one unit of length",
    },
];
