//! The tables and their columns.

use std::sync::Arc;

use arrow_schema::{DataType, Field};

/// The content of a table's rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What {
    /// The value of a component of a channel at a time.
    Samples,
    /// A node at a time.
    Poses,
    /// A component of a key of a channel.
    Keys,
    /// A finding of a check.
    Findings,
    /// A clip.
    Info,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Text,
    Real,
    Whole,
    Flag,
    /// Twelve numbers: three rows of a matrix.
    Matrix,
}

/// The name and the type of a column.
type Column = (&'static str, Kind);

impl What {
    pub(crate) const ALL: [(&'static str, Self); 5] = [
        ("samples", Self::Samples),
        ("poses", Self::Poses),
        ("keys", Self::Keys),
        ("findings", Self::Findings),
        ("info", Self::Info),
    ];

    /// The columns, in the order of [`super::cursor`]'s cells. The last one states why a file could not be read.
    pub(crate) const fn columns(self) -> &'static [Column] {
        use Kind::{Flag, Matrix, Real, Text, Whole};
        match self {
            Self::Samples => &[
                ("path", Text),
                ("clip", Text),
                ("time", Real),
                ("node", Text),
                ("channel", Text),
                ("component", Whole),
                ("value", Real),
                ("error", Text),
            ],
            Self::Poses => &[
                ("path", Text),
                ("clip", Text),
                ("time", Real),
                ("node", Text),
                ("parent", Text),
                ("alive", Flag),
                ("x", Real),
                ("y", Real),
                ("z", Real),
                ("local", Matrix),
                ("world", Matrix),
                ("error", Text),
            ],
            Self::Keys => &[
                ("path", Text),
                ("clip", Text),
                ("node", Text),
                ("channel", Text),
                ("component", Whole),
                ("key", Whole),
                ("time", Real),
                ("value", Real),
                ("ease", Text),
                ("error", Text),
            ],
            Self::Findings => &[
                ("path", Text),
                ("severity", Text),
                ("code", Text),
                ("message", Text),
                ("place", Text),
                ("start", Whole),
                ("end", Whole),
                ("line", Whole),
                ("column", Whole),
                ("error", Text),
            ],
            Self::Info => &[
                ("path", Text),
                ("format", Text),
                ("bytes", Whole),
                ("clip", Text),
                ("duration", Real),
                ("rate", Real),
                ("nodes", Whole),
                ("channels", Whole),
                ("keys", Whole),
                ("up", Text),
                ("forward", Text),
                ("unit", Real),
                ("error", Text),
            ],
        }
    }
}

impl Kind {
    /// The number of values in a matrix.
    pub(crate) const MATRIX: i32 = 12;

    pub(crate) fn field(self, name: &str) -> Field {
        let kind = match self {
            Self::Text => DataType::Utf8,
            Self::Real => DataType::Float64,
            Self::Whole => DataType::Int64,
            Self::Flag => DataType::Boolean,
            Self::Matrix => DataType::FixedSizeList(Arc::new(Self::number()), Self::MATRIX),
        };
        Field::new(name, kind, true)
    }

    /// A value in a matrix.
    pub(crate) fn number() -> Field {
        Field::new("item", DataType::Float64, true)
    }
}
