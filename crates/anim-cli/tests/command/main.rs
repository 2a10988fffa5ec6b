//! The command as its users run it.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests state what they expect")]

mod batch;
mod convert;
#[cfg(unix)]
mod docs;
mod examples;
mod exits;
mod graph;
mod merge;
mod neighbours;
mod schema;
mod streams;
mod support;
mod tables;
