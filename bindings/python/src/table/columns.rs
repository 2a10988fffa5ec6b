//! The columns of a record batch while rows are added.

use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, FixedSizeListBuilder, Float64Builder, Int64Builder, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, Schema, SchemaRef};

use super::schema::{Kind, What};

/// A value of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell<'a> {
    None,
    Text(&'a str),
    Real(f64),
    Whole(usize),
    Flag(bool),
    Matrix(&'a [[f64; 4]; 3]),
}

impl Cell<'_> {
    /// A number, or null if unknown.
    pub(crate) fn real(value: Option<f64>) -> Self {
        value.map_or(Self::None, Self::Real)
    }

    /// An integer, or null if unknown.
    pub(crate) fn whole(value: Option<usize>) -> Self {
        value.map_or(Self::None, Self::Whole)
    }
}

impl<'a> Cell<'a> {
    /// A text, or null if unknown.
    pub(crate) fn text(value: Option<&'a str>) -> Self {
        value.map_or(Self::None, Self::Text)
    }
}

/// The requested columns, by their index among all columns of the table.
#[derive(Clone, Debug)]
pub(crate) struct Projection {
    pub(crate) schema: SchemaRef,
    indices: Vec<(usize, Kind)>,
}

impl Projection {
    /// The columns with these names, in this order; by default all.
    ///
    /// Errors: a name that is not a column.
    pub(crate) fn new(what: What, names: Option<&[String]>) -> Result<Self, String> {
        let all = what.columns();
        let indices: Vec<usize> = match names {
            None => (0..all.len()).collect(),
            Some(names) => {
                let index = |name: &String| {
                    all.iter().position(|(known, _)| known == name).ok_or_else(|| {
                        let known: Vec<_> = all.iter().map(|(known, _)| *known).collect();
                        format!("there is no column `{name}`: expected some of {}", known.join(", "))
                    })
                };
                names.iter().map(index).collect::<Result<_, _>>()?
            }
        };
        let columns = indices.into_iter().filter_map(|index| Some((index, all.get(index)?)));
        let (indices, fields): (Vec<_>, Vec<_>) =
            columns.map(|(index, (name, kind))| ((index, *kind), kind.field(name))).unzip();
        Ok(Self { schema: Arc::new(Schema::new(fields)), indices })
    }

    /// Columns without rows.
    pub(crate) fn empty(&self) -> Columns {
        let builders = self.indices.iter().map(|(index, kind)| (*index, Builder::new(*kind))).collect();
        Columns { schema: Arc::clone(&self.schema), builders, rows: 0 }
    }
}

/// Columns to which rows are added.
#[derive(Debug)]
pub(crate) struct Columns {
    schema: SchemaRef,
    builders: Vec<(usize, Builder)>,
    pub(crate) rows: usize,
}

impl Columns {
    /// Adds a row. `cell` has the value of a column by its index among all columns of the table.
    pub(crate) fn push<'a>(&mut self, cell: impl Fn(usize) -> Cell<'a>) {
        for (index, builder) in &mut self.builders {
            builder.push(cell(*index));
        }
        self.rows += 1;
    }

    /// The rows as a batch.
    pub(crate) fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let arrays = self.builders.iter_mut().map(|(_, builder)| builder.finish()).collect();
        let rows = arrow_array::RecordBatchOptions::new().with_row_count(Some(self.rows));
        RecordBatch::try_new_with_options(self.schema, arrays, &rows)
    }
}

#[derive(Debug)]
enum Builder {
    Text(StringBuilder),
    Real(Float64Builder),
    Whole(Int64Builder),
    Flag(BooleanBuilder),
    Matrix(FixedSizeListBuilder<Float64Builder>),
}

impl Builder {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(StringBuilder::new()),
            Kind::Real => Self::Real(Float64Builder::new()),
            Kind::Whole => Self::Whole(Int64Builder::new()),
            Kind::Flag => Self::Flag(BooleanBuilder::new()),
            Kind::Matrix => {
                let numbers = FixedSizeListBuilder::new(Float64Builder::new(), Kind::MATRIX);
                Self::Matrix(numbers.with_field(Kind::number()))
            }
        }
    }

    /// Adds a value; null for a value of another kind.
    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Text(builder), Cell::Text(text)) => builder.append_value(text),
            (Self::Text(builder), _) => builder.append_null(),
            (Self::Real(builder), Cell::Real(value)) => builder.append_value(value),
            (Self::Real(builder), _) => builder.append_null(),
            (Self::Whole(builder), Cell::Whole(value)) => builder.append_value(value as i64),
            (Self::Whole(builder), _) => builder.append_null(),
            (Self::Flag(builder), Cell::Flag(value)) => builder.append_value(value),
            (Self::Flag(builder), _) => builder.append_null(),
            (Self::Matrix(builder), Cell::Matrix(rows)) => {
                builder.values().append_slice(rows.as_flattened());
                builder.append(true);
            }
            (Self::Matrix(builder), _) => {
                builder.values().append_nulls(Kind::MATRIX as usize);
                builder.append(false);
            }
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(builder) => Arc::new(builder.finish()),
            Self::Real(builder) => Arc::new(builder.finish()),
            Self::Whole(builder) => Arc::new(builder.finish()),
            Self::Flag(builder) => Arc::new(builder.finish()),
            Self::Matrix(builder) => Arc::new(builder.finish()),
        }
    }
}
