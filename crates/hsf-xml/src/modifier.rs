//! Modifiers: how keyframes are interpolated (specification, "Using Interpolator Tags").

use crate::{Text, Word};

/// A modifier: a word and its parameters.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Modifier {
    word: Text,
    parameters: Vec<Parameter>,
}

/// A parameter of a modifier.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Parameter {
    /// A number.
    Number(f64),
    /// A quoted text.
    Text(Text),
    /// A further word.
    Word(Word),
}

/// The meaning of a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Meaning {
    /// `l`: a straight line to the next keyframe.
    Linear,
    /// `d`: the value holds until the next keyframe.
    Discrete,
    /// `b`: a Bézier curve, with two tangents or an ease at both ends.
    Bezier,
    /// `ca`: a cardinal spline, Catmull–Rom without a tightness.
    Cardinal,
    /// `t`: a Kochanek–Bartels spline.
    Tcb,
    /// `a`: the value is absolute.
    Absolute,
    /// `r`: the value is relative to the keyframe before it.
    Relative,
    /// `co`: constant speed along a spline.
    ConstantAcceleration,
    /// `c`, `ch`: the components that the value drives, counted from 1.
    Channels,
    /// `er`: the long way between two quaternions.
    ExtraRotation,
    /// `v`: the axis of a rotation.
    Vector,
    /// `*`, `+`: the previous value is held.
    Hold,
    /// Anything else; it has no effect.
    Other,
}

/// The full names, and the minimum length of their abbreviations.
const NAMES: [(&str, usize, Meaning); 13] = [
    ("linear", 1, Meaning::Linear),
    ("discrete", 1, Meaning::Discrete),
    ("bezier", 1, Meaning::Bezier),
    ("cardinal", 2, Meaning::Cardinal),
    ("tcb", 1, Meaning::Tcb),
    ("absolute", 1, Meaning::Absolute),
    ("relative", 1, Meaning::Relative),
    ("constantacceleration", 2, Meaning::ConstantAcceleration),
    ("channels", 1, Meaning::Channels),
    ("extrarotation", 1, Meaning::ExtraRotation),
    ("vector", 1, Meaning::Vector),
    ("rotationvector", 2, Meaning::Vector),
    ("er", 2, Meaning::ExtraRotation),
];

impl Modifier {
    /// A modifier; `None` if the word would not read back as a word, a number is not finite, or a text contains a `"`.
    pub fn new(word: &str, parameters: Vec<Parameter>) -> Option<Self> {
        let sound = |parameter: &Parameter| match parameter {
            Parameter::Number(number) => number.is_finite(),
            Parameter::Text(text) => !text.contains('"'),
            Parameter::Word(_) => true,
        };
        (Word::is_token(word) && parameters.iter().all(sound))
            .then(|| Self { word: Text::from(word), parameters })
    }

    /// The word, such as `l`, `linear` or `$mine`.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The meaning, identified by the beginning of its name; letter case is ignored.
    pub fn meaning(&self) -> Meaning {
        if matches!(self.word(), "*" | "+") {
            return Meaning::Hold;
        }
        let word = self.word.to_ascii_lowercase();
        // `r` means `relative`, not `rotation vector`, and `c` means `channels`.
        let named =
            |(name, least, _): &&(&str, usize, Meaning)| word.len() >= *least && name.starts_with(&word);
        NAMES.iter().find(named).map_or(Meaning::Other, |(_, _, meaning)| *meaning)
    }

    /// The numbers among its parameters.
    pub fn numbers(&self) -> Vec<f64> {
        let number = |parameter: &Parameter| match parameter {
            Parameter::Number(number) => Some(*number),
            _ => None,
        };
        self.parameters.iter().filter_map(number).collect()
    }
}

impl Meaning {
    /// The words for all modifiers.
    pub(crate) const NAMES: [&'static str; 10] = [
        "linear", "discrete", "bezier", "cardinal", "tcb", "absolute", "relative", "constant", "channels",
        "extra",
    ];

    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Discrete => "discrete",
            Self::Bezier => "bezier",
            Self::Cardinal => "cardinal",
            Self::Tcb => "tcb",
            Self::Absolute => "absolute",
            Self::Relative => "relative",
            Self::ConstantAcceleration => "constant acceleration",
            Self::Channels => "channels",
            Self::ExtraRotation => "extra rotation",
            Self::Vector => "rotation vector",
            Self::Hold => "*",
            Self::Other => "other",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_recognised_by_their_beginnings() {
        use Meaning as M;
        let cases = [
            ("l", M::Linear),
            ("LINEAR", M::Linear),
            ("D", M::Discrete),
            ("bez", M::Bezier),
            ("ca", M::Cardinal),
            ("c", M::Channels),
            ("ch", M::Channels),
            ("co", M::ConstantAcceleration),
            ("t", M::Tcb),
            ("r", M::Relative),
            ("er", M::ExtraRotation),
            ("extra", M::ExtraRotation),
            ("v", M::Vector),
            ("*", M::Hold),
            ("+", M::Hold),
            ("$l", M::Other),
            ("linearly", M::Other),
            ("x", M::Other),
        ];
        for (word, meaning) in cases {
            assert_eq!(Modifier::new(word, vec![]).unwrap().meaning(), meaning, "{word}");
        }
    }
}
