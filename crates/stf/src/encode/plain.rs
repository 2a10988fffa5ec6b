//! A curve that STF can store.

use std::borrow::Cow;

use anim_core::{Curve, Deviation, Property};

/// A curve of steps, straight lines and Bézier segments in each component, and its error.
pub(super) struct Plain<'a> {
    pub(super) property: Property,
    pub(super) curve: Cow<'a, Curve>,
    /// The largest error, if the curve replaces one that STF cannot store.
    pub(super) error: Option<Deviation>,
}
