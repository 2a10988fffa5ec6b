//! Clips as data for serde.
//!
//! Reading uses the checking constructors, so that every clip that is read could be built in code.

mod channel;
mod clip;
mod event;
mod file;
mod metadata;
mod node;
mod number;
mod property;
mod rate;
mod reference;
mod space;
mod times;
mod word;
