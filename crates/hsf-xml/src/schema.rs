//! The specification of each element: its attributes, their values and defaults, its modifiers.

use crate::{Key, Meaning, Tag};

/// The form of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Any text.
    Text,
    /// One of these words, or one that only its author knows; letter case is ignored.
    Word(&'static [&'static str]),
    /// A number above 0.
    Positive,
    /// Any number.
    Number,
    /// Ticks: a whole number.
    Ticks,
    /// A whole number.
    Whole,
    /// 0 or 1.
    Flag,
    /// This many numbers in brackets.
    Vector(usize),
    /// Modifiers.
    Modifiers,
    /// A target, an animation or a sensor.
    Target,
    /// A reference; it has an effect only if there is no such element inside.
    Reference,
}

/// One attribute of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) key: Key,
    pub(crate) form: Form,
    /// The value if the attribute is absent; empty for none.
    pub(crate) default: &'static str,
    pub(crate) required: bool,
}

const fn rule(key: Key, form: Form, default: &'static str) -> Rule {
    Rule { key, form, default, required: false }
}

const fn required(key: Key, form: Form) -> Rule {
    Rule { key, form, default: "", required: true }
}

const NAME: Rule = rule(Key::Name, Form::Text, "");
const MODIFIERS: Rule = rule(Key::Modifiers, Form::Modifiers, "");

/// The events of conditions (`<Condition>`).
const EVENTS: &[&str] =
    &["ONTICK", "ONLCLICK", "ONRCLICK", "ONMOUSEOVER", "ONCOLLISION", "ONANIMFINISHED", "ONSENSOR"];
/// The types of actions (`<Action>`).
const ACTIONS: &[&str] = &["ACTIVATE", "DEACTIVATE", "RESET", "RESTART", "LOADFILE", "LOADURL", "INFOTEXT"];
const COLORS: &[&str] = &["diffuse", "specular", "transmission"];
const TRAILS: &[&str] = &["forward", "backward", "full"];
const SUBTARGETS: &[&str] = &["GEOMETRY", "FACES", "VERTICES", "EDGES"];
/// The specification's list ends with "etc".
const GEOMETRIES: &[&str] = &["everything", "faces", "edges", "lines", "vertices"];

static ANIMDEF: &[Rule] = &[
    NAME,
    rule(Key::Version, Form::Text, ""),
    rule(Key::Vendor, Form::Text, ""),
    rule(Key::TicksPerSecond, Form::Positive, "4800"),
    rule(Key::FramesPerSecond, Form::Positive, "30"),
    rule(Key::Delay, Form::Ticks, "0"),
    rule(Key::File, Form::Text, ""),
];
static LIST: &[Rule] = &[NAME, MODIFIERS];
static POS: &[Rule] = &[
    NAME,
    rule(Key::FollowPath, Form::Flag, "0"),
    rule(Key::PathVector, Form::Vector(3), "[1 0 0]"),
    MODIFIERS,
];
static TRAIL: &[Rule] = &[
    NAME,
    rule(Key::Color, Form::Text, "white"),
    rule(Key::Weight, Form::Number, "1"),
    rule(Key::Style, Form::Text, "----"),
    rule(Key::Type, Form::Word(TRAILS), "forward"),
    MODIFIERS,
];
static COLOR: &[Rule] = &[
    NAME,
    rule(Key::Type, Form::Word(COLORS), "diffuse"),
    rule(Key::GeomType, Form::Word(GEOMETRIES), "everything"),
    MODIFIERS,
];
static ANIMATION: &[Rule] = &[
    NAME,
    rule(Key::Target, Form::Target, ""),
    rule(Key::Active, Form::Flag, "1"),
    rule(Key::Delay, Form::Ticks, "0"),
    rule(Key::Loop, Form::Whole, "1"),
    rule(Key::RLoop, Form::Flag, "0"),
    rule(Key::Accelerate, Form::Flag, "0"),
    rule(Key::Decelerate, Form::Flag, "0"),
    rule(Key::CurrentTick, Form::Ticks, "0"),
    rule(Key::InstanceOf, Form::Text, ""),
    rule(Key::Timeline, Form::Reference, ""),
    rule(Key::Interpolators, Form::Reference, ""),
];
static TARGET_OBJECT: &[Rule] = &[
    NAME,
    required(Key::Path, Form::Target),
    rule(Key::Pivot, Form::Vector(3), "[0 0 0]"),
    rule(Key::Rotation, Form::Vector(9), "[1 0 0 0 1 0 0 0 1]"),
    rule(Key::Scale, Form::Vector(3), "[1 1 1]"),
];
static SUBTARGET: &[Rule] = &[NAME, rule(Key::Type, Form::Word(SUBTARGETS), "")];
static SENSOR: &[Rule] = &[
    required(Key::Name, Form::Text),
    rule(Key::Active, Form::Flag, "1"),
    rule(Key::Delay, Form::Ticks, "0"),
];
static CONDITION: &[Rule] = &[
    rule(Key::Target, Form::Target, ""),
    rule(Key::Event, Form::Word(EVENTS), "ONLCLICK"),
    rule(Key::Idle, Form::Flag, "1"),
];
static ACTION: &[Rule] = &[
    rule(Key::Target, Form::Target, ""),
    rule(Key::Type, Form::Word(ACTIONS), ""),
    rule(Key::Value, Form::Text, ""),
    rule(Key::Delay, Form::Ticks, "0"),
];

