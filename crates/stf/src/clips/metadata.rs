//! The metadata of a clip.

use std::collections::HashMap;

use anim_core::Clip;

/// The metadata key for the id of the animation.
pub(crate) const ID: &str = "stf.id";

/// The metadata key for the word of the animation's loop.
pub(crate) const LOOP: &str = "stf.loop";

/// The metadata key for the ids of the nodes: a JSON object from names to paths.
pub(crate) const NODES: &str = "stf.nodes";

/// The metadata key for the id of the animation that resets the properties which this animation moves.
pub(crate) const RESET: &str = "stf.reset";

/// The metadata key that marks an animation as one that exists to reset others.
pub(crate) const RESETS: &str = "stf.is-reset";

/// The ids of a clip's nodes by name: `NODE`, or `NODE/instance/BONE` for a bone. Empty if the clip is not from an STF.
pub fn node_ids(clip: &Clip) -> HashMap<String, String> {
    clip.metadata(NODES).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}
