//! Names in one scope.

use std::collections::HashMap;
use std::sync::Arc;

/// The names in one scope and what they refer to. Of two equal names the first counts.
#[derive(Debug, Default)]
pub(crate) struct Names {
    exact: HashMap<Arc<str>, usize>,
    /// Without letter case.
    lower: HashMap<String, usize>,
}

impl Names {
    pub(super) fn insert(&mut self, name: &Arc<str>, index: usize) {
        self.exact.entry(name.clone()).or_insert(index);
        self.lower.entry(name.to_ascii_lowercase()).or_insert(index);
    }

    /// What has exactly this name.
    pub(super) fn exact(&self, name: &str) -> Option<usize> {
        self.exact.get(name).copied()
    }

    /// What has this name in any letter case.
    pub(super) fn any_case(&self, name: &str) -> Option<usize> {
        self.lower.get(&name.to_ascii_lowercase()).copied()
    }
}
