//! The command as its users run it.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests state what they expect")]

mod batch;
mod build;
mod chosen;
mod completions;
mod convert;
mod csv;
mod defaults;
mod diff;
#[cfg(unix)]
mod docs;
mod edits;
mod examples;
mod exits;
mod graph;
mod inside;
mod into;
mod joins;
mod kept;
mod lossless;
mod manifest;
mod manual;
mod merge;
mod names;
mod neighbours;
mod outputs;
mod plot;
mod programs;
mod readme;
mod recursive;
mod resume;
mod sarif;
mod scan;
mod schema;
#[cfg(unix)]
mod signals;
mod streams;
mod support;
mod tables;
mod view;
