//! The options of reading, playing and encoding, by type and by name.

use anim_core::{EulerOrder, OptionInfo, Options, Values};

/// How deep keyframe states may name keyframe states. It bounds the time of one pose.
pub const MAX_DEPTH: usize = 64;

/// How many pieces of curves the keyframe states of one file are lowered to at most for each of its nodes and keys, and for
/// 64 more, 8192 together. It keeps lowering linear in the size of the file, and its memory bounded: nested sequences can
/// be short to write and endless to play.
pub const MAX_PIECES: usize = 1 << 8;

/// The nodes and keys that a file has to itself beyond those it states when its pieces are counted, so that small files
/// may move a lot.
pub(crate) const FREE_ENTRIES: usize = 64;

/// The most nodes and keys for which a file may have pieces.
pub(crate) const MOST_ENTRIES: usize = 1 << 13;

/// What the format leaves open about playing, and the limits of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayOptions {
    /// The order of the three angles of an orientation.
    pub order: EulerOrder,
    /// Where sinusoidal channels start.
    pub sine: Sine,
    /// Which clock the states of a sequence run on.
    pub clock: Clock,
    /// How deep keyframe states may name keyframe states; a key that leads deeper drives nothing.
    pub depth: usize,
    /// How many pieces of curves keyframe states are lowered to for each node and key of the file, as [`MAX_PIECES`] counts
    /// them; a state that takes more than is left has no channels.
    pub pieces: usize,
}

/// Where sinusoidal channels start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sine {
    /// At the start value: s + (e − s)·(1 − cos 2πu)/2.
    #[default]
    Cos,
    /// In the middle: (s + e)/2 + (e − s)/2·sin 2πu.
    Sin,
}

/// Which clock the states of a sequence run on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Each state on its own, which starts when its key is entered.
    #[default]
    Local,
    /// The channels of all states on one clock, which starts when playing starts. Sequences still begin at their start
    /// key when they are entered.
    Global,
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self {
            order: EulerOrder::Xyz,
            sine: Sine::Cos,
            clock: Clock::Local,
            depth: MAX_DEPTH,
            pieces: MAX_PIECES,
        }
    }
}

impl From<&Options> for PlayOptions {
    fn from(options: &Options) -> Self {
        let number = |key: &str| usize::try_from(options.integer(key)).unwrap_or(0);
        Self {
            order: EulerOrder::from_name(options.text("order")).unwrap_or_default(),
            sine: if options.text("sine") == "sin" { Sine::Sin } else { Sine::Cos },
            clock: if options.text("clock") == "global" { Clock::Global } else { Clock::Local },
            depth: number("depth"),
            pieces: number("pieces"),
        }
    }
}

impl Sine {
    /// The name of the option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cos => "cos",
            Self::Sin => "sin",
        }
    }
}

impl Clock {
    /// The name of the option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Global => "global",
        }
    }
}

const ORDER: OptionInfo = OptionInfo {
    key: "order",
    values: Values::Choice(&["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]),
    default: "xyz",
    help: "the order of the angles of an orientation, which the format does not state",
};

/// Options of reading and playing.
pub(crate) static SOURCE: &[OptionInfo] = &[
    OptionInfo {
        key: "strict",
        values: Values::Switch,
        default: "false",
        help: "whether anything after the last state is an error",
    },
    ORDER,
    OptionInfo {
        key: "sine",
        values: Values::Choice(&["cos", "sin"]),
        default: "cos",
        help: "sinusoidal channels start at their start value, or in the middle",
    },
    OptionInfo {
        key: "clock",
        values: Values::Choice(&["local", "global"]),
        default: "local",
        help: "states of a sequence start anew at their key, or all run on one clock",
    },
    OptionInfo {
        key: "depth",
        values: Values::Integer { min: 1, max: 1 << 16 },
        default: "64",
        help: "how deep keyframe states may name keyframe states",
    },
    OptionInfo {
        key: "pieces",
        values: Values::Integer { min: 1, max: 1 << 24 },
        default: "256",
        help: "how many pieces of curves keyframe states may take for each node and key of the file",
    },
];

/// Options of encoding.
pub(crate) static TARGET: &[OptionInfo] = &[
    ORDER,
    OptionInfo {
        key: "tolerance",
        values: Values::Positive,
        default: "0.001",
        help: "how far a pose may be off between two states, in units and radians",
    },
];