impl Tag {
    /// The attributes of the element.
    pub(crate) const fn rules(self) -> &'static [Rule] {
        match self {
            Self::Animdef => ANIMDEF,
            Self::PosInterpolator => POS,
            Self::TrailInterpolator => TRAIL,
            Self::ColorInterpolator => COLOR,
            Self::Animation => ANIMATION,
            Self::TargetObject => TARGET_OBJECT,
            Self::Subtarget => SUBTARGET,
            Self::Sensor => SENSOR,
            Self::Condition => CONDITION,
            Self::Action => ACTION,
            _ => LIST,
        }
    }

    /// The number of components of an interpolator's values; 0 for texts.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::PosInterpolator
            | Self::TrailInterpolator
            | Self::ScaleInterpolator
            | Self::ColorInterpolator => 3,
            Self::QuatRotInterpolator => 4,
            Self::AxisRotInterpolator | Self::Timeline | Self::Subtarget => 1,
            _ => 0,
        }
    }

    /// Whether the element's "Valid modifiers" list has a modifier; `constant acceleration` belongs to splines.
    pub(crate) const fn takes(self, meaning: Meaning) -> bool {
        use Meaning as M;
        let always = matches!(meaning, M::Discrete | M::Hold | M::Other);
        always
            || match self {
                Self::PosInterpolator | Self::TrailInterpolator | Self::ColorInterpolator => {
                    // The list lacks cardinal splines, which the text allows for any keyframe.
                    !matches!(meaning, M::ExtraRotation | M::Vector)
                }
                Self::ScaleInterpolator => {
                    matches!(meaning, M::Linear | M::Absolute | M::Relative | M::Channels)
                }
                Self::QuatRotInterpolator => {
                    matches!(meaning, M::Linear | M::Tcb | M::Absolute | M::Relative | M::ExtraRotation)
                }
                Self::AxisRotInterpolator => {
                    matches!(meaning, M::Linear | M::Absolute | M::Relative | M::Vector)
                }
                Self::VertexMorphInterpolator | Self::ColorMorphInterpolator => matches!(meaning, M::Linear),
                Self::Timeline => matches!(meaning, M::Linear | M::Tcb | M::Bezier),
                _ => false,
            }
    }

    /// The value of an absent attribute; empty for none.
    pub const fn default_of(self, key: Key) -> &'static str {
        let rules = self.rules();
        let mut index = 0;
        while index < rules.len() {
            if rules[index].key as u8 == key as u8 {
                return rules[index].default;
            }
            index += 1;
        }
        ""
    }
}
