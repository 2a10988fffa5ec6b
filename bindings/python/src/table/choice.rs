//! A choice of rows.

use std::ops::Range;

use anim_core::Rate;
use anim_core::edit::Pattern;

use super::schema::What;

/// Selects rows of a table.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) what: What,
    pub(crate) rate: Option<Rate>,
    /// The names of the clips and of the nodes; `None` for all.
    pub(crate) clips: Option<Vec<Pattern>>,
    pub(crate) nodes: Option<Vec<Pattern>>,
    /// The seconds from the first to the last, both included.
    pub(crate) span: Range<f64>,
}
