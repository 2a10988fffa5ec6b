//! The metadata of a clip.

/// The metadata key for the id of the animation.
pub(crate) const ID: &str = "stf.id";

/// The metadata key for the word of the animation's loop.
pub(crate) const LOOP: &str = "stf.loop";

/// The metadata key for the id of the animation that resets the properties which this animation moves.
pub(crate) const RESET: &str = "stf.reset";

/// The metadata key that marks an animation as one that exists to reset others.
pub(crate) const RESETS: &str = "stf.is-reset";
