//! Clips as data for serde.
//!
//! Reading goes through the constructors that check, so that no clip is read that could not be built in code.

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
