//! Operations on clips, from bytes.

use anim_core::edit::Edit;
use anim_formats::operations::{OPERATIONS, push};
use libfuzzer_sys::arbitrary::{Result, Unstructured};

/// Arguments that at least one operation accepts.
const ARGUMENTS: [&str; 24] = [
    "",
    "0",
    "1",
    "0.25",
    "-0.5",
    "3.7",
    "30",
    "1e-9",
    "1e9",
    "2f",
    "1,2f",
    "*",
    "n0",
    "n1,n2",
    "n0/**",
    "?1",
    "Hips=n0",
    "n*=a*",
    "Left*=Right*",
    "remove",
    "root",
    "x",
    "-y",
    "z",
];

/// One to three operations.
pub fn edits(bytes: &mut Unstructured<'_>) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    for _ in 0..bytes.int_in_range(1..=3)? {
        let operation = bytes.choose(OPERATIONS)?;
        let argument = *bytes.choose(&ARGUMENTS)?;
        if let Ok(edit) = (operation.edit)(argument) {
            push(&mut edits, edit);
        }
    }
    Ok(edits)
}
