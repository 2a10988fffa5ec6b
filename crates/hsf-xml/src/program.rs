//! A resolved document: animations with their targets, instances expanded, times in ticks of the root.

mod aim;
mod build;
mod complete;
mod definitions;
mod left_out;
mod model;
mod names;
mod resolved;
mod scopes;
mod sensors;
mod span;

pub(crate) use aim::Aim;
pub(crate) use build::{Extent, Outline, outline, program};
pub(crate) use definitions::{Definitions, interpolator_names};
pub(crate) use left_out::{LeftOut, Reason};
pub(crate) use model::{Condition, ORIGIN, Program, Trigger, Verb};
pub(crate) use resolved::{MAX_PATH, ResolvedTarget};
pub(crate) use span::Span;
