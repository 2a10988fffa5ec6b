//! The options of reading, lowering and encoding, by type and by name.

use anim_core::{OptionInfo, Options, Values};

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether only well-formed XML is read. Otherwise what is malformed is mended, and each repair reported.
    pub strict: bool,
    /// The most elements.
    pub elements: usize,
    /// The most repairs.
    pub repairs: usize,
    /// The most bytes that the compressed blocks of a HOOPS stream file may come to.
    pub inflated: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { strict: false, elements: 1 << 22, repairs: 1 << 18, inflated: 1 << 29 }
    }
}

impl From<&Options> for ReadOptions {
    fn from(options: &Options) -> Self {
        let usual = Self::default();
        let limit = |key: &str, usual: usize| {
            usize::try_from(options.integer(key)).ok().filter(|&limit| limit > 0).unwrap_or(usual)
        };
        Self {
            strict: options.switch("strict"),
            elements: limit("elements", usual.elements),
            repairs: limit("repairs", usual.repairs),
            inflated: limit("inflated", usual.inflated),
        }
    }
}

/// How clips are encoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EncodeOptions {
    /// Ticks a second, of which a multiple is taken where keys fall between; the specification's own number is 4800.
    pub ticks: f64,
    /// How far baked values may be from the clip's, in the unit of the value.
    pub tolerance: f64,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self { ticks: 4800.0, tolerance: 1e-4 }
    }
}

impl From<&Options> for EncodeOptions {
    fn from(options: &Options) -> Self {
        let usual = Self::default();
        let above_zero =
            |key: &str, usual: f64| Some(options.number(key)).filter(|&n| n > 0.0).unwrap_or(usual);
        Self { ticks: above_zero("ticks", usual.ticks), tolerance: above_zero("tolerance", usual.tolerance) }
    }
}

const fn limit(key: &'static str, default: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { key, values: Values::Integer { min: 1, max: 1 << 40 }, default, help }
}

/// Options of reading and lowering.
pub(crate) static SOURCE: &[OptionInfo] = &[
    OptionInfo {
        key: "strict",
        values: Values::Switch,
        default: "false",
        help: "read well-formed XML only instead of mending what is not",
    },
    limit("elements", "4194304", "the most elements that are read"),
    limit("repairs", "262144", "the most repairs that are made"),
    limit("inflated", "536870912", "the most bytes that compressed blocks may come to"),
    OptionInfo {
        key: "tolerance",
        values: Values::Positive,
        default: "1e-3",
        help: "how far baked values may be from the animation's, in the unit of the value",
    },
];

/// Options of encoding.
pub(crate) static TARGET: &[OptionInfo] = &[
    OptionInfo {
        key: "ticks",
        values: Values::Integer { min: 1, max: 1 << 31 },
        default: "4800",
        help: "ticks a second; as many times more as put all keys on whole ticks",
    },
    OptionInfo {
        key: "tolerance",
        values: Values::Positive,
        default: "1e-4",
        help: "how far baked values may be from the clip's, in the unit of the value",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_types_have_the_same_defaults() {
        assert_eq!(ReadOptions::from(&Options::new(SOURCE)), ReadOptions::default());
        assert_eq!(ReadOptions::from(&Options::new(&[])), ReadOptions::default());
        assert_eq!(EncodeOptions::from(&Options::new(TARGET)), EncodeOptions::default());
    }
}
