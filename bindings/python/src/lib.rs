//! The Python package `animio`. Its functions and classes are described in their docstrings, which Python shows.

mod animation;
mod arrays;
mod channel;
mod clip;
mod convert;
mod edit;
mod error;
mod event;
mod finding;
mod formats;
mod graph;
mod held;
mod index;
mod interrupt;
mod loaded;
mod loss;
mod lost;
mod make;
mod memory;
mod moments;
mod node;
mod onto;
mod options;
mod pickle;
mod player;
mod poses;
mod report;
mod seconds;
mod source;
mod space;
mod table;

/// The compiled part of animio.
#[pyo3::pymodule(gil_used = false)]
mod _animio {
    #[pymodule_export]
    use super::animation::{Animation, PyDocument, build, check, read};
    #[pymodule_export]
    use super::channel::PyChannel;
    #[pymodule_export]
    use super::clip::PyClip;
    #[pymodule_export]
    use super::convert::{convert, encode, write};
    #[pymodule_export]
    use super::edit::join;
    #[pymodule_export]
    use super::event::PyEvent;
    #[pymodule_export]
    use super::finding::Finding;
    #[pymodule_export]
    use super::formats::{PyFormat, PyOption, formats};
    #[pymodule_export]
    use super::graph::{PyEdge, PyGraph, PyGraphNode, PyGroup};
    #[pymodule_export]
    use super::loss::PyLoss;
    #[pymodule_export]
    use super::node::PyNode;
    #[pymodule_export]
    use super::player::Player;
    #[pymodule_export]
    use super::report::{Change, PyReport};
    #[pymodule_export]
    use super::space::PySpace;
    #[pymodule_export]
    use super::table::Scan;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "it is the name that Python has for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
