//! The options of lowering and encoding, by type and by name.

use anim_core::{OptionInfo, Options, Values};

use crate::BoneMap;

/// What lies between two frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolate {
    /// Nothing: the game shows a frame until the next one.
    #[default]
    Hold,
    /// The raw floats in a straight line, from the last frame back to the first, as a modern mod of the game shows them.
    Linear,
}

/// Which motion of the root is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Motion {
    /// What the file says.
    #[default]
    File,
    /// What the game leaves of it when it loads the clip: [`Anim::load`](crate::Anim::load).
    Game,
}

/// Where the figure looks at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Along −Z, as in the game.
    #[default]
    NegativeZ,
    /// Along +Z, as in glTF: half a turn about Y.
    PositiveZ,
}

/// What the rotations at which a clip's nodes rest mean to the bones, which rest unrotated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rest {
    /// [`Rest::Ignore`] if the nodes hang on each other as the bones do, at the same places along their own axes: then
    /// these axes are the bones'. Else [`Rest::Use`].
    #[default]
    Auto,
    /// A bone turns in the world as its node turns from its rest: for nodes with axes of their own, such as those along
    /// the bones of an armature.
    Use,
    /// A bone is turned as its node is, wherever the node rests: for nodes that rest in some pose of the figure.
    Ignore,
}

impl Interpolate {
    /// The name of the option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Linear => "linear",
        }
    }
}

impl Motion {
    /// The name of the option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Game => "game",
        }
    }
}

impl Facing {
    /// The name of the option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NegativeZ => "-z",
            Self::PositiveZ => "+z",
        }
    }

    /// The value of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::NegativeZ, Self::PositiveZ].into_iter().find(|facing| facing.name() == name)
    }
}

/// How frames become a clip. The defaults leave the file's numbers alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClipOptions {
    /// What lies between two frames.
    pub interpolate: Interpolate,
    /// Which motion of the root is shown.
    pub motion: Motion,
    /// Whether left and right are exchanged: [`Mirror`](crate::Mirror).
    pub mirror: bool,
    /// Where the figure looks at rest.
    pub facing: Facing,
}

/// How a clip is encoded.
#[derive(Clone, Debug, PartialEq)]
pub struct EncodeOptions {
    /// Where the clip's figure looks at rest; `None` for what its metadata says, −Z where they say nothing.
    pub facing: Option<Facing>,
    /// Metres for one unit of the clip's length; finite and above 0.
    pub unit: f64,
    /// Which nodes move which bones, where their names do not say it.
    pub bones: BoneMap,
    /// What the rotations mean at which nodes rest.
    pub rest: Rest,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self { facing: None, unit: 1.0, bones: BoneMap::default(), rest: Rest::default() }
    }
}

impl From<&Options> for ClipOptions {
    fn from(options: &Options) -> Self {
        Self {
            interpolate: match options.text("interpolate") {
                "linear" => Interpolate::Linear,
                _ => Interpolate::Hold,
            },
            motion: if options.text("motion") == "game" { Motion::Game } else { Motion::File },
            mirror: options.switch("mirror"),
            facing: Facing::from_name(options.text("facing")).unwrap_or_default(),
        }
    }
}

/// All but the map of bones, which is a file.
impl From<&Options> for EncodeOptions {
    fn from(options: &Options) -> Self {
        Self {
            facing: Facing::from_name(options.text("facing")),
            unit: Some(options.number("unit")).filter(|&unit| unit > 0.0).unwrap_or(1.0),
            rest: match options.text("rest") {
                "use" => Rest::Use,
                "ignore" => Rest::Ignore,
                _ => Rest::Auto,
            },
            ..Self::default()
        }
    }
}

/// Options of reading and lowering.
pub(crate) static SOURCE: &[OptionInfo] = &[
    OptionInfo {
        key: "skel",
        values: Values::File,
        default: "",
        help: "the skeleton; by default the one that is found beside the file",
    },
    OptionInfo {
        key: "states",
        values: Values::File,
        default: "",
        help: "the state table of an .anim: one more clip for each state that uses it",
    },
    OptionInfo {
        key: "interpolate",
        values: Values::Choice(&["hold", "linear"]),
        default: "hold",
        help: "whole frames as the game shows them, or straight lines between them",
    },
    OptionInfo {
        key: "motion",
        values: Values::Choice(&["file", "game"]),
        default: "file",
        help: "the root's motion as in the file, or what the game leaves of it when it loads the clip",
    },
    OptionInfo {
        key: "mirror",
        values: Values::Switch,
        default: "false",
        help: "exchange left and right, by bone names that end in _l and _r",
    },
    OptionInfo {
        key: "facing",
        values: Values::Choice(&["-z", "+z"]),
        default: "-z",
        help: "where the figure looks: -z as in the game, or +z as glTF expects",
    },
];

/// Options of encoding.
pub(crate) static TARGET: &[OptionInfo] = &[
    OptionInfo {
        key: "skel",
        values: Values::File,
        default: "",
        help: "the skeleton that the clip's nodes are matched with; by default one of the clip's own nodes",
    },
    OptionInfo {
        key: "bones",
        values: Values::File,
        default: "",
        help: "a text that says which nodes move which bones, a line `NODE = BONE` each, where their names do not",
    },
    OptionInfo {
        key: "facing",
        values: Values::Choice(&["auto", "-z", "+z"]),
        default: "auto",
        help: "where the clip's figure looks at rest; auto for what the clip says of itself, else -z",
    },
    OptionInfo {
        key: "rest",
        values: Values::Choice(&["auto", "use", "ignore"]),
        default: "auto",
        help: "bones turn from the rests of their nodes (use), or as the nodes do wherever they rest (ignore); auto ignores \
               rests of nodes that hang on each other as the bones do, at the same places along their own axes",
    },
    OptionInfo {
        key: "unit",
        values: Values::Positive,
        default: "1",
        help: "metres for one unit of the clip's length, such as 0.01",
    },
];
