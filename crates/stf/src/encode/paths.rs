//! The paths of nodes, which clips from an STF carry in their metadata.

use std::collections::HashMap;

use anim_core::Clip;

use crate::clips::node_ids;

/// The paths of a clip's nodes, by name.
pub(super) struct NodePaths(HashMap<String, String>);

impl NodePaths {
    /// The paths in a clip's metadata; none if the clip does not come from an STF.
    pub(super) fn of(clip: &Clip) -> Self {
        Self(node_ids(clip))
    }

    /// The path of the node with a name.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The id of the node with a name; `None` for a bone, whose path has more than an id.
    pub(super) fn node_id(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|path| !path.is_empty() && !path.contains('/'))
    }
}
