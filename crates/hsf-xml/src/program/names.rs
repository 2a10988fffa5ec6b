//! Names in one scope.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The names in one scope and their elements. Of equal names the first is used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    exact: HashMap<Arc<str>, usize>,
    /// The names in lower case, built by the first search that ignores case, since few files need one.
    lower: OnceLock<HashMap<String, usize>>,
}

impl Names {
    pub(super) fn insert(&mut self, name: &Arc<str>, index: usize) {
        self.exact.entry(name.clone()).or_insert(index);
        self.lower.take();
    }

    /// The element with this name; an exact match takes precedence over one in other letter case.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.exact(name).or_else(|| self.any_case(name))
    }

    /// The element with exactly this name.
    pub(super) fn exact(&self, name: &str) -> Option<usize> {
        self.exact.get(name).copied()
    }

    /// The element with this name in any letter case.
    pub(super) fn any_case(&self, name: &str) -> Option<usize> {
        self.lower.get_or_init(|| self.lower()).get(&name.to_ascii_lowercase()).copied()
    }

    fn lower(&self) -> HashMap<String, usize> {
        let mut lower = HashMap::with_capacity(self.exact.len());
        for (name, &index) in &self.exact {
            // The first one is used, and indices ascend.
            lower
                .entry(name.to_ascii_lowercase())
                .and_modify(|first: &mut usize| *first = index.min(*first))
                .or_insert(index);
        }
        lower
    }
}
