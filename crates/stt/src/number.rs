//! Numbers of the file: finite, so that every document can be written.

use crate::origin::Origin;

/// Three finite numbers, about or along X, Y and Z.
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

    /// These numbers, or `None` if one of them is not finite.
    pub fn new(numbers: [f64; 3]) -> Option<Self> {
        numbers.iter().all(|number| number.is_finite()).then_some(Self(numbers))
    }

    /// Numbers that the reader found finite.
    pub(crate) fn read(numbers: [f64; 3]) -> Self {
        Self(numbers)
    }

    /// The numbers.
    pub const fn get(self) -> [f64; 3] {
        self.0
    }
}

/// A finite time or length of time in seconds.
///
/// Where it was read is remembered for diagnostics and plays no part in comparisons.
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
    /// No time.
    pub const ZERO: Self = Self { value: 0.0, origin: Origin::NONE };

    /// So many seconds, or `None` if they are not finite.
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

/// A flag: 0 or 1, and other numbers as they are.
///
/// Where it was read is remembered for diagnostics and plays no part in comparisons.
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

    /// A flag of this number.
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

    /// Whether it is anything but 0.
    pub const fn is_on(self) -> bool {
        self.value != 0
    }
}
