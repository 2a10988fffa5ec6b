//! Motion from one figure to another.
#![allow(clippy::unwrap_used, reason = "tests may state what they expect")]

mod bodies;
mod faces;
mod figures;
mod ground;
mod home;
mod jumps;
mod levers;
mod loops;
mod mappings;
mod scales;
mod weights;
