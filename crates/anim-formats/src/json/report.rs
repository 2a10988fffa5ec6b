//! The result of converting a file.

use anim_core::Report;
use serde::Serialize;

use super::{Finding, Loss, Summary};
use crate::Losses;

/// The result of converting a file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Converted<'a> {
    /// The file.
    pub path: &'a str,
    /// The identifier of its format, if it could be read.
    pub format: Option<&'static str>,
    /// Whether it was skipped, because the result already exists.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skipped: bool,
    /// Why it was not converted, or not completely.
    pub error: Option<String>,
    /// The changes made by operations, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change<'a>>,
    /// The findings of reading the file and converting it to clips.
    pub findings: Vec<Finding<'a>>,
    /// The losses of its clips.
    pub losses: Vec<Loss<'a>>,
    /// The files made from it.
    pub outputs: Vec<Output<'a>>,
}

/// A file made by a conversion.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Output<'a> {
    /// The file.
    pub path: &'a str,
    /// The names of its clips.
    pub clips: &'a [String],
    /// The size in bytes of the file and its companion files; `None` if it was not made.
    pub bytes: Option<usize>,
    /// All losses of this file, from reading to writing.
    pub summary: Summary,
    /// The changes made by operations on the clips of several inputs together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change<'a>>,
    /// The findings of encoding.
    pub findings: Vec<Finding<'a>>,
    /// The losses of encoding.
    pub losses: Vec<Loss<'a>>,
}

/// A change made by an operation on clips.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Change<'a> {
    /// The operation.
    pub edit: &'static str,
    /// The clip, if it concerns one.
    pub clip: Option<&'a str>,
    /// What it changed.
    pub message: &'a str,
}

impl<'a> Converted<'a> {
    /// A file that was read with this report, without outputs so far.
    pub fn new(path: &'a str, format: Option<&'static str>, report: &'a Report) -> Self {
        Self {
            path,
            format,
            skipped: false,
            error: None,
            changes: changes(report),
            findings: findings(report),
            losses: losses(report),
            outputs: Vec::new(),
        }
    }
}

impl<'a> Output<'a> {
    /// A file of these clips, made with this report. `earlier` has the losses of the steps before.
    pub fn new(
        path: &'a str,
        clips: &'a [String],
        bytes: Option<usize>,
        report: &'a Report,
        earlier: impl IntoIterator<Item = &'a anim_core::Loss>,
    ) -> Self {
        Self {
            path,
            clips,
            bytes,
            summary: Losses::of(earlier.into_iter().chain(&report.losses)).into(),
            changes: changes(report),
            findings: findings(report),
            losses: losses(report),
        }
    }
}

impl<'a> From<&'a anim_core::Change> for Change<'a> {
    fn from(change: &'a anim_core::Change) -> Self {
        Self { edit: change.edit, clip: change.clip.as_deref(), message: &change.message }
    }
}

fn changes(report: &Report) -> Vec<Change<'_>> {
    report.changes.iter().map(Change::from).collect()
}

fn findings(report: &Report) -> Vec<Finding<'_>> {
    report.findings.iter().map(Finding::from).collect()
}

fn losses(report: &Report) -> Vec<Loss<'_>> {
    report.losses.iter().map(Loss::from).collect()
}
