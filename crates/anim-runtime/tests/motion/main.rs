//! Motions compiled for playing.
#![allow(clippy::unwrap_used, reason = "tests may state what they expect")]

mod chains;
mod clips;
mod combining;
mod jumps;
mod playing;
mod rows;
mod square;
mod travel;
