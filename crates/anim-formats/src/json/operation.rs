//! An operation on clips.

use serde::Serialize;

use crate::operations::{Operation, Value};

/// An operation on clips.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct OperationInfo {
    /// Its name.
    pub name: &'static str,
    /// The name of its argument in help texts; `None` if it has none.
    pub value: Option<&'static str>,
    /// Whether the argument is required.
    pub needed: bool,
    /// What it does.
    pub help: &'static str,
}

impl From<&Operation> for OperationInfo {
    fn from(operation: &Operation) -> Self {
        let (value, needed) = match operation.value {
            Value::Nothing => (None, false),
            Value::Needed(what) => (Some(what), true),
            Value::Optional(what) => (Some(what), false),
        };
        Self { name: operation.name, value, needed, help: operation.help }
    }
}
