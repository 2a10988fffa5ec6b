//! Invariants of operations on clips, for clips of every property, ease and wrap, and tables of values computed by hand.
#![allow(unreachable_pub, reason = "the modules of one test program")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod any;
mod cuts;
mod events;
mod filters;
mod ids;
mod inherited;
mod joined;
mod many;
mod mirror;
mod nodes;
mod parts;
mod poses;
mod reduce;
mod same;
mod split_rotations;
mod united;
