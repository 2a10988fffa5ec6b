//! What can be wrong with a JSON text, and where.

use std::fmt;
use std::ops::Range;

/// The greatest depth of nested arrays and objects. Files of the format need 10 levels; other readers stop at 128 too.
pub const MAX_DEPTH: usize = 128;

/// What is wrong with a text, and where.
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

/// What is wrong with a text; the words say what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// The text is not JSON.
    Syntax(&'static str),
    /// Arrays and objects nest deeper than [`MAX_DEPTH`].
    Depth,
    /// JSON of another shape than the format's.
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

/// What is expected in place of the NaN and Infinity of other languages.
pub(super) const FINITE: &str = "a finite number: JSON has no NaN and no Infinity";

/// What reading a value returns.
pub(crate) type Scan<T> = Result<T, Fault>;
