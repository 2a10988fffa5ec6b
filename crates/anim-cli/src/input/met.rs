//! The formats of a run's inputs, to find options that none of them has.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use anim_core::Options;
use anim_formats::{Entry, Given, Registry};

use crate::console::Console;

/// The formats of the inputs so far.
#[derive(Debug, Default)]
pub(super) struct Met(Mutex<BTreeSet<&'static str>>);

impl Met {
    pub(super) fn add(&self, format: &'static str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(format);
    }

    /// Warns about each option that no input and no target has; not if no format is known.
    pub(super) fn warn_of_unused(&self, given: &[Given], target: Option<&Options>, console: &Console) {
        let met = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let formats = Registry::builtin().formats();
        let knows = |entry: &Entry, key: &str| entry.options().knows(key);
        for Given { key, .. } in given.iter().filter(|_| !met.is_empty()) {
            let is_used = formats.iter().any(|entry| met.contains(entry.info().id) && knows(entry, key));
            if is_used || target.is_some_and(|target| target.knows(key)) {
                continue;
            }
            let owners = formats.iter().filter(|entry| knows(entry, key)).map(|entry| entry.info().id);
            let owners = owners.collect::<Vec<_>>().join(", ");
            console.warn(&format!(
                "option `{key}` changed nothing: it is an option of {owners}, and no input has that format"
            ));
        }
    }
}
