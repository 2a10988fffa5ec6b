//! The numbers of a file. They are finite, so that every document can be written.

use crate::origin::Origin;

/// Three finite numbers: lengths along, or angles about, X, Y and Z.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "[f64; 3]", try_from = "[f64; 3]")
)]
pub struct Vector([f64; 3]);

impl Vector {
    /// Three zeros.
    pub const ZERO: Self = Self([0.0; 3]);

    /// A vector of these numbers; `None` if one of them is not finite.
    pub fn new(numbers: [f64; 3]) -> Option<Self> {
        numbers.iter().all(|number| number.is_finite()).then_some(Self(numbers))
    }

    /// A vector of numbers that the reader found finite.
    pub(crate) fn read(numbers: [f64; 3]) -> Self {
        Self(numbers)
    }

    /// The numbers.
    pub const fn get(self) -> [f64; 3] {
        self.0
    }
}

/// A finite time or duration in seconds.
///
/// It remembers its location in the file for diagnostics; comparisons ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "f64", try_from = "f64")
)]
pub struct Seconds {
    value: f64,
    pub(crate) origin: Origin,
}

impl Seconds {
    /// 0 seconds.
    pub const ZERO: Self = Self { value: 0.0, origin: Origin::NONE };

    /// This number of seconds; `None` if it is not finite.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self { value, ..Self::ZERO })
    }

    /// A time that the reader found finite.
    pub(crate) fn read(value: f64, origin: Origin) -> Self {
        Self { value, origin }
    }

    /// The seconds.
    pub const fn get(self) -> f64 {
        self.value
    }
}

/// A flag: 0 for off, 1 for on. Other numbers are kept, and count as on.
///
/// It remembers its location in the file for diagnostics; comparisons ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "i32", from = "i32")
)]
pub struct Flag {
    value: i32,
    pub(crate) origin: Origin,
}

impl Flag {
    /// 0.
    pub const OFF: Self = Self::new(0);
    /// 1.
    pub const ON: Self = Self::new(1);

    /// A flag with this number.
    pub const fn new(value: i32) -> Self {
        Self { value, origin: Origin::NONE }
    }

    pub(crate) fn read(value: i32, origin: Origin) -> Self {
        Self { value, origin }
    }

    /// The number.
    pub const fn get(self) -> i32 {
        self.value
    }

    /// Whether the number is not 0.
    pub const fn is_on(self) -> bool {
        self.value != 0
    }
}
