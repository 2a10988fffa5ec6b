//! Names of animations, each in the scope of the animation around it.

use std::collections::HashMap;
use std::sync::Arc;

use super::names::Names;

/// The names of animations, which are indices in the order in which they were added.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    /// By the animation around them.
    names: HashMap<Option<usize>, Names>,
    /// The animation around each animation.
    outer: Vec<Option<usize>>,
}

/// The animation that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) index: usize,
    /// Whether the letter case is that of the names.
    pub(crate) is_exact: bool,
}

impl Scopes {
    /// Adds an animation; its name is empty for none.
    pub(super) fn add(&mut self, name: &Arc<str>, outer: Option<usize>) {
        if !name.is_empty() {
            self.names.entry(outer).or_default().insert(name, self.outer.len());
        }
        self.outer.push(outer);
    }

    /// The animation around an animation.
    pub(super) fn outer(&self, index: usize) -> Option<usize> {
        self.outer.get(index).copied().flatten()
    }

    /// The first accepted animation with a name, searched in the scope of an animation, then in the scopes around it: `block/part`
    /// for a nested one. In each scope, an exact match takes precedence over one in other letter case.
    pub(super) fn find(
        &self,
        name: &str,
        mut scope: Option<usize>,
        accept: impl Fn(usize) -> bool,
    ) -> Option<Found> {
        loop {
            let step = |look_up| self.step(scope, name, look_up).filter(|index| accept(*index));
            let exact = step(Names::exact).map(|index| Found { index, is_exact: true });
            let found = exact.or_else(|| step(Names::any_case).map(|index| Found { index, is_exact: false }));
            match (found, scope) {
                (Some(found), _) => return Some(found),
                (None, None) => return None,
                (None, Some(inner)) => scope = self.outer(inner),
            }
        }
    }

    /// The animation with a name in one scope: by the complete name, or step by step.
    fn step(
        &self,
        scope: Option<usize>,
        name: &str,
        look_up: fn(&Names, &str) -> Option<usize>,
    ) -> Option<usize> {
        let child = |scope: Option<usize>, name: &str| look_up(self.names.get(&scope)?, name.trim());
        if let Some(complete) = child(scope, name) {
            return Some(complete);
        }
        let mut at = scope;
        for part in name.split('/') {
            at = Some(child(at, part)?);
        }
        at
    }
}
