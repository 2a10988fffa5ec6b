//! The entries of a clip's metadata.

/// The entry of a clip's metadata with the id of its animation.
pub(crate) const ID: &str = "stf.id";

/// The entry of a clip's metadata with the word of the animation's loop.
pub(crate) const LOOP: &str = "stf.loop";

/// The entry of a clip's metadata with the ids of its nodes: a JSON object from names to paths.
pub(crate) const NODES: &str = "stf.nodes";

/// The entry of a clip's metadata with the id of the animation that resets what its animation moves.
pub(crate) const RESET: &str = "stf.reset";

/// The entry of a clip's metadata that says that its animation exists to reset others.
pub(crate) const RESETS: &str = "stf.is-reset";
