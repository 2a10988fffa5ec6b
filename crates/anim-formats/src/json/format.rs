//! A format, its options and its codes.

use anim_core::{Code, OptionInfo, Options};
use serde::Serialize;

use crate::Entry;

/// A format, its options and its codes.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact in the JSON")]
pub struct FormatInfo {
    /// Its identifier.
    pub id: &'static str,
    /// Its name, for people.
    pub name: &'static str,
    /// The extensions of its files, without the dot.
    pub extensions: &'static [&'static str],
    /// Whether files can be read.
    pub reads: bool,
    /// Whether documents can be written.
    pub writes: bool,
    /// Whether documents can be made from clips.
    pub encodes: bool,
    /// Whether files are written back byte for byte.
    pub exact: bool,
    /// The largest number of clips in a file; `None` for any number.
    pub max_clips: Option<usize>,
    /// The options of reading.
    pub options: Vec<FormatOption>,
    /// The options of making a file.
    pub target_options: Vec<FormatOption>,
    /// The codes of reading and checking.
    pub codes: Vec<CodeInfo>,
    /// The codes of converting from the format and to it.
    pub conversion_codes: Vec<CodeInfo>,
}

/// An option.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FormatOption {
    /// Its name.
    pub key: &'static str,
    /// The values that it accepts, as text: words separated by `|`, a range, or a kind of value.
    pub values: String,
    /// The value if it is not set; empty for no file.
    pub default: String,
    /// What it does.
    pub help: &'static str,
}

/// A kind of finding.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CodeInfo {
    /// The stable identifier, `format::name`.
    pub id: &'static str,
    /// `note`, `warning` or `error`.
    pub severity: &'static str,
    /// The meaning in one line.
    pub summary: &'static str,
}

impl From<&Entry> for FormatInfo {
    fn from(entry: &Entry) -> Self {
        let &anim_core::FormatInfo {
            id, name, extensions, exact, max_clips, codes, conversion_codes, ..
        } = entry.info();
        let options = |options: Options| options.iter().map(FormatOption::from).collect();
        let code = |code: &&'static Code| CodeInfo::from(*code);
        Self {
            id,
            name,
            extensions,
            // Every format reads and writes: the traits require it.
            reads: true,
            writes: true,
            encodes: entry.encodes(),
            exact,
            max_clips,
            options: options(entry.options()),
            target_options: entry.encode_options().map(options).unwrap_or_default(),
            codes: codes.iter().map(code).collect(),
            conversion_codes: conversion_codes.iter().map(code).collect(),
        }
    }
}

impl From<(OptionInfo, String)> for FormatOption {
    fn from((option, default): (OptionInfo, String)) -> Self {
        let help = option.help().strip_suffix('.').unwrap_or(option.help());
        Self { key: option.key, values: option.values.to_string(), default, help }
    }
}

impl From<&'static Code> for CodeInfo {
    fn from(code: &'static Code) -> Self {
        Self { id: code.id, severity: code.severity.name(), summary: code.summary }
    }
}
