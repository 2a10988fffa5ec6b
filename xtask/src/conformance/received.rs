//! A file that other programs are to show.

use std::path::PathBuf;

/// A file to show.
pub(super) struct Received {
    pub(super) label: String,
    /// The id of the format that it was made from.
    pub(super) source: &'static str,
    /// `glb` or `bvh`.
    pub(super) target: &'static str,
    pub(super) file: PathBuf,
    /// In seconds; for a BVH, the times of its frames.
    pub(super) times: Vec<f64>,
    /// The output of `anim pose` for the source at these times.
    pub(super) expected: PathBuf,
    /// The report of the conversion; none for a file that is read unchanged.
    pub(super) report: Option<PathBuf>,
    /// Whether it was made from a file that is not part of the project.
    pub(super) corpus: bool,
    /// Whether curves were baked so finely that only programs which keep keys at any distance can show them.
    pub(super) fine: bool,
    /// Whether errors stated in the report are allowed in addition to the tolerance.
    pub(super) granted: bool,
}
