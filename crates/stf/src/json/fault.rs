//! The faults of a JSON text, and their locations.

use std::fmt;
use std::ops::Range;

/// The maximum depth of nested arrays and objects. Files of the format need 10 levels; other readers also stop at 128.
pub const MAX_DEPTH: usize = 128;

/// A fault of a text, and its location.
///
/// Boxed so that functions return numbers in registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault(Box<(Range<usize>, What)>);

impl Fault {
    #[cold]
    pub(super) fn new(at: Range<usize>, what: What) -> Self {
        Self(Box::new((at, what)))
    }

    /// The bytes of the text.
    pub(crate) fn at(&self) -> Range<usize> {
        self.0.0.clone()
    }

    pub(crate) fn what(&self) -> What {
        self.0.1
    }
}

/// The kind of a fault; the text is what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// The text is not JSON.
    Syntax(&'static str),
    /// Arrays and objects nest deeper than [`MAX_DEPTH`].
    Depth,
    /// JSON of another shape than the format requires.
    Shape(&'static str),
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(expected) | Self::Shape(expected) => write!(f, "expected {expected}"),
            Self::Depth => write!(f, "arrays and objects nest deeper than {MAX_DEPTH} levels"),
        }
    }
}

/// The expectation where a text has the NaN or Infinity of other languages.
pub(super) const FINITE: &str = "a finite number: JSON has no NaN and no Infinity";

/// The result of reading a value.
pub(crate) type Scan<T> = Result<T, Fault>;
