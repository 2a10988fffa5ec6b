//! Names that are unique within a file.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

/// The names that are taken.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The highest number that was tried for each name.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// Takes a name, with a number after it if the name is taken.
    pub(super) fn take(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let number = self.numbers.entry(name.to_owned()).or_insert(1);
        loop {
            *number = number.saturating_add(1);
            let free = format!("{name} ({number})");
            if self.taken.insert(free.clone()) {
                return free;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_name_gets_the_next_free_number() {
        let mut names = Names::default();
        let taken = ["a", "a (2)", "a", "a", "b"].map(|name| names.take(name));
        assert_eq!(taken, ["a", "a (2)", "a (3)", "a (4)", "b"]);
    }
}
