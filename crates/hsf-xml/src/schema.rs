//! What the specification says of each element: its attributes, their values and defaults, its modifiers.

use crate::{Key, Meaning, Tag};

/// The value an attribute takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Any text.
    Text,
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
    /// So many numbers in brackets.
    Vector(usize),
    /// Modifiers.
    Modifiers,
    /// A target, an animation or a sensor.
    Target,
    /// Kept, without effect unless there is nothing inline.
    Reference,
}

/// One attribute of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) key: Key,
    pub(crate) form: Form,
    /// The value that it has where it is not written; empty for none.
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
    rule(Key::Type, Form::Text, "forward"),
    MODIFIERS,
];
static COLOR: &[Rule] =
    &[NAME, rule(Key::Type, Form::Text, "diffuse"), rule(Key::GeomType, Form::Text, "everything"), MODIFIERS];
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
static SUBTARGET: &[Rule] = &[NAME, rule(Key::Type, Form::Text, "")];
static SENSOR: &[Rule] = &[
    required(Key::Name, Form::Text),
    rule(Key::Active, Form::Flag, "1"),
    rule(Key::Delay, Form::Ticks, "0"),
];
static CONDITION: &[Rule] = &[
    rule(Key::Target, Form::Target, ""),
    rule(Key::Event, Form::Text, "ONLCLICK"),
    rule(Key::Idle, Form::Flag, "1"),
];
static ACTION: &[Rule] = &[
    rule(Key::Target, Form::Target, ""),
    rule(Key::Type, Form::Text, ""),
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

    /// How many numbers a value of the interpolator has; 0 for texts.
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

    /// The modifiers that the element's "Valid modifiers" list names; `constant acceleration` goes with splines.
    pub(crate) const fn takes(self, meaning: Meaning) -> bool {
        use Meaning as M;
        let always = matches!(meaning, M::Discrete | M::Hold | M::Other);
        always
            || match self {
                Self::PosInterpolator | Self::TrailInterpolator | Self::ColorInterpolator => {
                    // The list leaves cardinal splines out, which the text offers for any keyframe.
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

    /// The value that an attribute has where it is not written; empty for none.
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
